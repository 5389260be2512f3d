import { expect, test } from '@playwright/test';
import type { Order } from '../../../src/contract/order.js';
import { brokenClauses, isValid, judgeBody } from '../../../src/oracle/modify-body.js';
import { isMultipleOf } from '../../../src/oracle/multiple.js';
import { compareTimestamps } from '../../../src/oracle/timestamp-text.js';

const LIMIT: Order = {
  stockCd: 'EUR/USD',
  orderTypeCd: 'LIMIT',
  sideCd: 'BUY',
  orderDateTime: '2026-01-05T09:00:00.120+09:00',
  orderNo: '2026000001',
  orderQuantity: 0.35,
  barrierPrice: 0,
  orderPrice: 1.09713,
};
const STOP: Order = { ...LIMIT, orderTypeCd: 'STOP', barrierPrice: 1.09, orderPrice: 0 };
const BOTH: Order = { ...LIMIT, orderTypeCd: 'LIMIT_STOP', barrierPrice: 1.09 };
const MARKET: Order = { ...LIMIT, orderTypeCd: 'MARKET', orderPrice: 0 };
const TARGET = { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1.2 } as const;
const CUT = { lossCutYn: 'Y', lossCutBarrierPrice: 1.01 } as const;
const FULL: Order = { ...LIMIT, ...TARGET, ...CUT, lossTrackingYn: 'Y' };
const BOUNDS = { minOrderQuantity: 0.02, maxOrderQuantity: 100, orderUnit: 0.01 };

/** What the order's own body with some members changed breaks. Without conditions, unless they are among the changes. */
function broken(order: Order, change: Readonly<Record<string, unknown>>): readonly string[] {
  const plain = Object.fromEntries(Object.entries(order).filter(([name]) => !/^(?:profit|loss)/.test(name)));
  return brokenBy(JSON.stringify({ ...plain, ...change }), order);
}

function brokenBy(text: string, order = LIMIT): readonly string[] {
  return brokenClauses(new TextEncoder().encode(text), order, BOUNDS);
}

const cases: readonly (readonly [clause: string, order: Order, change: Readonly<Record<string, unknown>>])[] = [
  ['MOD-011', LIMIT, { stockCd: {} }],
  ['MOD-012', LIMIT, { orderTypeCd: {} }],
  ['MOD-013', LIMIT, { sideCd: [] }],
  ['MOD-014', LIMIT, { orderDateTime: 1_767_571_201 }],
  ['MOD-015', LIMIT, { orderNo: 5 }],
  ['MOD-016', LIMIT, { orderQuantity: 'many' }],
  ['MOD-017', STOP, { barrierPrice: [] }],
  ['MOD-018', LIMIT, { orderPrice: 'Infinity' }],
  ['MOD-019', FULL, { ...TARGET, profitRealizationYn: 3 }],
  ['MOD-020', FULL, { ...TARGET, profitRealizationBarrierPrice: {} }],
  ['MOD-021', FULL, { ...CUT, lossCutYn: ['Y', 'Y'] }],
  ['MOD-022', FULL, { ...CUT, lossCutBarrierPrice: 'x' }],
  ['MOD-023', FULL, { lossTrackingYn: {} }],
  ['MOD-031', LIMIT, { orderTypeCd: 'STOP_LIMIT' }],
  ['MOD-032', LIMIT, { sideCd: 'ASK' }],
  ['MOD-033', LIMIT, { sideCd: 'buy' }],
  ['MOD-033', FULL, { lossTrackingYn: 'y' }],
  ['MOD-034', LIMIT, { orderDateTime: '2026-13-05T09:00:00Z' }],
  ['MOD-034', LIMIT, { orderDateTime: 'yesterday' }],
  ['MOD-035', LIMIT, { orderPrice: '1.1' }],
  ['MOD-035', LIMIT, { orderNo: 2_026_000_001 }],
  ['MOD-036', LIMIT, { orderPrice: null }],
  ['MOD-036', FULL, { ...TARGET, profitRealizationBarrierPrice: null }],
  ['MOD-041', LIMIT, { orderPrice: undefined }],
  ['MOD-042', STOP, { barrierPrice: undefined }],
  ['MOD-043', BOTH, { barrierPrice: undefined }],
  ['MOD-044', BOTH, { orderPrice: undefined }],
  ['MOD-045', LIMIT, { orderPrice: 0 }],
  ['MOD-046', STOP, { barrierPrice: 0 }],
  ['MOD-047', BOTH, { barrierPrice: 0 }],
  ['MOD-048', BOTH, { orderPrice: 0 }],
  ['MOD-051', MARKET, { barrierPrice: 1 }],
  ['MOD-052', MARKET, { orderPrice: 1 }],
  ['MOD-053', LIMIT, { barrierPrice: 1 }],
  ['MOD-054', STOP, { orderPrice: -1 }],
  ['ORD-002', LIMIT, { orderNo: '2026000002' }],
  ['ORD-003', LIMIT, { orderDateTime: '2026-01-05T09:00:01.120+09:00' }],
  ['ORD-003', LIMIT, { orderDateTime: '2026-01-05T09:00:00.121+09:00' }],
  ['ORD-004', LIMIT, { orderNo: '' }],
  ['ORD-004', LIMIT, { orderNo: undefined, orderDateTime: undefined }],
  ['ORD-005', LIMIT, { orderQuantity: 100.01 }],
  ['ORD-006', LIMIT, { orderQuantity: 0.01 }],
  ['ORD-006', LIMIT, { orderQuantity: -0.35 }],
  ['ORD-007', LIMIT, { orderQuantity: 0.355 }],
  ['TPS-011', LIMIT, TARGET],
  ['TPS-012', LIMIT, CUT],
  ['TPS-013', LIMIT, { lossTrackingYn: 'Y' }],
  ['TPS-014', { ...LIMIT, ...CUT }, TARGET],
  ['TPS-015', { ...LIMIT, ...TARGET }, CUT],
  ['TPS-021', FULL, { profitRealizationYn: 'Y' }],
  ['TPS-022', FULL, { lossCutYn: 'Y' }],
  ['TPS-023', FULL, { ...TARGET, profitRealizationBarrierPrice: 0 }],
  ['TPS-024', FULL, { ...CUT, lossCutBarrierPrice: 0 }],
  ['TPS-025', FULL, { ...TARGET, profitRealizationYn: 'N' }],
  ['TPS-026', FULL, { ...CUT, lossCutYn: 'N' }],
  ['TPS-031', FULL, { ...TARGET, profitRealizationYn: 'X' }],
  ['TPS-032', FULL, { ...CUT, lossCutYn: 'YES' }],
  ['TPS-033', FULL, { lossTrackingYn: 'TRUE' }],
  ['MOD-035', LIMIT, { stockCd: 17 }],
  ['MOD-081', LIMIT, { orderPrice: true }],
  ['MOD-081', LIMIT, { barrierPrice: false }],
  ['MOD-081', LIMIT, { stockCd: true }],
  ['MOD-081', FULL, { lossTrackingYn: false }],
  ['MOD-082', LIMIT, { orderPrice: '' }],
  ['MOD-082', LIMIT, { barrierPrice: ' ' }],
  ['MOD-082', LIMIT, { sideCd: '' }],
  ['MOD-082', FULL, { lossTrackingYn: '' }],
  ['MOD-083', LIMIT, { sideCd: ['BUY'] }],
  ['MOD-083', LIMIT, { barrierPrice: [0] }],
  ['MOD-083', LIMIT, { orderNo: ['2026000001'] }],
  ['MOD-084', LIMIT, { orderTypeCd: 1 }],
  ['MOD-084', LIMIT, { orderTypeCd: '2' }],
  ['MOD-084', LIMIT, { sideCd: 0 }],
  ['MOD-084', FULL, { ...CUT, lossCutYn: 1 }],
  ['MOD-085', LIMIT, { orderTypeCd: { LIMIT: null } }],
  ['MOD-086', LIMIT, { orderDateTime: 1_767_571_200 }],
  ['MOD-086', LIMIT, { orderDateTime: '1767571200120' }],
  ['MOD-088', LIMIT, { orderTypeCd: ' LIMIT' }],
  ['MOD-088', LIMIT, { sideCd: 'BUY\u0000' }],
  ['MOD-088', LIMIT, { orderDateTime: '2026-01-05T09:00:00.120+09:00 ' }],
  ['MOD-088', LIMIT, { orderDateTime: '2026-01-05T09:00:00.120 +09:00' }],
  ['MOD-089', LIMIT, { orderPrice: undefined, OrderPrice: 1.1 }],
  ['MOD-089', LIMIT, { orderNo: undefined, orderno: '2026000001' }],
  ['MOD-091', LIMIT, { barrierPrice: 'none' }],
  ['MOD-091', MARKET, { orderPrice: {} }],
  ['MOD-091', FULL, { ...CUT, lossCutYn: 'N', lossCutBarrierPrice: [] }],
];

for (const [clause, order, change] of cases) {
  test(`${clause} is broken by ${JSON.stringify(change)} on a ${order.orderTypeCd} order`, () => {
    expect(broken(order, change)).toEqual([clause]);
  });
}

test('bodies that are no object break what they are', () => {
  expect(brokenBy('')).toEqual(['MOD-061']);
  for (const text of [' ', '{', 'NaN', '<a/>', 'a=1&b={']) expect(brokenBy(text), text).toEqual(['MOD-062']);
  expect(brokenClauses(Uint8Array.of(0x22, 0xff, 0x22), LIMIT, null)).toEqual(['MOD-062']);
  for (const text of ['{"orderNo":01}', "{'a':1}", '/* a */{}', '{}{}', '{"a":1,}']) {
    expect(brokenBy(text), text).toEqual(['MOD-064']);
  }
  expect(brokenClauses(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), LIMIT, null)).toEqual(['MOD-064']);
  for (const text of ['[]', '[1]', '[1,{}]', '"{}"', '1', 'true', 'null']) {
    expect(brokenBy(text), text).toEqual(['MOD-063']);
  }
  expect(brokenBy('[{"orderNo":"1"}]')).toEqual(['MOD-083']);
  expect(brokenBy('["EUR/USD","LIMIT",null]')).toEqual(['MOD-087']);
});

test('what the document leaves open breaks nothing', () => {
  const open: readonly (readonly [Order, Readonly<Record<string, unknown>>])[] = [
    [LIMIT, { stockCd: undefined, sideCd: undefined, orderQuantity: undefined, barrierPrice: undefined }],
    [LIMIT, { orderTypeCd: undefined, orderPrice: undefined }],
    [LIMIT, { orderPrice: -1.1 }],
    [LIMIT, { unknown: 1 }],
    [LIMIT, { orderTypeCd: 'STOP', barrierPrice: 1.1, orderPrice: 0 }],
    [LIMIT, { profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 }],
    [FULL, { lossCutYn: 'N' }],
    [FULL, { lossCutBarrierPrice: 1.02 }],
    [{ ...LIMIT, ...CUT, lossTrackingYn: 'N' }, { lossTrackingYn: 'Y' }],
    [{ ...LIMIT, profitRealizationYn: 'N' }, TARGET],
    [LIMIT, { orderDateTime: '2026-01-05T00:00:00.12Z' }],
    [LIMIT, { orderDateTime: '2026-01-05 09:00:00+09:00' }],
  ];
  for (const [order, change] of open) expect(broken(order, change), JSON.stringify(change)).toEqual([]);
});

test('what the order itself shows is not held against a body', () => {
  const odd: Order = { ...LIMIT, orderDateTime: '05.01.2026 09:00', orderQuantity: 0.123 };
  expect(broken(odd, {})).toEqual([]);
  expect(isValid(new TextEncoder().encode(JSON.stringify(odd)), odd, null)).toBe(true);
});

test('a body that names another order is judged by nothing that hangs on the order', () => {
  expect(broken(LIMIT, { ...TARGET, orderNo: 'none', orderQuantity: 1_000 })).toEqual(['ORD-002']);
});

test('several broken clauses are all named', () => {
  expect(broken(LIMIT, { ...TARGET, ...CUT, sideCd: 'X', orderPrice: 0, orderQuantity: 100.001 })).toEqual([
    'MOD-032',
    'MOD-045',
    'ORD-005',
    'ORD-007',
    'TPS-011',
    'TPS-012',
  ]);
});

test('multiples are told by decimals, not by binary fractions', () => {
  for (const value of [1.15, 4.35, 0.07, 1e308, 123_456_789.01])
    expect(isMultipleOf(value, 0.01), String(value)).toBe(true);
  for (const value of [1.155, 1e-9, 0.005]) expect(isMultipleOf(value, 0.01), String(value)).toBe(false);
  expect(isMultipleOf(35, 10)).toBe(false);
  expect(isMultipleOf(-40, 10)).toBe(true);
  expect(isMultipleOf(5, 0)).toBe(true);
});

test('timestamps are compared as moments, as far as they can be', () => {
  const own = '2026-01-05T09:00:00.120+09:00';
  for (const same of [
    '2026-01-05T00:00:00.12Z',
    '20260105T090000.12+0900',
    '2026-01-05t09:00:00,120+09',
    '2026-01-05T00:00Z',
  ]) {
    expect(compareTimestamps(same, own), same).toBe('same');
  }
  expect(compareTimestamps('2026-01-05T09:00:00.120', own)).toBe('open');
  expect(compareTimestamps('2026-01-05T09:00:01.120', own)).toBe('different');
  expect(compareTimestamps('2026-01-05T09:00:00.120+08:00', own)).toBe('different');
  expect(compareTimestamps('2026-01-05', own)).toBe('unreadable');
});

test('text that a lenient reader takes for a number is told from other text', () => {
  for (const text of ['1', '-1', '+1', '1.5', '1.', '.5', '1e5', '1.5E-3', '2e+1', ' 1\n', '007', '10.25']) {
    expect(broken(LIMIT, { orderPrice: text }), text).toEqual(['MOD-035']);
  }
  for (const text of ['', ' ', '\t']) expect(broken(LIMIT, { orderPrice: text }), text).toEqual(['MOD-082']);
  for (const text of ['.', 'x1', '1x', '0x10', '1,5', '1e', '1e5.5', '--1', 'NaN', '1 1']) {
    expect(broken(LIMIT, { orderPrice: text }), text).toEqual(['MOD-018']);
  }
});

test('a number that reads as the own text of the order is told from any other', () => {
  const decimal: Order = { ...LIMIT, orderNo: '2026.5' };
  expect(broken(decimal, { orderNo: 2026.5 })).toEqual(['MOD-035']);
  expect(broken(decimal, { orderNo: 2026 })).toEqual(['MOD-015']);
  expect(broken({ ...LIMIT, orderNo: 'A7' }, { orderNo: 7 })).toEqual(['MOD-015']);
  expect(broken({ ...LIMIT, orderNo: '7A' }, { orderNo: 7 })).toEqual(['MOD-015']);
  expect(broken({ ...LIMIT, orderNo: '1e3' }, { orderNo: 1000 })).toEqual(['MOD-015']);
  expect(broken(LIMIT, { profitRealizationYn: 0 })).toEqual(['MOD-084']);
  expect(broken({ ...LIMIT, orderNo: '1' }, { orderNo: true })).toEqual(['MOD-015']);
});

test('every code of the document is valid, and in no other spelling', () => {
  for (const sideCd of ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER']) expect(broken(LIMIT, { sideCd })).toEqual([]);
  for (const order of [LIMIT, STOP, BOTH, MARKET]) expect(broken(order, {})).toEqual([]);
  for (const lossTrackingYn of ['Y', 'N']) expect(broken(FULL, { lossTrackingYn })).toEqual([]);
  expect(broken(FULL, { ...TARGET, profitRealizationYn: 'N', profitRealizationBarrierPrice: 0 })).toEqual([]);
  expect(broken(FULL, TARGET)).toEqual([]);
  expect(broken(FULL, CUT)).toEqual([]);
  for (const sideCd of ['xBUY', 'BUYx', 'SELL_TO', 'B UY', 'SELL_TO_COVER']) {
    expect(broken(LIMIT, { sideCd }), sideCd).toEqual(['MOD-032']);
  }
  for (const orderTypeCd of ['xLIMIT', 'LIMITx', 'LIMIT_', 'STOPx', 'xMARKET', 'MARKETS']) {
    expect(broken(LIMIT, { orderTypeCd }), orderTypeCd).toEqual(['MOD-031']);
  }
  for (const orderTypeCd of ['limit', 'Stop', 'limit_STOP', 'market']) {
    expect(broken(LIMIT, { orderTypeCd }), orderTypeCd).toEqual(['MOD-033']);
  }
  for (const [field, clause] of [
    ['profitRealizationYn', 'TPS-031'],
    ['lossCutYn', 'TPS-032'],
    ['lossTrackingYn', 'TPS-033'],
  ] as const) {
    for (const text of ['YY', 'NY', 'xN', 'YES'])
      expect(broken(FULL, { [field]: text }), field + text).toEqual([clause]);
    for (const text of ['y', 'n']) expect(broken(FULL, { [field]: text }), field + text).toEqual(['MOD-033']);
  }
});

test('a price of the wrong type is not also judged by its value', () => {
  expect(broken(MARKET, { barrierPrice: '1' })).toEqual(['MOD-035']);
  expect(broken(FULL, { profitRealizationYn: 'N', profitRealizationBarrierPrice: '1' })).toEqual(['MOD-035']);
  expect(broken(FULL, { profitRealizationYn: 'N' })).toEqual([]);
  expect(broken(MARKET, { barrierPrice: undefined, orderPrice: undefined })).toEqual([]);
});

test('each half of the identity is needed, and null is another matter', () => {
  for (const change of [{ orderNo: undefined }, { orderDateTime: undefined }, { orderDateTime: '' }]) {
    expect(broken(LIMIT, change), JSON.stringify(change)).toEqual(['ORD-004']);
  }
  expect(broken(LIMIT, { orderNo: null })).toEqual(['MOD-036']);
  expect(broken(LIMIT, { orderNo: null, orderPrice: null })).toEqual(['MOD-036']);
});

test('an orderDateTime is held against the order only where it can be', () => {
  const odd: Order = { ...LIMIT, orderDateTime: '05.01.2026 09:00' };
  expect(broken(odd, { orderDateTime: '2026-01-05T09:00:00Z' })).toEqual([]);
  expect(broken(odd, { orderDateTime: '05.01.2026' })).toEqual(['MOD-034']);
  expect(broken(LIMIT, { orderDateTime: '2026-01-05T09:00:00.120' })).toEqual([]);
  expect(broken(LIMIT, { orderDateTime: '2026-01-05 09:00:01.120+09:00' })).toEqual(['MOD-034']);
});

test('conditions that the order had may be switched on again', () => {
  const tracking: Order = { ...LIMIT, lossTrackingYn: 'Y' };
  expect(broken(tracking, { lossTrackingYn: 'Y' })).toEqual([]);
  expect(broken({ ...LIMIT, lossTrackingYn: 'N' }, { lossTrackingYn: 'Y' })).toEqual(['TPS-013']);
  expect(broken({ ...LIMIT, ...TARGET }, { lossTrackingYn: 'Y' })).toEqual([]);
  expect(broken({ ...LIMIT, ...CUT }, { lossTrackingYn: 'Y' })).toEqual([]);
  expect(broken(LIMIT, { lossTrackingYn: 'N', lossCutYn: 'N', profitRealizationYn: 'N' })).toEqual([]);
});

test('bounds are judged at their edges, and without a record by sign only', () => {
  for (const orderQuantity of [0.02, 100, 0.35]) expect(broken(LIMIT, { orderQuantity })).toEqual([]);
  expect(broken(LIMIT, { orderQuantity: '5' })).toEqual(['MOD-035']);
  const judged = (orderQuantity: number, bounds: typeof BOUNDS | null): readonly string[] =>
    brokenClauses(new TextEncoder().encode(JSON.stringify({ ...LIMIT, orderQuantity })), LIMIT, bounds);
  expect([0, -1, 0.001, 1e9].map((quantity) => judged(quantity, null))).toEqual([['ORD-006'], ['ORD-006'], [], []]);
  const free = { minOrderQuantity: -5, maxOrderQuantity: 5, orderUnit: 1 };
  expect([0, -1, 1, 5].map((quantity) => judged(quantity, free))).toEqual([['ORD-006'], ['ORD-006'], [], []]);
  expect(judged(0.01, { ...BOUNDS, minOrderQuantity: 0.01 })).toEqual([]);
});

test('what opens and closes an object is nearly JSON, after comments at most', () => {
  for (const text of ['/* a */ \n {"a"}', '{}x', ' {a}', '/**/{,}', '/* a */ /* b */ {,}', '{\n\n,}'])
    expect(brokenBy(text), text).toEqual(['MOD-064']);
  for (const text of ['x{}', '/* a */{', '/* {} ', '/* a */x{}', '}{', '/a/{}']) {
    expect(brokenBy(text), text).toEqual(['MOD-062']);
  }
});

test('a number that JSON does not have is no number, and one beyond all doubles is a matter of its own', () => {
  const withRaw = (order: Order, field: string, raw: string): readonly string[] =>
    brokenBy(JSON.stringify({ ...order, [field]: 987_654 }).replace('987654', raw), order);
  for (const raw of ['NaN', 'Infinity', '-Infinity']) {
    expect(withRaw(LIMIT, 'orderPrice', raw), raw).toEqual(['MOD-018']);
    expect(withRaw(LIMIT, 'orderQuantity', raw), raw).toEqual(['MOD-016']);
    expect(withRaw(LIMIT, 'barrierPrice', raw), raw).toEqual(['MOD-091']);
  }
  for (const field of ['orderPrice', 'orderQuantity', 'barrierPrice']) {
    expect(withRaw(LIMIT, field, '1e400'), field).toEqual(['MOD-090']);
  }
  expect(withRaw(LIMIT, 'orderPrice', '+1')).toEqual(['MOD-064']);
  expect(brokenBy('{"a":Infinity,}')).toEqual(['MOD-064']);
  expect(brokenBy(JSON.stringify({ ...LIMIT, memo: 'x:NaN,' }))).toEqual([]);
});

test('of a client, a value of another type breaks the type of its field, whatever a service may make of it', () => {
  const ofClient = (change: Readonly<Record<string, unknown>>): readonly string[] =>
    judgeBody(new TextEncoder().encode(JSON.stringify({ ...LIMIT, ...change })), LIMIT, BOUNDS).rulings.flatMap(
      ({ clause, flaw }) => (flaw === null ? [] : [clause]),
    );
  expect(ofClient({ orderPrice: true })).toEqual(['MOD-018']);
  expect(ofClient({ orderTypeCd: ' LIMIT' })).toEqual(['MOD-031']);
  expect(ofClient({ sideCd: ['BUY'] })).toEqual(['MOD-013']);
  expect(ofClient({ orderDateTime: '1767571200' })).toEqual(['MOD-034']);
});

test('a body is valid where it breaks no clause', () => {
  const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  expect(isValid(bytes(LIMIT), LIMIT, BOUNDS)).toBe(true);
  expect(isValid(bytes({ ...LIMIT, orderPrice: 0 }), LIMIT, BOUNDS)).toBe(false);
});
