import { orderWith } from '../../arbitraries/structures.js';
import { ORDER_TYPES, SIDES, type OrderRequest } from '../../contract/order.js';
import { movePrices, moveStopLoss, moveTakeProfit } from './changes.js';
import { modifying } from './make-scenario.js';
import { BEYOND_ASCII, LONG, TINY, TO_ESCAPE } from './odd-instruments.js';
import type { Change, Errand, Scenario } from './scenario.js';

const FULL_ORDER = { takeProfit: true, stopLoss: true, trailing: true };

/** Every type and side, with the prices that the type has; a MARKET order has none, and changes its take-profit. */
const KINDS: readonly Scenario[] = ORDER_TYPES.flatMap((type, row) =>
  SIDES.map((side, column): Scenario => {
    const isMarket = type === 'MARKET';
    return {
      name: `modify-${type}-${side}`.toLowerCase().replaceAll('_', '-'),
      does: 'Answers as the document says.',
      errand: {
        kind: 'modify',
        order: orderWith(type, side, { takeProfit: isMarket }),
        change: isMarket ? moveTakeProfit : movePrices,
      },
      clause: 'CLI-031',
      ...(row !== column && { isRepeating: true }),
    };
  }),
);

/** Each change of the conditions, on orders of all types and sides in turn. */
const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ['take-profit', moveTakeProfit],
  ['take-profit-price', without(moveTakeProfit, 'profitRealizationYn')],
  ['take-profit-off', () => ({ profitRealizationYn: 'N' })],
  ['stop-loss', moveStopLoss],
  ['stop-loss-price', without(moveStopLoss, 'lossCutYn')],
  ['stop-loss-off', () => ({ lossCutYn: 'N', lossTrackingYn: 'N' })],
  ['trailing-on', () => ({ lossTrackingYn: 'Y' })],
  ['trailing-off', () => ({ lossTrackingYn: 'N' })],
  ['both-and-prices', (...of) => ({ ...movePrices(...of), ...moveTakeProfit(...of), ...moveStopLoss(...of) })],
  ['prices-alone', movePrices],
];

function without(change: Change, member: string): Change {
  return (...of) => Object.fromEntries(Object.entries(change(...of)).filter(([name]) => name !== member));
}

const CONDITIONS: readonly Scenario[] = CHANGES.map(([name, change], index): Scenario => {
  const type = ORDER_TYPES.filter((one) => one !== 'MARKET')[index % 3] ?? 'LIMIT';
  return {
    name: `change-${name}`,
    does: 'Answers as the document says, for an order with take-profit, stop-loss and trailing stop.',
    errand: { kind: 'modify', order: orderWith(type, SIDES[index % SIDES.length] ?? 'BUY', FULL_ORDER), change },
    clause: 'CLI-031',
  };
});

/** Orders that have one of the conditions: the other one cannot be added. */
const ALONE: readonly Scenario[] = [
  changing('change-take-profit-alone', 'take-profit', orderWith('LIMIT', 'SELL', { takeProfit: true }), moveTakeProfit),
  changing('change-stop-loss-alone', 'stop-loss', orderWith('STOP', 'BUY', { stopLoss: true }), moveStopLoss),
];

function changing(name: string, what: string, order: OrderRequest, change: Change): Scenario {
  return {
    name,
    does: `Answers as the document says, for an order with a ${what} and nothing else.`,
    errand: { kind: 'modify', order, change },
    clause: 'CLI-031',
  };
}

/** Orders without conditions, of which nothing is to be said where prices alone are changed. */
const WITHOUT: readonly Scenario[] = [
  {
    name: 'change-prices-without-conditions',
    does: 'Answers as the document says, for an order with neither take-profit nor stop-loss.',
    errand: { kind: 'modify', order: orderWith('LIMIT_STOP', 'SELL'), change: movePrices },
    clause: 'CLI-031',
  },
];

const FULL_LIMIT_STOP: Errand = {
  kind: 'modify',
  order: orderWith('LIMIT_STOP', 'BUY', FULL_ORDER),
  change: (...of) => ({ ...movePrices(...of), ...moveTakeProfit(...of), ...moveStopLoss(...of) }),
};

/** Orders whose texts and numbers not everything can carry that carries the usual ones. */
const ODD_ORDERS: readonly Scenario[] = [
  {
    ...modifying('order-to-escape', 'Has an order with characters that JSON has to escape.', undefined, 'CLI-031'),
    instrument: TO_ESCAPE,
    orderName: { orderNo: '"7"\\7/7', orderDateTime: '2026-02-03T04:05:06.7Z' },
  },
  {
    ...modifying('order-beyond-ascii', 'Has an order with letters beyond ASCII.', undefined, 'CLI-031'),
    instrument: BEYOND_ASCII,
    orderName: { orderNo: '주문-é-7', orderDateTime: '2026-02-03T04:05:06.789+09:00' },
  },
  {
    ...modifying('prices-tiny', 'Has an order with prices of hundred thousandths.', undefined, 'CLI-031'),
    errand: FULL_LIMIT_STOP,
    instrument: TINY,
  },
  {
    ...modifying('prices-long', 'Has an order with prices of fourteen digits.', undefined, 'CLI-031'),
    errand: FULL_LIMIT_STOP,
    instrument: LONG,
  },
];

/** Modifies of every order, and each change of its conditions. */
export const MODIFIES: readonly Scenario[] = [...KINDS, ...CONDITIONS, ...ALONE, ...WITHOUT, ...ODD_ORDERS];
