import { appendFile, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TASKS_FILE } from '../../oracle/declared/recorded-task.js';
import { PLAIN_SITUATIONS } from '../../oracle/declared/scenario-situations.js';
import { listPrinted, PRINTED_FOLDER } from '../printed-files.js';
import { readTaskLines } from '../recorded-run.js';
import type { RecordedShard } from './check-shards.js';

/**
 * Writes the tasks of all shards of a client's run one after another, numbered through. Where no shard has tasks, as of a
 * service, there is no file.
 *
 * @returns what was added to the numbers of each shard
 */
export async function mergeTasks(shards: readonly RecordedShard[], outDir: string): Promise<readonly number[]> {
  const offsets: number[] = [];
  let offset = 0;
  for (const { dir } of shards) {
    offsets.push(offset);
    let highest = 0;
    for await (const task of readTaskLines(dir)) {
      highest = Math.max(highest, task.number);
      const line = `${JSON.stringify({ ...task, number: task.number + offset })}\n`;
      await appendFile(join(outDir, TASKS_FILE), line, { mode: 0o600 });
    }
    offset += highest;
  }
  return offsets;
}

/** Plain tasks are in every shard: what was printed in them is numbered through. */
const OF_PLAIN = new RegExp(`^(${Object.keys(PLAIN_SITUATIONS).join('|')})(?:-\\d+)?\\.txt$`);

/** Copies what the client wrote on standard error, from all shards. */
export async function mergePrinted(shards: readonly RecordedShard[], outDir: string): Promise<void> {
  const counts = new Map<string, number>();
  for (const { dir } of shards) {
    for (const name of await listPrinted(dir)) {
      const [, plain] = OF_PLAIN.exec(name) ?? [];
      const count = plain === undefined ? 0 : (counts.get(plain) ?? 0) + 1;
      if (plain !== undefined) counts.set(plain, count);
      const to = plain === undefined ? name : count === 1 ? `${plain}.txt` : `${plain}-${count}.txt`;
      await mkdir(join(outDir, PRINTED_FOLDER), { recursive: true });
      await copyFile(join(dir, PRINTED_FOLDER, name), join(outDir, PRINTED_FOLDER, to));
    }
  }
}
