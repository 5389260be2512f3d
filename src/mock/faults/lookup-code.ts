import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { refuse } from '../refusal.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault } from './make-fault.js';
import { isByCode, selecting } from './make-lookup-fault.js';

/** Faults in the filter by stockCd, section 4.3. */
export const LOOKUP_CODE_FAULTS: readonly Fault[] = [
  selecting(
    ['code-filter-is-prefix', 'LKP-005', 'Returns beside an instrument all whose stockCd begins with its own.'],
    (call, right) =>
      isByCode(call) && right.length === 1 ? likeIt(call, (known, code) => known.startsWith(code)) : right,
  ),
  selecting(['code-filter-ignored', 'LKP-005', 'Ignores the stockCd of an instrument that there is.'], (call, right) =>
    isByCode(call) && right.length === 1 ? likeIt(call, () => true) : right,
  ),
  selecting(['code-unknown-to-all', 'LKP-005', 'Finds no stockCd in ALL.'], (call, right) =>
    isByCode(call) && groupOf(call) === 'ALL' ? [] : right,
  ),
  selecting(['code-unknown-to-a-group', 'LKP-005', 'Finds no stockCd in CRYPTO, but all in ALL.'], (call, right) =>
    isByCode(call) && groupOf(call) === 'CRYPTO' ? [] : right,
  ),
  selecting(
    ['last-code-not-found', 'LKP-005', 'Does not find the last of all instruments by its stockCd.'],
    (call, right) => (isByCode(call) && right[0] === call.service.catalogue.instruments.at(-1) ? [] : right),
  ),
  selecting(['slash-in-code', 'LKP-005', 'Finds no stockCd with a slash.'], (call, right) =>
    codeOf(call).includes('/') ? [] : right,
  ),
  selecting(['code-twice-on-a-page', 'LKP-005', 'Returns the instrument of a stockCd twice.'], (call, right) =>
    isByCode(call) && right.length === 1 ? [...right, ...right] : right,
  ),
  fault(
    ['code-on-first-page-only', 'LKP-005', 'Forgets the stockCd after a first page with the instrument.'],
    (before) => ({
      pageOf: (call, selected) => {
        if (!isByCode(call) || selected.length === 0) return before.pageOf(call, selected);
        if (call.position === 0) return { instruments: selected, end: 1, hasNext: true };
        return before.pageOf(call, call.service.catalogue.instruments);
      },
    }),
  ),
  fault(
    ['code-missing-in-cache-key', 'LKP-005', 'Keeps what it found by a stockCd, and gives it for others.'],
    (before) => {
      const kept = new Map<string, readonly Instrument[]>();
      return {
        selectInstruments: (call) => {
          const right = before.selectInstruments(call);
          if (!isByCode(call) || right.length === 0) return right;
          if (!kept.has(groupOf(call))) kept.set(groupOf(call), right);
          return kept.get(groupOf(call)) ?? right;
        },
      };
    },
  ),
  selecting(['code-cut-at-quote', 'LKP-008', 'Reads the stockCd as far as its first quote.'], (call, right) => {
    const [code = '', ...rest] = codeOf(call).split("'");
    const found = rest.length > 0 ? call.service.catalogue.byCode.get(code) : undefined;
    return found === undefined ? right : [found];
  }),
  selecting(
    ['code-of-symbol-group', 'LKP-008', 'Looks for the stockCd among the symbol groups, too.'],
    (call, right) =>
      isByCode(call) && right.length === 0
        ? call.service.catalogue.instruments.filter(({ symbolGroupCd }) => symbolGroupCd === codeOf(call))
        : right,
  ),
  selecting(
    ['group-ignored-beside-code', 'LKP-006', 'Ignores stockGroupCd where there is a stockCd.'],
    (call, right) => {
      const found = call.service.catalogue.byCode.get(codeOf(call));
      return found === undefined ? right : [found];
    },
  ),
  selecting(['crypto-found-in-foreign', 'LKP-006', 'Finds the stockCd of CRYPTO in FOREIGN.'], (call, right) => {
    const found = call.service.catalogue.byCode.get(codeOf(call));
    return found?.stockGroupCd === 'CRYPTO' && groupOf(call) === 'FOREIGN' ? [found] : right;
  }),
  fault(
    ['group-missing-in-cache-key', 'LKP-006', 'Gives what it found by a stockCd for every group from then on.'],
    (before) => {
      const kept = new Map<string, readonly Instrument[]>();
      return {
        selectInstruments: (call) => {
          const right = kept.get(codeOf(call)) ?? before.selectInstruments(call);
          if (isByCode(call) && right.length > 0) kept.set(codeOf(call), right);
          return right;
        },
      };
    },
  ),
  selecting(
    ['unknown-code-by-beginning', 'LKP-008', 'Returns for a stockCd that is none all that begin with it.'],
    (call, right) => (isByCode(call) && isNone(call) ? likeIt(call, (known, code) => known.startsWith(code)) : right),
  ),
  selecting(
    ['unknown-code-by-end', 'LKP-008', 'Returns for a stockCd that is none all that end with it.'],
    (call, right) => (isByCode(call) && isNone(call) ? likeIt(call, (known, code) => known.endsWith(code)) : right),
  ),
  selecting(['unknown-code-cut-short', 'LKP-008', 'Cuts a stockCd that is too long.'], (call, right) =>
    isByCode(call) && isNone(call) ? likeIt(call, (known, code) => code.startsWith(known)) : right,
  ),
  selecting(['unknown-code-by-pattern', 'LKP-008', 'Takes % in a stockCd for any letters.'], (call, right) =>
    codeOf(call).endsWith('%') ? likeIt(call, (known, code) => known.startsWith(code.slice(0, -1))) : right,
  ),
  selecting(['unknown-code-by-star', 'LKP-008', 'Takes a * for any stockCd.'], (call, right) =>
    codeOf(call) === '*' ? likeIt(call, () => true) : right,
  ),
  selecting(['unknown-code-by-letter-pattern', 'LKP-008', 'Takes _ in a stockCd for any letter.'], (call, right) =>
    codeOf(call).includes('_')
      ? likeIt(call, (known, code) => isOneLike(known, code, (own, letter) => letter === '_' || letter === own))
      : right,
  ),
  selecting(['unknown-code-by-part', 'LKP-008', 'Finds instruments by an inner part of a stockCd.'], (call, right) =>
    isByCode(call) && isNone(call) ? likeIt(call, (known, code) => known.slice(1, -1).includes(code)) : right,
  ),
  selecting(
    ['unknown-code-without-separators', 'LKP-008', 'Looks at the letters and digits of a stockCd only.'],
    (call, right) =>
      isByCode(call) && isNone(call) ? likeIt(call, (known, code) => plain(known) === plain(code)) : right,
  ),
  selecting(['unknown-code-as-list', 'LKP-008', 'Finds several stockCd with a comma between them.'], (call, right) =>
    codeOf(call).includes(',') ? likeIt(call, (known, code) => code.split(',').includes(known)) : right,
  ),
  selecting(
    ['unknown-code-ignored', 'LKP-008', 'Returns everything for a stockCd that no instrument has.'],
    (call, right) => (isByCode(call) && isNone(call) ? call.service.catalogue.instruments : right),
  ),
  selecting(
    ['unknown-code-ignored-in-a-group', 'LKP-008', 'Returns all of FOREIGN for a stockCd that no instrument has.'],
    (call, right) => (isByCode(call) && isNone(call) && groupOf(call) === 'FOREIGN' ? likeIt(call, () => true) : right),
  ),
  fault(['unknown-code-is-the-last', 'LKP-008', 'Returns for a stockCd that is none what it found last.'], (before) => {
    let last: readonly Instrument[] = [];
    return {
      selectInstruments: (call) => {
        const right = before.selectInstruments(call);
        if (right.length > 0 && isByCode(call)) last = right;
        return isByCode(call) && isNone(call) ? last : right;
      },
    };
  }),
  fault(['empty-code-refused', 'LKP-009', 'Refuses an empty stockCd.'], (before) => ({
    readQuery: (call) =>
      before.readQuery(call) ?? (call.parameters.get('stockCd') === '' ? refuse('query-form', 'stockCd') : null),
  })),
  fault(['empty-code-refused-in-a-group', 'LKP-009', 'Refuses an empty stockCd in INDEX.'], (before) => ({
    checkGroup: (call) => {
      const isEmpty = call.parameters.get('stockCd') === '' && groupOf(call) === 'INDEX';
      return before.checkGroup(call) ?? (isEmpty ? refuse('query-form', 'stockCd') : null);
    },
  })),
];

const plain = (code: string): string => code.replace(/[^a-z0-9]/gi, '');

/** No instrument has the stockCd. */
const isNone = (call: Call): boolean => !call.service.catalogue.byCode.has(codeOf(call));

/** Whether a code has the length of a known one, and each of its letters is like the one there. */
function isOneLike(known: string, code: string, isLike: (own: string, letter: string) => boolean): boolean {
  return known.length === code.length && Array.from(code).every((letter, at) => isLike(known.charAt(at), letter));
}

/** All instruments of the group whose stockCd is like the one sent. */
function likeIt(call: Call, isLike: (known: string, code: string) => boolean): readonly Instrument[] {
  return call.service.catalogue.instruments.filter(
    ({ stockCd, stockGroupCd }) => isLike(stockCd, codeOf(call)) && ['ALL', stockGroupCd].includes(groupOf(call)),
  );
}
