import type { Instrument } from '../../contract/order.js';
import type { LegalTwin } from '../behaviour.js';
import type { Call } from '../call.js';
import { codeOf, groupOf } from '../steps/read-query.js';

/** Sizes of later pages in turn: a page may be empty and have another one after it. */
const SIZES = [3, 0, 10, 1];
/** After so many lookups an instrument is listed, and another one delisted. */
const LISTED_AFTER = 40;
const DELISTED_AFTER = 80;

/** What is said of every record. */
const INSTRUMENT_CLAUSES = Array.from({ length: 28 }, (_, index) => `INS-${String(index + 1).padStart(3, '0')}`);

/** Legal ways to filter, to order and to fill pages, which the document leaves open (2.7, 2.8, 4.3). */
export const LEGAL_LOOKUPS: readonly LegalTwin[] = [
  {
    name: 'filtered-after-paging',
    does: 'Filters the pages of all instruments, so that pages are short or empty wherever others stand.',
    apply: (before) => ({
      pageOf: (call, selected) => {
        const page = before.pageOf(call, call.service.catalogue.instruments);
        return { ...page, instruments: page.instruments.filter((one) => selected.includes(one)) };
      },
    }),
  },
  {
    name: 'key-tells-the-filter',
    does: 'Takes the filter of a later page from its nextKey, whatever the other parameters say.',
    apply: (before) => {
      const filters = new Map<string, readonly [group: string, code: string]>();
      return {
        keyOf: (call, position) => {
          const key = before.keyOf(call, position);
          filters.set(key, [groupOf(call), codeOf(call)]);
          return key;
        },
        readQuery: (call) => {
          const refusal = before.readQuery(call);
          const filter = filters.get(call.parameters.get('nextKey') ?? '');
          if (refusal !== null || filter === undefined) return refusal;
          call.parameters.set('stockGroupCd', filter[0]);
          call.parameters.set('stockCd', filter[1]);
          return null;
        },
      };
    },
  },
  {
    name: 'another-order-for-each-walk',
    does: 'Begins every walk with another instrument, and keeps to that order in it.',
    apply: (before) => {
      const turns = new WeakMap<Call, number>();
      let walks = 0;
      const turnOf = (call: Call): number => {
        const turn = turns.get(call) ?? (walks += 1);
        turns.set(call, turn);
        return turn;
      };
      return {
        selectInstruments: (call) => rotated(before.selectInstruments(call), turnOf(call)),
        pageData: (call, page) => {
          const right = before.pageData(call, page) as { nextKey: string };
          return { ...right, nextKey: page.hasNext ? `${turnOf(call)} ${right.nextKey}` : '' };
        },
        readKey: (call, key) => {
          const [turn = '', ...own] = key.split(' ');
          turns.set(call, Number(turn));
          return before.readKey(call, own.join(' '));
        },
      };
    },
  },
  {
    name: 'pages-of-any-size',
    does: 'Gives 2 instruments on a first page, and then 3, 0, 10, and 1 in turn.',
    apply: () => {
      let pages = 0;
      return {
        pageOf: (call, selected) => {
          const size = (call.position === 0 ? null : SIZES[(pages += 1) % SIZES.length]) ?? 2;
          const end = Math.min(call.position + size, selected.length);
          return { instruments: selected.slice(call.position, end), end, hasNext: end < selected.length };
        },
      };
    },
  },
  {
    name: 'stock-codes-in-any-case',
    does: 'Finds a stockCd in any case.',
    apply: (before) => ({
      selectInstruments: (call) => {
        const code = codeOf(call).toLowerCase();
        const known = call.service.catalogue.instruments.find(({ stockCd }) => stockCd.toLowerCase() === code);
        if (known !== undefined) call.parameters.set('stockCd', known.stockCd);
        return before.selectInstruments(call);
      },
    }),
  },
  {
    name: 'listed-and-delisted',
    does: 'Lists an instrument and delists another one in the middle of a run.',
    apply: (before) => {
      let lookups = 0;
      return {
        selectInstruments: (call) => {
          lookups += 1;
          const now = lookups;
          return before
            .selectInstruments(call)
            .filter(({ stockCd }) => stockCd !== 'KR200' || now > LISTED_AFTER)
            .filter(({ stockCd }) => stockCd !== 'DOGE/USD' || now <= DELISTED_AFTER);
        },
      };
    },
  },
  {
    name: 'of-no-group',
    does: 'Says ALL of exotic currencies, and returns them in ALL and in no other group.',
    apply: (before) => ({
      selectInstruments: (call) =>
        before.selectInstruments(call).filter((one) => groupOf(call) === 'ALL' || one.symbolGroupCd !== 'EXOTIC'),
      recordOf: (call, instrument) => {
        const right = before.recordOf(call, instrument) as object;
        return instrument.symbolGroupCd === 'EXOTIC' ? { ...right, stockGroupCd: 'ALL' } : right;
      },
    }),
  },
  {
    name: 'lists-nothing',
    does: 'Lists no instrument, so that nothing bounds a quantity, and takes any, 0 as well.',
    leaves: [
      ...['LKP-004', 'LKP-005', 'LKP-006', 'LKP-008', 'LKP-012', 'PAG-002', 'PAG-003', ...INSTRUMENT_CLAUSES],
      ...['EQV-005', 'EQV-006', 'EQV-007'],
      // What is wrong with a quantity, only the record of the instrument would tell.
      ...['ORD-005', 'ORD-006', 'ORD-007'],
    ],
    apply: () => ({ selectInstruments: () => [], checkBounds: () => null }),
  },
  {
    name: 'texts-of-any-kind',
    does: 'Has trade times up to 24:00, none for closed days, codes that are empty, and prices in words.',
    apply: (before) => ({
      recordOf: (call, instrument) => ({
        ...(before.recordOf(call, instrument) as object),
        friTradeEndTime: '24:00',
        satTradeStartTime: '',
        satTradeEndTime: '휴장',
        sunTradeStartTime: '2200-0600,0700-2100',
        symbolGroupCd: '',
        marginTypeCode: '0',
      }),
      sellPricesOf: (_, { instruments }) =>
        Object.fromEntries(instruments.map(({ stockCd }, index) => [stockCd, ['', 'n/a', '1,084.12'][index % 3]])),
    }),
  },
];

function rotated(instruments: readonly Instrument[], turn: number): readonly Instrument[] {
  const start = instruments.length === 0 ? 0 : (turn * 5) % instruments.length;
  return [...instruments.slice(start), ...instruments.slice(0, start)];
}
