import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '../../src/contract/clause.js';
import type { Order } from '../../src/contract/order.js';
import type { Results } from '../../src/contract/results.js';
import type { Settings } from '../../src/contract/settings.js';
import { certifyService, type CertifyServiceOptions } from '../../src/examine/certify-service.js';
import { earlierPart, type EarlierPart } from '../../src/examine/earlier-part.js';
import { ChangedOrders } from '../../src/wire/changed-orders.js';
import type { RecordedExchange } from '../../src/wire/exchange.js';

/** The exchanges of a run, in the order of their ends. */
export function recordedIn(dir: string): readonly RecordedExchange[] {
  const lines = readFileSync(join(dir, 'exchanges.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedExchange);
}

/** What a run in a folder came to, for one that goes on with it. */
export function earlierIn(dir: string, results: Results, orders: readonly Order[] = []): EarlierPart {
  const exchanges = recordedIn(dir);
  const byClause = new Map<string, number>();
  for (const { clause } of exchanges) byClause.set(clause, (byClause.get(clause) ?? 0) + 1);
  const highestNumber = Math.max(...exchanges.map(({ number }) => number));
  const record = {
    exchanges: exchanges.length,
    highestNumber,
    byClause,
    changed: new ChangedOrders(),
    accepted: new Set<OperationId>(),
    lastModifyAtMs: 0,
  };
  return earlierPart(results, record, { notes: [], orders });
}

/** Certifies a service up to a number of requests, and then goes on, as often as it takes. */
export async function certifyInParts(
  settings: Settings,
  bounds: readonly number[],
  options: Partial<CertifyServiceOptions> = {},
): Promise<readonly Results[]> {
  const parts: Results[] = [];
  for (const maxRequests of [...bounds, undefined]) {
    const last = parts.at(-1);
    const bounded = maxRequests === undefined ? settings : { ...settings, maxRequests };
    const earlier = last === undefined ? undefined : earlierIn(settings.outDir, last);
    parts.push(await certifyService({ toolVersion: 'test', ...options, settings: bounded, earlier }));
    if (parts.at(-1)?.stopped === undefined) break;
  }
  return parts;
}
