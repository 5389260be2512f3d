import type { CheckName, Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';
import { fault, leaveOut, overlook } from './make-fault.js';

/** Faults in the take-profit and stop-loss rules, section 2.4. */
export const CONDITION_FAULTS: readonly Fault[] = [
  overlook(
    ['take-profit-added', 'TPS-011', 'Adds a take-profit to an order that had none.'],
    'checkTakeProfit',
    ({ cause }) => cause === 'condition-new',
  ),
  overlook(
    ['stop-loss-added', 'TPS-012', 'Adds a stop-loss to an order that had none.'],
    'checkStopLoss',
    ({ cause }) => cause === 'condition-new',
  ),
  leaveOut(
    ['trailing-added', 'TPS-013', 'Switches a trailing stop on for an order without a stop-loss.'],
    'checkTrailing',
  ),
  ...(
    [
      ['take-profit', 'checkTakeProfit', 'profitRealizationBarrierPrice', ['TPS-021', 'TPS-023', 'TPS-025']],
      ['stop-loss', 'checkStopLoss', 'lossCutBarrierPrice', ['TPS-022', 'TPS-024', 'TPS-026']],
    ] as const
  ).flatMap(([name, check, field, clauses]) => priceFaults(name, check, field, clauses)),
  fault(['trailing-never-off', 'TPS-003', 'Refuses to switch a trailing stop off.'], (before) => ({
    checkTrailing: (call) =>
      call.body['lossTrackingYn'] === 'N' ? refuse('condition-new', 'lossTrackingYn') : before.checkTrailing(call),
  })),
  fault(['omitted-condition-lost', 'TPS-007', 'Forgets a take-profit that a modify omits.'], (before) => {
    const lost = new WeakSet();
    return {
      checkTakeProfit: (call) => {
        const isLost = call.order !== null && lost.has(call.order) && call.body['profitRealizationYn'] === 'Y';
        return isLost ? refuse('condition-new', 'profitRealizationYn') : before.checkTakeProfit(call);
      },
      apply: (call) => {
        before.apply(call);
        if (call.order !== null && !Object.hasOwn(call.body, 'profitRealizationYn')) lost.add(call.order);
      },
    };
  }),
];

function priceFaults(
  name: string,
  check: CheckName,
  field: string,
  clauses: readonly [string, string, string],
): Fault[] {
  const [missing, zero, off] = clauses;
  const isGiven = ({ body }: Call): boolean => Object.hasOwn(body, field);
  return [
    overlook([`${name}-without-price`, missing, `Accepts Y without ${field}.`], check, ({ cause }, call) => {
      return cause === 'condition-price-missing' && !isGiven(call);
    }),
    overlook([`${name}-with-zero`, zero, `Accepts Y with a ${field} of 0.`], check, ({ cause }, call) => {
      return cause === 'condition-price-missing' && isGiven(call);
    }),
    overlook([`${name}-off-with-price`, off, `Accepts N with a ${field} other than 0.`], check, ({ cause }) => {
      return cause === 'condition-price-not-zero';
    }),
  ];
}
