import { isMultiple } from './decimal.js';
import { INSTRUMENTS } from './instruments.js';
import type { ModifyCommand } from './modify-command.js';
import type { OrderEvent, OrderState } from './order-log.js';
import { Problem } from './problem.js';

/** How far a price may go from the one that the order was placed with, as a fraction. */
const BAND = 0.1;

function isReachable(price: number, first: number, step: number): boolean {
  return isMultiple(price, step) && Math.abs(price - first) <= first * BAND;
}

/** Why the order does not take the command; `null` where it does. Only what the order was placed with can be moved. */
function objection({ first, quantity }: OrderState, command: ModifyCommand): string | null {
  const { stockCd, orderTypeCd, sideCd, orderQuantity, barrierPrice, orderPrice, profit, loss, tracking } = command;
  if (stockCd !== first.stockCd || orderTypeCd !== first.orderTypeCd || sideCd !== first.sideCd) return 'other order';
  if (orderQuantity !== quantity) return 'quantity is fixed';
  if (profit !== undefined && first.profit === null) return 'placed without take-profit';
  if (loss !== undefined && first.loss === null) return 'placed without stop-loss';
  if (tracking !== undefined && !first.tracking) return 'placed without trailing stop';
  const step = INSTRUMENTS.find((instrument) => instrument.stockCd === stockCd)?.step ?? 1;
  const moves: readonly [number, number][] = [
    [barrierPrice, first.barrierPrice],
    [orderPrice, first.orderPrice],
    [profit ?? 0, profit == null ? 0 : (first.profit ?? 0)],
    [loss ?? 0, loss == null ? 0 : (first.loss ?? 0)],
  ];
  return moves.every(([price, from]) => isReachable(price, from, step)) ? null : 'price out of reach';
}

/** What a command does to an order: the events to append. An order that declines it has that in its log as well. */
export function decide(state: OrderState | null, command: ModifyCommand): readonly OrderEvent[] {
  if (state === null) throw new Problem(404, 'Unknown order', 'no order has this date, time and number');
  if (state.filled) throw new Problem(409, 'Filled order', 'a filled order cannot be modified');
  const reason = objection(state, command);
  if (reason !== null) return [{ kind: 'declined', reason, command }];
  const { barrierPrice, orderPrice, profit, loss, tracking } = command;
  const events: OrderEvent[] = [{ kind: 'repriced', barrierPrice, orderPrice }];
  if (profit !== undefined) events.push({ kind: 'profit-moved', price: profit });
  if (loss !== undefined) events.push({ kind: 'loss-moved', price: loss });
  if (tracking !== undefined) events.push({ kind: 'tracking-set', on: tracking });
  return events;
}
