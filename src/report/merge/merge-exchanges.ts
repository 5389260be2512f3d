import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readExchanges } from '../recorded-run.js';
import { unwritable } from '../unwritable.js';
import type { RecordedShard } from './check-shards.js';

/**
 * Writes the exchanges of all shards one after another, numbered through, in bounded memory.
 *
 * @returns what was added to the numbers of each shard
 * @throws SuiteError where they cannot be written, as on a disk that is full
 */
export async function mergeExchanges(shards: readonly RecordedShard[], outDir: string): Promise<readonly number[]> {
  const offsets: number[] = [];
  const path = join(outDir, 'exchanges.jsonl');
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(Readable.from(mergedLines(shards, offsets)), file).catch((error: unknown) => {
    throw file.errored === null ? error : unwritable(path, error);
  });
  return offsets;
}

async function* mergedLines(shards: readonly RecordedShard[], offsets: number[]): AsyncGenerator<string> {
  let offset = 0;
  for (const { dir, results } of shards) {
    offsets.push(offset);
    // A number may be taken that no line has: evidence can be lost, and the count of requests has them all.
    let highest = results.requests;
    for await (const exchange of readExchanges(dir)) {
      highest = Math.max(highest, exchange.number);
      yield `${JSON.stringify({ ...exchange, number: exchange.number + offset })}\n`;
    }
    offset += highest;
  }
}
