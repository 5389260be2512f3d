import { nextPrice, roomsOf } from '../../arbitraries/price-room.js';
import { PRICES_OF } from '../../contract/order.js';
import type { Change } from './scenario.js';

/** Moves each price that the order's type has by one point. */
export const movePrices: Change = (order, instrument) => {
  const rooms = roomsOf(order, { band: 0.02, instrument });
  const needed = PRICES_OF[order.orderTypeCd];
  return {
    ...(needed.barrierPrice && rooms.barrierPrice && { barrierPrice: nextPrice(rooms.barrierPrice) }),
    ...(needed.orderPrice && rooms.orderPrice && { orderPrice: nextPrice(rooms.orderPrice) }),
  };
};

/** Moves the price of the take-profit by one point. */
export const moveTakeProfit: Change = (order, instrument) => {
  const { profitRealizationBarrierPrice: room } = roomsOf(order, { band: 0.02, instrument });
  return { profitRealizationYn: 'Y', profitRealizationBarrierPrice: room === undefined ? 0 : nextPrice(room) };
};

/** Moves the price of the stop-loss by one point. */
export const moveStopLoss: Change = (order, instrument) => {
  const { lossCutBarrierPrice: room } = roomsOf(order, { band: 0.02, instrument });
  return { lossCutYn: 'Y', lossCutBarrierPrice: room === undefined ? 0 : nextPrice(room) };
};
