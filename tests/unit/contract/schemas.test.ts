import { expect, test } from '@playwright/test';
import type { Clause } from '../../../src/contract/clause.js';
import type { Answer as GeneratedAnswer, SchemaTypes } from '../../../src/contract/generated/schema-types.js';
import { SCHEMA_NAMES } from '../../../src/contract/generated/schema-names.js';
import { ORDER_TYPES, SIDES, STOCK_GROUPS, type Instrument, type ModifyBody } from '../../../src/contract/order.js';
import type { Profile } from '../../../src/contract/profile.js';
import type { Results } from '../../../src/contract/results.js';
import type { Answer } from '../../../src/contract/verdict.js';
import { loadSchema, validatorFor } from '../../../src/contract/schemas.js';
import { secondValidator } from '../../support/second-validator.js';
import { misjudged, type Case } from './misjudged.js';
import { without } from './samples.js';

test.describe("tradecert's own files", () => {
  const clause = { id: 'MOD-001', section: '2.1', kind: 'required', role: 'service', sentence: 's', basis: 'b' };
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
      [catalogue({ ...observe, question: 'q', proposal: [{ says: 'A.' }, { when: { a: [1] }, says: 'B.' }] }), true],
      [catalogue({ ...observe, question: 'q', proposal: [{ when: 1 }] }), false],
      [catalogue({ ...observe, question: 'q', proposal: [{ says: 'without an end' }] }), false],
      [catalogue({ ...clause, proposal: [{ says: 'A.' }] }), false],
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

  test('a clause of both roles has words for a client, and no other does', async () => {
    const both = { ...clause, role: 'both' };
    const client = { sentence: 'c' };
    const cases: Case[] = [
      [catalogue({ ...both, client }), true],
      [catalogue({ ...both, client: { ...client, kind: 'expected', basis: 'b' } }), true],
      [catalogue(both), false],
      [catalogue({ ...both, client: {} }), false],
      [catalogue({ ...both, client: { kind: 'required' } }), false],
      [catalogue({ ...both, client: { ...client, kind: 'observe' } }), false],
      [catalogue({ ...both, client: { ...client, section: '2.1' } }), false],
      [catalogue({ ...clause, client }), false],
      [catalogue({ ...clause, role: 'client', client }), false],
    ];
    expect(await misjudged('catalogue', cases)).toEqual([]);
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
