import { STOCK_GROUPS } from '../contract/order.js';
import { pass } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { Breaks, type Report } from './breaks.js';
import { describeValue, kindOf } from './describe-value.js';

type FieldType = 'string' | 'number' | 'boolean';

/** Table 2.7 of the document: fields by clause, in its order. */
const TABLE: readonly (readonly [clause: string, type: FieldType, ...names: string[]])[] = [
  ['INS-001', 'string', 'stockCd'],
  ['INS-002', 'string', 'standardCurrencyCd'],
  ['INS-003', 'string', 'tradeCurrencyCd'],
  ['INS-004', 'number', 'lotMultiple'],
  ['INS-005', 'number', 'priceMultiplier'],
  ['INS-006', 'number', 'pointUnit'],
  ['INS-007', 'number', 'pipUnit'],
  ['INS-008', 'string', 'stockGroupCd'],
  ['INS-009', 'string', 'symbolGroupCd'],
  ['INS-010', 'boolean', 'isMarginUsage'],
  ['INS-011', 'number', 'marginRate'],
  ['INS-012', 'boolean', 'isSpreadUsage'],
  ['INS-013', 'number', 'buySpread'],
  ['INS-014', 'number', 'sellSpread'],
  ['INS-015', 'number', 'closePrice'],
  ['INS-016', 'string', 'monTradeStartTime', 'monTradeEndTime'],
  ['INS-017', 'string', 'tueTradeStartTime', 'tueTradeEndTime'],
  ['INS-018', 'string', 'wedTradeStartTime', 'wedTradeEndTime'],
  ['INS-019', 'string', 'thuTradeStartTime', 'thuTradeEndTime'],
  ['INS-020', 'string', 'friTradeStartTime', 'friTradeEndTime'],
  ['INS-021', 'string', 'satTradeStartTime', 'satTradeEndTime'],
  ['INS-022', 'string', 'sunTradeStartTime', 'sunTradeEndTime'],
  ['INS-023', 'number', 'maxOrderQuantity'],
  ['INS-024', 'number', 'minOrderQuantity'],
  ['INS-025', 'number', 'orderUnit'],
  ['INS-026', 'string', 'marginTypeCode'],
];

const GROUP_CLAUSE = 'INS-027';
const BOUNDS_CLAUSE = 'INS-028';

const FIELDS = TABLE.flatMap(([clause, type, ...names]) => names.map((name) => ({ clause, type, name })));
/** The same, side by side: the loop over them runs for every record of a run. */
const NAMES = FIELDS.map(({ name }) => name);
const TYPES = FIELDS.map(({ type }) => type);
const FIELD_CLAUSES = TABLE.map(([clause]) => clause);
const GROUPS: ReadonlySet<string> = new Set(STOCK_GROUPS);

/** Names of the fields of a record, section 2.7. */
export const RECORD_FIELDS: ReadonlySet<string> = new Set(NAMES);

/** Clauses on a record. */
export const RECORD_CLAUSES: readonly string[] = [...FIELD_CLAUSES, GROUP_CLAUSE, BOUNDS_CLAUSE];

/**
 * Judges the records of one page against table 2.7: one outcome per clause, and where it is broken one per cause. What
 * is no object is left to LKP-014; what has the wrong type is not also judged by its value.
 *
 * @clause INS-001, INS-002, INS-003, INS-004, INS-005, INS-006, INS-007, INS-008, INS-009, INS-010, INS-011, INS-012,
 *   INS-013, INS-014, INS-015, INS-016, INS-017, INS-018, INS-019, INS-020, INS-021, INS-022, INS-023, INS-024, INS-025,
 *   INS-026, INS-027, INS-028
 */
export function judgeRecords(exchange: Exchange, details: readonly unknown[], report: Report): void {
  let breaks: Breaks | null = null;
  let judged = 0;
  let withGroup = 0;
  let withBounds = 0;
  for (let index = 0; index < details.length; index += 1) {
    const value = details[index];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const record = value as Readonly<Record<string, unknown>>;
    judged += 1;
    for (let at = 0; at < NAMES.length; at += 1) {
      if (typeof record[NAMES[at] as string] === TYPES[at]) continue;
      breaks ??= new Breaks();
      addWrongType(breaks, record, index, at);
    }
    const { stockGroupCd, minOrderQuantity, maxOrderQuantity } = record;
    if (typeof stockGroupCd === 'string') {
      withGroup += 1;
      if (!GROUPS.has(stockGroupCd)) {
        breaks ??= new Breaks();
        addUnknownGroup(breaks, stockGroupCd, index);
      }
    }
    if (typeof minOrderQuantity === 'number' && typeof maxOrderQuantity === 'number') {
      withBounds += 1;
      if (minOrderQuantity > maxOrderQuantity) {
        breaks ??= new Breaks();
        addCrossedBounds(breaks, minOrderQuantity, maxOrderQuantity, index);
      }
    }
  }
  if (judged === 0) return;
  for (const clause of FIELD_CLAUSES) reportPass(clause, breaks, report);
  if (withGroup > 0) reportPass(GROUP_CLAUSE, breaks, report);
  if (withBounds > 0) reportPass(BOUNDS_CLAUSE, breaks, report);
  breaks?.report(exchange, report, `${judged} records`);
}

function reportPass(clause: string, breaks: Breaks | null, report: Report): void {
  if (breaks?.concerns(clause) !== true) report(clause, pass);
}

function addWrongType(breaks: Breaks, record: Readonly<Record<string, unknown>>, index: number, at: number): void {
  const field = FIELDS[at];
  if (field === undefined) return;
  const value = record[field.name];
  breaks.add({
    clause: field.clause,
    cause: `${field.name} is ${kindOf(value)}`,
    pointer: `/data/details/${index}/${field.name}`,
    expected: `a ${field.type}`,
    actual: describeValue(value),
  });
}

function addUnknownGroup(breaks: Breaks, group: string, index: number): void {
  breaks.add({
    clause: GROUP_CLAUSE,
    cause: 'stockGroupCd is none of the five codes',
    pointer: `/data/details/${index}/stockGroupCd`,
    expected: `one of ${STOCK_GROUPS.join(', ')}`,
    actual: describeValue(group),
  });
}

function addCrossedBounds(breaks: Breaks, min: number, max: number, index: number): void {
  breaks.add({
    clause: BOUNDS_CLAUSE,
    cause: 'minOrderQuantity is over maxOrderQuantity',
    pointer: `/data/details/${index}/minOrderQuantity`,
    expected: `a number that is not over maxOrderQuantity, which is ${max}`,
    actual: describeValue(min),
  });
}
