import { Buffer } from 'node:buffer';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../contract/results.js';
import { NOT_RUN_YET } from '../contract/run-verdict.js';
import type { CertificateSettings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { CERTIFICATE_FILE } from './certificate/bundle-files.js';
import type { Envelope } from './certificate/envelope.js';
import { keptAs, readEnvelope, signWhatHolds, standingOf, type Signing } from './certificate/sign-what-holds.js';
import { ordersInDoubt } from './orders-in-doubt.js';
import { readExchanges, readRun, type RecordedRun } from './recorded-run.js';
import { amount } from './verdict-words.js';
import { renderReports, writeCertificate, writeFiles } from './write-run.js';

/** A run whose reports were made again. */
export interface Remade {
  /** As the reports have them. */
  readonly results: Results;
  readonly signing: Signing;
}

/**
 * Makes the reports of a recorded run again, in its folder, from results.json and exchanges.jsonl, which are left as they
 * are. The certificate is made again only where it is not about what lies there then, or has no signature and a key is
 * given; it is signed only where it holds. A run that was killed, or goes on, has none, and its reports say what was measured.
 *
 * @param now - milliseconds since the epoch
 * @param goesOn - whether it goes on
 * @throws SuiteError where a signature would be lost, before anything is written
 */
export async function remakeRun(
  { dir, results }: RecordedRun,
  certificate: CertificateSettings,
  now: number,
  goesOn = false,
): Promise<Remade> {
  if (results.unfinished) {
    const told = {
      ...(goesOn ? results : asKilled(results)),
      notes: [...results.notes, await whatWasMeasured(dir, results, goesOn), ...(await ordersInDoubt(dir))],
    };
    const reports = await renderReports(dir, told);
    if (goesOn) await checkGoesOn(dir);
    await writeFiles(dir, reports);
    return { results: told, signing: { says: 'none: the run did not come to its end', problems: [], unlisted: 0 } };
  }
  const reports = await renderReports(dir, results);
  const { envelope, isAboutFolder, problems, unlisted } = await standingOf(dir, now);
  const isSigned = envelope !== null && envelope.signatures.length > 0;
  const isKept = isAboutFolder && (isSigned || certificate.key === null) && (await areThere(dir, reports));
  if (isKept && envelope !== null) return { results, signing: { says: keptAs(envelope), problems, unlisted } };
  if (certificate.key === null && isSigned) {
    throw new SuiteError(
      'The certificate of this run is signed, and does not hold for the reports that this version makes.',
      join(dir, CERTIFICATE_FILE),
      'give --out another folder, or the key that is to sign it again (--certificate-key-file)',
    );
  }
  await writeFiles(dir, reports);
  await writeCertificate(dir, results, { ...certificate, key: null });
  const signing = await signWhatHolds(dir, certificate, now);
  return { results, signing: { ...signing, lost: await signaturesLost(dir, envelope) } };
}

/** The reports that a run writes at its end would be lost. */
async function checkGoesOn(dir: string): Promise<void> {
  if ((await readRun(dir)).results.unfinished === true) return;
  throw new SuiteError('The run came to its end meanwhile.', dir, 'make its report once more');
}

/** What was still to come in what a run wrote last did not come any more. */
function asKilled(results: Results): Results {
  const { stopped, clauses } = results;
  return {
    ...results,
    ...(stopped?.because === NOT_RUN_YET && { stopped: { ...stopped, because: 'the run was killed' } }),
    clauses: clauses.map((clause) => (clause.reason === NOT_RUN_YET ? { ...clause, reason: KILLED } : clause)),
  };
}

const KILLED = 'the run was killed before this clause was examined';

/** Ids of the keys that had signed, and sign no longer. */
async function signaturesLost(dir: string, before: Envelope | null): Promise<readonly string[]> {
  const after = (await readEnvelope(dir))?.signatures ?? [];
  const left = new Set(after.map(({ keyId }) => keyId));
  return (before?.signatures ?? []).map(({ keyId }) => keyId).filter((keyId) => !left.has(keyId));
}

async function areThere(dir: string, files: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [name, text] of files) {
    const bytes = await readFile(join(dir, name)).catch(() => null);
    if (bytes?.equals(Buffer.from(text)) !== true) return false;
  }
  return true;
}

/** How far a run has come that goes on, or had come that was killed. */
async function whatWasMeasured(dir: string, { plan, clauses, requests }: Results, goesOn: boolean): Promise<string> {
  const planned = new Set(
    plan?.clauses ?? clauses.flatMap(({ id, verdict }) => (verdict === 'inapplicable' ? [] : [id])),
  );
  const done = clauses.filter(({ id, reason }) => planned.has(id) && reason !== NOT_RUN_YET).length;
  let recorded = 0;
  let last = 0;
  for await (const { sentAtMs } of readExchanges(dir)) {
    recorded += 1;
    last = Math.max(last, sentAtMs);
  }
  const until = last > 0 ? `, the last of ${new Date(last).toISOString()}` : '';
  const cut = (await endsWithinLine(join(dir, 'exchanges.jsonl'))) ? ' Its last line is cut off.' : '';
  const [state, had] = goesOn ? ['goes on', 'have'] : ['was killed', 'had'];
  return `The run ${state}: ${done} of ${amount(planned.size, 'clause')} ${had} come to a verdict after ${amount(requests, 'request')}, and exchanges.jsonl has ${amount(recorded, 'exchange')}${until}.${cut}`;
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
