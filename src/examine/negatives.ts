import { changing, NO_CHANGES, orderWith, type Changes } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import { SIDES, type ModifyBody, type Order, type OrderRequest } from '../contract/order.js';
import type { Outcome } from '../contract/verdict.js';
import type { Context } from './context.js';
import { examineLane } from './lane.js';
import { ownValues } from './order-steps.js';
import type { Bench, Negative } from './sandwich.js';
import { withBench, withFirstOf } from './with-bench.js';

/** Types of orders that have a price of their own. */
export const PRICED_TYPES = ['LIMIT', 'STOP', 'LIMIT_STOP'] as const;

/**
 * Every priced type with every side, in such an order that a few in a row have each of both. Every other one has
 * conditions, so that bodies of both forms are signed.
 */
const KINDS: readonly OrderRequest[] = Array.from({ length: PRICED_TYPES.length * SIDES.length }, (_, index) => {
  const [type, side] = [index % PRICED_TYPES.length, index % SIDES.length];
  const has = (type + side) % 2 === 1;
  return orderWith(PRICED_TYPES[type] ?? 'LIMIT', SIDES[side] ?? 'BUY', { takeProfit: has, stopLoss: has });
});

/** Negatives are put to this many kinds of orders at once, where the kind hardly matters: each type and side is there. */
const FEW_KINDS = 4;

/** How negatives are dealt out to kinds of orders. */
export type Spread =
  /** In turn to a few kinds, no more of them than there are negatives. */
  | 'few kinds'
  /**
   * To a few kinds at least, in a longer run to all, and the last to a MARKET order; where there are more kinds than
   * negatives, these take turns again.
   */
  | 'each type and side'
  /** To all kinds, and the last to a MARKET order. */
  | 'all kinds';

/**
 * Puts each negative to an order, between two positives.
 *
 * @param negatives - made from the clause's seed, so that they are the same in every run with it
 */
export async function examineNegatives(
  context: Context,
  negatives: readonly Negative[],
  spread: Spread = 'few kinds',
): Promise<readonly Outcome[]> {
  const isWide = spread === 'all kinds' || (spread === 'each type and side' && context.settings.depth !== 'smoke');
  const kinds = isWide ? KINDS : KINDS.slice(0, FEW_KINDS);
  const lanes = kinds.map((kind, at) => {
    const own = negatives.filter((_, index) => index % kinds.length === at);
    const turn = negatives[at % negatives.length];
    return { kind, items: own.length > 0 || turn === undefined || spread === 'few kinds' ? own : [turn] };
  });
  const settled = await Promise.all([
    ...lanes.map(({ kind, items }, at) => settle(items, (task) => withKindOf(context, kind, at, task))),
    ...(spread === 'few kinds' ? [] : [examineOnMarketOrder(context, negatives.slice(-1))]),
  ]);
  return settled.flat();
}

const FULL_ORDER = orderWith('LIMIT_STOP', 'BUY', { takeProfit: true, stopLoss: true, trailing: true });

/** Puts each negative to an order that has every price and condition, where there is one. */
export function examineOnFullOrder(context: Context, negatives: readonly Negative[]): Promise<readonly Outcome[]> {
  return settle(negatives, (task) => withKindOf(context, FULL_ORDER, 0, task));
}

/** A negative as it is, and with its body in each form of which a service may look at less. */
export function inEachForm({ way, recipe }: Negative): Negative[] {
  return FORMS.map(({ form, take, isOptional }) => ({
    way: form === '' ? way : `${way}, and ${form}`,
    recipe: async (order, bench) => ({ ...(await recipe(order, bench)), ...take(order) }),
    ...(isOptional && { isOptional }),
  }));
}

/** Sends a body without telling its length, which a server may refuse with 411 (RFC 9110, 15.5.12), or not know at all. */
export const IN_CHUNKS = {
  headers: (headers) => [...headers, ['Transfer-Encoding', 'chunked']],
} as const satisfies Partial<ModifyRecipe>;

/** A body as a service may have it that looks at less of it. */
interface Form {
  readonly form: string;
  readonly take: (order: Order) => Partial<ModifyRecipe>;
  readonly isOptional?: true;
}

const FORMS: readonly Form[] = [
  { form: '', take: () => ({}) },
  {
    form: 'it switches the conditions off',
    take: (order) => ({ body: JSON.stringify({ ...ownValues(order), ...switchedOff(order) }) }),
  },
  { form: 'its body has more than 16 KiB of white space', take: (order) => ({ body: withBlanks(bodyOf(order)) }) },
  { form: 'its body comes in chunks', take: () => IN_CHUNKS, isOptional: true },
  { form: 'it names a charset', take: () => ({ contentType: 'application/json; charset=utf-8' }) },
  {
    form: 'it gives no orderQuantity',
    take: (order) => ({ body: JSON.stringify({ ...ownValues(order), orderQuantity: undefined }) }),
  },
];

function switchedOff({ profitRealizationYn, lossCutYn, lossTrackingYn }: Order): Partial<ModifyBody> {
  return {
    ...(profitRealizationYn === 'Y' && { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 }),
    ...(lossCutYn === 'Y' && { lossCutYn: 'N', lossCutBarrierPrice: 0 }),
    ...(lossTrackingYn === 'Y' && { lossTrackingYn: 'N' }),
  };
}

/** The same body with much white space before its last member: what stands behind may be beyond what is looked at. */
export function withBlanks(body: string): string {
  const at = body.lastIndexOf(',') + 1;
  return body.slice(0, at) + ' '.repeat(16_384) + body.slice(at);
}

async function settle(
  negatives: readonly Negative[],
  open: (task: (bench: Bench) => Promise<null>) => Promise<{ readonly none: string } | null>,
): Promise<Outcome[]> {
  const settled = await examineLane(negatives, open, (bench, negative) =>
    bench.negative({ changes: changesOf(bench.held.order), ...negative }),
  );
  return settled.flatMap(({ item, outcome }) => {
    const isNothing = outcome === undefined || (item.isOptional === true && outcome.outcome === 'unverified');
    return isNothing ? [] : [outcome];
  });
}

/** A MARKET order with conditions, since it has nothing else that a modify could change. */
export const MARKET_ORDER = orderWith('MARKET', 'BUY', { takeProfit: true, stopLoss: true });

/** What came of each negative on a MARKET order, if anything. */
export function examineOnMarketOrder(context: Context, negatives: readonly Negative[]): Promise<Outcome[]> {
  return examineWhereThereIs(context, MARKET_ORDER, negatives);
}

/** What came of orders of one kind, if anything: not every service has one that takes a modify. */
export async function examineWhereThereIs(
  context: Context,
  request: OrderRequest,
  negatives: readonly Negative[],
): Promise<Outcome[]> {
  const outcomes = await settle(negatives, (task) => withBench(context, request, task));
  return outcomes.filter(({ outcome }) => outcome !== 'unverified');
}

/** A bench on an order of this kind, or else on any plain one. */
export async function withKindOf(
  context: Context,
  kind: OrderRequest,
  turn: number,
  task: (bench: Bench) => Promise<null>,
): Promise<{ readonly none: string } | null> {
  const missing = await withBench(context, kind, task);
  return missing === null ? null : withPlainBench(context, turn, task);
}

/** What the bodies below change: the take-profit and the stop-loss of an order that has both. */
export function changesOf({ profitRealizationYn, lossCutYn }: Order): Changes {
  if (profitRealizationYn !== 'Y' || lossCutYn !== 'Y') return NO_CHANGES;
  return CHANGE_BOTH;
}

const CHANGE_BOTH = changing({ takeProfit: 'Y', stopLoss: 'Y' });

/** A bench on whatever plain order the source has; the type and side do not matter here. */
export async function withPlainBench<T>(
  context: Context,
  turn: number,
  task: (bench: Bench) => Promise<T>,
): Promise<T | { readonly none: string }> {
  const requests = PRICED_TYPES.flatMap((orderTypeCd, type) =>
    SIDES.map((_, side) => orderWith(orderTypeCd, SIDES[(side + turn + type) % SIDES.length] ?? 'BUY')),
  );
  return withFirstOf(context, requests, task);
}

/** A valid body that gives the order, as it is handed in, its values: its conditions included, where it has some. */
export function bodyOf(order: Order): string {
  return JSON.stringify(ownValues(order));
}

/** A negative that differs from a valid modify by these edits alone. */
export function edited(way: string, edits: Omit<ModifyRecipe, 'body'>): Negative {
  return { way, recipe: (order) => ({ body: bodyOf(order), ...edits }) };
}

/** The same edits on a modify that was sent without them, and accepted, just before: nothing remembered of it may help. */
export function editedAfterwards(way: string, edits: Omit<ModifyRecipe, 'body'>): Negative {
  return {
    repeatsTimestamp: true,
    way: `${way} (without that it had just been accepted)`,
    recipe: async (order, bench) => {
      const valid = { body: bodyOf(order), timestamp: String(bench.context.clock.nowSeconds()) };
      await bench.send(valid);
      return { ...valid, ...edits };
    },
  };
}

/** The same edits a second time, byte for byte: nothing remembered of the first time may help. */
export function editedTwice(way: string, edits: Omit<ModifyRecipe, 'body'>): Negative {
  return {
    repeatsTimestamp: true,
    way: `${way}, and is sent a second time`,
    recipe: async (order, bench) => {
      const timestamp = String(bench.context.clock.nowSeconds());
      const recipe = { body: bodyOf(order), timestamp, ...edits };
      await bench.send(recipe);
      return recipe;
    },
  };
}
