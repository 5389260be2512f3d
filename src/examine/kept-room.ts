import { randomFillSync } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ROOM_FILE } from '../contract/going-run.js';
import { SuiteError } from '../contract/suite-error.js';

/** More than the report of most runs takes: results.json twice, the page and the others. */
const ROOM_BYTES = 2 * 1024 * 1024;

/** Some file systems have no room for zeros, so that they would keep none. */
let filling: Uint8Array | undefined;

/**
 * Keeps room in a run's folder for its report, so that a disk that fills up meanwhile does not cost the results.
 *
 * @returns gives it up, to the report that is written at once
 * @throws SuiteError where there is none, before anything is sent
 */
export function keepRoom(outDir: string): () => void {
  const path = join(outDir, ROOM_FILE);
  const giveUp = (): void => rmSync(path, { force: true });
  try {
    giveUp();
    fill(path, (filling ??= randomFillSync(new Uint8Array(ROOM_BYTES))));
    return giveUp;
  } catch (error) {
    giveUp();
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    const remedy = `give a folder with room: its report may take ${ROOM_BYTES / 1024 ** 2} MiB, beside what is recorded`;
    throw new SuiteError(`There is no room for the report of a run (${code}).`, outDir, remedy);
  }
}

function fill(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes.length;) {
      const count = writeSync(file, bytes, at);
      if (count === 0) throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' });
      at += count;
    }
  } finally {
    closeSync(file);
  }
}
