import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadCatalogue } from '../../contract/catalogue.js';
import { readExchanges } from '../recorded-run.js';
import { unwritable } from '../unwritable.js';
import type { RecordedShard } from './check-shards.js';

/** The one record of several shards. */
export interface MergedExchanges {
  /** What was added to the numbers of each shard. */
  readonly offsets: readonly number[];
  /** How many there are on behalf of each clause of the catalogue. */
  readonly sent: ReadonlyMap<string, number>;
}

/**
 * Writes the exchanges of all shards one after another, numbered through, in bounded memory.
 *
 * @throws SuiteError where they cannot be written, as on a disk that is full
 */
export async function mergeExchanges(shards: readonly RecordedShard[], outDir: string): Promise<MergedExchanges> {
  const merged = { offsets: [], sent: new Map(loadCatalogue().map(({ id }) => [id, 0])) };
  const path = join(outDir, 'exchanges.jsonl');
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(Readable.from(mergedLines(shards, merged)), file).catch((error: unknown) => {
    throw file.errored === null ? error : unwritable(path, error);
  });
  return merged;
}

async function* mergedLines(
  shards: readonly RecordedShard[],
  { offsets, sent }: { readonly offsets: number[]; readonly sent: Map<string, number> },
): AsyncGenerator<string> {
  let offset = 0;
  for (const { dir, results } of shards) {
    offsets.push(offset);
    // A number may be taken that no line has: evidence can be lost, and the count of requests has them all.
    let highest = results.requests;
    for await (const exchange of readExchanges(dir)) {
      highest = Math.max(highest, exchange.number);
      const before = sent.get(exchange.clause);
      if (before !== undefined) sent.set(exchange.clause, before + 1);
      yield `${JSON.stringify({ ...exchange, number: exchange.number + offset })}\n`;
    }
    offset += highest;
  }
}
