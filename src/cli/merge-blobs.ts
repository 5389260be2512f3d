import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where a shard has what Playwright's merge-reports takes. */
export const BLOB_FOLDER = 'playwright-blob';

/**
 * Makes Playwright's HTML report of all shards from the blob that each left behind.
 *
 * @returns why there is none, `null` where there is, or where no shard has a blob
 */
export async function mergeBlobs(shardDirs: readonly string[], outDir: string): Promise<string | null> {
  const blobs = (await Promise.all(shardDirs.map(blobsOf))).map((paths) => paths[0]);
  const present = blobs.filter((path) => path !== undefined);
  if (present.length === 0) return null;
  if (present.length < blobs.length) return `some shards have no ${BLOB_FOLDER}`;
  const gathered = await mkdtemp(join(tmpdir(), 'tradecert-blobs-'));
  try {
    await Promise.all(present.map((path, at) => copyFile(path, join(gathered, `report-${at + 1}.zip`))));
    return await mergeReports(gathered, join(outDir, 'playwright'));
  } finally {
    await rm(gathered, { recursive: true, force: true });
  }
}

async function blobsOf(dir: string): Promise<string[]> {
  const names = await readdir(join(dir, BLOB_FOLDER)).catch(() => []);
  return names.filter((name) => name.endsWith('.zip')).map((name) => join(dir, BLOB_FOLDER, name));
}

/** Runs Playwright's own command in a process of its own; what it prints is told only where it fails. */
function mergeReports(blobs: string, outputFolder: string): Promise<string | null> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [cli, 'merge-reports', '--reporter', 'html', blobs], {
    env: { PATH, HOME, PLAYWRIGHT_HTML_OPEN: 'never', PLAYWRIGHT_HTML_OUTPUT_DIR: outputFolder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status === 0 ? null : said.trim() || `status ${status ?? 'unknown'}`));
  });
}
