import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../../src/contract/catalogue.js';
import type { ClauseResult, Results } from '../../../../src/contract/results.js';
import { NOT_CLAIMED, NOT_SELECTED } from '../../../../src/contract/run-verdict.js';
import { makeStatement } from '../../../../src/report/certificate/statement.js';
import { someClause, someFinding, someResults } from '../some-results.js';

/** Results over the whole catalogue, with some clauses otherwise. */
function wholeRun(
  otherwise: Readonly<Record<string, Partial<ClauseResult>>> = {},
  different: Partial<Results> = {},
): Results {
  const clauses = loadCatalogue().map(({ id, kind, role }) =>
    someClause(role === 'client' ? 'inapplicable' : kind === 'observe' ? 'observed' : 'pass', {
      id,
      kind,
      role,
      ...otherwise[id],
    }),
  );
  return someResults(clauses, different);
}

const facts = {
  files: [{ name: 'results.json', sha256: 'b'.repeat(64), bytes: 7 }],
  catalogueSha256: 'c'.repeat(64),
  suiteSha256: 'd'.repeat(64),
  days: 90,
};

type Predicate = Record<string, unknown> & { tradecert: Record<string, unknown> };
const predicateOf = (results: Results): Predicate => makeStatement(results, facts)['predicate'] as Predicate;
const fail = { verdict: 'fail', findings: [someFinding()] } as const;

test('a statement has the members of in-toto and its test-result predicate', () => {
  const { predicate, ...rest } = makeStatement(wholeRun(), facts);
  expect(rest).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'results.json', digest: { sha256: 'b'.repeat(64) }, annotations: { bytes: 7 } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
  });
  expect(predicate).toMatchObject({
    result: 'PASSED',
    configuration: [
      { name: 'contract 1', digest: { sha256: 'a'.repeat(64) } },
      { name: 'catalogue', digest: { sha256: 'c'.repeat(64) } },
      { name: 'suite tradecert 0.1.0', digest: { sha256: 'd'.repeat(64) } },
    ],
    warnedTests: [],
    failedTests: [],
    tradecert: { verdict: 'conformant', limits: [], seed: 42, depth: 'standard', waivers: [], kinds: [], drift: [] },
  });
});

test('what was planned is told from what was run', () => {
  const { tradecert, passedTests } = predicateOf(
    wholeRun({ 'SIG-001': { verdict: 'unverified' }, 'SIG-002': { verdict: 'inapplicable' } }),
  );
  expect(tradecert['planned']).toContain('SIG-001');
  expect(tradecert['unverified']).toEqual(['SIG-001']);
  expect(tradecert['inapplicable']).toEqual(['SIG-002']);
  expect(tradecert['run']).not.toContain('SIG-001');
  expect(passedTests).not.toContain('SIG-001');
  expect(passedTests).not.toContain('OPN-001');
  expect(tradecert['observed']).toContain('OPN-001');
});

const waiver = { reason: 'known', expires: '2026-12-24' };
const cases: readonly (readonly [of: string, results: Results, result: string, limit: RegExp | null])[] = [
  ['a run in which everything holds', wholeRun(), 'PASSED', null],
  ['a broken one', wholeRun({ 'SIG-001': fail }), 'FAILED', null],
  ['an incomplete one', wholeRun({ 'SIG-001': { verdict: 'unverified' } }), 'FAILED', null],
  ['one with a warning', wholeRun({ 'OPS-001': { verdict: 'warn', findings: [someFinding()] } }), 'WARNED', null],
  [
    'one of some clauses',
    wholeRun({ 'SIG-001': { verdict: 'inapplicable', reason: NOT_SELECTED } }),
    'WARNED',
    /^Only \d+ of \d+ clauses were selected: the verdict is about these alone\.$/,
  ],
  [
    'a shard',
    wholeRun(
      { 'SIG-001': { verdict: 'inapplicable', reason: NOT_SELECTED } },
      { plan: { clauses: [], orders: 'none', shard: { index: 1, of: 4 } } },
    ),
    'WARNED',
    /^Part 1 of 4 of a run, with \d+ of \d+ clauses: not a verdict on the whole\.$/,
  ],
  [
    'one of the reference service that comes along',
    wholeRun({}, { plan: { clauses: [], orders: 'url', embedded: true } }),
    'WARNED',
    /^The subject is the reference service that comes with tradecert/,
  ],
  ['a smoke run', wholeRun({}, { depth: 'smoke' }), 'WARNED', /^Smoke depth: fewer cases/],
  [
    'one whose profile claims one operation',
    wholeRun({ 'SIG-001': { verdict: 'inapplicable', reason: NOT_CLAIMED.modifyOrder } }),
    'WARNED',
    /^One operation only: the profile does not claim modify order\.$/,
  ],
  ['a read-only one', wholeRun({}, { readOnly: true }), 'WARNED', /^Read-only: nothing was modified\.$/],
  [
    'observed traffic',
    wholeRun({}, { basis: 'observed traffic', requests: 12 }),
    'WARNED',
    /^Observed traffic only: nothing was sent, and 12 requests of others were judged\.$/,
  ],
  [
    'some scenarios',
    wholeRun({}, { scenarios: { chosen: 3, of: 90 } }),
    'WARNED',
    /^The client was watched in 3 of 90 scenarios only\.$/,
  ],
  [
    'one with a waiver that is needed',
    wholeRun({ 'SIG-001': { ...fail, waiver } }, { verdict: 'conformant' }),
    'WARNED',
    /^1 clause that does not hold or could not be verified is waived\.$/,
  ],
  ['one with a waiver that is not', wholeRun({ 'SIG-001': { waiver } }), 'PASSED', null],
  [
    'one whose profile lowers a clause',
    wholeRun({ 'SIG-001': { kind: 'expected' } }),
    'WARNED',
    /^1 clause that the document states was not held as required\.$/,
  ],
  [
    'one whose profile only observes what the document implies',
    wholeRun({ 'OPS-001': { kind: 'observe', verdict: 'observed' } }),
    'WARNED',
    /^1 clause that the document implies was only observed\.$/,
  ],
  [
    'one in which nothing required was judged',
    someResults(
      wholeRun().clauses.map((clause) => ({
        ...clause,
        ...(clause.kind === 'required' && { verdict: 'inapplicable' }),
      })),
    ),
    'WARNED',
    /^Nothing required was judged: the verdict is about what is only expected or observed\.$/,
  ],
  ['one whose profile raises a clause', wholeRun({ 'OPS-001': { kind: 'required' } }), 'PASSED', null],
];

for (const [of, results, result, limit] of cases) {
  test(`${of} is ${result}`, () => {
    const { tradecert, ...predicate } = predicateOf(results);
    expect(predicate['result']).toBe(result);
    expect(tradecert['limits']).toEqual(limit === null ? [] : [expect.stringMatching(limit)]);
  });
}

test('a certificate holds so many days, but not longer than a waiver', () => {
  expect(predicateOf(wholeRun()).tradecert['validity']).toEqual({
    from: '2026-11-20T10:00:05.000Z',
    until: '2027-02-18T10:00:05.000Z',
    days: 90,
  });
  expect(predicateOf(wholeRun({ 'SIG-001': { ...fail, waiver } })).tradecert).toMatchObject({
    validity: { until: '2026-12-25T00:00:00.000Z' },
    waivers: [{ clause: 'SIG-001', ...waiver }],
  });
});
