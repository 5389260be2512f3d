import { ORDER_TYPES, SIDES, type OrderRequest, type OrderType } from '../contract/order.js';
import type { Breakage } from './breakage.js';
import {
  additions,
  additionTo,
  offWithPrice,
  STOP_LOSS,
  TAKE_PROFIT,
  wholeAdditions,
  wholeAdditionTo,
  withoutPrice,
  type Condition,
} from './breakages/conditions.js';
import { pricesOfType, ZEROS } from './breakages/prices.js';
import { changing, NO_CHANGES, orderWith, type Changes } from './structures.js';

/** Invalid modifies of one order, between two valid ones. */
export interface Stretch {
  readonly before: Changes;
  readonly wrong: readonly Breakage[];
  /** Nothing is switched off twice: whether that is taken, the document does not say. */
  readonly after: Changes;
}

/** What is sent for one order: the valid modify after a stretch is the one before the next. */
export interface RuleWalk {
  readonly request: OrderRequest;
  readonly stretches: readonly Stretch[];
}

/**
 * The rules on prices and on the prices of conditions (2.1, 2.4), put to orders of every type and side: without
 * conditions, with each, and with all of them; with the conditions left alone, changed and switched off. What is too much
 * for every cell of that table goes round, so that each type sees all of it, and so does each side.
 *
 * @clause MOD-041 MOD-045 MOD-051 TPS-011 TPS-014 TPS-021 TPS-025
 */
export function ruleWalks(): readonly RuleWalk[] {
  return ORDER_TYPES.flatMap((type, row) =>
    SIDES.flatMap((side, column) => {
      const turn = (row + column) % SIDES.length;
      const cell = { type, turn, slant: row + 2 * column };
      const trailing = turn % 2 === 1;
      return [
        { request: orderWith(type, side), stretches: withNone(cell) },
        { request: orderWith(type, side, { takeProfit: true }), stretches: withOne(TAKE_PROFIT, STOP_LOSS, cell) },
        {
          request: orderWith(type, side, { stopLoss: true, trailing }),
          stretches: withOne(STOP_LOSS, TAKE_PROFIT, cell),
        },
        {
          request: orderWith(type, side, { takeProfit: true, stopLoss: true, trailing: true }),
          stretches: withAll(cell),
        },
      ];
    }),
  );
}

/** One type and side. */
interface Cell {
  readonly type: OrderType;
  /** 0 to 3: each of them once with every type, and once with every side. */
  readonly turn: number;
  /** Its rest by 3 takes every value with every type, and with every side, out of step with the turn. */
  readonly slant: number;
}

const [TP, SL] = [changing({ takeProfit: 'Y' }), changing({ stopLoss: 'Y' })];
const [TP_OFF, SL_OFF] = [changing({ takeProfit: 'N' }), changing({ stopLoss: 'N', trailing: 'N' })];
const [TRAILING, TRAILING_OFF] = [changing({ trailing: 'Y' }), changing({ trailing: 'N' })];
const ALL_OFF: Changes = { takeProfit: 'N', stopLoss: 'N', trailing: 'N' };

const OTHER_ZEROS = ZEROS.slice(1);

/** On an order without conditions, only prices can be changed: on a MARKET order, nothing at all. */
function withNone({ type, turn }: Cell): Stretch[] {
  const spelling = at(OTHER_ZEROS, turn);
  const wrong = pricesOfType(type).filter(
    ({ way }) => !OTHER_ZEROS.some((zero) => zero !== spelling && way.endsWith(` is ${zero}`)),
  );
  const added = type === 'MARKET' ? [] : [...additions, at(wholeAdditions, turn)];
  return [{ before: NO_CHANGES, wrong: [...wrong, ...added].flatMap(sometimesTwice), after: NO_CHANGES }];
}

/** What a service took note of before it refused must not let the same body pass when it comes again. */
function sometimesTwice(breakage: Breakage): Breakage[] {
  return / is (?:0|added)$/.test(breakage.way) ? [breakage, breakage] : [breakage];
}

function withOne(own: Condition, other: Condition, { turn, slant }: Cell): Stretch[] {
  const changed = own === TAKE_PROFIT ? TP : SL;
  const ownOff = changing({ [own.condition]: 'N' });
  const added = [
    additionTo(other),
    wholeAdditionTo(other, at([changed, NO_CHANGES], slant)),
    additionTo(other, changed),
    additionTo(other, ownOff),
  ];
  const wrong = [at(added, turn), at(withoutPrice(own), turn === 0 ? 0 : slant), at(offWithPrice(own), turn)];
  return [{ before: changed, wrong, after: changed }];
}

/** What else a body changes that gives a condition no price. */
function besideOf(condition: Condition): readonly Changes[] {
  const [other, otherOff] = condition === TAKE_PROFIT ? [SL, SL_OFF] : [TP, TP_OFF];
  return [NO_CHANGES, other, { ...other, trailing: 'Y' }, otherOff, TRAILING, TRAILING_OFF];
}

function withAll({ type, turn, slant }: Cell): Stretch[] {
  const both = changing({ takeProfit: 'Y', stopLoss: 'Y', ...(turn % 2 === 0 && { trailing: 'Y' }) });
  const neither = type === 'MARKET' ? TP : NO_CHANGES;
  const off = at([TP_OFF, SL_OFF, ALL_OFF, NO_CHANGES], turn);
  const noPrice = [TAKE_PROFIT, STOP_LOSS].flatMap((condition) => [
    ...[slant, slant + 3].map((beside) => at(withoutPrice(condition, at(besideOf(condition), beside)), 0)),
    at(withoutPrice(condition, at(besideOf(condition), slant + turn)), 1),
  ]);
  const offWithPrices = [
    at(offWithPrice(TAKE_PROFIT, at([NO_CHANGES, SL, SL_OFF], slant)), turn),
    at(offWithPrice(STOP_LOSS, at([TRAILING_OFF, TP, TP_OFF], slant)), turn),
  ];
  const beside = firstOfEachClause(pricesOfType(type, at([both, TP, SL, TRAILING], turn)));
  return [
    { before: both, wrong: [...noPrice, ...beside], after: neither },
    { before: neither, wrong: [...firstOfEachClause(pricesOfType(type, off)), ...offWithPrices], after: ALL_OFF },
    ...(type === 'MARKET' ? [] : [onceOff(turn)]),
  ];
}

/** What was its price before a condition was switched off must not help one that is switched on without. */
function onceOff(turn: number): Stretch {
  const wrong = [TAKE_PROFIT, STOP_LOSS].map((condition) => at(withoutPrice(condition).slice(0, 2), turn));
  return { before: ALL_OFF, wrong, after: NO_CHANGES };
}

/** Of each clause the plainest way to break it. */
function firstOfEachClause(ways: readonly Breakage[]): readonly Breakage[] {
  return ways.filter(({ clause }, index) => ways.findIndex((other) => other.clause === clause) === index);
}

/** The list goes round. */
function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
