import { fromCount, placesOf, toCount } from '../arbitraries/decimal.js';
import type { ServiceClient } from '../client/service-client.js';
import { sleepFor, type Sleep } from '../client/pace.js';
import { amount } from '../contract/amount.js';
import type { NoOrder } from '../client/order-channels.js';
import type { ModifyBody, Order, ShownOrder } from '../contract/order.js';
import { firstValues, ORDERS_FILE } from '../contract/order-record.js';
import type { ChangedOrders, Flag } from '../wire/changed-orders.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange, Trouble } from '../wire/exchange.js';
import { oneByOne, type Taken } from './one-by-one.js';
import { ownValues } from './order-steps.js';
import { Patience, type Schedule } from './patience.js';
import type { Progress } from './progress.js';
import type { Subject } from './subject.js';

const TWO_PRICES = ['orderPrice', 'barrierPrice'] as const;

/** On whose behalf orders are set back: that of no clause. */
export const SET_BACK = 'set-back';

/** How long setting orders back goes on while none is taken; a service that is gone must not keep the run from ending. */
const LONGEST_STALL_MS = 60_000;
/** The same where the service had stopped answering before. */
export const STALL_OF_GONE_MS = 10_000;

/** How much longer it may take in all for each order, as of a service that takes a few in a second. */
const MS_FOR_EACH = 1_000;

/** Of so many that were refused the order source is asked how they stand. */
const MOST_SHOWN = 1_000;

/** How often an order is set back at most, where no answer says whether it is. */
const MOST_ASKED = 3;
const BROKEN_OFF: ReadonlySet<Trouble['kind']> = new Set(['reset', 'truncated', 'malformed']);

/** How each of the sentences begins. */
export const NOT_SET_BACK = 'Not set back to their first values';

/** Orders that could not be set back, and plain sentences about them. */
export interface NotSetBack {
  readonly refused: readonly Order[];
  /** Of these, no answer came, or one that says neither, such as a status of 504: they may be set back all the same. */
  readonly unanswered: readonly Order[];
  readonly notes: readonly string[];
}

interface SetBackOptions {
  readonly sleep?: Sleep | undefined;
  readonly schedule?: Schedule;
  /** How long it goes on while none is taken, in milliseconds; default a minute. */
  readonly stallMs?: number | undefined;
  /**
   * What an order has in common with others that the service goes by a rule to refuse the first values of, as far as was seen;
   * `null`, and by default: it seems to go by none that refuses them.
   */
  readonly refusedAs?: (order: Order) => string | null;
  /** Whether the service refuses what comes first on a connection, so that few of them are better; default: no. */
  readonly refusesFirst?: boolean;
  /** Whether the service takes changes of both prices of an order and none of one alone; default: no. */
  readonly wantsBothPrices?: boolean;
  /** The order with the prices that accepted modifies gave it; default: they are not known. */
  readonly asItStands?: ((order: Order) => Order) | undefined;
  /** How an order stands by its source; default: nobody knows. */
  readonly show?: ((order: Order) => Promise<ShownOrder | NoOrder>) | undefined;
  /** Tells which conditions were switched on that an order did not have on. */
  readonly changed?: ChangedOrders | undefined;
  /** Told at first, and whenever there is no more to do for an order. */
  readonly onProgress?: (progress: NonNullable<Progress['settingBack']>) => void;
}

/**
 * Sets orders back to their first values, also after the run was stopped: all at once, and what was refused or put off then
 * one after another, since a service may take only so many in a second. That goes on for a minute after the last that was taken.
 * Of those that the service seems to refuse, few are sent as long as it does.
 * Where the `Date` of the answers contradicts itself, what was refused is sent again by this machine's clock.
 */
export async function setBack(
  { afterwards, clock }: Pick<Subject, 'afterwards' | 'clock'>,
  orders: readonly Order[],
  options: SetBackOptions = {},
): Promise<NotSetBack> {
  if (orders.length === 0) return { refused: [], unanswered: [], notes: [] };
  const {
    sleep = sleepFor,
    schedule,
    stallMs = LONGEST_STALL_MS,
    refusedAs = (): null => null,
    refusesFirst = false,
    wantsBothPrices = false,
    show,
    changed,
    onProgress,
    asItStands,
  } = options;
  const kinds = new Map(orders.map((order) => [order, refusedAs(order)]));
  const isAlike = (one: Order, other: Order): boolean => kinds.get(one) === kinds.get(other);
  const likely = orders.filter((order) => kinds.get(order) === null);
  const unlikely = orders.filter((order) => kinds.get(order) !== null);
  const became = new Map<Order, Taken>();
  const those = (...came: readonly (Taken | undefined)[]): readonly Order[] =>
    orders.filter((order) => came.includes(became.get(order)));
  const tellProgress = (): void => onProgress?.({ done: those('taken', 'other').length, of: orders.length });
  tellProgress();
  const mostMs = stallMs + orders.length * MS_FOR_EACH;
  const patience = new Patience({ stallMs, mostMs }, schedule);
  const limit = patience.signal;
  const task = async (client: ServiceClient): Promise<void> => {
    const send = async (order: Order): Promise<Taken> => {
      const added = changed?.addedTo(order) ?? [];
      const taken = takenBy(
        await setBackOne(client, { order, now: asItStands?.(order) ?? order, added, wantsBothPrices }),
      );
      became.set(order, taken);
      if (taken === 'taken') patience.progressed();
      if (taken === 'taken' || taken === 'other') tellProgress();
      return taken;
    };
    // Of those that it seems to refuse, the newest of each kind: where that is taken, the others as well.
    const newest = unlikely.filter((order, at) => unlikely.findLastIndex((one) => isAlike(one, order)) === at);
    if (refusesFirst) for (const order of [...likely, ...newest]) await send(order);
    else await Promise.all([...likely, ...newest].map(send));
    const taken = newest.filter((order) => became.get(order) === 'taken');
    const others = unlikely.filter((order) => !became.has(order) && taken.some((one) => isAlike(one, order)));
    await Promise.all(others.map(send));
    if (those('refused').length > 0 && clock.isContradictory) clock.leaveDatesOut();
    for (const some of [likely, unlikely]) {
      const left = some.filter((order) => !['taken', 'other'].includes(became.get(order) ?? ''));
      if (left.length > 0 && !refusesFirst) client.keepNoConnections();
      await oneByOne(left, send, { sleep, limit });
    }
  };
  try {
    await afterwards(task, limit);
  } finally {
    patience.end();
  }
  const refused = those('refused', undefined);
  const closed = show === undefined ? new Set<Order>() : await closedAmong(refused, show);
  const open = (came?: Taken): readonly Order[] => those(came).filter((order) => !closed.has(order));
  return {
    refused,
    unanswered: those('other', 'put off'),
    notes: [
      ...sentence(', because the service refused it', open('refused')),
      ...sentence(', because the service refused it of others like them', open()),
      ...sentence(', because the service refused it; the order source shows them filled or closed', [...closed]),
      ...sentence(' as far as is known, because no answer says that they are', those('other')),
      ...sentence(', because the service was busy', those('put off')),
    ],
  };
}

/** How orders of the run are shown; `undefined`: it has no order source. */
export function showOf({ orders }: Pick<Subject, 'orders'>): SetBackOptions['show'] {
  return orders === null ? undefined : (order) => orders.show(order);
}

/** Those that the source shows closed, as far as it shows any: what it says of one that it does not, changes nothing. */
async function closedAmong(
  refused: readonly Order[],
  show: NonNullable<SetBackOptions['show']>,
): Promise<ReadonlySet<Order>> {
  const closed = new Set<Order>();
  for (const order of refused.slice(0, MOST_SHOWN)) {
    const shown = await show(order);
    if ('none' in shown) break;
    if (shown.state !== 'unfilled') closed.add(order);
  }
  return closed;
}

/**
 * Sends the first values of orders once more, or for the case that what was refused was done all the same. What is refused now
 * needs no word.
 */
export async function setBackOnce(
  { afterwards }: Pick<Subject, 'afterwards'>,
  orders: readonly Order[],
): Promise<void> {
  const patience = new Patience({ stallMs: LONGEST_STALL_MS, mostMs: LONGEST_STALL_MS });
  try {
    await afterwards(async (client) => {
      await Promise.all(orders.map((order) => setBackOne(client, { order, now: order, added: [] })));
    }, patience.signal);
  } finally {
    patience.end();
  }
}

/** Every order that may differ from how it was handed out. */
export function doubtfulOrders({ orders }: Pick<Subject, 'orders'>, changed: ChangedOrders): readonly Order[] {
  const handedOut = orders?.handedOut() ?? [];
  const inDoubt = new Set(orders?.inDoubt());
  return changed.in(handedOut).filter((order) => inDoubt.has(order) || changed.addedTo(order).length > 0);
}

function takenBy(exchange: Exchange): Taken {
  if (isAccepted(exchange)) return 'taken';
  if (isRefusal(exchange)) return 'refused';
  return exchange.trouble?.kind === 'busy' ? 'put off' : 'other';
}

interface ToSetBack {
  readonly order: Order;
  /** As it stands, as far as is known. */
  readonly now: Order;
  /** Conditions that a modify switched on of an order that had none. */
  readonly added: readonly Flag[];
  readonly wantsBothPrices?: boolean;
}

/**
 * A trailing stop that was off is switched off by name first. For an order that never had one the document does not say
 * whether N is taken, so that a refusal of this is followed by the order's own values alone. So is a condition that a modify
 * switched on of an order that had none, which is left on where that is refused.
 *
 * @returns the exchange that says most: a refusal says nothing of an order that one without an answer may have set back
 */
async function setBackOne(client: ServiceClient, toSetBack: ToSetBack): Promise<Exchange> {
  const { order, added } = toSetBack;
  const setTo = async (body: ModifyBody): Promise<Exchange> => {
    const first = await askUntilClear(client, body);
    return isRefusal(first) ? ((await setInTwoSteps(client, toSetBack, body)) ?? first) : first;
  };
  const flags = [...added, ...(order.lossTrackingYn === 'N' ? ['lossTrackingYn'] : [])];
  if (flags.length === 0) return setTo(ownValues(order));
  const first = await setTo({ ...ownValues(order), ...Object.fromEntries(flags.map((flag) => [flag, 'N'])) });
  if (isAccepted(first)) return first;
  const second = await setTo(ownValues(order));
  if (added.length > 0) return first;
  return isRefusal(second) && !isRefusal(first) ? first : second;
}

/**
 * An order with two prices in two steps, since a service may take one at a time, or both alone: where both differ from those of
 * the body, one and then the other; where one does, both away from where they are and then both to the body's.
 *
 * @returns `null`: in vain
 */
async function setInTwoSteps(client: ServiceClient, toSetBack: ToSetBack, body: ModifyBody): Promise<Exchange | null> {
  for (const first of firstSteps(toSetBack, body)) {
    if (!isAccepted(await askUntilClear(client, { ...body, ...first }))) continue;
    const last = await askUntilClear(client, body);
    return isRefusal(last) ? null : last;
  }
  return null;
}

function firstSteps({ now, wantsBothPrices }: ToSetBack, body: ModifyBody): readonly Partial<ModifyBody>[] {
  const off = TWO_PRICES.filter((name) => now[name] !== body[name]);
  const [one] = off;
  if (one === undefined || TWO_PRICES.some((name) => now[name] === 0)) return [];
  if (off.length === TWO_PRICES.length) return off.map((name) => ({ [name]: now[name] }));
  if (!wantsBothPrices) return [];
  // As far beyond the body's as it is away from them now, and the other as far: a service takes such steps, as was seen.
  const step = { from: now[one], to: body[one] };
  const [barrierPrice, orderPrice] = [apart(body.barrierPrice, step), apart(body.orderPrice, step)];
  return barrierPrice > 0 && orderPrice > 0 ? [{ barrierPrice, orderPrice }] : [];
}

/** A price moved by the difference of two, without what binary fractions get wrong; NaN where that cannot be counted. */
function apart(price: number, { from, to }: { readonly from: number; readonly to: number }): number {
  const places = Math.max(...[price, from, to].map(placesOf));
  const count = (value: number): number => toCount(value, places) ?? NaN;
  return fromCount(count(price) + count(to) - count(from), places);
}

/** To set an order to the same values again changes nothing: an answer that says neither yes nor no is asked for again. */
async function askUntilClear(client: ServiceClient, body: object): Promise<Exchange> {
  const ask = async (): Promise<Exchange> => (await client.modifyOrder(SET_BACK, { body })).exchange;
  const first = await ask();
  for (let left = MOST_ASKED - 1; left > 0 && isUnclear(first); left -= 1) {
    const again = await ask();
    if (isAccepted(again)) return again;
  }
  return first;
}

/** What a service is slow or too busy to answer is not asked again: others wait for their turn. */
function isUnclear(exchange: Exchange): boolean {
  if (isAccepted(exchange) || isRefusal(exchange)) return false;
  return exchange.trouble === undefined || BROKEN_OFF.has(exchange.trouble.kind);
}

function sentence(why: string, orders: readonly Order[]): string[] {
  if (orders.length === 0) return [];
  const named = orders.map(firstValues).sort().slice(0, 10).join('; ');
  const more = orders.length > 10 ? `; and ${orders.length - 10} more, in ${ORDERS_FILE}` : '';
  return [`${NOT_SET_BACK}${why}: ${amount(orders.length, 'order')}: ${named}${more}.`];
}
