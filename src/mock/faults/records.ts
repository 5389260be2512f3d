import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import { groupOf } from '../steps/read-query.js';
import { fault } from './make-fault.js';
import { isByCode, record } from './make-lookup-fault.js';

/** Which instruments a fault is about: it is likelier to be overlooked where most records are right. */
const SOME = {
  'without spread': ({ isSpreadUsage }: Instrument) => !isSpreadUsage,
  'without margin': ({ isMarginUsage }: Instrument) => !isMarginUsage,
  'of the group CRYPTO': ({ stockGroupCd }: Instrument) => stockGroupCd === 'CRYPTO',
  'of the group INDEX': ({ stockGroupCd }: Instrument) => stockGroupCd === 'INDEX',
  'of the group COMMODITY': ({ stockGroupCd }: Instrument) => stockGroupCd === 'COMMODITY',
  'priced in yen': ({ tradeCurrencyCd }: Instrument) => tradeCurrencyCd === 'JPY',
} as const;

/** What becomes of a value. */
const WRONG = {
  'left out': () => undefined,
  null: () => null,
  'a string': String,
  '1 or 0': (value: unknown) => (value === true ? 1 : 0),
  'Y or N': (value: unknown) => (value === true ? 'Y' : 'N'),
  'an object': (value: unknown) => ({ value }),
  'an array': (value: unknown) => [value],
  'minutes of the day': (value: unknown) => Number(String(value).slice(0, 2)) * 60 + Number(String(value).slice(3)),
} as const;

type Row = readonly [
  name: string,
  clause: string,
  wrong: keyof typeof WRONG,
  fields: readonly (keyof Instrument)[],
  of: keyof typeof SOME,
];

/** One or more for each row of the table in 2.7. */
const ROWS: readonly Row[] = [
  ['code-missing', 'INS-001', 'left out', ['stockCd'], 'of the group CRYPTO'],
  ['standard-currency-null', 'INS-002', 'null', ['standardCurrencyCd'], 'of the group INDEX'],
  ['trade-currency-missing', 'INS-003', 'left out', ['tradeCurrencyCd'], 'of the group CRYPTO'],
  ['lot-multiple-as-string', 'INS-004', 'a string', ['lotMultiple'], 'of the group COMMODITY'],
  ['price-multiplier-missing', 'INS-005', 'left out', ['priceMultiplier'], 'of the group INDEX'],
  ['point-unit-as-string', 'INS-006', 'a string', ['pointUnit'], 'priced in yen'],
  ['pip-unit-null', 'INS-007', 'null', ['pipUnit'], 'of the group CRYPTO'],
  ['group-null', 'INS-008', 'null', ['stockGroupCd'], 'without margin'],
  ['symbol-group-in-array', 'INS-009', 'an array', ['symbolGroupCd'], 'of the group COMMODITY'],
  ['margin-usage-as-yn', 'INS-010', 'Y or N', ['isMarginUsage'], 'without spread'],
  ['margin-rate-null', 'INS-011', 'null', ['marginRate'], 'without margin'],
  ['spread-usage-as-number', 'INS-012', '1 or 0', ['isSpreadUsage'], 'of the group INDEX'],
  ['buy-spread-null', 'INS-013', 'null', ['buySpread'], 'without spread'],
  ['sell-spread-missing', 'INS-014', 'left out', ['sellSpread'], 'without spread'],
  ['close-price-null', 'INS-015', 'null', ['closePrice'], 'without spread'],
  ['close-price-as-string', 'INS-015', 'a string', ['closePrice'], 'priced in yen'],
  [
    'monday-as-minutes',
    'INS-016',
    'minutes of the day',
    ['monTradeStartTime', 'monTradeEndTime'],
    'of the group INDEX',
  ],
  ['tuesday-end-missing', 'INS-017', 'left out', ['tueTradeEndTime'], 'of the group CRYPTO'],
  ['wednesday-null', 'INS-018', 'null', ['wedTradeStartTime', 'wedTradeEndTime'], 'of the group COMMODITY'],
  ['thursday-as-object', 'INS-019', 'an object', ['thuTradeStartTime'], 'of the group INDEX'],
  ['friday-end-null', 'INS-020', 'null', ['friTradeEndTime'], 'of the group COMMODITY'],
  ['saturday-null', 'INS-021', 'null', ['satTradeStartTime', 'satTradeEndTime'], 'of the group INDEX'],
  ['sunday-left-out', 'INS-022', 'left out', ['sunTradeStartTime', 'sunTradeEndTime'], 'of the group INDEX'],
  ['max-quantity-null', 'INS-023', 'null', ['maxOrderQuantity'], 'without margin'],
  ['min-quantity-as-string', 'INS-024', 'a string', ['minOrderQuantity'], 'of the group CRYPTO'],
  ['order-unit-missing', 'INS-025', 'left out', ['orderUnit'], 'without margin'],
  ['margin-type-as-number', 'INS-026', '1 or 0', ['marginTypeCode'], 'of the group CRYPTO'],
];

/** Faults in the records of instruments, section 2.7. */
export const RECORD_FAULTS: readonly Fault[] = [
  ...ROWS.map(([name, clause, wrong, fields, of]) => {
    const change = (instrument: Instrument) => fields.map((field) => [field, WRONG[wrong](instrument[field])] as const);
    return record(
      [name, clause, `For instruments ${of}, ${fields.join(' and ')} ${fields.length === 1 ? 'is' : 'are'} ${wrong}.`],
      (instrument) => (SOME[of](instrument) ? Object.fromEntries(change(instrument)) : {}),
    );
  }),
  record(['group-in-lower-case', 'INS-027', 'Gives stockGroupCd in lower case.'], ({ stockGroupCd }) => ({
    stockGroupCd: stockGroupCd.toLowerCase(),
  })),
  record(['group-of-its-own', 'INS-027', 'Gives the stockGroupCd METAL to metals.'], ({ symbolGroupCd }) =>
    symbolGroupCd === 'METAL' ? { stockGroupCd: 'METAL' } : {},
  ),
  record(
    ['bounds-crossed', 'INS-028', 'Gives the bounds of instruments without spread the wrong way round.'],
    ({ isSpreadUsage, minOrderQuantity, maxOrderQuantity }) =>
      isSpreadUsage ? {} : { minOrderQuantity: maxOrderQuantity, maxOrderQuantity: minOrderQuantity },
  ),
  record(
    [
      'bounds-crossed-for-one',
      'INS-028',
      'Gives the last of all instruments a minOrderQuantity over its maxOrderQuantity.',
    ],
    (instrument, { service }) =>
      instrument === service.catalogue.instruments.at(-1) ? { minOrderQuantity: instrument.maxOrderQuantity * 10 } : {},
  ),
  record(['group-left-out-in-a-group', 'INS-008', 'Leaves stockGroupCd out where a group was asked for.'], (_, call) =>
    groupOf(call) === 'ALL' ? {} : { stockGroupCd: undefined },
  ),
  record(
    ['group-in-words-by-code', 'INS-027', 'Gives stockGroupCd in words where a stockCd was sent.'],
    ({ stockGroupCd }, call) => (isByCode(call) ? { stockGroupCd: `${stockGroupCd} group` } : {}),
  ),
  record(['margin-rate-null-by-code', 'INS-011', 'Gives null for marginRate where a stockCd was sent.'], (_, call) =>
    isByCode(call) ? { marginRate: null } : {},
  ),
  record(
    ['min-quantity-as-string-in-a-group', 'INS-024', 'Gives minOrderQuantity as a string where a group was asked for.'],
    ({ minOrderQuantity }, call) => (groupOf(call) === 'ALL' ? {} : { minOrderQuantity: String(minOrderQuantity) }),
  ),
  record(['spread-as-dash', 'INS-013', 'Gives a dash for a buySpread of 0.'], ({ buySpread }) =>
    buySpread === 0 ? { buySpread: '-' } : {},
  ),
  record(['midnight-as-zero', 'INS-019', 'Gives 0 for midnight on Thursdays.'], ({ thuTradeStartTime }) =>
    thuTradeStartTime === '00:00' ? { thuTradeStartTime: 0 } : {},
  ),
  record(
    ['pip-unit-null-for-one', 'INS-007', 'Gives null for the pipUnit of the first instrument of a second page.'],
    (instrument, { service }) =>
      instrument === service.catalogue.instruments[service.pageSize] ? { pipUnit: null } : {},
  ),
  fault(
    ['max-quantity-as-string-again', 'INS-023', 'Gives maxOrderQuantity as a string once a record was given before.'],
    (before) => {
      const given = new WeakSet();
      return {
        recordOf: (call, instrument) => {
          const right = before.recordOf(call, instrument) as object;
          if (given.has(instrument)) return { ...right, maxOrderQuantity: String(instrument.maxOrderQuantity) };
          given.add(instrument);
          return right;
        },
      };
    },
  ),
];
