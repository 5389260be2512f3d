import fc from 'fast-check';
import { inUnits } from '../arbitraries/decimal.js';
import { lastPlaceOf, pricesOf } from '../arbitraries/price-room.js';
import { kindOf, type Changes } from '../arbitraries/structures.js';
import { bodyOf, plainBody, validBody } from '../arbitraries/valid-body.js';
import type { ModifyBody, Order } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { hasAccepted } from './experience.js';
import { onRoundPrices, priceBandOf, stepped } from './order-steps.js';
import type { Bench } from './sandwich.js';

/** So many are sent before others are looked for, for which an order that took modifies is asked whether it takes any still. */
export const PLAIN_BODIES = 3;

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

/**
 * Valid bodies that make these changes, each once: with generated prices, the plainest ones, and those that the order has; then
 * with many others, since a service may have limits on prices that the document leaves open.
 */
export function* bodiesOf(bench: Bench, changes: Changes): Generator<ModifyBody> {
  const made = new Set<string>();
  for (const body of everyBody(bench, changes)) {
    const text = JSON.stringify(body);
    if (!made.has(text)) yield body;
    made.add(text);
  }
}

function* everyBody(bench: Bench, changes: Changes): Generator<ModifyBody> {
  const { context, held, instrument } = bench;
  const band = priceBandOf(context.settings);
  const name = `${kindOf(held.request)} ${changes.takeProfit} ${changes.stopLoss} ${changes.trailing}`;
  const seed = deriveSeed(context.settings.seed, name) | 0;
  try {
    const [generated] = fc.sample(validBody(held.order, changes, { band, instrument }), { seed, numRuns: 1 });
    if (generated !== undefined && movesConditions(generated, held.order)) yield generated;
    const plain = plainBody(held.order, changes, instrument);
    yield plain;
    yield besideItsPrices(bench.asItStands, plainBody(bench.asItStands, changes, instrument));
    if (!hasAccepted(context)) return;
    const smallest = instrument?.pointUnit ?? lastPlaceOf(held.order);
    yield* movedBodies(held.order, changes, smallest);
    // Where an earlier modify moved a condition, its price now may be the only one that is near enough.
    const atRest = bench.bodyAtRest(changes);
    if (movesConditions(atRest, held.order)) yield atRest;
    // A service may also take prices in one direction only, and no small moves.
    // Modifies in between, which ask whether it takes any, may have moved it.
    const now = bench.asItStands;
    for (const direction of [1, -1] as const) {
      const moved = plainBody(now, changes, instrument, direction);
      yield moved;
      yield besideItsPrices(now, moved);
    }
    if (bench.isMoved) yield* movedBodies(now, changes, smallest);
  } catch {
    // The order that the source handed over does not show the condition: nothing can be sent.
  }
}

/** Each move with all prices, and with those of conditions alone: a modify that changes both may be refused for that. */
function* movedBodies(order: Order, changes: Changes, smallest: number): Generator<ModifyBody> {
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
    if (order.orderTypeCd !== 'MARKET') yield besideItsPrices(order, body);
  }
}

/** The same body with the own prices of the order as they are. */
function besideItsPrices({ barrierPrice, orderPrice }: Order, body: ModifyBody): ModifyBody {
  return { ...body, barrierPrice, orderPrice };
}

function movesOn(order: Order, pointUnit: number): { pointUnit: number; direction: 1 | -1 }[] {
  const furthest = Math.floor((Math.min(...Object.values(pricesOf(order))) * LONGEST_MOVE) / pointUnit);
  const longest = furthest > WIDEST_GRID ? furthest - (furthest % WIDEST_GRID) : furthest;
  return [...MOVES, longest, -longest].map((points) => ({
    pointUnit: inUnits(Math.abs(points), pointUnit),
    direction: points < 0 ? -1 : 1,
  }));
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
