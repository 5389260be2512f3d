import type { CheckName, Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import type { StoredOrder } from '../order-book.js';
import { refuse } from '../refusal.js';
import { CONDITION_HISTORY_FAULTS } from './condition-history.js';
import { CONDITION_PLACE_FAULTS } from './condition-places.js';
import { leaveOut, overlook, refuseAlso } from './make-fault.js';

/** One of the two conditions, with the clauses about it. */
interface Condition {
  readonly name: 'take-profit' | 'stop-loss';
  readonly check: CheckName;
  readonly switchField: string;
  readonly priceField: string;
  /** Whether the order came with the other one. */
  readonly hadOther: (order: StoredOrder) => boolean;
  /** In the order of the catalogue. */
  readonly clauses: Readonly<
    Record<'changed' | 'off' | 'added' | 'addedToOther' | 'noPrice' | 'zero' | 'offWithPrice' | 'filled', string>
  >;
}

const CONDITIONS: readonly Condition[] = [
  {
    name: 'take-profit',
    check: 'checkTakeProfit',
    switchField: 'profitRealizationYn',
    priceField: 'profitRealizationBarrierPrice',
    hadOther: ({ had }) => had.stopLoss,
    clauses: {
      changed: 'TPS-001',
      off: 'TPS-004',
      added: 'TPS-011',
      addedToOther: 'TPS-014',
      noPrice: 'TPS-021',
      zero: 'TPS-023',
      offWithPrice: 'TPS-025',
      filled: 'TPS-041',
    },
  },
  {
    name: 'stop-loss',
    check: 'checkStopLoss',
    switchField: 'lossCutYn',
    priceField: 'lossCutBarrierPrice',
    hadOther: ({ had }) => had.takeProfit,
    clauses: {
      changed: 'TPS-002',
      off: 'TPS-005',
      added: 'TPS-012',
      addedToOther: 'TPS-015',
      noPrice: 'TPS-022',
      zero: 'TPS-024',
      offWithPrice: 'TPS-026',
      filled: 'TPS-042',
    },
  },
];

/** Faults in the take-profit and stop-loss rules, section 2.4. */
export const CONDITION_FAULTS: readonly Fault[] = [
  ...CONDITIONS.flatMap(conditionFaults),
  refuseAlso(['trailing-never-off', 'TPS-003', 'Refuses to switch a trailing stop off.'], 'modify', ({ body }) =>
    body['lossTrackingYn'] === 'N' ? refuse('condition-new', 'lossTrackingYn') : null,
  ),
  refuseAlso(
    ['trailing-not-kept', 'TPS-003', 'Refuses Y for a trailing stop that is on already.'],
    'modify',
    ({ body, order }) =>
      body['lossTrackingYn'] === 'Y' && order?.values.trailing === true
        ? refuse('condition-new', 'lossTrackingYn')
        : null,
  ),
  refuseAlso(
    ['one-condition-at-a-time', 'TPS-006', 'Refuses a body that changes take-profit and stop-loss together.'],
    'modify',
    ({ body }) =>
      isChanged(body['profitRealizationYn']) && isChanged(body['lossCutYn']) ? refuse('condition-new') : null,
  ),
  refuseAlso(
    ['all-off-refused', 'TPS-006', 'Refuses to switch all conditions of a LIMIT_STOP order off at once.'],
    'modify',
    ({ body, order }) =>
      order?.orderTypeCd === 'LIMIT_STOP' &&
      ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'].every((name) => body[name] === 'N')
        ? refuse('condition-new')
        : null,
  ),
  leaveOut(
    ['trailing-added', 'TPS-013', 'Switches a trailing stop on for an order without a stop-loss.'],
    'checkTrailing',
  ),
  overlook(
    ['filled-trailing-changed', 'TPS-043', 'Switches the trailing stop of a filled order.'],
    'checkState',
    (_, { body }) => Object.hasOwn(body, 'lossTrackingYn'),
  ),
  ...CONDITION_PLACE_FAULTS,
  ...CONDITION_HISTORY_FAULTS,
];

function conditionFaults({ name, check, switchField, priceField, hadOther, clauses }: Condition): Fault[] {
  const isGiven = ({ body }: Call): boolean => Object.hasOwn(body, priceField);
  return [
    refuseAlso(
      [`${name}-fixed`, clauses.changed, `Refuses another price for a ${name}.`],
      'modify',
      ({ body, order }) => {
        const now = name === 'take-profit' ? order?.values.takeProfit : order?.values.stopLoss;
        return body[switchField] === 'Y' && body[priceField] !== now?.price
          ? refuse('condition-new', priceField)
          : null;
      },
    ),
    refuseAlso([`${name}-never-off`, clauses.off, `Refuses to switch a ${name} off.`], 'modify', ({ body }) =>
      body[switchField] === 'N' ? refuse('condition-price-missing', switchField) : null,
    ),
    overlook(
      [`${name}-added`, clauses.added, `Adds a ${name} to an order that had no condition.`],
      check,
      ({ cause }, { order }) => cause === 'condition-new' && order !== null && !hadOther(order),
    ),
    overlook(
      [
        `second-condition-${name}`,
        clauses.addedToOther,
        `Adds a ${name} to an order that had only the other condition.`,
      ],
      check,
      ({ cause }, { order }) => cause === 'condition-new' && order !== null && hadOther(order),
    ),
    overlook(
      [`${name}-without-price`, clauses.noPrice, `Accepts Y without ${priceField}.`],
      check,
      ({ cause }, call) => {
        return cause === 'condition-price-missing' && !isGiven(call);
      },
    ),
    overlook([`${name}-with-zero`, clauses.zero, `Accepts Y with a ${priceField} of 0.`], check, ({ cause }, call) => {
      return cause === 'condition-price-missing' && isGiven(call);
    }),
    overlook(
      [`${name}-off-with-price`, clauses.offWithPrice, `Accepts N with a ${priceField} other than 0.`],
      check,
      ({ cause }) => {
        return cause === 'condition-price-not-zero';
      },
    ),
    overlook(
      [`filled-${name}-changed`, clauses.filled, `Changes the ${name} of a filled order.`, { also: ['ORD-001'] }],
      'checkState',
      (_, { body }) => Object.hasOwn(body, switchField),
    ),
  ];
}

const isChanged = (value: unknown): boolean => value !== undefined;
