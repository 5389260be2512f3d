import type { Instrument } from '../../contract/order.js';
import type { Behaviour, Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';
import { groupOf } from '../steps/read-query.js';
import { fault, type FaultHead } from './make-fault.js';
import { isByCode, isOf, paging, selecting, Walked } from './make-lookup-fault.js';

/** Faults in the walk over pages, section 4.3. */
export const PAGING_FAULTS: readonly Fault[] = [
  fault(['empty-key-refused', 'PAG-001', 'Refuses an empty nextKey.'], (before) => ({
    readPosition: (call) =>
      call.parameters.get('nextKey') === '' ? refuse('key-unknown', 'nextKey') : before.readPosition(call),
  })),
  fault(['empty-key-refused-in-a-group', 'PAG-001', 'Refuses an empty nextKey in CRYPTO.'], (before) => ({
    readPosition: (call) =>
      call.parameters.get('nextKey') === '' && groupOf(call) === 'CRYPTO'
        ? refuse('key-unknown', 'nextKey')
        : before.readPosition(call),
  })),
  fault(['refused-after-a-walk', 'PAG-001', 'Refuses the first lookup after a walk of several pages.'], (before) => {
    let isOver = false;
    return {
      readPosition: (call) => {
        if (isOver && isFirst(call)) {
          isOver = false;
          return refuse('key-unknown', 'nextKey');
        }
        return before.readPosition(call);
      },
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        isOver = call.position > 0 && !page.hasNext;
        return page;
      },
    };
  }),
  fault(['key-not-accepted', 'PAG-002', 'Refuses the nextKey that it gave itself.'], () => ({ readKey: () => null })),
  fault(['third-page-refused', 'PAG-002', 'Knows the nextKey of the first page and no later one.'], (before) => ({
    readKey: (call, key) => {
      const position = before.readKey(call, key);
      return position !== null && position > call.service.pageSize ? null : position;
    },
  })),
  fault(['key-refused-in-a-group', 'PAG-002', 'Knows a nextKey of ALL and none of a group.'], (before) => ({
    readKey: (call, key) => (groupOf(call) === 'ALL' ? before.readKey(call, key) : null),
  })),
  fault(['key-refused-in-a-second-walk', 'PAG-002', 'Gives each nextKey anew, but takes it once.'], (before) => {
    const taken = new Set<string>();
    return {
      readKey: (call, key) => {
        if (taken.has(key)) return null;
        taken.add(key);
        return before.readKey(call, key);
      },
    };
  }),
  fault(['empty-key-in-the-middle', 'PAG-003', 'Gives an empty nextKey although hasNext is true.'], () => ({
    keyOf: () => '',
  })),
  fault(
    ['page-comes-again', 'PAG-003', 'Takes the nextKey to the third page of ALL for that to the second once.'],
    (before) => {
      let isFresh = true;
      return {
        readKey: (call, key) => {
          const position = before.readKey(call, key);
          if (!isFresh || !isOf('ALL', call) || position !== 2 * call.service.pageSize) return position;
          isFresh = false;
          return call.service.pageSize;
        },
      };
    },
  ),
  fault(['endless-walk', 'PAG-004', 'Begins again after the last page.'], (before) => ({
    pageOf: (call, selected) => {
      const page = before.pageOf(call, selected);
      return page.hasNext ? page : { ...page, end: 0, hasNext: selected.length > 0 };
    },
    keyOf: (call, position) => before.keyOf(call, position === 0 ? 1 : position),
  })),
  fault(
    ['endless-walk-of-a-group', 'PAG-004', 'Follows the last page of INDEX with empty ones for ever.'],
    (before) => ({
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        return isOf('INDEX', call) ? { ...page, hasNext: true, end: Math.max(page.end, call.position + 1) } : page;
      },
    }),
  ),
  fault(
    ['endless-second-walk', 'PAG-004', 'Begins again after the last page of a walk of ALL that is not the first.'],
    (before) => {
      const walked = new Walked();
      return {
        pageOf: (call, selected) => {
          const page = before.pageOf(call, selected);
          const isEndless = walked.before(call, page) && isOf('ALL', call) && !page.hasNext;
          return isEndless ? { ...page, end: 1, hasNext: true } : page;
        },
      };
    },
  ),
  fault(['overlapping-pages', 'PAG-005', 'Begins each page with the last instrument of the one before.'], (before) => ({
    keyOf: (call, position) => before.keyOf(call, Math.max(1, position - 1)),
  })),
  paging(
    ['repeat-in-the-end', 'PAG-005', 'Gives the first instrument of a walk again on its last page.'],
    (call, selected, page) =>
      call.position > 0 && !page.hasNext
        ? { ...page, instruments: [...page.instruments, ...selected.slice(0, 1)] }
        : page,
  ),
  paging(['repeat-on-a-page', 'PAG-005', 'Gives metals twice, one after the other.'], (_, __, page) => ({
    ...page,
    instruments: page.instruments.flatMap((one) => (one.symbolGroupCd === 'METAL' ? [one, one] : [one])),
  })),
  fault(['overlap-in-a-second-walk', 'PAG-005', 'Overlaps the pages of FOREIGN once it was walked.'], (before) => {
    const walked = new Walked();
    return {
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        const overlaps = walked.before(call, page) && isOf('FOREIGN', call) && page.hasNext;
        return overlaps ? { ...page, end: page.end - 1 } : page;
      },
    };
  }),
  selecting(
    ['sorted-anew-for-each-page', 'PAG-005', 'Turns the order round for every other page.', { also: ['LKP-007'] }],
    (call, right) => (Math.round(call.position / call.service.pageSize) % 2 === 1 ? right.toReversed() : right),
  ),
  hidden(['last-page-hidden', 'PAG-006', 'Says hasNext false one page too early.'], () => true),
  hidden(['last-page-hidden-in-a-group', 'PAG-006', 'Says hasNext false one page too early in FOREIGN.'], (call) =>
    isOf('FOREIGN', call),
  ),
  fault(
    [
      'last-page-hidden-in-a-second-walk',
      'PAG-006',
      'Says hasNext false after the first page of FOREIGN once it was walked.',
    ],
    (before) => {
      const walked = new Walked();
      return {
        pageOf: (call, selected) => {
          const page = before.pageOf(call, selected);
          return walked.before(call, page) && isOf('FOREIGN', call) ? { ...page, hasNext: false } : page;
        },
        pageData: keyedToTheEnd(before),
      };
    },
  ),
  fault(['every-other-walk', 'PAG-007', 'Leaves an instrument out of every other walk of ALL.'], (before) => {
    let leavesOut = false;
    return {
      selectInstruments: (call) => {
        const right = before.selectInstruments(call);
        return leavesOut && isOf('ALL', call) ? right.slice(0, -1) : right;
      },
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        if (isOf('ALL', call) && call.position > 0 && !page.hasNext) leavesOut = !leavesOut;
        return page;
      },
    };
  }),
  fault(
    ['place-left-behind', 'PAG-007', 'Begins FOREIGN with the second page where only the first was read before.'],
    (before) => {
      let isLeft = false;
      return {
        pageOf: (call, selected) => {
          if (!isOf('FOREIGN', call)) return before.pageOf(call, selected);
          const goesOn = isLeft && isFirst(call);
          isLeft = !goesOn && isFirst(call);
          return before.pageOf(goesOn ? { ...call, position: call.service.pageSize } : call, selected);
        },
      };
    },
  ),
  fault(['code-left-behind', 'PAG-007', 'Filters by the stockCd of the lookup before, in CRYPTO.'], (before) => {
    let last: readonly Instrument[] = [];
    return {
      selectInstruments: (call) => {
        const right = before.selectInstruments(call);
        const found = last;
        last = isByCode(call) ? right : [];
        return isOf('CRYPTO', call) && found.length > 0 ? found : right;
      },
    };
  }),
];

/** The first request of a walk. */
const isFirst = ({ parameters }: Call): boolean => (parameters.get('nextKey') ?? '') === '';

/** A fault that ends walks one page too early, with a nextKey to the last page. */
function hidden(head: FaultHead, when: (call: Call) => boolean): Fault {
  return fault(head, (before) => ({
    pageOf: (call, selected) => {
      const page = before.pageOf(call, selected);
      const isLastButOne = page.hasNext && page.end + call.service.pageSize >= selected.length;
      return isLastButOne && when(call) ? { ...page, hasNext: false } : page;
    },
    pageData: keyedToTheEnd(before),
  }));
}

/** Gives a nextKey wherever there are more instruments, whatever hasNext says. */
function keyedToTheEnd(before: Behaviour): Behaviour['pageData'] {
  return (call, page) => {
    const data = before.pageData(call, page) as object;
    const isLast = page.end >= before.selectInstruments(call).length;
    return isLast ? data : { ...data, nextKey: before.keyOf(call, page.end) };
  };
}
