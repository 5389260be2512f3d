import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadCatalogue } from '../../contract/catalogue.js';
import type { Deeds } from '../../contract/service-tasks.js';
import { SeenDeeds } from '../../oracle/seen-deeds.js';
import type { Origin } from '../../wire/exchange.js';
import { reread } from '../certificate/verify/recorded-exchange.js';
import { readExchanges } from '../recorded-run.js';
import { unwritable } from '../unwritable.js';
import type { RecordedShard } from './check-shards.js';

/** The one record of several shards. */
export interface MergedExchanges {
  /** What was added to the numbers of each shard. */
  readonly offsets: readonly number[];
  /** How many there are on behalf of each clause of the catalogue. */
  readonly sent: ReadonlyMap<string, number>;
  /** What the service was seen to do in all of them. */
  readonly deeds: Deeds;
}

/**
 * Writes the exchanges of all shards one after another, numbered through, in bounded memory.
 *
 * @param taskOffsets - of a client's run, what was added to the numbers of each shard's tasks
 * @throws SuiteError where they cannot be written, as on a disk that is full
 */
export async function mergeExchanges(
  shards: readonly RecordedShard[],
  outDir: string,
  taskOffsets: readonly number[] = [],
): Promise<MergedExchanges> {
  const merged = { offsets: [], sent: new Map(loadCatalogue().map(({ id }) => [id, 0])), deeds: new SeenDeeds() };
  const path = join(outDir, 'exchanges.jsonl');
  const file = createWriteStream(path, { mode: 0o600 });
  await pipeline(Readable.from(mergedLines(shards, { ...merged, taskOffsets })), file).catch((error: unknown) => {
    throw file.errored === null ? error : unwritable(path, error);
  });
  return merged;
}

interface Counts {
  readonly offsets: number[];
  readonly sent: Map<string, number>;
  readonly deeds: SeenDeeds;
  readonly taskOffsets: readonly number[];
}

async function* mergedLines(
  shards: readonly RecordedShard[],
  { offsets, sent, deeds, taskOffsets }: Counts,
): AsyncGenerator<string> {
  let offset = 0;
  const origins = new OriginNumbers();
  for (const [at, { dir, results }] of shards.entries()) {
    offsets.push(offset);
    origins.beginShard(taskOffsets[at] ?? 0);
    // A number may be taken that no line has: evidence can be lost, and the count of requests has them all.
    let highest = results.requests;
    for await (const exchange of readExchanges(dir)) {
      highest = Math.max(highest, exchange.number);
      deeds.see(reread(exchange));
      const before = sent.get(exchange.clause);
      if (before !== undefined) sent.set(exchange.clause, before + 1);
      const origin = exchange.origin && { origin: origins.renumbered(exchange.origin) };
      yield `${JSON.stringify({ ...exchange, ...origin, number: exchange.number + offset })}\n`;
    }
    offset += highest;
  }
}

/** Connections and clients of one shard are none of another: each token is of one shard alone. */
class OriginNumbers {
  private task = 0;
  private before = { connection: 0, client: 0 };
  private highest = { connection: 0, client: 0 };

  beginShard(taskOffset: number): void {
    this.task = taskOffset;
    this.before = { ...this.highest };
  }

  renumbered({ connection, client, task, ...others }: Origin): Origin {
    const [own, whose] = [connection + this.before.connection, (client ?? 0) + this.before.client];
    this.highest = {
      connection: Math.max(this.highest.connection, own),
      client: Math.max(this.highest.client, whose),
    };
    return {
      connection: own,
      ...(client !== undefined && { client: whose }),
      ...(task !== undefined && { task: task + this.task }),
      ...others,
    };
  }
}
