import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { NOT_SELECTED } from '../../../src/contract/run-verdict.js';
import { renderSummary } from '../../../src/report/machine/render-summary.js';
import { renderTerminal } from '../../../src/report/render-terminal.js';
import { verdictSentence } from '../../../src/report/verdict-words.js';
import { someClause, someResults } from './some-results.js';

const WAIVER = { waiver: { reason: 'known', expires: '2999-01-01' } };
const CLIENT = { subject: { role: 'client', baseUrl: 'http://127.0.0.1/public/v1', command: './client' } } as const;
const HOLDS = 'everything required that applies was verified and holds';

const terminal = (results: Results): string => renderTerminal(results, { color: false, report: 'x' });

const untold = (verdict: 'unverified' | 'pass') => [
  someClause('pass'),
  someClause(verdict, { id: 'CLI-031', kind: 'expected', role: 'client', reason: 'it printed nothing' }),
  someClause('unverified', { id: 'CLI-033', kind: 'expected', role: 'client', reason: 'it printed nothing' }),
];

test('a waived clause is neither open nor broken nor a warning', () => {
  const waived = [someClause('pass'), ...(['fail', 'warn', 'unverified'] as const).map((of) => someClause(of, WAIVER))];
  expect(verdictSentence(someResults(waived, { verdict: 'conformant' }))).toBe(
    `Conformant: ${HOLDS}, but for 3 waived clauses.`,
  );
  const open = someResults([...waived, someClause('unverified')], { verdict: 'incomplete' });
  expect(verdictSentence(open)).toBe('Incomplete: nothing failed, yet 1 required clause could not be verified.');
  expect(terminal(someResults(waived, { verdict: 'conformant' }))).not.toContain('Not verified');
});

test('a conformant run in which nothing required was judged says so', () => {
  const expected = someResults([someClause('pass', { id: 'EQV-001', kind: 'expected' })]);
  expect(verdictSentence(expected)).toBe('Conformant: nothing required was judged.');
});

test('a run in which nothing was decided does not speak of required clauses', () => {
  const open = [someClause('unverified', { id: 'OPN-025', kind: 'observe' })];
  expect(verdictSentence(someResults(open, { verdict: 'incomplete' }))).toBe(
    'Incomplete: nothing was verified that a verdict could rest on.',
  );
});

test('expected clauses that were not verified are counted, and named by their reason', () => {
  const clauses = [
    someClause('pass'),
    someClause('unverified', { id: 'INS-008', kind: 'expected', reason: 'no page' }),
  ];
  const results = someResults(clauses, { verdict: 'conformant' });
  expect(verdictSentence(results)).toBe(`Conformant: ${HOLDS}; 1 expected clause was not verified.`);
  expect(terminal(results)).toContain('Expected, not verified:\n  no page: INS-008\n');
  expect(renderSummary(results)).toContain('## Expected, not verified\n\n- 1 clause, no page: `INS-008`');
});

test('the list of them is bounded, the most frequent reason first', () => {
  const clauses = Array.from({ length: 40 }, (_, index) =>
    someClause('unverified', { id: `CLI-${index}`, kind: 'expected', reason: index < 20 ? `no ${index}` : 'silence' }),
  );
  const [first = '', ...others] = terminal(someResults(clauses, { verdict: 'conformant' }))
    .split('\n')
    .slice(1, 8);
  expect(first).toBe('  silence: CLI-20, CLI-21, CLI-22, CLI-23, CLI-24, CLI-25, CLI-26, CLI-27 and 12 more');
  expect(others[4]).toBe('  … and 16 reasons more in the report');
});

test('a client that tells no outcome is conformant on the wire only', () => {
  const silent = someResults(untold('unverified'), { ...CLIENT, verdict: 'conformant' });
  expect(verdictSentence(silent)).toBe(
    `Conformant on the wire, outcomes not told: ${HOLDS}; 2 expected clauses were not verified.`,
  );
  const talking = someResults(untold('pass'), { ...CLIENT, verdict: 'conformant' });
  expect(verdictSentence(talking)).toBe(`Conformant: ${HOLDS}; 1 expected clause was not verified.`);
  const watched = someResults(untold('unverified'), { ...CLIENT, verdict: 'conformant', basis: 'observed traffic' });
  expect(verdictSentence(watched)).toMatch(/^Conformant as far as observed: /);
});

test('a run of a part says of which part it speaks', () => {
  const left = [
    someClause('inapplicable', { id: 'INS-008', reason: NOT_SELECTED }),
    someClause('inapplicable', { id: 'INS-009', reason: 'there are no records' }),
    // Not the subject's, and so not left out either.
    someClause('inapplicable', { id: 'CLI-001', role: 'client', reason: NOT_SELECTED }),
  ];
  const some = someResults([someClause('pass'), ...left], { verdict: 'conformant' });
  expect(verdictSentence(some)).toBe(`Conformant as far as chosen: 2 of 3 clauses; ${HOLDS}.`);
  const scenarios = { chosen: 1, of: 98 };
  expect(verdictSentence(someResults([someClause('pass')], { scenarios }))).toBe(
    `Conformant as far as chosen: 1 of 98 scenarios; ${HOLDS}.`,
  );
  expect(verdictSentence({ ...some, ...CLIENT, clauses: untold('unverified'), scenarios })).toMatch(
    /^Conformant on the wire as far as chosen, outcomes not told: 1 of 98 scenarios; /,
  );
});

test('a shard is no verdict on the whole', () => {
  const plan = { clauses: ['SIG-001'], shard: { index: 1, of: 4 }, orders: 'none' } as const;
  expect(verdictSentence(someResults([someClause('pass')], { plan }))).toMatch(
    /^Conformant as far as chosen: part 1 of 4 and no verdict on the whole; everything required/,
  );
});
