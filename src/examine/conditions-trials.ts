import fc from 'fast-check';
import {
  allChanges,
  changing,
  describeChanges,
  NO_CONDITIONS,
  kindOf,
  orderWith,
  type Changes,
  type Conditions,
} from '../arbitraries/structures.js';
import { fromCount, placesOf } from '../arbitraries/decimal.js';
import { lastPlaceOf, pricesOf } from '../arbitraries/price-room.js';
import { bodyOf, plainBody, validBody } from '../arbitraries/valid-body.js';
import type { Reply } from '../client/service-client.js';
import {
  ORDER_TYPES,
  SIDES,
  type ModifyBody,
  type Order,
  type OrderRequest,
  type OrderType,
} from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import { onBehalfOf, type Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { hasAccepted, shutBecause } from './experience.js';
import { onRoundPrices, ownValues, priceBandOf, stepped } from './order-steps.js';
import { whyForAWhile, whyShut } from './quiet.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';

/** What one structure of a valid body came to on one kind of order. */
export interface Trial {
  readonly request: OrderRequest;
  readonly changes: Changes;
  readonly state: 'accepted' | 'refused' | 'unknown';
  readonly because: string;
  readonly reply?: Reply;
  readonly sibling?: Reply;
}

/** Orders by the conditions they have, with every change that the rules allow on them (2.4). */
const PLANS: readonly { readonly has: Conditions; readonly tries: readonly Changes[] }[] = [
  {
    has: { takeProfit: true, stopLoss: true, trailing: true },
    // A stop-loss switched off while its trailing stop is left as it is: the document does not say what that means.
    tries: allChanges().filter(({ stopLoss, trailing }) => !(stopLoss === 'N' && trailing === 'omit')),
  },
  {
    has: { takeProfit: true, stopLoss: true, trailing: false },
    tries: allChanges().filter(({ trailing }) => trailing === 'omit'),
  },
  {
    has: { takeProfit: false, stopLoss: true, trailing: true },
    tries: [changing({ trailing: 'Y' }), changing({ stopLoss: 'Y' }), changing({ trailing: 'N' })],
  },
  {
    has: { ...NO_CONDITIONS, takeProfit: true },
    tries: [changing({ takeProfit: 'Y' }), changing({ takeProfit: 'N' })],
  },
  { has: { ...NO_CONDITIONS, stopLoss: true }, tries: [changing({ stopLoss: 'Y' }), changing({ stopLoss: 'N' })] },
];

const trialsOfRun = new WeakMap<object, Promise<readonly Trial[]>>();

/** Every order type × side × change that the rules allow, made once per run; in a smoke run, the sides go round. */
export function allTrials(context: Context): Promise<readonly Trial[]> {
  let trials = trialsOfRun.get(context.client);
  if (trials === undefined) {
    const shared = onBehalfOf('TPS-001', context);
    const isDue = context.timestamps.areFew
      ? isOnlyOne
      : context.settings.depth === 'smoke'
        ? isInTurn
        : (): boolean => true;
    const lanes = ORDER_TYPES.flatMap((type, row) =>
      SIDES.flatMap((side, column) =>
        PLANS.map(({ has, tries }, plan) => {
          const due = tries.filter(
            (changes, index) => changesSomething(type, changes) && isDue({ plan, index, row, column, changes }),
          );
          return tryOnOrders(shared, orderWith(type, side, has), due.sort(switchingOffLast));
        }),
      ),
    );
    trialsOfRun.set(context.client, (trials = Promise.all(lanes).then((all) => all.flat())));
  }
  return trials;
}

/** Where a change stands among all of them: by its plan and its place there, and by the type and side of the order. */
interface Place {
  readonly plan: number;
  readonly index: number;
  readonly row: number;
  readonly column: number;
  readonly changes: Changes;
}

/** Of each type, every change is tried on one side: those of the first plan, which are many, in turn, the others together. */
function isInTurn({ plan, index, row, column }: Place): boolean {
  return (row + (plan === 0 ? index : plan)) % SIDES.length === column;
}

/** Where timestamps are few: two changes of both conditions of one kind of order. The stories change each of them alone. */
function isOnlyOne({ plan, row, column, changes: { takeProfit, stopLoss } }: Place): boolean {
  return plan === 1 && row === 0 && column === 0 && takeProfit === 'Y' && stopLoss !== 'omit';
}

/** A MARKET order has no price of its own to move: what keeps its conditions as they are changes nothing at all. */
function changesSomething(type: OrderType, { takeProfit, stopLoss, trailing }: Changes): boolean {
  return type !== 'MARKET' || takeProfit !== 'omit' || stopLoss !== 'omit' || trailing === 'N';
}

const switchesOff = (changes: Changes): boolean => Object.values(changes).includes('N');
const switchingOffLast = (a: Changes, b: Changes): number => Number(switchesOff(a)) - Number(switchesOff(b));

async function tryOnOrders(context: Context, request: OrderRequest, tries: readonly Changes[]): Promise<Trial[]> {
  const trials: Trial[] = [];
  let rest = tries;
  let lostWith: Changes | undefined;
  while (rest.length > 0) {
    const remaining = rest;
    const tryThem = async (bench: Bench): Promise<number> => {
      const tried = await examineWhileWhole(bench, remaining, trials, lostWith);
      lostWith = bench.isLost ? remaining[tried] : undefined;
      return tried;
    };
    // What an order was lost with is tried on a new one, and that is taken here.
    const done = await withBench(context, request, tryThem, { fresh: lostWith !== undefined, isLast: true });
    if (typeof done !== 'number') {
      return [
        ...trials,
        ...remaining.map((changes): Trial => ({ request, changes, state: 'unknown', because: done.none })),
      ];
    }
    rest = remaining.slice(done);
  }
  return trials;
}

/**
 * Tries one change after another on an order, until one cannot be taken back or the order takes no modify any more: it
 * may have been filled.
 *
 * @param lostWith - a change with which another order was lost already
 * @returns how many were tried
 */
async function examineWhileWhole(
  bench: Bench,
  tries: readonly Changes[],
  trials: Trial[],
  lostWith: Changes | undefined,
): Promise<number> {
  let done = 0;
  for (const changes of tries) {
    const trial = await examineChanges(bench, changes);
    const isLost = trial.state === 'unknown' && bench.isLost;
    if (isLost) bench.held.spoil();
    if (isLost && shutBecause(bench.context) !== null) {
      trials.push(...tries.slice(done).map((each) => ({ ...trial, changes: each })));
      return tries.length;
    }
    if (isLost && changes !== lostWith) break;
    trials.push(trial.state === 'refused' ? await confirmOnFreshOrder(bench, trial) : trial);
    done += 1;
    if (isLost) break;
    if (switchesOff(changes) && trial.state !== 'refused') {
      const back = await bench.send({ body: ownValues(bench.held.order) });
      if (isAccepted(back.exchange)) continue;
      bench.held.spoil();
      break;
    }
  }
  return done;
}

/**
 * Generated prices first, then the plainest ones, then the order's own with only the conditions changed: a service may
 * have limits on prices that the document leaves open.
 */
export async function examineChanges(bench: Bench, changes: Changes): Promise<Trial> {
  const { request } = bench.held;
  let reply: Reply | undefined;
  let refused = 0;
  let skipped: ModifyBody | undefined;
  for (const body of bodiesOf(bench, changes)) {
    if (bench.refuses(body)) {
      skipped ??= body;
      continue;
    }
    const worn = refused === PLAIN_BODIES && bench.hasTaken ? await bench.control() : null;
    if (worn !== null) return { request, changes, state: 'unknown', because: worn };
    const shut = await whyShut(bench);
    if (shut !== null) {
      bench.isLost = true;
      return { request, changes, state: 'unknown', because: shut };
    }
    reply = await bench.send({ body });
    if (isAccepted(reply.exchange)) {
      if (!switchesOff(changes)) bench.sibling = reply;
      return { request, changes, state: 'accepted', because: '', reply };
    }
    refused += 1;
  }
  if (reply === undefined && skipped !== undefined) return bySkipped(bench, changes, skipped);
  if (reply === undefined) return { request, changes, state: 'unknown', because: 'no body could be made' };
  const because = describeAnswer(`a modify that ${describeChanges(changes)}`, reply.exchange);
  if (!isRefusal(reply.exchange)) return { request, changes, state: 'unknown', because };
  const control = await bench.control();
  if (control !== null) return { request, changes, state: 'unknown', because: control };
  return { request, changes, state: 'refused', because, reply, ...(bench.sibling && { sibling: bench.sibling }) };
}

/** All that could be sent is known to be refused for another reason than its changes, which other clauses tell. */
async function bySkipped(bench: Bench, changes: Changes, body: ModifyBody): Promise<Trial> {
  const { request } = bench.held;
  const reply = await bench.send({ body });
  if (isAccepted(reply.exchange)) return { request, changes, state: 'accepted', because: '', reply };
  return {
    request,
    changes,
    state: 'unknown',
    because: (await bench.control()) ?? describeAnswer('it', reply.exchange),
  };
}

/**
 * So many are sent before an order that took modifies is asked whether it takes any still: of one that was filled, or that is
 * worn out, all the others would be refused as well.
 */
const PLAIN_BODIES = 3;

/**
 * Where nothing else is taken, prices move by so many point units, or units in their last place where the instrument's
 * record is not known: a service may have a coarser grid, or one direction.
 */
const MOVES = [-1, 10, -10, 100, -100];
/** And by this part of the price at last, as far as that is on the grid. */
const LONGEST_MOVE = 0.01;
/** Point units of the coarsest grid that is thought of. */
const WIDEST_GRID = 100;
/** An order may be on no grid of the service, as where that became coarser: prices that are on it, near and far away. */
const ROUND_MOVES = [
  { points: 10, part: 0 },
  { points: WIDEST_GRID, part: 0 },
  { points: WIDEST_GRID, part: LONGEST_MOVE },
];

function* bodiesOf(bench: Bench, changes: Changes): Generator<ModifyBody> {
  const { context, held, instrument } = bench;
  const band = priceBandOf(context.settings);
  const name = `${kindOf(held.request)} ${changes.takeProfit} ${changes.stopLoss} ${changes.trailing}`;
  const seed = deriveSeed(context.settings.seed, name) | 0;
  try {
    const [generated] = fc.sample(validBody(held.order, changes, { band, instrument }), { seed, numRuns: 1 });
    if (generated !== undefined && movesConditions(generated, held.order)) yield generated;
    const plain = plainBody(held.order, changes, instrument);
    yield plain;
    yield { ...plain, barrierPrice: held.order.barrierPrice, orderPrice: held.order.orderPrice };
    if (!hasAccepted(context)) return;
    const smallest = instrument?.pointUnit ?? lastPlaceOf(held.order);
    yield* movedBodies(held.order, changes, smallest);
    // Where an earlier modify moved a condition, its price now may be the only one that is near enough.
    const atRest = bench.bodyAtRest(changes);
    if (movesConditions(atRest, held.order)) yield atRest;
    // A service may also take prices in one direction only, and no small moves.
    const now = bench.asItStands;
    for (const direction of [1, -1] as const) {
      const moved = plainBody(now, changes, instrument, direction);
      yield moved;
      yield { ...moved, barrierPrice: now.barrierPrice, orderPrice: now.orderPrice };
    }
    if (now !== held.order) yield* movedBodies(now, changes, smallest);
  } catch {
    // The order that the source handed over does not show the condition: nothing can be sent.
  }
}

/** Each move with all prices, and with those of conditions alone: a modify that changes both may be refused for that. */
function* movedBodies(order: Order, changes: Changes, smallest: number): Generator<ModifyBody> {
  const { barrierPrice, orderPrice } = order;
  const moved = movesOn(order, smallest).flatMap(
    ({ pointUnit, direction }) => movedBody(order, changes, pointUnit, direction) ?? [],
  );
  const rounded = ROUND_MOVES.flatMap(({ points, part }) =>
    ([1, -1] as const).map((direction) => {
      const at = onRoundPrices(order, inUnits(points, smallest), direction, part);
      return bodyOf(at, changes, pricesOf(at));
    }),
  );
  for (const body of [...moved, ...rounded].filter((one) => movesConditions(one, order))) {
    yield body;
    if (order.orderTypeCd !== 'MARKET') yield { ...body, barrierPrice, orderPrice };
  }
}

function movesOn(order: Order, pointUnit: number): { pointUnit: number; direction: 1 | -1 }[] {
  const furthest = Math.floor((Math.min(...Object.values(pricesOf(order))) * LONGEST_MOVE) / pointUnit);
  const longest = furthest > WIDEST_GRID ? furthest - (furthest % WIDEST_GRID) : furthest;
  return [...MOVES, longest, -longest].map((points) => ({
    pointUnit: inUnits(Math.abs(points), pointUnit),
    direction: points < 0 ? -1 : 1,
  }));
}

/** So many units, without what binary fractions get wrong. */
function inUnits(points: number, unit: number): number {
  const places = placesOf(unit);
  return fromCount(Math.round(points * unit * 10 ** places), places);
}

/** Each price moved by this much, or where there is no room for that between two of them, all of them together. */
function movedBody(order: Order, changes: Changes, pointUnit: number, direction: 1 | -1): ModifyBody | undefined {
  const together = stepped(order, { pointUnit }, direction);
  return [plainBody(order, changes, { pointUnit }, direction), bodyOf(together, changes, pricesOf(together))].find(
    (body) => movesPrices(body, order) && movesConditions(body, order),
  );
}

function movesPrices({ barrierPrice, orderPrice }: ModifyBody, order: Order): boolean {
  return order.orderTypeCd === 'MARKET' || barrierPrice !== order.barrierPrice || orderPrice !== order.orderPrice;
}

/** Whether a condition that stays on gets another price: with its own, nothing would be changed. */
function movesConditions(body: ModifyBody, order: Order): boolean {
  const { profitRealizationYn, profitRealizationBarrierPrice, lossCutYn, lossCutBarrierPrice } = body;
  return (
    (profitRealizationYn !== 'Y' || profitRealizationBarrierPrice !== order.profitRealizationBarrierPrice) &&
    (lossCutYn !== 'Y' || lossCutBarrierPrice !== order.lossCutBarrierPrice)
  );
}

/** Somebody else may have modified the only order that there is: no answer shows that. */
const ALONE = 'where no second order was had to confirm it';

/** A refusal counts only if it does not hang on what the order went through before. */
export async function confirmOnFreshOrder(bench: Bench, refused: Trial): Promise<Trial> {
  const { context } = bench;
  const again = await withBench(
    context,
    refused.request,
    async (fresh) => {
      fresh.held.spoil();
      const trial = await examineChanges(fresh, refused.changes);
      if (trial.state !== 'refused') return trial;
      const moment = await whyForAWhile(fresh, fresh.stillAndMoved(refused.changes));
      return moment === null ? trial : { ...trial, state: 'unknown' as const, because: moment };
    },
    { wait: false, fresh: true },
  );
  return 'none' in again ? { ...refused, because: `${refused.because}, ${ALONE}` } : again;
}
