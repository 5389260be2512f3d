import {
  allChanges,
  changing,
  NO_CONDITIONS,
  orderWith,
  sameChanges,
  type Changes,
  type Conditions,
} from '../arbitraries/structures.js';
import { ORDER_TYPES, SIDES, type OrderRequest, type OrderType } from '../contract/order.js';
import { isAccepted } from '../wire/envelope.js';
import { onBehalfOf, type Context } from './context.js';
import { shutBecause } from './experience.js';
import { ownValues } from './order-steps.js';
import type { Bench } from './sandwich.js';
import { examineChanges, switchesOff, type Trial } from './try-changes.js';
import { withBench } from './with-bench.js';

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
  if (trials === undefined) trialsOfRun.set(context.client, (trials = tryAll(onBehalfOf('TPS-001', context))));
  return trials;
}

/** Whether a change was refused on every order that it was tried on by itself. */
export function isRefusedEverywhere(trials: readonly Trial[], changes: Changes): boolean {
  const own = trials.filter((trial) => sameChanges(trial.changes, changes) && trial.state !== 'unknown');
  return own.length > 0 && own.every(({ state }) => state === 'refused');
}

/** What is refused for both types that come first breaks its clause already, and is not tried on the others. */
async function tryAll(context: Context): Promise<readonly Trial[]> {
  const tryThem = async (lanes: readonly Lane[]): Promise<Trial[]> =>
    (await Promise.all(lanes.map(({ request, due }) => tryOnOrders(context, request, due)))).flat();
  const lanes = lanesOf(context);
  const first = await tryThem(lanes.filter(({ isFirst }) => isFirst));
  const rest = lanes.filter(({ isFirst }) => !isFirst);
  const open = rest.map((lane) => ({
    ...lane,
    due: lane.due.filter((changes) => !isRefusedByFirst(first, lane.request, changes)),
  }));
  return [...first, ...(await tryThem(open))];
}

/** Changes that are due on one kind of orders, one after another. */
interface Lane {
  readonly request: OrderRequest;
  readonly due: readonly Changes[];
  readonly isFirst: boolean;
}

function lanesOf({ settings: { depth }, timestamps }: Context): readonly Lane[] {
  const isDue = timestamps.areFew ? isOnlyOne : depth === 'smoke' ? isInTurn : (): boolean => true;
  return ORDER_TYPES.flatMap((type, row) =>
    SIDES.flatMap((side, column) =>
      PLANS.map(({ has, tries }, plan) => {
        const due = tries.filter(
          (changes, index) => changesSomething(type, changes) && isDue({ plan, index, row, column, changes }),
        );
        const isFirst = FIRST_TYPES.includes(type) && (depth === 'smoke' || row === column);
        return { request: orderWith(type, side, has), due: due.sort(switchingOffLast), isFirst };
      }),
    ),
  );
}

const FIRST_TYPES: readonly OrderType[] = ['LIMIT', 'STOP'];

/** Whether a change was refused on the orders with the same conditions that came first, of each of their types. */
function isRefusedByFirst(
  first: readonly Trial[],
  { takeProfit, stopLoss, trailing }: OrderRequest,
  changes: Changes,
): boolean {
  const same = first.filter(
    ({ request, changes: other }) =>
      sameChanges(other, changes) &&
      request.takeProfit === takeProfit &&
      request.stopLoss === stopLoss &&
      request.trailing === trailing,
  );
  return (
    FIRST_TYPES.every((type) => same.some(({ request }) => request.orderTypeCd === type)) &&
    same.every(({ state }) => state === 'refused')
  );
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
    const trial = await examineChanges(bench, changes, { isToConfirm: true });
    const isLost = trial.state === 'unknown' && bench.isLost;
    if (isLost) bench.held.spoil();
    if (isLost && shutBecause(bench.context) !== null) {
      trials.push(...tries.slice(done).map((each) => ({ ...trial, changes: each })));
      return tries.length;
    }
    if (isLost && changes !== lostWith) break;
    trials.push(trial);
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
