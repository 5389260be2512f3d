import { setTimeout as pause } from 'node:timers/promises';
import type { OrderRequest } from '../contract/order.js';
import { isRefusedBy, type Rule } from '../oracle/deciding-rule.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import { makingOf } from './manner.js';
import type { Bench } from './sandwich.js';
import { isNone, withBench, type BenchOptions } from './with-bench.js';

/** So many orders of each verdict show that it follows a rule. */
export const ORDERS_OF_EACH = 2;
/** How often both are sent for an order. */
const TIMES = 2;

/** What came of trying a rule once more. */
export interface Seen {
  /** The first of each order. */
  readonly refused: Exchange[];
  readonly accepted: Exchange[];
  /** One was answered otherwise than by the rule. */
  contradicts: boolean;
  requests: number;
}

export const isEnough = ({ refused, accepted }: Seen): boolean =>
  refused.length >= ORDERS_OF_EACH && accepted.length >= ORDERS_OF_EACH;

/** Sends for several orders in turn what a rule on how modifies are sent refuses, and what it does not, while nothing else is sent. */
export async function sendBothWays(context: Context, kinds: readonly OrderRequest[], rule: Rule): Promise<Seen> {
  const seen: Seen = { refused: [], accepted: [], contradicts: false, requests: 0 };
  await withBenches(context, kinds.slice(0, ORDERS_OF_EACH + 1), async (benches) => {
    await context.quietly(async (client) => {
      for (const bench of benches) {
        if (isEnough(seen)) break;
        const shown: { refused?: Exchange; accepted?: Exchange } = {};
        for (let turn = 0; turn < 2 * TIMES && !seen.contradicts && !context.stop.aborted; turn += 1) {
          const { isWanted, restMs, ...manner } = makingOf(rule, turn % 2 === 1);
          client.wantSignatures(isWanted);
          if (restMs !== undefined) await pause(restMs);
          const { exchange, sent } = await bench.sendNoted(bench.validBody(), { ...manner, client });
          seen.requests += 1;
          const wanted = isRefusedBy(rule, sent) ? 'refused' : 'accepted';
          if ((wanted === 'accepted' ? isAccepted : isRefusal)(exchange)) shown[wanted] ??= exchange;
          else seen.contradicts = exchange.trouble === undefined;
        }
        if (shown.refused) seen.refused.push(shown.refused);
        if (shown.accepted) seen.accepted.push(shown.accepted);
      }
    });
  });
  return seen;
}

/** Gives the task a bench on an order of each of these kinds that there is. */
export async function withBenches<T>(
  context: Context,
  [kind, ...kinds]: readonly OrderRequest[],
  task: (benches: readonly Bench[]) => Promise<T>,
  options: BenchOptions = {},
  benches: readonly Bench[] = [],
): Promise<T> {
  if (kind === undefined) return task(benches);
  const onOthers = (found: readonly Bench[]): Promise<T> => withBenches(context, kinds, task, options, found);
  const found = await withBench(context, kind, (bench) => onOthers([...benches, bench]), {
    ...{ wait: false, isLast: true, ...options },
  });
  return isNone(found) ? onOthers(benches) : found;
}
