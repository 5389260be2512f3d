import { Buffer } from 'node:buffer';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBundleFile } from '../certificate/bundle-files.js';

/** Where a folder has its runs: itself, or one for each side of observed traffic. */
export const PLACES = ['', 'client', 'service'] as const;

/** Folders that are asked when their run began, those that were changed last: beyond this, asking takes seconds. */
const MOST_ASKED = 3_000;
/** `startedAt` stands ahead of all clauses. */
const HEAD_BYTES = 64 * 1024;
/** The member of the whole: in results.json as tradecert writes it, it has a line with two spaces before it. */
const STARTED_AT = /(?:^ {2}|[{,])"startedAt": ?"([^"\\]{1,40})"/m;

/**
 * Names of folders, the newest run first, and what is no run behind all runs, so that nothing else keeps a run from being
 * listed. A run is as new as it says, but never newer than its file: a copy of an old run is old, and no folder comes first
 * by a moment to come. Links are not followed: they could lead anywhere.
 *
 * @param enough - where there are no more folders than this, they come by name, since all of them will be read
 */
export async function newestFolders(reportsDir: string, enough: number): Promise<string[]> {
  const entries = await readdir(reportsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.length <= enough) return names.sort().reverse();
  const changed = await Promise.all(
    names.map(async (name) => ({ name, at: (await lstat(join(reportsDir, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const byChange = changed.sort(newestFirst).map(({ name }) => name);
  const runs: Timed[] = [];
  const others: string[] = [];
  for (const name of byChange.slice(0, MOST_ASKED)) {
    const at = await beganAt(join(reportsDir, name));
    if (at === null) others.push(name);
    else runs.push({ name, at });
  }
  return [...runs.sort(newestFirst).map(({ name }) => name), ...others, ...byChange.slice(MOST_ASKED)];
}

interface Timed {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

function newestFirst(a: Timed, b: Timed): number {
  return b.at - a.at || (a.name < b.name ? 1 : -1);
}

/** When the newest run of a folder began, by the head of its file; `null` where it has none. */
async function beganAt(folder: string): Promise<number | null> {
  const moments = await Promise.all(PLACES.map((place) => momentIn(join(folder, place)).catch(() => null)));
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.max(...known);
}

async function momentIn(dir: string): Promise<number> {
  const file = await openBundleFile(dir, 'results.json');
  try {
    const { mtimeMs } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [, text = ''] = STARTED_AT.exec(buffer.toString('utf8', 0, bytesRead)) ?? [];
    const said = Date.parse(text);
    return Number.isNaN(said) ? mtimeMs : Math.min(said, mtimeMs);
  } finally {
    await file.close();
  }
}
