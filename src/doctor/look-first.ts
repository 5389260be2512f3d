import { orderWith } from '../arbitraries/structures.js';
import type { HeldOrder, OrderDesk } from '../client/order-desk.js';
import { sleepFor, type Sleep } from '../client/pace.js';
import { FIRST_LOOK_BACK } from '../client/timestamps.js';
import { docPage } from '../contract/doc-page.js';
import type { Settings } from '../contract/settings.js';
import { longestOutageMs } from '../examine/outage.js';
import { openSubject, timeoutMsOf, type Subject } from '../examine/subject.js';
import { isAccepted } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { checkAddress } from './check-address.js';
import { checkBaseUrl } from './check-base-url.js';
import { checkClock } from './check-clock.js';
import { checkLookup, isWebPage, sendLookups } from './check-lookup.js';
import { tryUnchanged } from './check-modify.js';
import { checkToken, timesOf } from './check-token.js';
import { nextOrderOf } from './next-order.js';
import type { Check } from './check.js';

/** What {@link lookFirst} works with. */
export interface FirstLookOptions {
  /** The run's own desk, so that the order that is looked at is left for the run; `null`: nothing is modified. */
  readonly orders: OrderDesk | null;
  /** Whether a command gives fresh tokens. */
  readonly hasFreshTokens: boolean;
  /** Wall clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly stopSignal: AbortSignal;
  /** Whether Node checks no certificates; default: it does. */
  readonly isUnchecked?: boolean;
  readonly sleep?: Sleep;
  /** How long operations and order source are looked at, once the service is reached; default 6000. */
  readonly briefMs?: number;
}

/** What a run should know before it begins. */
export interface FirstLook {
  /** What failed, or is worth a warning. */
  readonly checks: readonly Check[];
  /** Why the run is pointless: completes "unverified: …"; `null` where it is not. */
  readonly hopeless: string | null;
  /** The `Date` of the answers is not that of the service, which takes the time of this machine. */
  readonly leavesDatesOut?: true;
  /** The Dates of the answers are of clocks that are far apart. */
  readonly datesContradict?: true;
}

/** A service that is just being started again is given so long. */
const SECOND_TRY_MS = 1_000;
const BRIEF_MS = 6_000;

/**
 * Looks, before anything is judged, at what a run rests on, with as few requests as will do: a lookup, and one signed
 * modify that sets an order to its own prices. None of it counts for the results, and nothing is judged by it.
 */
export async function lookFirst(settings: Settings, options: FirstLookOptions): Promise<FirstLook> {
  const { now, stopSignal } = options;
  const limit = new AbortController();
  const stop = AbortSignal.any([stopSignal, limit.signal]);
  const subject = openSubject({ ...settings, orders: null }, { now, stop, record: () => undefined });
  let timer: NodeJS.Timeout | undefined;
  try {
    const address = (await checkAddress(settings.baseUrl, now, options.isUnchecked === true)).filter((check) =>
      isWorthAWord(check, settings),
    );
    const unreached = address.find(({ status }) => status === 'failed');
    if (unreached !== undefined) {
      await (options.sleep ?? sleepFor)(SECOND_TRY_MS, stopSignal);
      if (await isUnreachable(subject))
        return { checks: address, hopeless: `the service is not reached: ${unreached.found}` };
    }
    timer = setTimeout(() => limit.abort(), options.briefMs ?? BRIEF_MS);
    const lookups = await firstLookup(subject, settings);
    const { operations, leavesDatesOut } = await checkOperations(subject, settings, options, { lookups, stop });
    const checks = [checkBaseUrl(settings.baseUrl), ...address, ...operations];
    return {
      checks: checks.filter(({ status }) => status === 'failed' || status === 'warning'),
      hopeless: await whyNotTheService(subject, lookups, options),
      ...(leavesDatesOut && { leavesDatesOut }),
      ...(subject.clock.isContradictory && { datesContradict: true }),
    };
  } finally {
    clearTimeout(timer);
    await subject.close();
  }
}

/** That the base URL begins with http:// is told with the settings. */
function isWorthAWord({ id, status }: Check, { baseUrl }: Settings): boolean {
  return status === 'failed' || (status === 'warning' && !(id === 'tls' && baseUrl.startsWith('http:')));
}

async function isUnreachable(subject: Subject): Promise<boolean> {
  const [lookup] = await sendLookups(subject, 1);
  return lookup?.trouble?.kind === 'unreachable';
}

/** None where the profile does not claim it. */
async function firstLookup(subject: Subject, { profile }: Settings): Promise<readonly Exchange[]> {
  const isClaimed = profile.claims?.includes('listOrderableStocks') ?? true;
  return isClaimed ? sendLookups(subject, 1) : [];
}

/** A page that only stood in for the service for a moment is given a second try, as well. */
async function whyNotTheService(
  subject: Subject,
  lookups: readonly Exchange[],
  { stopSignal, sleep = sleepFor }: FirstLookOptions,
): Promise<string | null> {
  if (!lookups.some(isWebPage)) return null;
  await sleep(SECOND_TRY_MS, stopSignal);
  return (await sendLookups(subject, 1)).some(isWebPage) ? WEB_PAGE : null;
}

const WEB_PAGE =
  'a web page answers at the base URL, and not the service: a plain lookup got HTML with status 200, twice';

interface Operations extends Pick<FirstLook, 'leavesDatesOut'> {
  readonly operations: readonly Check[];
}

async function checkOperations(
  subject: Subject,
  settings: Settings,
  { orders, hasFreshTokens }: FirstLookOptions,
  { lookups, stop }: { readonly lookups: readonly Exchange[]; readonly stop: AbortSignal },
): Promise<Operations> {
  const slow = slowCheck(timeoutMsOf(settings));
  if (isOver(stop)) return { operations: [slow] };
  const isAnswered = lookups.some(({ response }) => response !== undefined);
  const lookup = lookups.length === 0 ? [] : [checkLookup(lookups)];
  const token = checkToken(settings.token, {
    ...timesOf(subject.clock),
    hasFreshTokens,
    isAccepted: lookups.some(isAccepted),
  });
  // Each answer may tell another time.
  const known = (): Check[] => [...(isAnswered ? [checkClock(subject.clock)] : []), token, ...lookup];
  if (orders === null || lookup.some(({ status }) => status === 'failed')) return { operations: known() };
  const held = await findOrder(orders, stop);
  if ('none' in held) return { operations: [...known(), noOrder(held.none)] };
  const next = nextOrderOf(orders, held);
  const { check, goesByOwnClock } = await tryUnchanged(subject, held.order, {
    nextOrder: next.take,
    secondsBack: FIRST_LOOK_BACK,
  });
  held.release();
  next.release();
  if (isOver(stop)) return { operations: [...known(), slow] };
  // What the clock's line says of Date does not hold then, and that of the modify says what does.
  if (goesByOwnClock) return { operations: [token, ...lookup, check], leavesDatesOut: true };
  return { operations: [...known(), check] };
}

/** Anew each time: it may end while something is waited for. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted;

const slowCheck = (timeoutMs: number): Check => ({
  ...{ id: 'speed', title: 'speed', status: 'warning' },
  found: 'there was no whole answer within a few seconds',
  means: `the rest is not looked at, and the run may take long; where nothing is answered at all, it ends within about ${Math.ceil(longestOutageMs(timeoutMs) / 60_000)} min`,
  remedy: 'see whether the service is overloaded, or waits for another one',
});

/** An unfilled order that has prices, of any type; one that comes too late goes back. */
async function findOrder(orders: OrderDesk, stop: AbortSignal): Promise<HeldOrder | { readonly none: string }> {
  const over = new AbortController();
  const late = sleepFor(BRIEF_MS, AbortSignal.any([stop, over.signal])).then(() => ({
    none: 'it gave no answer in time',
  }));
  const found = searchOrder(orders, over.signal);
  const first = await Promise.race([found, late]);
  over.abort();
  if ('none' in first) void found.then((given) => 'none' in given || given.release());
  return first;
}

async function searchOrder(orders: OrderDesk, over: AbortSignal): Promise<HeldOrder | { readonly none: string }> {
  let none = '';
  for (const type of ['LIMIT', 'STOP', 'LIMIT_STOP'] as const) {
    if (isOver(over)) break;
    const given = await orders.checkOut(orderWith(type, 'BUY'), { wait: false });
    if (!('none' in given)) return given;
    none ||= given.none;
  }
  return { none };
}

function noOrder(none: string): Check {
  return {
    ...{ id: 'orders', title: 'order source', status: 'failed', found: `no unfilled order with a price: ${none}` },
    means: 'clauses that modify an order are unverified',
    remedy: `see that the order source gives orders as ${docPage('settings.md')} says`,
  };
}
