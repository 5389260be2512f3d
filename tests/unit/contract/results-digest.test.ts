import { expect, test } from '@playwright/test';
import type { ClauseResult, Results } from '../../../src/contract/results.js';
import { digestOf, withDigest } from '../../../src/contract/results-digest.js';
import { someClause, someExchange, someFinding, someResults } from '../report/some-results.js';

const OF_EVERY_ANSWER = 'ENV-005';
const ACTIVE = 'MOD-018';

function results(clause: Partial<ClauseResult> = {}, different: Partial<Results> = {}): Results {
  const plan = { clauses: [ACTIVE], orders: 'url' } as const;
  const question = { id: 'OPN-036', section: '7', question: '?', observed: ['400'], pinned: null, drift: false };
  return someResults([someClause('fail', { id: ACTIVE, ...clause })], { plan, questions: [question], ...different });
}

const digest = digestOf(results());

const same: readonly (readonly [what: string, Results])[] = [
  ['when it was', results({}, { startedAt: '2027-01-01T00:00:00.000Z', finishedAt: '2027-01-01T00:00:00.000Z' })],
  ['which port the service had', results({}, { subject: { role: 'service', baseUrl: 'http://127.0.0.1:2/v1' } })],
  ['how many requests it took', results({ requests: 9, firstBrokenAt: 3 }, { requests: 999 })],
  ['what is noted', results({}, { notes: ['Not set back: orders 1, 2.'] })],
  ['the words of a reason', results({ reason: 'held in any number of cases' })],
  [
    'which exchange shows a finding',
    results({ findings: [someFinding({ shown: someExchange(), actual: 'x', at: 'y' })] }),
  ],
  ['its own digest', withDigest(results())],
];

for (const [what, other] of same) {
  test(`two runs come to the same whatever differs in ${what}`, () => {
    expect(digestOf(other)).toBe(digest);
  });
}

const different: readonly (readonly [what: string, Results])[] = [
  ['verdict of a clause', results({ verdict: 'unverified' })],
  ['number of cases', results({ cases: 4 })],
  ['cause', results({ findings: [someFinding({ cause: 'another' })] })],
  ['count of a cause', results({ findings: [someFinding({ count: 2 })] })],
  ['kind', results({ kind: 'expected' })],
  ['waiver', results({ waiver: { reason: 'known', expires: '2999-01-01' } })],
  ['verdict of the run', results({}, { verdict: 'incomplete' })],
  ['seed', results({}, { seed: 43 })],
  ['depth', results({}, { depth: 'deep' })],
  ['tool', results({}, { tool: { name: 'tradecert', version: '9' } })],
  ['contract', results({}, { contract: { version: '1', sha256: 'b'.repeat(64) } })],
  ['profile', results({}, { profile: { name: 'p', sha256: 'b'.repeat(64) } })],
  ['settings', results({}, { strict: true })],
  ['plan', results({}, { plan: { clauses: [], orders: 'url' } })],
  ['answer', results({}, { questions: [] })],
  ['end', results({}, { unfinished: true })],
];

for (const [what, other] of different) {
  test(`two runs come to something else with another ${what}`, () => {
    expect(digestOf(other)).not.toBe(digest);
  });
}

test('of a clause about every answer, how many there were does not count, and what broke it does', () => {
  const passive = (clause: Partial<ClauseResult>): string => digestOf(results({ id: OF_EVERY_ANSWER, ...clause }));
  expect(passive({ cases: 1000, findings: [someFinding({ count: 7 })] })).toBe(passive({}));
  expect(passive({ findings: [someFinding({ cause: 'another' })] })).not.toBe(passive({}));
});

test('whatever a subject says, its results can be read by strict readers of JSON, and their digest holds', () => {
  const half = '\ud83d';
  const question = {
    id: 'OPN-045',
    section: '7',
    question: '?',
    observed: { [half]: [`/${half}`] },
    pinned: half,
    drift: true,
  };
  const finding = someFinding({ actual: half, shown: someExchange({ responseBody: half }) });
  const watched = { clauses: [someClause('fail', { reason: half })], answers: { 'OPN-045': [half] } };
  const whole = withDigest(results({ findings: [finding] }, { questions: [question], notes: [half], watched }));
  const text = JSON.stringify(whole);
  expect(text).not.toContain('\\ud');
  expect(text).toContain('\ufffd');
  expect(digestOf(JSON.parse(text) as Results)).toBe(whole.digest);
});
