import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../contract/results.js';
import { NOT_RUN_YET } from '../contract/run-verdict.js';
import type { CertificateSettings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { CERTIFICATE_FILE } from './certificate/bundle-files.js';
import { parseEnvelope } from './certificate/envelope.js';
import { readExchanges, type RecordedRun } from './recorded-run.js';
import { amount } from './verdict-words.js';
import { renderReports, writeCertificate, writeFiles } from './write-run.js';

/**
 * Makes the reports of a recorded run again, in its folder, from results.json and exchanges.jsonl, which are left as they
 * are. The certificate is made again only where a file it is about has changed. A run that was killed has none, and its
 * reports say what was measured.
 *
 * @returns the results as the reports have them
 * @throws SuiteError where a signature would be lost, before anything is written
 */
export async function remakeRun({ dir, results }: RecordedRun, certificate: CertificateSettings): Promise<Results> {
  if (results.unfinished) {
    const told = { ...results, notes: [...results.notes, await whatWasMeasured(dir, results)] };
    await writeFiles(dir, await renderReports(dir, told));
    return told;
  }
  const reports = await renderReports(dir, results);
  const certified = await readText(join(dir, CERTIFICATE_FILE));
  if (certified !== null && (await areThere(dir, reports))) return results;
  if (certificate.key === null && certified !== null && isSigned(certified)) {
    throw new SuiteError(
      'The certificate of this run is signed, and does not hold for the reports that this version makes.',
      join(dir, CERTIFICATE_FILE),
      'give --out another folder, or the key that is to sign it again (--certificate-key-file)',
    );
  }
  await writeFiles(dir, reports);
  await writeCertificate(dir, results, certificate);
  return results;
}

async function areThere(dir: string, files: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [name, text] of files) if ((await readText(join(dir, name))) !== text) return false;
  return true;
}

async function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

function isSigned(certificate: string): boolean {
  const envelope = parseEnvelope(certificate);
  return typeof envelope !== 'string' && envelope.signatures.length > 0;
}

/** How far a run had come that was killed. */
async function whatWasMeasured(dir: string, { plan, clauses, requests }: Results): Promise<string> {
  const planned = new Set(plan?.clauses);
  const done = clauses.filter(({ id, reason }) => planned.has(id) && reason !== NOT_RUN_YET).length;
  let recorded = 0;
  let last = 0;
  for await (const { sentAtMs } of readExchanges(dir)) {
    recorded += 1;
    last = Math.max(last, sentAtMs);
  }
  const until = last > 0 ? `, the last of ${new Date(last).toISOString()}` : '';
  const cut = (await endsWithinLine(join(dir, 'exchanges.jsonl'))) ? ' Its last line is cut off.' : '';
  return `The run was killed: ${done} of ${amount(planned.size, 'clause')} had come to a verdict after ${amount(requests, 'request')}, and exchanges.jsonl has ${amount(recorded, 'exchange')}${until}.${cut}`;
}

async function endsWithinLine(path: string): Promise<boolean> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === 0) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() !== '\n';
  } finally {
    await file.close();
  }
}
