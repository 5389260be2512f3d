import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import type { StoredOrder } from '../order-book.js';
import { refuse } from '../refusal.js';
import { fault, type FaultHead } from './make-fault.js';

type Switch = 'profitRealizationYn' | 'lossCutYn' | 'lossTrackingYn';

/** What is lost shows in sequences of modifies as well, if they happen to change it again. */
const IN_SEQUENCES = { atTimes: ['MOD-008'] };

/** Faults in what becomes of a condition that a modify omits, section 2.4. */
export const CONDITION_HISTORY_FAULTS: readonly Fault[] = [
  forgets(
    ['omitted-take-profit-lost', 'TPS-007', 'Forgets a take-profit that a modify omits.', IN_SEQUENCES],
    'profitRealizationYn',
    () => true,
  ),
  forgets(
    [
      'omitted-take-profit-lost-in-one-kind',
      'TPS-007',
      'Forgets a take-profit that a modify of a LIMIT_STOP SELL order omits.',
      IN_SEQUENCES,
    ],
    'profitRealizationYn',
    ({ body }) => body['orderTypeCd'] === 'LIMIT_STOP' && body['sideCd'] === 'SELL',
  ),
  forgets(
    [
      'stop-loss-lost-beside-take-profit',
      'TPS-007',
      'Writes both conditions as soon as one is given, and so forgets a stop-loss when the take-profit is changed.',
      IN_SEQUENCES,
    ],
    'lossCutYn',
    ({ body }) => body['profitRealizationYn'] === 'Y',
  ),
  forgets(
    [
      'stop-loss-lost-with-take-profit',
      'TPS-007',
      'Forgets the stop-loss when the take-profit is switched off.',
      IN_SEQUENCES,
    ],
    'lossCutYn',
    ({ body }) => body['profitRealizationYn'] === 'N',
  ),
  forgets(
    [
      'take-profit-lost-with-stop-loss',
      'TPS-007',
      'Forgets the take-profit when the stop-loss is switched off.',
      IN_SEQUENCES,
    ],
    'profitRealizationYn',
    ({ body }) => body['lossCutYn'] === 'N',
  ),
  forgets(
    [
      'take-profit-lost-with-trailing',
      'TPS-007',
      'Forgets the take-profit when the trailing stop is switched off.',
      IN_SEQUENCES,
    ],
    'profitRealizationYn',
    ({ body }) => body['lossTrackingYn'] === 'N',
  ),
  forgets(
    [
      'trailing-lost-beside-stop-loss',
      'TPS-007',
      'Takes an omitted lossTrackingYn for N, for good, when the stop-loss is changed.',
      IN_SEQUENCES,
    ],
    'lossTrackingYn',
    ({ body }) => body['lossCutYn'] === 'Y',
  ),
  forgets(
    [
      'take-profit-lost-after-three-omissions',
      'TPS-007',
      'Forgets a take-profit that three modifies in a row omit.',
      IN_SEQUENCES,
    ],
    'profitRealizationYn',
    (_, omissions) => omissions === 3,
  ),
];

/**
 * A fault that loses a condition for good when some modifies omit it: a later Y is refused.
 *
 * @param when - told how many modifies in a row have omitted it, this one included
 */
function forgets(head: FaultHead, name: Switch, when: (call: Call, omissions: number) => boolean): Fault {
  return fault(head, (before) => {
    const lost = new WeakSet<StoredOrder>();
    const omissions = new WeakMap<StoredOrder, number>();
    return {
      checkTakeProfit: (call) => {
        const isLost = call.order !== null && lost.has(call.order) && call.body[name] === 'Y';
        return isLost ? refuse('condition-new', name) : before.checkTakeProfit(call);
      },
      apply: (call) => {
        before.apply(call);
        if (call.order === null) return;
        const count = Object.hasOwn(call.body, name) ? 0 : (omissions.get(call.order) ?? 0) + 1;
        omissions.set(call.order, count);
        if (count > 0 && when(call, count)) lost.add(call.order);
      },
    };
  });
}
