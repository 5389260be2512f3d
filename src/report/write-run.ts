import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../contract/results.js';
import { renderCertificate } from './certificate.js';
import { renderHtml } from './html/render-html.js';
import { renderJunit } from './render-junit.js';
import { renderSummary } from './render-summary.js';

/** What is known of a run so far, in a form that survives the end of this process at any moment. */
export function writeResults(outDir: string, results: Results): Promise<void> {
  return writeWhole(join(outDir, 'results.json'), renderResults(results));
}

/**
 * Writes a finished run: results, report, JUnit, Markdown and certificate. Files get the modes that the user's umask
 * gives: nothing secret is in them.
 */
export async function writeRun(outDir: string, results: Results): Promise<void> {
  const text = renderResults(results);
  await mkdir(outDir, { recursive: true });
  await Promise.all([
    writeWhole(join(outDir, 'results.json'), text),
    writeWhole(join(outDir, 'index.html'), renderHtml({ results, facts: null })),
    writeWhole(join(outDir, 'junit.xml'), renderJunit(results)),
    writeWhole(join(outDir, 'summary.md'), renderSummary(results)),
    writeWhole(join(outDir, 'certificate.json'), renderCertificate(results, text)),
  ]);
}

function renderResults(results: Results): string {
  return `${JSON.stringify(results, null, 2)}\n`;
}

/** A reader sees the old file or the new one, never half of one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  await writeFile(partial, text);
  await rename(partial, path);
}
