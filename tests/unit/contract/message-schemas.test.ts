import { expect, test } from '@playwright/test';
import { STOCK_GROUPS } from '../../../src/contract/order.js';
import { loadSchema, validatorFor } from '../../../src/contract/schemas.js';
import { misjudged, type Case } from './misjudged.js';
import { INSTRUMENT, INSTRUMENT_FIELDS, PAGE, without } from './samples.js';

test.describe('responses', () => {
  const envelope = (data: unknown): Record<string, unknown> => ({ status: 'ok', code: 200, data });

  test('the envelope has status, code and data, section 4.1', async () => {
    const whole = envelope({});
    const cases: Case[] = [
      [whole, true],
      [{ ...whole, status: '', code: -1 }, true],
      [{ ...whole, code: 200.5 }, false],
      [{ ...whole, code: '200' }, false],
      [{ ...whole, status: 200 }, false],
      [{ ...whole, data: [] }, false],
      [{ ...whole, data: null }, false],
      ...Object.keys(whole).map((member): Case => [without(whole, member), false]),
    ];
    expect(await misjudged('envelope', cases)).toEqual([]);
  });

  test('a modification answers with data.success, section 2.5', async () => {
    const cases: Case[] = [
      [envelope({ success: true }), true],
      [envelope({ success: false }), true],
      [envelope({}), false],
      [envelope({ success: 'true' }), false],
      [envelope({ success: null }), false],
      [{ success: true }, false],
    ];
    expect(await misjudged('modify-response', cases)).toEqual([]);
  });

  test('each field of section 2.7 is required and has its type', async () => {
    const sample = { string: 'INDEX', number: 1, boolean: true };
    const cases = Object.entries(INSTRUMENT_FIELDS).flatMap(([field, type]): Case[] => [
      [without(INSTRUMENT, field), false],
      ...[...Object.values(sample), null, [], {}].map((value): Case => [
        { ...INSTRUMENT, [field]: value },
        typeof value === type,
      ]),
    ]);
    expect(Object.keys(INSTRUMENT_FIELDS)).toHaveLength(33);
    expect(Object.keys(loadSchema('instrument')['properties'] as object)).toEqual(Object.keys(INSTRUMENT_FIELDS));
    expect(await misjudged('instrument', [[INSTRUMENT, true], ...cases])).toEqual([]);
  });

  test('a missing field of section 2.7 is told by its place', () => {
    const { length, 0: error } = validatorFor('instruments-response')(
      envelope({ ...PAGE, details: [INSTRUMENT, without(INSTRUMENT, 'pointUnit')] }),
    );
    expect(length).toBe(1);
    expect(error).toMatchObject({ pointer: '/data/details/1/pointUnit', expected: 'present', actual: 'missing' });
    expect(error?.schemaPointer).toBe('#/$defs/Instrument/required');
  });

  test('stockGroupCd is a value of section 2.6', async () => {
    const cases = [
      ...STOCK_GROUPS.map((stockGroupCd): Case => [{ ...INSTRUMENT, stockGroupCd }, true]),
      ...['', 'index', 'BOND'].map((stockGroupCd): Case => [{ ...INSTRUMENT, stockGroupCd }, false]),
    ];
    expect(await misjudged('instrument', cases)).toEqual([]);
  });

  test('a page has the fields of section 2.8', async () => {
    const change = (members: object, valid: boolean): Case => [{ ...PAGE, ...members }, valid];
    const cases = [
      change({}, true),
      change({ hasNext: false, nextKey: '', details: [] }, true),
      change({ hasNext: 'false' }, false),
      change({ nextKey: null }, false),
      change({ nextKey: 2 }, false),
      change({ details: {} }, false),
      change({ details: [INSTRUMENT, null] }, false),
      change({ sellPrices: { EURUSD: 1.1 } }, false),
      change({ buyPrices: { EURUSD: null } }, false),
      change({ buyPrices: [] }, false),
      ...Object.keys(PAGE).map((member): Case => [without(PAGE, member), false]),
    ];
    expect(await misjudged('instrument-page', cases)).toEqual([]);
    expect(
      await misjudged(
        'instruments-response',
        cases.map(([data, valid]): Case => [envelope(data), valid]),
      ),
    ).toEqual([]);
  });

  test('are open: a field that the document does not name is allowed everywhere', async () => {
    const page = { ...PAGE, total: 1, details: [{ ...INSTRUMENT, isin: null }] };
    expect(await misjudged('instruments-response', [[{ ...envelope(page), traceId: 'x' }, true]])).toEqual([]);
    expect(await misjudged('modify-response', [[{ ...envelope({ success: true, no: 1 }), x: [] }, true]])).toEqual([]);
  });

  test('the body of a 400 may be any JSON, section 7', async () => {
    const cases = [null, '', 0, [], {}, { error: { code: 1 } }].map((value): Case => [value, true]);
    expect(await misjudged('refused-body', cases)).toEqual([]);
  });
});

test.describe('headers, section 5', () => {
  test('a signature is 64 bytes as hexadecimal', async () => {
    const cases: Case[] = [
      ['0aF'.repeat(42) + 'ff', true],
      ['a'.repeat(127), false],
      ['a'.repeat(129), false],
      ['g'.repeat(128), false],
      ['', false],
    ];
    expect(await misjudged('signature', cases)).toEqual([]);
  });

  test('a timestamp is whole seconds', async () => {
    const cases = ['1769851800', '0'].map((text): Case => [text, true]);
    const wrong = ['', '-1', '1.5', '1e9', '2026-01-31T09:30:00Z', ' 1', 1769851800].map((text): Case => [text, false]);
    expect(await misjudged('timestamp', [...cases, ...wrong])).toEqual([]);
  });
});
