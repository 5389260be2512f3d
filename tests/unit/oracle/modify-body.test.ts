import { expect, test } from '@playwright/test';
import type { Order } from '../../../src/contract/order.js';
import { brokenClauses, isValid } from '../../../src/oracle/modify-body.js';
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
  ['MOD-011', LIMIT, { stockCd: true }],
  ['MOD-012', LIMIT, { orderTypeCd: {} }],
  ['MOD-013', LIMIT, { sideCd: ['BUY'] }],
  ['MOD-014', LIMIT, { orderDateTime: 1_767_571_200 }],
  ['MOD-015', LIMIT, { orderNo: 5 }],
  ['MOD-016', LIMIT, { orderQuantity: 'many' }],
  ['MOD-017', STOP, { barrierPrice: [] }],
  ['MOD-018', LIMIT, { orderPrice: false }],
  ['MOD-019', FULL, { ...TARGET, profitRealizationYn: true }],
  ['MOD-020', FULL, { ...TARGET, profitRealizationBarrierPrice: {} }],
  ['MOD-021', FULL, { ...CUT, lossCutYn: 1 }],
  ['MOD-022', FULL, { ...CUT, lossCutBarrierPrice: '' }],
  ['MOD-023', FULL, { lossTrackingYn: false }],
  ['MOD-031', LIMIT, { orderTypeCd: 'STOP_LIMIT' }],
  ['MOD-032', LIMIT, { sideCd: '' }],
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
  ['TPS-033', FULL, { lossTrackingYn: '' }],
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
  for (const text of ['[]', '"{}"', '1', 'true', 'null']) expect(brokenBy(text), text).toEqual(['MOD-063']);
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
