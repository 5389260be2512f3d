import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../contract/results.js';
import type { CertificateSettings } from '../contract/settings.js';
import { CERTIFICATE_FILE } from './certificate/bundle-files.js';
import { renderCertificate } from './certificate/write-certificate.js';
import { gatherFacts } from './facts/gather-facts.js';
import type { RunFacts } from './facts/run-facts.js';
import { renderHtml } from './html/render-html.js';
import { renderCtrf } from './machine/render-ctrf.js';
import { renderJunit } from './machine/render-junit.js';
import { renderSarif } from './machine/render-sarif.js';
import { renderSummary } from './machine/render-summary.js';
import { readExchanges } from './recorded-run.js';
import { listPrinted } from './printed-files.js';
import { renderBadge } from './render-badge.js';
import { unwritable } from './unwritable.js';

/** What is known of a run so far, in a form that survives the end of this process at any moment. */
export function writeResults(outDir: string, results: Results): Promise<void> {
  return writeWhole(join(outDir, 'results.json'), renderResults(results));
}

/** The same before anything else happens. @throws SuiteError where it cannot be written */
export function writeResultsAtOnce(outDir: string, results: Results): void {
  const path = join(outDir, 'results.json');
  const partial = `${path}.partial`;
  try {
    rmSync(partial, { force: true });
    writeFileSync(partial, renderResults(results), { flag: 'wx' });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw unwritable(path, error);
  }
}

/**
 * Writes a finished run: results, report, JUnit, Markdown, CTRF, SARIF, badge, and last of all the certificate, which is
 * about all of them. Files get the modes that the user's umask gives: nothing secret is in them.
 *
 * @param certificate - without a key, it is not signed
 */
export async function writeRun(outDir: string, results: Results, certificate?: CertificateSettings): Promise<void> {
  await makeFolder(outDir);
  await writeResults(outDir, results);
  await writeFiles(outDir, await renderReports(outDir, results));
  await writeCertificate(outDir, results, certificate);
}

/** Makes a run's folder, where it is not there yet. @throws SuiteError where that cannot be */
export async function makeFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true }).catch((error: unknown) => {
    throw unwritable(dir, error);
  });
}

/**
 * All that is made of a run's results and of the exchanges in its folder, by the name of the file. The same run gives the
 * same texts.
 */
export async function renderReports(dir: string, results: Results): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['index.html', renderHtml({ results, facts: await factsOf(dir, results), printed: await listPrinted(dir) })],
    ['junit.xml', renderJunit(results)],
    ['summary.md', renderSummary(results)],
    ['ctrf.json', renderCtrf(results)],
    ['results.sarif', renderSarif(results)],
    ['badge.svg', renderBadge(results)],
  ]);
}

/** Writes files by name: all that can be written, also where one cannot, whose error is thrown once the others are done. */
export async function writeFiles(dir: string, files: ReadonlyMap<string, string>): Promise<void> {
  const written = await Promise.allSettled([...files].map(([name, text]) => writeWhole(join(dir, name), text)));
  for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Writes the certificate of the files that lie in a run's folder now. */
export async function writeCertificate(
  dir: string,
  results: Results,
  certificate: CertificateSettings | undefined,
): Promise<void> {
  await writeWhole(join(dir, CERTIFICATE_FILE), await renderCertificate(dir, results, certificate));
}

/** Without exchanges that can be read, the report has no pictures, and is one all the same. */
function factsOf(outDir: string, results: Results): Promise<RunFacts | null> {
  return gatherFacts(readExchanges(outDir), results).catch(() => null);
}

function renderResults(results: Results): string {
  return `${JSON.stringify(results, null, 2)}\n`;
}

/**
 * A reader sees the old file or the new one, never half of one, also where the disk is full. What lies in the place of the
 * partial file is removed, never written through: a link there may lead anywhere.
 */
async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await rm(partial, { force: true });
    await writeFile(partial, text, { flag: 'wx' });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw unwritable(path, error);
  }
}
