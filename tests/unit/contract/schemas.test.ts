import { expect, test } from '@playwright/test';
import type { Clause } from '../../../src/contract/clause.js';
import type { Answer as GeneratedAnswer, SchemaTypes } from '../../../src/contract/generated/schema-types.js';
import { SCHEMA_NAMES } from '../../../src/contract/generated/schema-names.js';
import { ORDER_TYPES, SIDES, STOCK_GROUPS, type Instrument, type ModifyBody } from '../../../src/contract/order.js';
import type { Profile } from '../../../src/contract/profile.js';
import type { Results } from '../../../src/contract/results.js';
import type { Answer } from '../../../src/contract/verdict.js';
import { loadSchema, validatorFor, type SchemaName } from '../../../src/contract/schemas.js';
import { secondValidator } from '../../support/second-validator.js';
import { INSTRUMENT, INSTRUMENT_FIELDS, MODIFY_BODY, PAGE, without } from './samples.js';

type Case = readonly [value: unknown, valid: boolean];

/** The cases that one of the two validators judges otherwise than expected. */
async function misjudged(name: SchemaName, cases: readonly Case[]): Promise<unknown[]> {
  const first = validatorFor(name);
  const second = await secondValidator(name);
  return cases
    .map(([value, valid]) => ({ value, valid, ajv: first(value).length === 0, hyperjump: second(value) }))
    .filter(({ valid, ajv, hyperjump }) => ajv !== valid || hyperjump !== valid);
}

/** The shortest body of a type, with the members given; `undefined` leaves one out. */
function body(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const identity = { orderDateTime: '2026-01-31T09:30:00Z', orderNo: '1' };
  const all: Readonly<Record<string, unknown>> = { orderTypeCd: 'MARKET', ...identity, ...members };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

test.describe('modify request, section 2.1', () => {
  const table = [
    { orderTypeCd: 'MARKET', barrierPrice: false, orderPrice: false },
    { orderTypeCd: 'LIMIT', barrierPrice: false, orderPrice: true },
    { orderTypeCd: 'STOP', barrierPrice: true, orderPrice: false },
    { orderTypeCd: 'LIMIT_STOP', barrierPrice: true, orderPrice: true },
  ];
  const prices = [undefined, 0, 1.5, -1.5, 1e-9];
  const fits = (price: number | undefined, needed: boolean) => (needed ? price !== undefined && price !== 0 : !price);

  for (const { orderTypeCd, ...needed } of table) {
    test(`${orderTypeCd} takes exactly the prices of its row`, async () => {
      const cases = prices.flatMap((barrierPrice) =>
        prices.map((orderPrice): Case => {
          const valid = fits(barrierPrice, needed.barrierPrice) && fits(orderPrice, needed.orderPrice);
          return [body({ orderTypeCd, barrierPrice, orderPrice }), valid];
        }),
      );
      expect(cases.some(([, valid]) => valid)).toBe(true);
      expect(await misjudged('modify-request', cases)).toEqual([]);
    });
  }

  test('another order type, or none, is refused', async () => {
    const types = [undefined, null, '', 'limit', 'LIMIT ', 'MARKET_STOP', 1, ['MARKET']];
    const cases = types.map((orderTypeCd): Case => [body({ orderTypeCd }), false]);
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('a broken row is explained by the rule and the price', () => {
    expect(validatorFor('modify-request')(body({ orderTypeCd: 'LIMIT', orderPrice: 0, barrierPrice: 2 }))).toEqual([
      expect.objectContaining({ pointer: '/barrierPrice', expected: 'the number 0', actual: 'the number 2' }),
      expect.objectContaining({
        pointer: '/orderPrice',
        keyword: 'not',
        expected: 'anything but the number 0',
        actual: 'the number 0',
        rule: 'a LIMIT order needs orderPrice; barrierPrice is 0 or left out (2.1)',
      }),
    ]);
  });
});

test.describe('modify request, section 2.4', () => {
  const switches = [
    ['profitRealizationYn', 'profitRealizationBarrierPrice'],
    ['lossCutYn', 'lossCutBarrierPrice'],
  ] as const;
  for (const [yn, price] of switches) {
    test(`${yn} Y needs its price, N needs it to be 0, and without the switch any price may stand`, async () => {
      const cases: Case[] = [
        [body({ [yn]: 'Y', [price]: 1.5 }), true],
        [body({ [yn]: 'Y', [price]: -1.5 }), true],
        [body({ [yn]: 'Y', [price]: 0 }), false],
        [body({ [yn]: 'Y' }), false],
        [body({ [yn]: 'Y', [price]: null }), false],
        [body({ [yn]: 'Y', [price]: '1.5' }), false],
        [body({ [yn]: 'N', [price]: 0 }), true],
        [body({ [yn]: 'N', [price]: 1.5 }), false],
        [body({ [yn]: 'N' }), false],
        [body({ [yn]: 'N', [price]: null }), false],
        [body({ [yn]: 'N', [price]: '0' }), false],
        [body({ [price]: 1.5 }), true],
        [body({ [price]: 0 }), true],
        [body({}), true],
        ...['y', 'n', '', 'YES', true, false, null, 1].map((value): Case => [body({ [yn]: value, [price]: 0 }), false]),
      ];
      expect(await misjudged('modify-request', cases)).toEqual([]);
    });
  }

  test('the two switches do not lean on each other', async () => {
    const cases: Case[] = [
      [body({ profitRealizationYn: 'Y', lossCutBarrierPrice: 1 }), false],
      [
        body({ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1, lossCutYn: 'N', lossCutBarrierPrice: 0 }),
        true,
      ],
      [
        body({ profitRealizationYn: 'Y', profitRealizationBarrierPrice: 1, lossCutYn: 'N', lossCutBarrierPrice: 1 }),
        false,
      ],
      [
        body({ profitRealizationYn: 'N', profitRealizationBarrierPrice: 0, lossCutYn: 'Y', lossCutBarrierPrice: 1 }),
        true,
      ],
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('lossTrackingYn is Y or N and asks for nothing else', async () => {
    const cases: Case[] = [
      [body({ lossTrackingYn: 'Y' }), true],
      [body({ lossTrackingYn: 'N' }), true],
      ...['y', '', true, null, 0].map((lossTrackingYn): Case => [body({ lossTrackingYn }), false]),
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });
});

test.describe('modify request, section 2.3', () => {
  test('only the identity of the order and its type are required of every body', async () => {
    const required = [
      'orderTypeCd',
      'orderDateTime',
      'orderNo',
      'barrierPrice',
      'orderPrice',
      'profitRealizationBarrierPrice',
    ];
    const cases = Object.keys(MODIFY_BODY).map((field): Case => {
      const needed = required.includes(field) || field === 'lossCutBarrierPrice'; // the prices by 2.1 and 2.4
      return [without(MODIFY_BODY, field), !needed];
    });
    expect(await misjudged('modify-request', [[MODIFY_BODY, true], ...cases])).toEqual([]);
  });

  test('each field has the type of the table', async () => {
    const numbers = [
      'orderQuantity',
      'barrierPrice',
      'orderPrice',
      'profitRealizationBarrierPrice',
      'lossCutBarrierPrice',
    ];
    const cases = Object.keys(MODIFY_BODY).flatMap((field) => {
      const wrong = [null, true, [], {}, numbers.includes(field) ? '1' : 1];
      return wrong.map((value): Case => [{ ...MODIFY_BODY, [field]: value }, false]);
    });
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('codes are those of the tables, and texts that identify are not empty', async () => {
    const change = (member: object, valid: boolean): Case => [{ ...MODIFY_BODY, ...member }, valid];
    const cases = [
      ...SIDES.map((sideCd) => change({ sideCd }, true)),
      ...['', 'buy', 'HOLD'].map((sideCd) => change({ sideCd }, false)),
      ...['stockCd', 'orderNo'].map((field) => change({ [field]: '' }, false)),
      ...[0, -1, 0.001, 1e300].map((orderQuantity) => change({ orderQuantity }, true)),
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('orderDateTime is an ISO 8601 timestamp', async () => {
    const good = ['2026-01-31T09:30', '2024-02-29T23:59:60Z', '2026-01-31T09:30:00.123456789+09:00'];
    const alsoGood = ['2026-01-31T09:30:00,5-0330', '2026-01-31T09:30:00+09', '20260131T093000Z', '20260131T0930+0900'];
    const bad = ['', '2026-01-31', '2026-01-31 09:30:00', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', 'T', 'now'];
    const alsoBad = ['2026-01-31T24:00:00Z', '2026-01-31T09:60:00Z', '2026-01-31t09:30:00z', '2026-1-31T09:30:00Z'];
    const mixed = [
      '2026-01-31T093000Z',
      '20260131T09:30:00Z',
      '2026-01-31T09:30:00.Z',
      '2026-01-31T09:30:00+24:00',
      '1769851800',
    ];
    const cases = [
      ...[...good, ...alsoGood].map((orderDateTime): Case => [body({ orderDateTime }), true]),
      ...[...bad, ...alsoBad, ...mixed].map((orderDateTime): Case => [body({ orderDateTime }), false]),
    ];
    expect(await misjudged('modify-request', cases)).toEqual([]);
  });

  test('the body is closed and an object', async () => {
    const values = [{ ...MODIFY_BODY, orderprice: 1 }, {}, null, [], [MODIFY_BODY], 'text', 0];
    const cases = values.map((value): Case => [value, false]);
    expect(await misjudged('modify-request', cases)).toEqual([]);
    expect(validatorFor('modify-request')({ ...MODIFY_BODY, orderprice: 'secret' })).toEqual([
      {
        pointer: '/orderprice',
        keyword: 'additionalProperties',
        schemaPointer: '#/additionalProperties',
        expected: 'absent',
        actual: 'present',
      },
    ]);
  });
});

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

test.describe("tradecert's own files", () => {
  const clause = { id: 'MOD-001', section: '2.1', kind: 'required', role: 'both', sentence: 's', basis: 'b' };
  const catalogue = (...clauses: unknown[]): unknown => ({ area: 'modify', title: 'Modify order', clauses });

  test('a clause of kind observe names its question, and no other does', async () => {
    const observe = { ...clause, kind: 'observe' };
    const operation = { group: 'Account', name: 'deposited assets', method: null };
    const cases: Case[] = [
      [catalogue(), true],
      [catalogue(clause, { ...clause, passive: true, modifies: false, operation }), true],
      [catalogue({ ...observe, question: 'q' }), true],
      [catalogue({ ...observe, question: 'q', operation: { ...operation, method: 'GET' } }), true],
      [catalogue(observe), false],
      [catalogue({ ...clause, question: 'q' }), false],
      [catalogue({ ...clause, section: 2.1 }), false],
      [catalogue({ ...clause, id: 'MOD-1' }), false],
      [catalogue({ ...clause, note: '' }), false],
      [catalogue({ ...clause, operation: without(operation, 'method') }), false],
      ...Object.keys(clause).map((member): Case => [catalogue(without(clause, member)), false]),
    ];
    expect(await misjudged('catalogue', cases)).toEqual([]);
    expect(validatorFor('catalogue')(catalogue(clause, { ...clause, question: 'q' }))).toEqual([
      {
        pointer: '/clauses/1/question',
        keyword: 'false',
        schemaPointer: '#/$defs/CatalogueClause/allOf/0/else/properties/question',
        expected: 'absent',
        actual: 'the string "q"',
        rule: 'a clause of kind observe names its question, and no other has one',
      },
    ]);
  });

  test('a statement of the document is tested or excluded, never both', async () => {
    const statement = { section: '2.1', text: 't' };
    const cases: Case[] = [
      [{ ...statement, clauses: ['MOD-001'] }, true],
      [{ ...statement, excluded: 'a heading' }, true],
      [{ ...statement, clauses: ['MOD-001'], excluded: 'a heading' }, false],
      [statement, false],
      [{ ...statement, clauses: [] }, false],
      [{ ...statement, clauses: ['MOD-001', 'MOD-001'] }, false],
      [{ ...statement, excluded: '' }, false],
    ];
    const files = cases.map(([entry, valid]): Case => [{ statements: [entry] }, valid]);
    expect(await misjudged('coverage', files)).toEqual([]);
  });

  test('a profile may leave out everything and invent nothing', async () => {
    const waiver = { clause: 'MOD-001', reason: 'known', expires: '2026-12-31' };
    const cases: Case[] = [
      [{}, true],
      [{ pins: { 'OPN-001': { a: [1, null, 'x', { b: true }] } }, kinds: { 'OPN-001': 'required' } }, true],
      [{ waivers: [waiver], operations: [{ clause: 'OPS-001', path: '/orders', query: { a: 'b' } }] }, true],
      [{ limits: { priceBand: 0.02, maxPages: 1 }, claims: [], rate: 0.5 }, true],
      [{ token: 'x' }, false],
      [{ limits: { pages: 1 } }, false],
      [{ limits: { maxPages: 1.5 } }, false],
      [{ rate: 0 }, false],
      [{ pins: { 'opn-1': 1 } }, false],
      [{ kinds: { 'OPN-001': 'silent' } }, false],
      [{ claims: ['placeOrder'] }, false],
      [{ waivers: [{ ...waiver, expires: '2026-02-29' }] }, false],
      [{ waivers: [{ ...waiver, expires: 'never' }] }, false],
      [{ operations: [{ clause: 'OPS-001', path: 'orders' }] }, false],
      [{ baseUrl: 'staging.example/v1' }, false],
    ];
    expect(await misjudged('profile', cases)).toEqual([]);
  });

  test('a wrong secret is not shown', () => {
    const errors = validatorFor('settings')({ TRADECERT_TOKEN: 17, TRADECERT_TOKN: 'eyJ', TRADECERT_RATE: '0.0' });
    expect(errors.map(({ pointer, actual }) => [pointer, actual])).toEqual([
      ['/TRADECERT_TOKN', 'present'],
      ['/TRADECERT_TOKEN', 'a value that is not shown'],
      ['/TRADECERT_RATE', 'the string "0.0"'],
    ]);
  });

  test('results.json is held member by member', async () => {
    const shown = {
      method: 'GET',
      target: '/public/v1/stocks/orders',
      requestHeaders: [['accept', '*/*']],
      requestBody: null,
      status: null,
      responseHeaders: [],
      responseBody: null,
      durationMs: 1.5,
      exchange: 1,
    };
    const finding = {
      cause: 'c',
      at: 'response',
      expected: 'e',
      actual: 'a',
      count: 1,
      replay: 'tradecert run',
      shown,
    };
    const results: Results = {
      schemaVersion: 1,
      tool: { name: 'tradecert', version: '0.1.0' },
      contract: { version: '1', sha256: 'a'.repeat(64) },
      subject: { role: 'service', baseUrl: 'http://127.0.0.1:1/public/v1' },
      seed: 42,
      depth: 'smoke',
      startedAt: '2026-01-31T09:30:00.000Z',
      finishedAt: '2026-01-31T09:30:01.000Z',
      verdict: 'non-conformant',
      notes: [],
      counts: { pass: 0, fail: 1, warn: 0, observed: 0, unverified: 0, inapplicable: 0 },
      requests: 1,
      clauses: [],
      questions: [{ id: 'OPN-001', section: '7', question: 'q', observed: { a: [1] }, pinned: null, drift: false }],
    };
    const judged = { ...without(clause, 'basis'), verdict: 'fail', cases: 1, requests: 1, reason: '' };
    const withFinding = (entry: object): unknown => ({ ...results, clauses: [{ ...judged, findings: [entry] }] });
    const cases: Case[] = [
      [results, true],
      [withFinding(finding), true],
      [withFinding({ ...finding, shown: { ...shown, requestHeaders: [['accept']] } }), false],
      [withFinding(without(finding, 'replay')), false],
      [{ ...results, extra: 1 }, false],
      [{ ...results, seed: 1.5 }, false],
      [{ ...results, startedAt: 'yesterday' }, false],
      [{ ...results, counts: without(results.counts, 'warn') }, false],
      ...Object.keys(results).map((member): Case => [without({ ...results }, member), false]),
    ];
    expect(await misjudged('results', cases)).toEqual([]);
  });

  test('types and schemas say the same', () => {
    agree<GeneratedAnswer, Answer>(true);
    agree<SchemaTypes['profile'], Profile>(true);
    agree<SchemaTypes['results'], Results>(true);
    agree<
      SchemaTypes['instrument'],
      Omit<Instrument, 'stockGroupCd'> & Pick<SchemaTypes['instrument'], 'stockGroupCd'>
    >(true);
    agree<Complete<SchemaTypes['catalogue']['clauses'][number]>, Clause>(true);
    const bodyOfTheDocument: Assignable<ModifyBody, DeepReadonly<SchemaTypes['modify-request']>> = true;
    expect(bodyOfTheDocument).toBe(true);
    expect(loadSchema('order-type-code')['enum']).toEqual(ORDER_TYPES);
    expect(loadSchema('side-code')['enum']).toEqual(SIDES);
    expect(loadSchema('stock-group-code')['enum']).toEqual(STOCK_GROUPS);
  });

  test('every schema compiles, once, in both implementations', async () => {
    for (const name of SCHEMA_NAMES) {
      expect(validatorFor(name)).toBe(validatorFor(name));
      expect(await secondValidator(name)).toBe(await secondValidator(name));
    }
  });
});

/** As our types are written. An answer is left as it is, since it refers to itself. */
type DeepReadonly<T> = [GeneratedAnswer] extends [T]
  ? Answer
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
type Assignable<From, To> = [From] extends [To] ? true : false;
type Agree<Generated, Own> =
  Assignable<DeepReadonly<Generated>, Own> extends true ? Assignable<Own, DeepReadonly<Generated>> : false;
/** As the catalogue's loader completes a clause. */
type Complete<T extends { passive?: boolean; modifies?: boolean }> = Omit<T, 'passive' | 'modifies'> & {
  area: string;
  passive: boolean;
  modifies: boolean;
};

/** Compiles only where two types allow the same values. */
function agree<Generated, Own>(same: Agree<Generated, Own>): void {
  expect(same).toBe(true);
}
