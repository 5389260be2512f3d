import { setTimeout as pause } from 'node:timers/promises';
import { orderWith } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import { FIRST_LOOK_BACK } from '../client/timestamps.js';
import type { Order, OrderRequest } from '../contract/order.js';
import { broken, observed, pass, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange, Headers } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { coverage, resolveTemplate } from '../wire/signature-template.js';
import { isAcceptedInTheEnd, sending } from './busy.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { hasAccepted } from './experience.js';
import { untilAhead } from './few-timestamps.js';
import { priceBandOf, priceChange, stepped, stepsWithin } from './order-steps.js';
import { MOST_STEPS } from './price-moves.js';
import { whyForAWhile } from './quiet.js';
import type { Bench, Negative } from './sandwich.js';
import { withBench } from './with-bench.js';
import {
  bodyOf,
  changesOf,
  edited,
  examineNegatives,
  examineOnFullOrder,
  examineOnMarketOrder,
  inEachForm,
  MARKET_ORDER,
  withPlainBench,
} from './negatives.js';

/** Half the width of the window, in seconds (section 8). */
const WINDOW = 60;
/** Whole seconds round the timestamp by up to half a second, and a service may round its own time by up to one. */
const ROUNDING = 1;
/** The measured width of the window may be off: each edge by its rounding, and by the time between them. */
const NARROWEST = 2 * WINDOW - 2 * ROUNDING - 1;
const WIDEST = 2 * WINDOW + 2 * ROUNDING + 1;
/** What a time zone or daylight saving is out by, in seconds. */
const ZONES = [3_600, 32_400];
/** Farthest timestamp that is tried when the edges are measured, in seconds. */
const FARTHEST = 86_400;

/** A negative whose timestamp, as signed and sent, is this text. */
function withTimestamp(way: string, timestamp: (now: number) => string): Negative {
  return edited(way, { timestamp });
}

/** The same, made of the present second; where timestamps are few, of one that no modify had. */
function inWriting(way: string, write: (seconds: number) => string): Negative {
  return {
    way,
    recipe: (order, { context: { timestamps } }) => {
      let own: number | undefined;
      const secondsAt = (now: number): number => (timestamps.areFew ? (own ??= timestamps.takeNow(now)) : now);
      return { body: bodyOf(order), timestamp: (now) => write(secondsAt(now)) };
    },
  };
}

/** What a service has to sign over that overlooks it. */
const SIGNED_WITH_NONE = edited('it has no X-Timestamp header and is signed with an empty timestamp', {
  omitTimestamp: true,
  signedOver: { timestamp: '' },
});

const missing: Examination = (context) =>
  examineNegatives(
    context,
    [
      SIGNED_WITH_NONE,
      edited('it has no X-Timestamp header', { omitTimestamp: true }),
      SIGNED_WITH_NONE,
      SIGNED_WITH_NONE,
    ],
    'each type and side',
  );

const notNumeric: Examination = (context) =>
  examineNegatives(context, [
    inWriting('its X-Timestamp is empty', () => ''),
    inWriting('its X-Timestamp is the word now', () => 'now'),
    inWriting('its X-Timestamp is NaN', () => 'NaN'),
    inWriting('its X-Timestamp is an ISO 8601 text', (now) => new Date(now * 1000).toISOString()),
    inWriting('its X-Timestamp has letters after the digits', (now) => `${now}abc`),
    inWriting('its X-Timestamp has letters before the digits', (now) => `t${now}`),
    inWriting('its X-Timestamp is in quotes', (now) => `"${now}"`),
    inWriting('its X-Timestamp is a date as HTTP has it', (now) => new Date(now * 1000).toUTCString()),
  ]);

/** The right number, as a lenient reader takes it. */
const inOtherNotation: Examination = (context) =>
  examineNegatives(context, [
    inWriting('its X-Timestamp is hexadecimal', (now) => `0x${now.toString(16)}`),
    inWriting('its X-Timestamp has an underscore between the digits', (now) => grouped(now)),
  ]);

/** Digits in groups, as source code has them: a lenient reader of integers takes them. */
function grouped(seconds: number): string {
  return String(seconds).replace(/(?<=^\d)(?=\d)/, '_');
}

const milliseconds: Examination = (context) =>
  examineNegatives(context, [
    inWriting('its X-Timestamp is in milliseconds', (now) => String(now * 1000)),
    inWriting('its X-Timestamp is in microseconds', (now) => String(now * 1_000_000)),
    inWriting('its X-Timestamp is in nanoseconds', (now) => `${now}000000000`),
  ]);

/** Timestamps inside the window, on one side of the service's clock: -1 past, 1 future. */
function inside(side: -1 | 1): Examination {
  return async (context) => {
    const outcomes = await withPlainBench(context, 0, async (bench) => {
      const isSent = side < 0 && context.timestamps.areFew && farthestPast.has(context.client);
      const before = isSent ? null : await bench.seeTaken();
      if (before !== null) return [unverified(before)];
      if (!canTell(context, FARTHEST_INSIDE)) return [await examineWidth(bench, 'too narrow')];
      if (side > 0) await untilAhead(context);
      await untilOfAnotherMinute(context, side);
      const settled: Outcome[] = [];
      for (const distance of distancesFor(context, side)) settled.push(await examineInside(bench, side, distance));
      return settled;
    });
    if ('none' in outcomes) return [unverified(outcomes.none)];
    const isBroken = outcomes.some(({ outcome }) => outcome === 'broken');
    const isAlone = isBroken || !canTell(context, FARTHEST_INSIDE) || context.timestamps.areFew;
    return isAlone ? outcomes : [...outcomes, ...(await onOtherKinds(context, side))];
  };
}

/** Farthest timestamp that is sent as one inside the window, in seconds. */
const FARTHEST_INSIDE = 58;
const INSIDE = [1, 30, FARTHEST_INSIDE];
/** One of them is to be free where timestamps are few: so far from the farthest, in seconds. */
const NEAR_FARTHEST = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** So long it takes at most, in such steps, in milliseconds. */
const [LONGEST_WAIT_MS, STEP_MS] = [5_000, 200];

/** Waits until the farthest timestamp inside the window is surely of another minute than the present. */
async function untilOfAnotherMinute({ clock, stop, timestamps }: Context, side: -1 | 1): Promise<void> {
  const minuteAt = (ms: number): number => Math.floor(ms / 60_000);
  const isOfThisOne = (nowMs: number): boolean => minuteAt(nowMs) === minuteAt(nowMs + side * FARTHEST_INSIDE * 1000);
  const isPerhapsOfThisOne = (): boolean =>
    isOfThisOne(clock.nowMs() - clock.uncertaintyMs) || isOfThisOne(clock.nowMs() + clock.uncertaintyMs);
  const isDue = (): boolean => !timestamps.areFew && !stop.aborted && isPerhapsOfThisOne();
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS && isDue(); waitedMs += STEP_MS) await pause(STEP_MS);
}

/** How far timestamps inside the window are from the present, in seconds; where they are few, a far one that none had. */
function distancesFor({ timestamps, clock, client }: Context, side: -1 | 1): readonly number[] {
  if (!timestamps.areFew) return INSIDE;
  const past = farthestPast.get(client);
  if (side < 0 && past !== undefined) return [past];
  const now = clock.nowSeconds();
  const far = NEAR_FARTHEST.map((nearer) => FARTHEST_INSIDE - nearer);
  return [far.find((distance) => !timestamps.isUsed(now + side * distance)) ?? FARTHEST_INSIDE];
}

/** The sides that a plain order is not of, a trailing stop, and a MARKET order. */
const OTHER_KINDS: readonly OrderRequest[] = [
  orderWith('STOP', 'SELL'),
  orderWith('LIMIT_STOP', 'SELL_TO_CLOSE', { stopLoss: true, trailing: true }),
  orderWith('LIMIT', 'BUY_TO_COVER'),
  MARKET_ORDER,
];

/** What came of orders of other kinds, as far as the source has them. */
async function onOtherKinds(context: Context, side: -1 | 1): Promise<Outcome[]> {
  const tried = await Promise.all(
    OTHER_KINDS.map((kind) =>
      withBench(context, kind, async (bench) => {
        const before = await bench.control(kind === MARKET_ORDER ? changesOf(bench.held.order) : undefined);
        return before === null ? examineInside(bench, side, FARTHEST_INSIDE) : unverified(before);
      }),
    ),
  );
  return tried.flatMap((outcome) => ('none' in outcome || outcome.outcome === 'unverified' ? [] : [outcome]));
}

/** By client, how far in the past the first timestamp was that was accepted before any other of the clauses was sent, in seconds. */
const farthestPast = new WeakMap<object, number>();
/** Clients whose farthest timestamp in the past was refused. */
const refusedPast = new WeakSet<object>();
/** Where the farthest is refused, one after that of the modify which a run may begin with. */
const FIRST_IN_PAST = [FARTHEST_INSIDE, FIRST_LOOK_BACK - 1];

/**
 * Sends a timestamp far in the past before all others, since from then on they may have to rise; once in a run.
 *
 * @returns whether others that are nearly as far are worth being sent: the farthest was not refused
 * @clause CLK-004
 */
export async function sendFarthestPast(bench: Bench): Promise<boolean> {
  const { client, settings } = bench.context;
  if (refusedPast.has(client)) return false;
  const isDue = settings.only?.includes('CLK-004') !== false && canTell(bench.context, FARTHEST_INSIDE);
  if (!isDue || hasAccepted(bench.context)) return true;
  for (const distance of FIRST_IN_PAST) {
    const { exchange } = await bench.send(recipeAt(bench, -distance), 'CLK-004');
    if (isAccepted(exchange)) farthestPast.set(client, distance);
    if (!isRefusal(exchange)) break;
    refusedPast.add(client);
  }
  return !refusedPast.has(client);
}

async function examineInside(bench: Bench, side: -1 | 1, distance: number): Promise<Outcome> {
  const { client } = bench.context;
  if (side < 0 && distance === farthestPast.get(client) && farthestPast.delete(client)) return pass;
  const tried = await tryAlone(bench, side, distance);
  if ('outcome' in tried) return tried;
  const { refused } = tried;
  const moment = await whyForAWhile(bench, [recipeAt(bench, side * distance)]);
  if (moment !== null) return unverified(moment);
  return (
    (await excusedByClock(bench)) ??
    broken({
      cause: `a timestamp inside the window, in the ${side < 0 ? 'past' : 'future'}, is refused`,
      at: 'request header X-Timestamp',
      expected: `acceptance: the timestamp is ${where(side, distance)}, inside the window of 60 s`,
      actual: `${describeAnswer('it', refused)}; the same body was accepted with the present time`,
      shown: showExchange(refused),
      ...(bench.sibling === undefined ? {} : { sibling: showExchange(bench.sibling.exchange) }),
    })
  );
}

/** So many bodies are tried for two that are refused for their timestamp alone. */
const MOST_BODIES = 4;

/** Sends bodies with the timestamp, and those that are refused once more with the present one: their prices may be the reason. */
async function tryAlone(
  bench: Bench,
  side: -1 | 1,
  distance: number,
): Promise<Outcome | { readonly refused: Exchange }> {
  let because = '';
  let first: Exchange | undefined;
  for (let turn = 0; turn < MOST_BODIES; turn += 1) {
    // What is refused with the present time as well may be refused for its trailing stop.
    const recipe = recipeWith(bench, byEstimate(side * distance), because === '' ? 'as it is' : 'left out');
    const { exchange } = await bench.send(recipe);
    if (exchange.trouble !== undefined) return unverified(exchange.trouble.because);
    if (isAccepted(exchange)) return pass;
    if (!isRefusal(exchange)) return unverified(describeAnswer(`a modify ${where(side, distance)}`, exchange));
    if (await isAcceptedInTheEnd(bench, sending(bench, recipe.body, byEstimate(0)))) {
      // Refused once may have had another reason than its timestamp.
      if (first !== undefined) return { refused: first };
      first = exchange;
      if (await isAcceptedInTheEnd(bench, () => sendAt(bench, side * distance))) return pass;
    } else because = (await bench.control()) ?? 'the same modify with the present time is not accepted either';
  }
  return unverified(because);
}

/** Whether the service's clock is known well enough for a timestamp that is so far inside the window. */
function canTell({ clock }: Context, distance: number): boolean {
  return distance + clock.uncertaintyMs / 1000 + ROUNDING <= WINDOW;
}

/**
 * Where the service does not tell its time, the two edges together must be 120 s apart, wherever its clock stands. One
 * side alone cannot be told from a clock that is off.
 */
async function examineWidth(bench: Bench, flaw: 'too narrow' | 'too wide'): Promise<Outcome> {
  const outcome = judgeWidth(bench, flaw, await measureEdges(bench));
  // What was refused meanwhile for another reason, such as a token that has ended, made it narrower.
  const isDoubtful = outcome.outcome === 'broken' && flaw === 'too narrow';
  return isDoubtful ? judgeWidth(bench, flaw, await bisectBoth(bench)) : outcome;
}

function judgeWidth(bench: Bench, flaw: 'too narrow' | 'too wide', { past, future }: Edges): Outcome {
  const width = past === null || future === null ? null : past + future;
  if (width === null && flaw === 'too narrow') {
    return unverified("the service's answers do not tell its time, and the edges of the window could not be measured");
  }
  const slack = widthUncertainty(bench.context);
  if (width === null || (flaw === 'too narrow' ? width >= NARROWEST - slack : width <= WIDEST + slack)) return pass;
  return broken({
    cause: `the window is ${flaw}`,
    at: 'request header X-Timestamp',
    expected: 'the farthest accepted timestamps in the past and in the future are 120 s apart',
    actual: `${width} s: ${past ?? ''} s in the past and ${future ?? ''} s in the future of our clock`,
    ...(bench.sibling === undefined ? {} : { sibling: showExchange(bench.sibling.exchange) }),
  });
}

/** Several machines may each have a clock of its own: then each edge may be that of another one. In whole seconds. */
function widthUncertainty({ clock }: Context): number {
  return clock.isKnown ? Math.ceil((2 * clock.uncertaintyMs) / 1000) : 0;
}

/** What is taken for the present where a time is not read as it is given. */
const FAR_PAST: readonly Negative[] = [
  withTimestamp('its X-Timestamp is 0', () => '0'),
  withTimestamp('its X-Timestamp has a minus sign', (now) => String(-now)),
  withTimestamp('its X-Timestamp is a year and a day in the past', (now) => String(now - 366 * 86_400)),
  edited('its X-Timestamp is 300 s in the past, and so is its Date', {
    timestamp: (now) => String(now - 300),
    headers: (headers) => [...headers, ['Date', dateOf(headers)]],
  }),
];
const FAR_FUTURE: readonly Negative[] = [
  withTimestamp('its X-Timestamp is the present and 2 to the power of 32', (now) => String(now + 2 ** 32)),
];

/**
 * An old timestamp that is signed, beside a second one that is not old: what one reader takes the other must not pass over.
 * Where no timestamp is signed, a service may go by the one that is right.
 */
function besidePresent({ settings }: Context): readonly Negative[] {
  if (!coverage(resolveTemplate(settings.signatureTemplate)).has('timestamp')) return [];
  const old = (now: number): string => String(now - 300);
  const present = (headers: Headers): Headers[number] => [
    'X-Timestamp',
    String(Number(headerValue(headers, 'x-timestamp')) + 300),
  ];
  return [
    edited('an X-Timestamp of the present comes before the one that is signed, which is 300 s in the past', {
      timestamp: old,
      headers: (headers) => [present(headers), ...headers],
    }),
    edited('an X-Timestamp of the present follows the one that is signed, which is 300 s in the past', {
      timestamp: old,
      headers: (headers) => [...headers, present(headers)],
    }),
  ];
}

/** The time of X-Timestamp, as a Date header says it. */
function dateOf(headers: Headers): string {
  return new Date(Number(headerValue(headers, 'x-timestamp')) * 1000).toUTCString();
}

/**
 * Timestamps outside the window, on one side of the service's clock.
 *
 * @param isAgain - tried once more, since the answers meanwhile told that the clock is less certain than was thought
 */
function outside(side: -1 | 1, isAgain = false): Examination {
  return async (context) => {
    // Only answers tell the service's time, and how far the nearest timestamp has to be outside.
    await context.lookups.manner();
    const uncertain = Math.ceil(context.clock.uncertaintyMs / 1000);
    const outcomes = [
      ...(await examineNegatives(
        context,
        [
          ...[62 + uncertain, 90, FARTHEST, ...ZONES]
            .filter((distance) => distance >= 62 + uncertain)
            .map((distance) => outsideBy(side, distance)),
          ...(side < 0 ? [...besidePresent(context), ...FAR_PAST] : FAR_FUTURE),
        ],
        'each type and side',
      )),
      ...(await examineOnFullOrder(context, inEachForm(outsideBy(side, 300)))),
      ...(await examineOnMarketOrder(context, [outsideBy(side, Math.max(90, 62 + uncertain))])),
    ];
    if (!outcomes.some(({ outcome }) => outcome === 'broken')) {
      if (canTell(context, FARTHEST_INSIDE)) return outcomes;
      const width = await withPlainBench(context, 1, (bench) => examineWidth(bench, 'too wide'));
      return 'none' in width ? outcomes : [...outcomes, width];
    }
    // Several machines, each with a clock of its own, are not seen by a few answers.
    if (!isAgain && Math.ceil(context.clock.uncertaintyMs / 1000) > uncertain) return outside(side, true)(context);
    const excuse = await withPlainBench(context, 1, (bench) => excusedByClock(bench));
    return excuse !== undefined && 'outcome' in excuse ? [excuse] : outcomes;
  };
}

function outsideBy(side: -1 | 1, distance: number): Negative {
  return withTimestamp(`its X-Timestamp is ${where(side, distance)}`, (now) => String(now + side * distance));
}

/**
 * A service whose window is 60 s to both sides of a clock that is not the one of its Date header breaks nothing that
 * the document states: then the two edges are 120 s apart. `undefined`: there is no such excuse.
 */
async function excusedByClock(bench: Bench): Promise<Outcome | undefined> {
  const { past, future } = await measureEdges(bench);
  if (bench.context.clock.contradictionMs > MOST_CONTRADICTION_MS) return excusedByContradiction(bench);
  if (past === null || future === null || past + future < NARROWEST || past + future > WIDEST) return undefined;
  const centre = (future - past) / 2;
  if (Math.abs(centre) * 1000 <= bench.context.clock.uncertaintyMs + ROUNDING * 1000) return undefined;
  return unverified(
    `the window is 120 s wide, but its middle is ${centre} s away from the service's Date header, so that the service's own time cannot be told`,
  );
}

/** What the times of the answers may differ by before they tell nothing of a timestamp at the edge, in milliseconds. */
const MOST_CONTRADICTION_MS = 2 * ROUNDING * 1000;

/**
 * A Date header that was set in the midst of the run, or comes from a cache that does not say so. The window is measured by our
 * own clock then.
 */
async function excusedByContradiction(bench: Bench): Promise<Outcome | undefined> {
  const { past, future } = await bisectBoth(bench, byOurClock(bench));
  if (past === null || future === null || past + future < NARROWEST || past + future > WIDEST) return undefined;
  return unverified(
    "the window is 120 s wide, but the service's Date headers contradict each other, so that the service's own time cannot be told",
  );
}

interface Edges {
  /** Farthest accepted distance in whole seconds, `null` where there is no edge within a day or none could be found. */
  readonly past: number | null;
  readonly future: number | null;
}

const edges = new WeakMap<object, Promise<Edges>>();

/** On whose behalf the edges are measured, whichever clause asks for them first. */
const EDGES = 'OPN-047';

/** Bisects both edges of the window, once per run. */
export function measureEdges(bench: Bench): Promise<Edges> {
  const key = bench.context.client;
  let measured = edges.get(key);
  if (measured === undefined) edges.set(key, (measured = bisectBoth(bench)));
  return measured;
}

/** The timestamp that is so many seconds after the present, given the present second of the service by our estimate. */
type TimestampAt = (offset: number) => (now: number) => string;

const byEstimate: TimestampAt = (offset) => (now) => String(now + offset);

/** Whatever answers say of the time meanwhile, the present is where our estimate was. */
function byOurClock({ context: { clock } }: Bench): TimestampAt {
  const { offsetMs } = clock;
  return (offset) => () => String(Math.floor((clock.nowMs() - clock.offsetMs + offsetMs) / 1000) + offset);
}

async function bisectBoth(bench: Bench, timestampAt = byEstimate): Promise<Edges> {
  const past = await bisect(bench, -1, timestampAt);
  return { past, future: await bisect(bench, 1, timestampAt) };
}

async function bisect(bench: Bench, side: -1 | 1, timestampAt: TimestampAt): Promise<number | null> {
  let low = 0;
  let high = 512;
  const send = async (offset: number): Promise<Exchange> =>
    (await bench.send(recipeWith(bench, timestampAt(offset)), EDGES)).exchange;
  if (isAccepted(await send(side * high))) return null;
  // The edge may even lie on the other side of the Date header's time: start where acceptance is known.
  if (!isAccepted(await send(0))) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const exchange = await send(side * middle);
    if (exchange.trouble !== undefined) return null;
    if (isAccepted(exchange)) low = middle;
    else high = middle;
  }
  return low;
}

const turns = new WeakMap<object, number>();

/**
 * The order with prices farther off than those of other requests, and others each time: with a timestamp that is set,
 * a body that was sent before would be a replay, which a service may refuse.
 */
function unusedOrder(bench: Bench): Order {
  const { client, settings } = bench.context;
  const room = stepsWithin(bench.held.order, bench.prices.grid, priceBandOf(settings));
  const free = room - MOST_STEPS;
  if (free < 1 || !bench.prices.canMove) return bench.prices.next();
  for (let looked = 1; ; looked += 1) {
    const turn = turns.get(client) ?? 0;
    turns.set(client, turn + 1);
    const order = stepped(bench.held.order, bench.prices.grid, MOST_STEPS + 1 + (turn % free));
    if (looked >= Math.min(free, MOST_LOOKED_AT) || !bench.refuses(priceChange(order))) return order;
  }
}

/** So many prices are looked at for some that the service is not known to refuse. */
const MOST_LOOKED_AT = 50;

async function sendAt(bench: Bench, offset: number): Promise<Exchange> {
  return (await bench.send(recipeAt(bench, offset))).exchange;
}

const recipeAt = (bench: Bench, offset: number): ModifyRecipe => recipeWith(bench, byEstimate(offset));

function recipeWith(
  bench: Bench,
  timestamp: (now: number) => string,
  trailingStop: 'as it is' | 'left out' = 'as it is',
): ModifyRecipe {
  const { lossTrackingYn, orderTypeCd } = bench.held.order;
  const trailing = lossTrackingYn === 'Y' && trailingStop === 'as it is' ? { lossTrackingYn } : {};
  const order = unusedOrder(bench);
  // A MARKET order has no prices of its own that a body could change.
  const body = orderTypeCd === 'MARKET' ? bodyOf(order) : JSON.stringify({ ...priceChange(order), ...trailing });
  return { body, timestamp };
}

function where(side: -1 | 1, distance: number): string {
  return `${distance} s in the ${side < 0 ? 'past' : 'future'}`;
}

/** Records where the edges of the window are, rounded so that a pin does not drift with the moment of measuring. */
const windowEdges: Examination = async (context: Context) => {
  const result = await withPlainBench(context, 2, (bench) => measureEdges(bench));
  if ('none' in result) return [unverified(result.none)];
  return [observed({ pastSeconds: rounded(result.past), futureSeconds: rounded(result.future) })];
};

function rounded(edge: number | null): string {
  if (edge === null) return 'none found within 512 s';
  const whole = Math.round(edge / 5) * 5;
  return `about ${whole} s`;
}

/** Examinations of the timestamp clauses, sections 5 and 8. */
export const timestampExaminations: Examinations = {
  'CLK-001': missing,
  'CLK-002': notNumeric,
  'CLK-003': milliseconds,
  'CLK-004': inside(-1),
  'CLK-005': inside(1),
  'CLK-006': outside(-1),
  'CLK-007': outside(1),
  'CLK-010': inOtherNotation,
  [EDGES]: windowEdges,
};
