import { adding, member, without } from './hooks.mjs';

const hasTakeProfit = ({ order }) => order.profitRealizationYn !== undefined;
const hasStopLoss = ({ order }) => order.lossCutYn !== undefined;
const hasNone = (about) => !hasTakeProfit(about) && !hasStopLoss(about);

const takeProfit = () => ({ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 100.5 });
const stopLoss = () => ({ lossCutYn: 'Y', lossCutBarrierPrice: 100.5 });
const isOn = (name) => (members) => members[name] === 'Y';
const isOff = (name) => (members) => members[name] === 'N';
const inWords = { Y: 'YES', N: 'NO' };

/** Mistakes with take-profit, stop-loss and trailing stop. */
export const CONDITION_FAULTS = [
  {
    name: 'adds-take-profit',
    clause: 'TPS-011',
    does: 'Adds a take-profit to an order without conditions.',
    ...adding(takeProfit, hasNone),
  },
  {
    name: 'adds-stop-loss',
    clause: 'TPS-012',
    does: 'Adds a stop-loss to an order without conditions.',
    ...adding(stopLoss, hasNone),
  },
  {
    name: 'adds-trailing',
    clause: 'TPS-013',
    does: 'Switches a trailing stop on for an order without conditions.',
    ...adding(() => ({ lossTrackingYn: 'Y' }), hasNone),
  },
  {
    name: 'adds-take-profit-to-stop-loss',
    clause: 'TPS-014',
    does: 'Adds a take-profit to an order with a stop-loss only.',
    ...adding(takeProfit, (about) => hasStopLoss(about) && !hasTakeProfit(about)),
  },
  {
    name: 'adds-stop-loss-to-take-profit',
    clause: 'TPS-015',
    does: 'Adds a stop-loss to an order with a take-profit only.',
    ...adding(stopLoss, (about) => hasTakeProfit(about) && !hasStopLoss(about)),
  },
  {
    name: 'take-profit-without-price',
    clause: 'TPS-021',
    does: 'Leaves out the price of a take-profit.',
    ...without('profitRealizationBarrierPrice', isOn('profitRealizationYn')),
  },
  {
    name: 'stop-loss-without-price',
    clause: 'TPS-022',
    does: 'Leaves out the price of a stop-loss.',
    ...without('lossCutBarrierPrice', isOn('lossCutYn')),
  },
  {
    name: 'take-profit-at-zero',
    clause: 'TPS-023',
    does: 'Sends a take-profit with the price 0.',
    ...member('profitRealizationBarrierPrice', () => 0, isOn('profitRealizationYn')),
  },
  {
    name: 'stop-loss-at-zero',
    clause: 'TPS-024',
    does: 'Sends a stop-loss with the price 0.',
    ...member('lossCutBarrierPrice', () => 0, isOn('lossCutYn')),
  },
  {
    name: 'take-profit-off-with-its-price',
    clause: 'TPS-025',
    does: 'Keeps the price of a take-profit that it switches off.',
    ...member(
      'profitRealizationBarrierPrice',
      (_, __, { order }) => order.profitRealizationBarrierPrice,
      isOff('profitRealizationYn'),
    ),
  },
  {
    name: 'stop-loss-off-with-its-price',
    clause: 'TPS-026',
    does: 'Keeps the price of a stop-loss that it switches off.',
    ...member('lossCutBarrierPrice', (_, __, { order }) => order.lossCutBarrierPrice, isOff('lossCutYn')),
  },
  {
    name: 'take-profit-in-words',
    clause: 'TPS-031',
    does: 'Sends YES and NO for a take-profit.',
    ...member('profitRealizationYn', (yn) => inWords[yn]),
  },
  {
    name: 'stop-loss-in-words',
    clause: 'TPS-032',
    does: 'Sends YES and NO for a stop-loss.',
    ...member('lossCutYn', (yn) => inWords[yn]),
  },
  {
    name: 'trailing-in-words',
    clause: 'TPS-033',
    does: 'Sends YES and NO for a trailing stop.',
    ...member('lossTrackingYn', (yn) => inWords[yn]),
  },
  {
    name: 'all-conditions',
    clause: 'CLI-013',
    does: 'Sends all conditions of the order, changed or not.',
    members: (members, { order }) => {
      const own = Object.entries(order).filter(([name]) => /^(?:profit|loss)/.test(name));
      return { ...Object.fromEntries(own), ...members };
    },
  },
  {
    name: 'trailing-always',
    clause: 'CLI-013',
    does: 'Sends lossTrackingYn with every change of an order that has it.',
    members: (members, { order: { lossTrackingYn } }) =>
      lossTrackingYn === undefined ? members : { lossTrackingYn, ...members },
  },
  {
    name: 'off-for-none',
    clause: 'CLI-013',
    does: 'Sends N and 0 for the conditions of an order that has none.',
    ...adding(
      () => ({
        profitRealizationYn: 'N',
        profitRealizationBarrierPrice: 0,
        lossCutYn: 'N',
        lossCutBarrierPrice: 0,
        lossTrackingYn: 'N',
      }),
      hasNone,
    ),
  },
  {
    name: 'off-for-unchanged',
    clause: 'CLI-013',
    does: 'Sends N and 0 for a condition that is not to be changed.',
    members: (members, about) => ({
      ...(hasTakeProfit(about) && { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 }),
      ...members,
    }),
  },
  {
    name: 'take-profit-off-without-price',
    clause: 'CLI-016',
    does: 'Leaves out the price of a take-profit that it switches off.',
    ...without('profitRealizationBarrierPrice', isOff('profitRealizationYn')),
  },
  {
    name: 'stop-loss-off-without-price',
    clause: 'CLI-016',
    does: 'Leaves out the price of a stop-loss that it switches off.',
    ...without('lossCutBarrierPrice', isOff('lossCutYn')),
  },
];
