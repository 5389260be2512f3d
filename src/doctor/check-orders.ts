import { orderWith } from '../arbitraries/structures.js';
import type { HeldOrder, OrderDesk } from '../client/order-desk.js';
import { STATUS_404, type NoOrder } from '../client/order-channels.js';
import { docPage } from '../contract/doc-page.js';
import { amount } from '../contract/amount.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../contract/order.js';
import { ok, skipped, type Check } from './check.js';

/** A set of conditions by its name, with a space before it. */
type Named = readonly [name: string, conditions: Parameters<typeof orderWith>[2]];

const TAKE_PROFIT: Named = [' with take-profit', { takeProfit: true }];
const STOP_LOSS: Named = [' with stop-loss', { stopLoss: true }];
const BOTH: Named = [' with both', { takeProfit: true, stopLoss: true }];
const ALL: Named = [' with both and trailing stop', { takeProfit: true, stopLoss: true, trailing: true }];
const TRAILING: Named = [' with stop-loss and trailing stop', { stopLoss: true, trailing: true }];

type Kind = readonly [name: string, request: OrderRequest];

/** Kinds so different that a source which refuses each of them, in the same words, fails with all. */
const TELLING: readonly Kind[] = [
  ...(['LIMIT', 'STOP', 'LIMIT_STOP'] as const).map((type) => [`${type} BUY`, orderWith(type, 'BUY')] as const),
  [`LIMIT BUY${BOTH[0]}`, orderWith('LIMIT', 'BUY', BOTH[1])],
  ['LIMIT BUY (filled)', { ...orderWith('LIMIT', 'BUY'), state: 'filled' }],
  ['MARKET BUY', orderWith('MARKET', 'BUY')],
  ...SIDES.filter((side) => side !== 'BUY').map((side) => [`LIMIT ${side}`, orderWith('LIMIT', side)] as const),
];

/**
 * The kinds that docs/settings.md names: each type with each set of conditions, each side, and each state. A run asks for
 * them on more sides, and for some more than once.
 */
const KINDS: readonly Kind[] = [
  ...TELLING,
  ...ORDER_TYPES.flatMap((type) =>
    [TAKE_PROFIT, STOP_LOSS, ...(type === 'LIMIT' ? [] : [BOTH]), ALL].map(
      ([name, conditions]) => [`${type} BUY${name}`, orderWith(type, 'BUY', conditions)] as const,
    ),
  ),
  ...[TAKE_PROFIT, STOP_LOSS, TRAILING].map(
    ([name, conditions]) =>
      [`LIMIT BUY${name} (filled)`, { ...orderWith('LIMIT', 'BUY', conditions), state: 'filled' }] as const,
  ),
];

const TOO_LONG_MS = 20_000;

/** What the order source has, and an unfilled order that has prices, if there is one. */
export interface OrdersFound {
  readonly check: Check;
  readonly held: HeldOrder | null;
}

/**
 * Asks the order source for one order of each kind. What is not used is given back.
 *
 * @param tooLongMs - a source that takes so long for one order is not asked for another, nor is one that fails by itself
 */
export async function checkOrders(desk: OrderDesk, tooLongMs = TOO_LONG_MS): Promise<OrdersFound> {
  const answers: Answer[] = [];
  let held: HeldOrder | null = null;
  let ended: string | null = null;
  for (const [name, request] of KINDS) {
    const begun = performance.now();
    const given = await desk.checkOut(request, { wait: false, fresh: true });
    if ('none' in given) answers.push({ name, ...given });
    else {
      answers.push({ name });
      if (held === null && request.state === 'unfilled' && request.orderTypeCd !== 'MARKET') held = given;
      else given.release();
    }
    if (performance.now() - begun > tooLongMs) ended = 'since it took too long before';
    else if (isFailing(answers)) ended = 'since it would fail in the same way';
    if (ended !== null) break;
  }
  return { check: summarize(answers, ended ?? '', held !== null), held };
}

/**
 * Asks the source how the order stands that it just gave.
 *
 * @param held - `null`: there is none
 */
export async function checkShown(desk: OrderDesk, held: HeldOrder | null): Promise<Check> {
  const [id, title] = ['orders-shown', 'orders shown'];
  if (held === null) return skipped(id, title, 'not asked: there is no order');
  const shown = await desk.show(held.order);
  if (!('none' in shown)) {
    if (shown.state === 'unfilled')
      return ok(id, title, 'it shows how an order stands: "unfilled", as it was asked for');
    const found = `it shows an order as ${JSON.stringify(shown.state)} that was asked for as "unfilled"`;
    const remedy = 'let it show "unfilled" for each order that can be modified still';
    return { id, title, status: 'warning', found, means: UNFILLED_UNKNOWN, remedy };
  }
  if (shown.shownWrongly === undefined) return skipped(id, title, `it shows none: ${shown.none}`);
  const remedy = 'let it answer a "show" it does not know with 404, or set TRADECERT_ORDERS_SHOW=off';
  return { id, title, status: 'warning', found: shown.none, means: UNFILLED_UNKNOWN, remedy };
}

const UNFILLED_UNKNOWN =
  'an order that is refused for its age is not told from one that was filled meanwhile, and MOD-071 says nothing of either';

/** What the source said to one kind: nothing of it where it gave an order. */
interface Answer extends Partial<NoOrder> {
  readonly name: string;
}

/** Whether the source itself fails, as a command that cannot be run, and not for the lack of a kind of order. */
function isFailing(answers: readonly Answer[]): boolean {
  const [first, ...others] = answers;
  if (first?.none === undefined) return false;
  if (first.passing === true) return true;
  const words = ({ none, said = [] }: Answer): string => JSON.stringify([none, said]);
  const isSaid = (first.said ?? []).length > 0;
  return isSaid && answers.length === TELLING.length && others.every((other) => words(other) === words(first));
}

/** Most reasons that are told in one line, and with which it is shown what the command said. */
const MOST_REASONS = 3;

function summarize(answers: readonly Answer[], ended: string, isUsable: boolean): Check {
  const [id, title] = ['orders', 'order source'];
  const reasons = byReason(answers);
  const none = reasons.flatMap(({ names }) => names).length;
  const left = KINDS.length - answers.length;
  const unasked = left === 0 ? '' : `; not asked for the other ${left}, ${ended}`;
  const said = reasons.slice(0, MOST_REASONS).flatMap((reason) => reason.said);
  if (none + left === 0) return ok(id, title, `it has all of the ${KINDS.length} kinds of orders that were asked for`);
  if (none === answers.length) {
    return {
      ...{ id, title, status: 'failed' },
      found: `it gave no order, asked for ${amount(none, 'kind')}: ${firstOf(reasons)}${unasked}`,
      means: 'clauses that modify an order are unverified, and a run is incomplete',
      remedy: reasons.every((reason) => reason.none === STATUS_404)
        ? 'most likely TRADECERT_ORDERS_URL is wrong, its path above all: a source that runs has one kind at least'
        : `see that the source runs, and answers as ${docPage('settings.md')} says in "Order source"`,
      ...(said.length > 0 && { details: said }),
    };
  }
  const names = reasons.flatMap((reason) => reason.names).join(', ');
  return {
    ...{ id, title, status: isUsable ? 'warning' : 'failed' },
    found: `it has ${answers.length - none} of the ${amount(answers.length, 'kind')} of orders that were asked for${unasked}`,
    means: 'clauses that need the others are unverified, and a run may be incomplete',
    remedy: 'let it have the others where they can exist; an unfilled market order may not exist anywhere',
    details: [...reasons.map(({ none, names }) => `none: ${names.join(', ')}; ${none}`), ...said],
    ...(reasons.length > MOST_REASONS && {
      brief: [`none: ${names}; for ${reasons.length} reasons, which --json has one by one`, ...said],
    }),
  };
}

/** A file has another reason for each kind. */
function firstOf(reasons: readonly Reason[]): string {
  const more = reasons.length - MOST_REASONS;
  const first = reasons.slice(0, MOST_REASONS).map(({ none }) => none);
  return [...first, ...(more > 0 ? [`and ${amount(more, 'further reason')}`] : [])].join('; ');
}

interface Reason {
  readonly none: string;
  readonly names: string[];
  /** By the command with the first of them. */
  readonly said: readonly string[];
}

function byReason(answers: readonly Answer[]): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { name, none, said = [] } of answers) {
    if (none === undefined) continue;
    const reason = reasons.get(none) ?? { none, names: [], said };
    reason.names.push(name);
    reasons.set(none, reason);
  }
  return [...reasons.values()];
}
