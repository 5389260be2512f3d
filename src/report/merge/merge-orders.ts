import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ORDERS_FILE } from '../../contract/order-record.js';
import { readOrders } from '../recorded-run.js';
import type { RecordedShard } from './check-shards.js';

/** Writes the orders that shards have left with other values than their first ones. Where there are none, there is no file. */
export async function mergeOrders(shards: readonly RecordedShard[], outDir: string): Promise<void> {
  for (const { dir } of shards) {
    for await (const order of readOrders(dir)) {
      await appendFile(join(outDir, ORDERS_FILE), `${JSON.stringify(order)}\n`, { mode: 0o600 });
    }
  }
}
