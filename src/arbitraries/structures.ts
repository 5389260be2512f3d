import { ORDER_TYPES, SIDES, type Order, type OrderRequest, type OrderType, type Side } from '../contract/order.js';

/** What a body does to one condition: leaves its members out, or sends `Y` or `N`. */
export type Change = 'omit' | 'Y' | 'N';

/** What a body does to the three conditions of 2.4. */
export interface Changes {
  readonly takeProfit: Change;
  readonly stopLoss: Change;
  readonly trailing: Change;
}

/** The discrete part of a modify body: everything but its numbers. */
export interface Structure extends Changes {
  readonly orderTypeCd: OrderType;
  readonly sideCd: Side;
}

const CHANGES: readonly Change[] = ['omit', 'Y', 'N'];

/** Leaves every condition as it is. */
export const NO_CHANGES: Changes = { takeProfit: 'omit', stopLoss: 'omit', trailing: 'omit' };

/** Changes of the conditions named, and of no other. */
export function changing(some: Partial<Changes>): Changes {
  return { ...NO_CHANGES, ...some };
}

/** Whether two modifies change the same. */
export function sameChanges(a: Changes, b: Changes): boolean {
  return a.takeProfit === b.takeProfit && a.stopLoss === b.stopLoss && a.trailing === b.trailing;
}

/** The same changes, and the conditions of the order that they leave out as they are; no other object where there is none. */
export function keepingOthers({ profitRealizationYn, lossCutYn }: Order, changes: Changes): Changes {
  const keepsTakeProfit = profitRealizationYn === 'Y' && changes.takeProfit === 'omit';
  const keepsStopLoss = lossCutYn === 'Y' && changes.stopLoss === 'omit';
  if (!keepsTakeProfit && !keepsStopLoss) return changes;
  return { ...changes, ...(keepsTakeProfit && { takeProfit: 'Y' }), ...(keepsStopLoss && { stopLoss: 'Y' }) };
}

/**
 * Every structure that the rules allow for an order that has take-profit, stop-loss and trailing stop: 384 of them,
 * 4 types × 4 sides × 24 changes. A trailing stop that is switched on beside a stop-loss that is switched off is left
 * out: the two contradict each other, and the document does not say which of them holds.
 *
 * @clause TPS-006
 */
export function structures(): readonly Structure[] {
  return ORDER_TYPES.flatMap((orderTypeCd) =>
    SIDES.flatMap((sideCd) => allChanges().map((changes) => ({ orderTypeCd, sideCd, ...changes }))),
  );
}

/** The 24 changes of conditions within {@link structures}. */
export function allChanges(): readonly Changes[] {
  return CHANGES.flatMap((takeProfit) =>
    CHANGES.flatMap((stopLoss) => CHANGES.map((trailing) => ({ takeProfit, stopLoss, trailing }))),
  ).filter(({ stopLoss, trailing }) => !(stopLoss === 'N' && trailing === 'Y'));
}

/** The conditions that an order must have for these changes. */
export function neededFor({ takeProfit, stopLoss, trailing }: Changes): Partial<Conditions> {
  return {
    ...(takeProfit !== 'omit' && { takeProfit: true }),
    ...(stopLoss !== 'omit' && { stopLoss: true }),
    ...(trailing !== 'omit' && { trailing: true }),
  };
}

/** Conditions of an order, all absent unless named. */
export type Conditions = Pick<OrderRequest, 'takeProfit' | 'stopLoss' | 'trailing'>;

/** An order without take-profit, stop-loss and trailing stop. */
export const NO_CONDITIONS: Conditions = { takeProfit: false, stopLoss: false, trailing: false };

/** An unfilled order that has every condition, so that one order serves all structures of its type and side. */
export function orderFor({ orderTypeCd, sideCd }: Pick<Structure, 'orderTypeCd' | 'sideCd'>): OrderRequest {
  return orderWith(orderTypeCd, sideCd, { takeProfit: true, stopLoss: true, trailing: true });
}

/** An unfilled order that has only the conditions that a structure changes; a trailing stop comes with a stop-loss. */
export function leastOrderFor({ orderTypeCd, sideCd, ...changes }: Structure): OrderRequest {
  const trailing = changes.trailing !== 'omit';
  const stopLoss = changes.stopLoss !== 'omit' || trailing;
  return orderWith(orderTypeCd, sideCd, { takeProfit: changes.takeProfit !== 'omit', stopLoss, trailing });
}

/** A kind of order as one text, whatever the order of the members. */
export function kindOf({ orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing }: OrderRequest): string {
  return [orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing].join(' ');
}

/** An unfilled order with the conditions named, none by default. */
export function orderWith(orderTypeCd: OrderType, sideCd: Side, conditions: Partial<Conditions> = {}): OrderRequest {
  return { orderTypeCd, sideCd, state: 'unfilled', ...NO_CONDITIONS, ...conditions };
}

/**
 * The order without the members of conditions that it was asked to be without. A source may show those as `N` and 0,
 * which reads like a condition that was switched off.
 */
export function asRequested(order: Order, { takeProfit, stopLoss, trailing }: Conditions): Order {
  const {
    profitRealizationYn,
    profitRealizationBarrierPrice,
    lossCutYn,
    lossCutBarrierPrice,
    lossTrackingYn,
    ...rest
  } = order;
  const keepsTakeProfit = takeProfit || profitRealizationYn === 'Y';
  const keepsStopLoss = stopLoss || lossCutYn === 'Y';
  const keepsTrailing = stopLoss || trailing || lossTrackingYn === 'Y';
  return {
    ...rest,
    ...(keepsTakeProfit && profitRealizationYn !== undefined && { profitRealizationYn }),
    ...(keepsTakeProfit && profitRealizationBarrierPrice !== undefined && { profitRealizationBarrierPrice }),
    ...(keepsStopLoss && lossCutYn !== undefined && { lossCutYn }),
    ...(keepsStopLoss && lossCutBarrierPrice !== undefined && { lossCutBarrierPrice }),
    ...(keepsTrailing && lossTrackingYn !== undefined && { lossTrackingYn }),
  };
}

/** Why an order is not of the kind needed, in plain words; `null` where it is. */
export function misfit(order: Order, needs: Partial<OrderRequest>): string | null {
  if (needs.orderTypeCd !== undefined && needs.orderTypeCd !== order.orderTypeCd) {
    return `the order is of type ${order.orderTypeCd}, not ${needs.orderTypeCd}`;
  }
  if (needs.sideCd !== undefined && needs.sideCd !== order.sideCd) {
    return `the order is of side ${order.sideCd}, not ${needs.sideCd}`;
  }
  return (
    conditionMisfit('take-profit', needs.takeProfit, order.profitRealizationYn, order.profitRealizationBarrierPrice) ??
    conditionMisfit('stop-loss', needs.stopLoss, order.lossCutYn, order.lossCutBarrierPrice) ??
    trailingMisfit(needs.trailing, order)
  );
}

function conditionMisfit(
  name: string,
  needed: boolean | undefined,
  shown: Order['lossCutYn'],
  price: number | undefined,
): string | null {
  if (needed === undefined) return null;
  if (!needed) return shown === undefined ? null : `the order shows a ${name} (${shown})`;
  if (shown !== 'Y') return `the order has no ${name}`;
  return price === undefined || price === 0 ? `the order shows no price of its ${name}` : null;
}

function trailingMisfit(needed: boolean | undefined, { lossTrackingYn }: Order): string | null {
  if (needed === undefined || needed === (lossTrackingYn === 'Y')) return null;
  return needed ? 'the order has no trailing stop' : 'the order has a trailing stop';
}

const NAMES: Readonly<Record<keyof Changes, string>> = {
  takeProfit: 'take-profit',
  stopLoss: 'stop-loss',
  trailing: 'trailing stop',
};

/** What a modify does to the conditions, in plain words: completes "a modify that …". */
export function describeChanges(changes: Changes): string {
  const parts = (Object.keys(NAMES) as (keyof Changes)[])
    .filter((condition) => changes[condition] !== 'omit')
    .map((condition) =>
      changes[condition] === 'Y' ? `sets the ${NAMES[condition]}` : `switches off the ${NAMES[condition]}`,
    );
  return parts.length === 0 ? 'changes prices only' : parts.join(' and ');
}
