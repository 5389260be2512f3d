import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault, type FaultHead } from './make-fault.js';

/** Faults of services that keep for later lookups what belongs to one, sections 2.6 and 4.3. */
export const LOOKUP_MEMORY_FAULTS: readonly Fault[] = [
  fault(
    [
      'one-walk-at-a-time',
      'LKP-004',
      'Goes on with the page after the last one that it gave, whatever group that is of.',
    ],
    (before) => {
      let last = { group: '', code: '', position: 0 };
      return {
        keyOf: (call, position) => {
          last = { group: groupOf(call), code: codeOf(call), position };
          return before.keyOf(call, position);
        },
        readKey: (call) => {
          call.parameters.set('stockGroupCd', last.group);
          call.parameters.set('stockCd', last.code);
          return last.position;
        },
      };
    },
  ),
  fault(
    [
      'group-of-the-last-beginning',
      'LKP-004',
      'Gives later pages of the group whose first page it gave last.',
      // Which walk began last hangs on the moment.
      { atTimes: ['EQV-006'] },
    ],
    (before) => {
      let group = '';
      return {
        selectInstruments: (call) => {
          if (call.position === 0) group = groupOf(call);
          else call.parameters.set('stockGroupCd', group);
          return before.selectInstruments(call);
        },
      };
    },
  ),
  rememberingRefused(
    [
      'code-of-a-refused-lookup',
      'PAG-007',
      'Filters a lookup by the stockCd of the one before, if it refused that one.',
    ],
    (call, refused) => call.parameters.set('stockCd', refused.get('stockCd') ?? ''),
  ),
  rememberingRefused(
    [
      'group-of-a-refused-lookup',
      'PAG-007',
      'Filters a lookup by the group of the one before, if it refused that one.',
    ],
    (call, refused) => call.parameters.set('stockGroupCd', refused.get('stockGroupCd') ?? 'ALL'),
  ),
];

/** A fault that takes something from a refused lookup into the next one, where that is of a first page and of no stockCd. */
function rememberingRefused(head: FaultHead, take: (call: Call, refused: URLSearchParams) => unknown): Fault {
  return fault(head, (before) => {
    let refused: URLSearchParams | null = null;
    return {
      refusal: (call, refusal) => {
        if (refusal.cause === 'group-unknown' && call.parameters.get('stockCd'))
          refused = new URLSearchParams(call.incoming.query);
        return before.refusal(call, refusal);
      },
      selectInstruments: (call) => {
        if (refused !== null && call.position === 0 && codeOf(call) === '') take(call, refused);
        refused = null;
        return before.selectInstruments(call);
      },
    };
  });
}
