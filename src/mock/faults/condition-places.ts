import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse, type Cause } from '../refusal.js';
import { fault, letPass, overlook, pricesBeforeSwitches, refuseAlso, type FaultHead } from './make-fault.js';

const TARGET = 'profitRealizationBarrierPrice';
const STOP = 'lossCutBarrierPrice';

type Body = Call['body'];

const CONDITION_CHECKS = ['checkTakeProfit', 'checkStopLoss', 'checkTrailing'] as const;

/** Faults in the rules of 2.4 that show at one place only: a type, a side, beside another change, at a second try. */
export const CONDITION_PLACE_FAULTS: readonly Fault[] = [
  overlookTakeProfit(
    [
      'take-profit-without-price-beside-stop-loss',
      'TPS-021',
      'Accepts a take-profit without a price if the body gives one for the stop-loss.',
    ],
    'condition-price-missing',
    ({ body }) => isMissing(body, TARGET) && Number(body[STOP]) > 0,
  ),
  fault(
    [
      'switched-off-counts-as-had',
      'TPS-012',
      'Takes an order for one that has a stop-loss once that was switched off.',
    ],
    (before) => ({
      apply: (call) => {
        before.apply(call);
        if (call.body['lossCutYn'] !== 'N' || call.order === null) return;
        Object.assign(call.order, { had: { ...call.order.had, stopLoss: true } });
      },
    }),
  ),
  overlookTakeProfit(
    ['take-profit-swapped-for-stop-loss', 'TPS-014', 'Adds a take-profit where the body switches the stop-loss off.'],
    'condition-new',
    ({ body, order }) => body['lossCutYn'] === 'N' && order?.had.stopLoss === true,
  ),
  overlookTakeProfit(
    ['take-profit-back-at-its-last-price', 'TPS-021', 'Switches a take-profit that is off on without a price.'],
    'condition-price-missing',
    ({ body, order }) => isMissing(body, TARGET) && order?.values.takeProfit.on === false,
  ),
  overlook(
    ['stop-loss-back-at-zero', 'TPS-024', 'Switches a stop-loss that is off on with a price of 0.'],
    'checkStopLoss',
    ({ cause }, { body, order }) =>
      cause === 'condition-price-missing' && body[STOP] === 0 && order?.values.stopLoss.on === false,
  ),
  overlookTakeProfit(
    ['take-profit-with-zero-in-one-cell', 'TPS-023', 'Accepts a take-profit of 0 for an order that is LIMIT and SELL.'],
    'condition-price-missing',
    ({ body }) => body[TARGET] === 0 && isOf(body, 'LIMIT', 'SELL'),
  ),
  overlookTakeProfit(
    [
      'take-profit-of-zero-before-its-switch',
      'TPS-023',
      'Does not look whether a take-profit is 0 that stands before its switch.',
    ],
    'condition-price-missing',
    ({ body }) => pricesBeforeSwitches(body).includes(TARGET),
  ),
  overlookTakeProfit(
    ['take-profit-off-after-its-price', 'TPS-025', 'Accepts N for a take-profit behind its price.'],
    'condition-price-not-zero',
    ({ body }) => pricesBeforeSwitches(body).includes(TARGET),
  ),
  overlookTakeProfit(
    ['take-profit-off-with-own-price', 'TPS-025', 'Accepts N with the price that the take-profit has.'],
    'condition-price-not-zero',
    ({ body, order }) => body[TARGET] === order?.values.takeProfit.price,
  ),
  overlookTakeProfit(
    [
      'take-profit-added-beside-stop-loss',
      'TPS-014',
      'Adds a take-profit to an order with a stop-loss if the body changes both.',
    ],
    'condition-new',
    ({ body, order }) => order?.had.stopLoss === true && body['lossCutYn'] === 'Y',
  ),
  overlookTakeProfit(
    ['take-profit-added-to-trailing-stop', 'TPS-014', 'Adds a take-profit to an order with a trailing stop.'],
    'condition-new',
    ({ order }) => order?.values.trailing === true,
  ),
  fault(
    [
      'take-profit-added-at-second-try',
      'TPS-011',
      'Takes note of a take-profit before it refuses to add it, so that the next try is accepted.',
    ],
    (before) => {
      const tried = new WeakSet<object>();
      return {
        checkTakeProfit: (call) => {
          const { order } = call;
          const refusal = before.checkTakeProfit(call);
          if (order === null || order.had.stopLoss || refusal?.cause !== 'condition-new') return refusal;
          if (tried.has(order)) return null;
          tried.add(order);
          return refusal;
        },
      };
    },
  ),
  letPass(
    [
      'both-conditions-added',
      'TPS-011',
      'Adds a take-profit and a stop-loss to an order without any if one body brings both.',
    ],
    CONDITION_CHECKS,
    ({ cause }, { body, order }) =>
      cause === 'condition-new' &&
      body['profitRealizationYn'] === 'Y' &&
      body['lossCutYn'] === 'Y' &&
      order?.had.takeProfit === false &&
      !order.had.stopLoss,
  ),
  letPass(
    [
      'stop-loss-added-with-trailing-stop',
      'TPS-012',
      'Adds a stop-loss to an order without any if its trailing stop comes with it, and no take-profit.',
    ],
    CONDITION_CHECKS,
    ({ cause }, { body, order }) =>
      cause === 'condition-new' &&
      bringsTrailingStopLoss(body) &&
      isMissing(body, 'profitRealizationYn') &&
      order?.had.takeProfit === false,
  ),
  letPass(
    [
      'trailing-stop-loss-added-to-take-profit',
      'TPS-015',
      'Adds a stop-loss to an order with a take-profit if its trailing stop comes with it.',
    ],
    CONDITION_CHECKS,
    ({ cause }, { body, order }) =>
      cause === 'condition-new' && bringsTrailingStopLoss(body) && order?.had.takeProfit === true,
  ),
  overlookStopLoss(
    ['stop-loss-added-in-one-cell', 'TPS-012', 'Adds a stop-loss to an order that is STOP and BUY_TO_COVER.'],
    'condition-new',
    ({ body, order }) => order?.had.takeProfit === false && isOf(body, 'STOP', 'BUY_TO_COVER'),
  ),
  overlook(
    [
      'trailing-added-to-limit-stop',
      'TPS-013',
      'Switches a trailing stop on for a LIMIT_STOP order without conditions.',
    ],
    'checkTrailing',
    (_, { order }) => order?.orderTypeCd === 'LIMIT_STOP' && !order.had.takeProfit,
  ),
  overlook(
    ['trailing-added-to-market', 'TPS-013', 'Switches a trailing stop on for a MARKET order without conditions.'],
    'checkTrailing',
    (_, { order }) => order?.orderTypeCd === 'MARKET' && !order.had.takeProfit,
  ),
  overlookTakeProfit(
    ['take-profit-added-to-market', 'TPS-011', 'Adds a take-profit to a MARKET order without conditions.'],
    'condition-new',
    ({ order }) => order?.orderTypeCd === 'MARKET' && !order.had.stopLoss,
  ),
  overlookStopLoss(
    ['stop-loss-added-to-bare-market', 'TPS-012', 'Adds a stop-loss to a MARKET order without conditions.'],
    'condition-new',
    ({ order }) => order?.orderTypeCd === 'MARKET' && !order.had.takeProfit,
  ),
  letPass(
    [
      'all-conditions-added',
      'TPS-011',
      'Adds a take-profit, a stop-loss and a trailing stop to an order without any if one body brings all.',
    ],
    CONDITION_CHECKS,
    ({ cause }, { body, order }) =>
      cause === 'condition-new' &&
      body['profitRealizationYn'] === 'Y' &&
      bringsTrailingStopLoss(body) &&
      order?.had.takeProfit === false &&
      !order.had.stopLoss,
  ),
  letPass(
    [
      'conditions-replaced-by-whole-form',
      'TPS-011',
      'Replaces all conditions by those of a body that has all three switches, so that one is added to an order without it.',
      { also: ['TPS-012', 'TPS-014', 'TPS-015'] },
    ],
    CONDITION_CHECKS,
    ({ cause }, { body }) => cause === 'condition-new' && isWholeForm(body),
  ),
  letPass(
    [
      'condition-swapped-by-whole-form',
      'TPS-014',
      'Swaps the one condition of an order for the other if the body has all three switches.',
      { also: ['TPS-015'] },
    ],
    CONDITION_CHECKS,
    ({ cause }, { body, order }) => {
      if (cause !== 'condition-new' || !isWholeForm(body) || order === null) return false;
      const { takeProfit, stopLoss } = order.had;
      return (takeProfit && body['profitRealizationYn'] === 'N') || (stopLoss && body['lossCutYn'] === 'N');
    },
  ),
  overlookStopLoss(
    ['stop-loss-added-to-market', 'TPS-015', 'Adds a stop-loss to a MARKET order that has a take-profit.'],
    'condition-new',
    ({ order }) => order?.orderTypeCd === 'MARKET' && order.had.takeProfit,
  ),
  overlookStopLoss(
    [
      'stop-loss-without-price-beside-trailing',
      'TPS-022',
      'Accepts a stop-loss without a price if the body switches the trailing stop on.',
    ],
    'condition-price-missing',
    ({ body }) => isMissing(body, STOP) && body['lossTrackingYn'] === 'Y',
  ),
  overlookStopLoss(
    [
      'stop-loss-without-price-beside-off',
      'TPS-022',
      'Accepts a stop-loss without a price if the body switches the take-profit off.',
    ],
    'condition-price-missing',
    ({ body }) => isMissing(body, STOP) && body['profitRealizationYn'] === 'N',
  ),
  overlookStopLoss(
    [
      'trailed-stop-loss-with-zero',
      'TPS-024',
      'Takes a stop-loss of 0 for the one that it has, as long as that trails.',
    ],
    'condition-price-missing',
    ({ body, order }) => body[STOP] === 0 && order?.values.trailing === true,
  ),
  overlookStopLoss(
    ['stop-loss-with-negative-zero', 'TPS-024', 'Takes -0 for a stop-loss.'],
    'condition-price-missing',
    ({ incoming }) => incoming.body.includes(`"${STOP}":-0`),
  ),
  overlookStopLoss(
    [
      'stop-loss-of-zero-before-its-switch',
      'TPS-024',
      'Does not look whether a stop-loss is 0 that stands before its switch.',
    ],
    'condition-price-missing',
    ({ body }) => pricesBeforeSwitches(body).includes(STOP),
  ),
  overlookStopLoss(
    ['stop-loss-off-after-its-price', 'TPS-026', 'Accepts N for a stop-loss behind its price.'],
    'condition-price-not-zero',
    ({ body }) => pricesBeforeSwitches(body).includes(STOP),
  ),
  overlookStopLoss(
    ['stop-loss-off-with-negative-price', 'TPS-026', 'Accepts N with a negative lossCutBarrierPrice.'],
    'condition-price-not-zero',
    ({ body }) => Number(body[STOP]) < 0,
  ),
  overlookStopLoss(
    [
      'stop-loss-off-with-price-beside-take-profit',
      'TPS-026',
      'Accepts N with a lossCutBarrierPrice if the body changes the take-profit.',
    ],
    'condition-price-not-zero',
    ({ body }) => body['profitRealizationYn'] === 'Y',
  ),
  refuseAlso(
    ['take-profit-off-wants-a-price', 'TPS-004', 'Refuses N for a take-profit with the price 0.'],
    'modify',
    ({ body }) =>
      body['profitRealizationYn'] === 'N' && body[TARGET] === 0 ? refuse('condition-price-missing', TARGET) : null,
  ),
  refuseAlso(
    ['off-at-zero-with-decimals-refused', 'MOD-010', 'Refuses N for a condition beside a price that is spelled 0.0.'],
    'modify',
    ({ incoming, body }) =>
      ['profitRealization', 'lossCut'].some(
        (name) => body[`${name}Yn`] === 'N' && incoming.body.includes(`"${name}BarrierPrice":0.`),
      )
        ? refuse('condition-price-not-zero')
        : null,
  ),
  refuseAlso(
    [
      'trailing-wants-stop-loss',
      'TPS-003',
      'Refuses to switch a trailing stop without the stop-loss in the same body.',
    ],
    'modify',
    ({ body }) =>
      Object.hasOwn(body, 'lossTrackingYn') && !Object.hasOwn(body, 'lossCutYn')
        ? refuse('condition-price-missing', STOP)
        : null,
  ),
  refuseAlso(
    [
      'stop-loss-wants-take-profit',
      'TPS-006',
      'Refuses another stop-loss without the take-profit in the same body, where the order has both.',
    ],
    'modify',
    ({ body, order }) =>
      body['lossCutYn'] === 'Y' && order?.had.takeProfit === true && !Object.hasOwn(body, 'profitRealizationYn')
        ? refuse('condition-price-missing', TARGET)
        : null,
  ),
  refuseChange(
    [
      'trailing-off-refused-in-one-cell',
      'TPS-006',
      'Refuses to switch the trailing stop of a LIMIT SELL_TO_CLOSE order off.',
    ],
    ({ body }) => body['lossTrackingYn'] === 'N' && isOf(body, 'LIMIT', 'SELL_TO_CLOSE'),
  ),
  refuseChange(
    ['take-profit-fixed-in-one-cell', 'TPS-006', 'Refuses another take-profit for a STOP BUY_TO_COVER order.'],
    ({ body }) => body['profitRealizationYn'] === 'Y' && isOf(body, 'STOP', 'BUY_TO_COVER'),
  ),
  refuseChange(
    [
      'off-beside-on-refused',
      'TPS-006',
      'Refuses a body that switches the take-profit off, changes the stop-loss and leaves the trailing stop out.',
    ],
    ({ body }) =>
      body['profitRealizationYn'] === 'N' && body['lossCutYn'] === 'Y' && !Object.hasOwn(body, 'lossTrackingYn'),
  ),
  changeFilled(
    [
      'filled-take-profit-switched-off',
      'TPS-041',
      'Switches the take-profit of a filled order off, and not the stop-loss.',
    ],
    ({ body }) => body['profitRealizationYn'] === 'N' && body['lossCutYn'] !== 'N',
  ),
  changeFilled(
    [
      'filled-stop-loss-switched-off',
      'TPS-042',
      'Switches the stop-loss of a filled SELL_TO_CLOSE order off, and not the take-profit.',
    ],
    ({ body }) =>
      body['lossCutYn'] === 'N' && body['profitRealizationYn'] !== 'N' && body['sideCd'] === 'SELL_TO_CLOSE',
  ),
  changeFilled(
    ['filled-trailing-switched-on', 'TPS-043', 'Takes Y for the trailing stop of a filled order.'],
    ({ body }) => body['lossTrackingYn'] === 'Y',
  ),
];

/** What a client sends that always sends all of its form. */
function isWholeForm(body: Body): boolean {
  return ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'].every((name) => Object.hasOwn(body, name));
}

/** A stop-loss and the switch that lets it trail, in one body. */
function bringsTrailingStopLoss(body: Body): boolean {
  return body['lossCutYn'] === 'Y' && body['lossTrackingYn'] === 'Y';
}

function isMissing(body: Body, field: string): boolean {
  return !Object.hasOwn(body, field);
}

function isOf(body: Body, type: string, side: string): boolean {
  return body['orderTypeCd'] === type && body['sideCd'] === side;
}

function overlookTakeProfit(head: FaultHead, cause: Cause, when: (call: Call) => boolean): Fault {
  return overlook(head, 'checkTakeProfit', (refusal, call) => refusal.cause === cause && when(call));
}

function overlookStopLoss(head: FaultHead, cause: Cause, when: (call: Call) => boolean): Fault {
  return overlook(head, 'checkStopLoss', (refusal, call) => refusal.cause === cause && when(call));
}

function refuseChange(head: FaultHead, when: (call: Call) => boolean): Fault {
  return refuseAlso(head, 'modify', (call) => (when(call) ? refuse('condition-new') : null));
}

function changeFilled(head: FaultHead, when: (call: Call) => boolean): Fault {
  return overlook(head, 'checkState', (_, call) => when(call));
}
