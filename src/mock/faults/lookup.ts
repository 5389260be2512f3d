import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Call, Page } from '../call.js';
import { buyPriceOf, sellPriceOf } from '../catalogue.js';
import { refuse } from '../refusal.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault, refuseAlso, type FaultHead } from './make-fault.js';

/** Faults in the filters of the lookup, sections 2.6 and 4.3. */
export const LOOKUP_FAULTS: readonly Fault[] = [
  refuseAlso(['crypto-refused', 'LKP-001', 'Refuses the group CRYPTO.'], 'list', (call) =>
    groupOf(call) === 'CRYPTO' ? refuse('group-unknown', 'stockGroupCd') : null,
  ),
  fault(['unknown-group-is-all', 'LKP-002', 'Takes an unknown stockGroupCd for ALL.'], (before) => ({
    checkGroup: (call) => {
      if (before.checkGroup(call) !== null && !isLowerCase(groupOf(call))) call.parameters.set('stockGroupCd', 'ALL');
      return before.checkGroup(call);
    },
  })),
  fault(
    ['group-in-any-case', 'LKP-003', 'Takes a stockGroupCd in lower case for the same in upper case.'],
    (before) => ({
      checkGroup: (call) => {
        if (isLowerCase(groupOf(call))) call.parameters.set('stockGroupCd', groupOf(call).toUpperCase());
        return before.checkGroup(call);
      },
    }),
  ),
  selecting(
    ['group-filter-ignored', 'LKP-004', 'Returns instruments of all groups, whatever the group.'],
    (call, right) => (codeOf(call) === '' ? call.service.catalogue.instruments : right),
  ),
  selecting(['group-on-first-page-only', 'LKP-004', 'Forgets the group after the first page.'], (call, right) =>
    codeOf(call) === '' && call.position > 0 ? call.service.catalogue.instruments : right,
  ),
  selecting(
    ['code-filter-is-prefix', 'LKP-005', 'Returns beside an instrument all whose stockCd begins with its own.'],
    (call, right) => (right.length === 1 && codeOf(call) !== '' ? beginningWith(call) : right),
  ),
  selecting(
    ['code-filter-ignored', 'LKP-005', 'Ignores the stockCd of an instrument that there is.'],
    (call, right) => {
      const { instruments } = call.service.catalogue;
      if (codeOf(call) === '' || right.length === 0) return right;
      return instruments.filter(({ stockGroupCd }) => ['ALL', stockGroupCd].includes(groupOf(call)));
    },
  ),
  selecting(
    ['group-ignored-beside-code', 'LKP-006', 'Ignores stockGroupCd where there is a stockCd.'],
    (call, right) => {
      const found = call.service.catalogue.byCode.get(codeOf(call));
      return found === undefined ? right : [found];
    },
  ),
  selecting(
    ['all-lacks-one', 'LKP-007', 'Leaves an instrument out of ALL, but not out of its group.'],
    (call, right) =>
      groupOf(call) === 'ALL' && codeOf(call) === '' ? right.filter(({ stockCd }) => stockCd !== 'DOGE/USD') : right,
  ),
  selecting(['all-lacks-a-group', 'LKP-007', 'Leaves the group CRYPTO out of ALL.'], (call, right) =>
    groupOf(call) === 'ALL' && codeOf(call) === ''
      ? right.filter(({ stockGroupCd }) => stockGroupCd !== 'CRYPTO')
      : right,
  ),
  selecting(
    ['unknown-code-by-beginning', 'LKP-008', 'Returns for a stockCd that is none all that begin with it.'],
    (call, right) => (right.length === 0 && codeOf(call) !== '' ? beginningWith(call) : right),
  ),
  selecting(
    ['unknown-code-ignored', 'LKP-008', 'Returns everything for a stockCd that no instrument has.'],
    (call, right) =>
      codeOf(call) === '' || call.service.catalogue.byCode.has(codeOf(call))
        ? right
        : call.service.catalogue.instruments,
  ),
  fault(['empty-code-refused', 'LKP-009', 'Refuses an empty stockCd.'], (before) => ({
    readQuery: (call) =>
      before.readQuery(call) ?? (call.parameters.get('stockCd') === '' ? refuse('query-form', 'stockCd') : null),
  })),
];

/** Faults in the data of the lookup, section 2.8. */
export const PAGE_FAULTS: readonly Fault[] = [
  data(['has-next-as-yn', 'LKP-011', 'Gives hasNext as N on the last page.'], ({ hasNext }) =>
    hasNext ? {} : { hasNext: 'N' },
  ),
  data(['has-next-missing', 'LKP-011', 'Leaves hasNext out where nothing was found.'], ({ instruments }) =>
    instruments.length === 0 ? { hasNext: undefined } : {},
  ),
  fault(['key-as-number', 'LKP-012', 'Gives nextKey as a number.'], (before) => ({
    readKey: (call, key) => (/^[1-9]\d*$/.test(key) ? Number(key) : before.readKey(call, key)),
    pageData: (call, page) => ({
      ...(before.pageData(call, page) as object),
      nextKey: page.hasNext ? page.end : '',
    }),
  })),
  data(['last-key-null', 'LKP-013', 'Gives null for the nextKey of the last page.'], ({ hasNext }) =>
    hasNext ? {} : { nextKey: null },
  ),
  data(
    ['last-key-missing', 'LKP-013', 'Leaves nextKey out where everything is on one page.'],
    ({ hasNext, end, instruments }) => (!hasNext && end === instruments.length ? { nextKey: undefined } : {}),
  ),
  data(['details-null', 'LKP-014', 'Gives null for details where nothing was found.'], ({ instruments }) =>
    instruments.length === 0 ? { details: null } : {},
  ),
  fault(
    ['null-record', 'LKP-014', 'Ends the details of the last page with null, unless there are none.'],
    (before) => ({
      pageData: (call, page) => {
        const right = before.pageData(call, page) as { details: unknown[] };
        return page.hasNext || right.details.length === 0 ? right : { ...right, details: [...right.details, null] };
      },
    }),
  ),
  fault(['sell-price-null', 'LKP-015', 'Gives null for the sell price of an instrument without spread.'], () => ({
    sellPricesOf: (_, { instruments }) => pricesBy(instruments, (one) => (one.isSpreadUsage ? sellPriceOf(one) : null)),
  })),
  fault(['sell-prices-in-array', 'LKP-015', 'Gives sellPrices as an array where nothing was found.'], (before) => ({
    sellPricesOf: (call, page) => (page.instruments.length === 0 ? [] : before.sellPricesOf(call, page)),
  })),
  fault(['buy-price-as-number', 'LKP-016', 'Gives the values of buyPrices as numbers.'], () => ({
    buyPricesOf: (_, { instruments }) => pricesBy(instruments, (one) => Number(buyPriceOf(one))),
  })),
  data(['buy-prices-missing', 'LKP-016', 'Leaves buyPrices out on the last page.'], ({ hasNext }) =>
    hasNext ? {} : { buyPrices: undefined },
  ),
];

const isLowerCase = (group: string): boolean => ['all', 'foreign', 'index', 'commodity', 'crypto'].includes(group);

/** All instruments of the group whose stockCd begins with the one sent. */
function beginningWith(call: Call): readonly Instrument[] {
  return call.service.catalogue.instruments.filter(
    ({ stockCd, stockGroupCd }) => stockCd.startsWith(codeOf(call)) && ['ALL', stockGroupCd].includes(groupOf(call)),
  );
}

/** A fault that selects other instruments than the right ones. */
function selecting(
  head: FaultHead,
  select: (call: Call, right: readonly Instrument[]) => readonly Instrument[],
): Fault {
  return fault(head, (before) => ({ selectInstruments: (call) => select(call, before.selectInstruments(call)) }));
}

/** A fault that gives members of a page's data another value; `undefined` leaves one out. */
function data(head: FaultHead, wrong: (page: Page) => Readonly<Record<string, unknown>>): Fault {
  return fault(head, (before) => ({
    pageData: (call, page) => ({ ...(before.pageData(call, page) as object), ...wrong(page) }),
  }));
}

function pricesBy(instruments: readonly Instrument[], priceOf: (instrument: Instrument) => unknown): unknown {
  return Object.fromEntries(instruments.map((instrument) => [instrument.stockCd, priceOf(instrument)]));
}
