import { unverified, type Outcome } from '../contract/verdict.js';
import type { Bench } from './sandwich.js';

/** Opens a bench on an order of the lane's kind. */
export type OpenBench = (task: (bench: Bench) => Promise<null>) => Promise<{ readonly none: string } | null>;

/** What came of one item of a lane. */
export interface Settled<Item> {
  readonly item: Item;
  /** `undefined`: the item cannot be put to this kind of order. */
  readonly outcome: Outcome | undefined;
  /** No order of the kind was to be had. */
  readonly noOrder: boolean;
}

/**
 * Puts items to orders of one kind, one after another. An order whose state is in doubt, or that takes no valid modify any
 * more, is given up for another one; where that one takes none either, the rest of the lane has the same reason.
 *
 * @param examine - `undefined`: the item cannot be put to this kind of order
 */
export async function examineLane<Item>(
  items: readonly Item[],
  open: OpenBench,
  examine: (bench: Bench, item: Item) => Promise<Outcome | undefined>,
): Promise<Settled<Item>[]> {
  const settled: Settled<Item>[] = [];
  let wasLost = false;
  while (settled.length < items.length) {
    const before = settled.length;
    const order: { wasUsed: boolean; lostWith?: Outcome | undefined } = { wasUsed: false };
    const missing = await open(async (bench) => {
      order.wasUsed = bench.held.isUsed;
      for (const item of items.slice(settled.length)) {
        const outcome = await examine(bench, item);
        await bench.lookAfter(outcome);
        if (bench.isLost) {
          order.lostWith = outcome;
          bench.held.spoil();
          return null;
        }
        settled.push({ item, outcome, noOrder: false });
        if (outcome?.outcome === 'broken') {
          bench.held.spoil();
          return null;
        }
      }
      return null;
    });
    if (missing !== null) return [...settled, ...rest(items, settled.length, unverified(missing.none), true)];
    if (order.lostWith === undefined) continue;
    // An order that was used before may be worn out, which says nothing of the next one.
    if (wasLost && settled.length === before && !order.wasUsed)
      return [...settled, ...rest(items, settled.length, order.lostWith, false)];
    wasLost = true;
  }
  return settled;
}

function rest<Item>(items: readonly Item[], from: number, outcome: Outcome, noOrder: boolean): Settled<Item>[] {
  return items.slice(from).map((item) => ({ item, outcome, noOrder }));
}
