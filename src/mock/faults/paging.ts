import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault } from './make-fault.js';

/** Faults in the walk over pages, section 4.3. */
export const PAGING_FAULTS: readonly Fault[] = [
  fault(['empty-key-refused', 'PAG-001', 'Refuses an empty nextKey.'], (before) => ({
    readPosition: (call) =>
      call.parameters.get('nextKey') === '' ? { cause: 'key-unknown', field: 'nextKey' } : before.readPosition(call),
  })),
  fault(['key-not-accepted', 'PAG-002', 'Refuses the nextKey that it gave itself.'], () => ({ readKey: () => null })),
  fault(['third-page-refused', 'PAG-002', 'Knows the nextKey of the first page and no later one.'], (before) => ({
    readKey: (call, key) => {
      const position = before.readKey(call, key);
      return position !== null && position > call.service.pageSize ? null : position;
    },
  })),
  fault(['empty-key-in-the-middle', 'PAG-003', 'Gives an empty nextKey although hasNext is true.'], () => ({
    keyOf: () => '',
  })),
  fault(['endless-walk', 'PAG-004', 'Begins again after the last page.'], (before) => ({
    pageOf: (call, selected) => {
      const page = before.pageOf(call, selected);
      return page.hasNext ? page : { ...page, end: 0, hasNext: selected.length > 0 };
    },
    keyOf: (call, position) => before.keyOf(call, position === 0 ? 1 : position),
  })),
  fault(['overlapping-pages', 'PAG-005', 'Begins each page with the last instrument of the one before.'], (before) => ({
    keyOf: (call, position) => before.keyOf(call, Math.max(1, position - 1)),
  })),
  fault(['repeat-in-the-end', 'PAG-005', 'Gives the first instrument of a walk again on its last page.'], (before) => ({
    pageOf: (call, selected) => {
      const page = before.pageOf(call, selected);
      const isLater = call.position > 0 && !page.hasNext;
      return isLater ? { ...page, instruments: [...page.instruments, ...selected.slice(0, 1)] } : page;
    },
  })),
  fault(['last-page-hidden', 'PAG-006', 'Says hasNext false one page too early.'], (before) => ({
    pageOf: (call, selected) => {
      const page = before.pageOf(call, selected);
      const isLastButOne = page.hasNext && page.end + call.service.pageSize >= selected.length;
      return isLastButOne ? { ...page, hasNext: false } : page;
    },
    pageData: (call, page) => {
      const data = before.pageData(call, page) as Record<string, unknown>;
      const isLast = page.end >= before.selectInstruments(call).length;
      return isLast ? data : { ...data, nextKey: before.keyOf(call, page.end) };
    },
  })),
  fault(['every-other-walk', 'PAG-007', 'Leaves an instrument out of every other walk of ALL.'], (before) => {
    let leavesOut = false;
    return {
      selectInstruments: (call) => {
        const right = before.selectInstruments(call);
        return leavesOut && isWalkOfAll(call) ? right.slice(0, -1) : right;
      },
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        if (isWalkOfAll(call) && call.position > 0 && !page.hasNext) leavesOut = !leavesOut;
        return page;
      },
    };
  }),
];

const isWalkOfAll = (call: Call): boolean => groupOf(call) === 'ALL' && codeOf(call) === '';
