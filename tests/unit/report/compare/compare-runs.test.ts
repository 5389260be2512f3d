import { expect, test } from '@playwright/test';
import type { ClauseResult, Results, RunPlan } from '../../../../src/contract/results.js';
import type { Answer, Verdict } from '../../../../src/contract/verdict.js';
import type { RecordedExchange } from '../../../../src/wire/exchange.js';
import { compareRuns } from '../../../../src/report/compare/compare-runs.js';
import { isWorse, tendencyOf, type Comparison } from '../../../../src/report/compare/comparison.js';
import { CLAUSE_LISTS, comparisonSentence, differingParts } from '../../../../src/report/compare/comparison-words.js';
import { gatherLatency } from '../../../../src/report/compare/gather-latency.js';
import { someClause, someFinding, someResults } from '../some-results.js';

const NO_LATENCY = { before: [], after: [] };

function compared(before: Results, after: Results): Comparison {
  return compareRuns({ dir: 'a', results: before }, { dir: 'b', results: after }, NO_LATENCY);
}

/** Compares one clause; `null`: the catalogue does not have it. */
function ofOne(before: Partial<ClauseResult> | null, after: Partial<ClauseResult> | null): Comparison {
  const clauses = (came: Partial<ClauseResult> | null): ClauseResult[] =>
    came === null ? [] : [someClause(came.verdict ?? 'pass', came)];
  return compared(someResults(clauses(before)), someResults(clauses(after)));
}

function planOf(id: string): RunPlan {
  return { clauses: [id], only: [id], orders: 'none' };
}

function listsOf(comparison: Comparison): string[] {
  return CLAUSE_LISTS.map(({ key }) => key).filter((key) => comparison[key].length > 0);
}

const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed', 'unverified', 'inapplicable'];
const changes: readonly (readonly [Verdict | null, Verdict | null, string])[] = [
  ['pass', 'fail', 'newlyBroken'],
  ['pass', 'warn', 'newlyBroken'],
  ['unverified', 'fail', 'newlyBroken'],
  ['inapplicable', 'warn', 'newlyBroken'],
  [null, 'fail', 'newlyBroken'],
  ['fail', 'pass', 'mended'],
  ['warn', 'pass', 'mended'],
  ['fail', 'warn', 'stillBroken'],
  ['pass', 'unverified', 'noLongerVerified'],
  ['fail', 'inapplicable', 'noLongerVerified'],
  ['observed', 'unverified', 'noLongerVerified'],
  ['unverified', 'pass', 'newlyVerified'],
  ['inapplicable', 'observed', 'newlyVerified'],
  [null, 'pass', 'added'],
  [null, 'unverified', 'added'],
  ['fail', null, 'removed'],
];
for (const [before, after, list] of changes) {
  test(`a clause that was ${before ?? 'absent'} and is ${after ?? 'absent'} is in one list: ${list}`, () => {
    const kind = 'required';
    const comparison = ofOne(before && { verdict: before, kind }, after && { verdict: after, kind });
    expect(listsOf(comparison)).toEqual([list]);
    expect(isWorse(comparison)).toBe(list === 'newlyBroken');
  });
}

test('a clause is in one list at most, whatever came of it', () => {
  for (const before of [...VERDICTS, null]) {
    for (const after of [...VERDICTS, null]) {
      const kind = 'required';
      const comparison = ofOne(before && { verdict: before, kind }, after && { verdict: after, kind });
      expect(listsOf(comparison).length, `${before}, ${after}`).toBeLessThanOrEqual(1);
      if (before === after && before !== null) expect(comparison.unchanged).toBe(1);
    }
  }
});

test('of what is newly broken, failures come before warnings', () => {
  const [one, two] = [someClause('warn', { id: 'INS-001' }), someClause('fail', { id: 'INS-002' })];
  const passed = [one, two].map((clause) => ({ ...clause, verdict: 'pass' as const, findings: [] }));
  const { newlyBroken } = compared(someResults(passed), someResults([one, two]));
  expect(newlyBroken.map(({ id }) => id)).toEqual(['INS-002', 'INS-001']);
});

test('a waived break is told, and is not worse', () => {
  const waiver = { reason: 'known', expires: '2030-01-01' };
  const comparison = ofOne({ verdict: 'pass' }, { verdict: 'fail', waiver });
  expect(comparison.newlyBroken.map(({ after }) => after?.waivedUntil)).toEqual(['2030-01-01']);
  expect(isWorse(comparison)).toBe(false);
});

test('what was recorded as broken is not newly so where its kind was raised, and not mended where it was lowered', () => {
  const recorded = { verdict: 'observed', kind: 'observe', findings: [someFinding()] } as const;
  expect(listsOf(ofOne(recorded, { verdict: 'fail' }))).toEqual(['stillBroken', 'kinds']);
  expect(listsOf(ofOne({ verdict: 'warn' }, recorded))).toEqual(['stillBroken', 'kinds']);
  expect(listsOf(ofOne({ ...recorded, findings: [] }, { verdict: 'fail' }))).toEqual(['newlyBroken', 'kinds']);
});

test('of what is still broken, the ways that are new are named', () => {
  const failing = (...causes: string[]): Partial<ClauseResult> => {
    return { verdict: 'fail', findings: causes.map((cause) => someFinding({ cause })) };
  };
  const [change] = ofOne(failing('one', 'two'), failing('two', 'three')).stillBroken;
  expect(change?.newCauses).toEqual(['three']);
});

test('a service is not compared with a client', () => {
  const client = someResults([], { subject: { role: 'client', baseUrl: 'http://127.0.0.1:1/v1' } });
  expect(() => compared(someResults([]), client)).toThrow(
    'The two runs cannot be compared: the first is of a service, the second of a client.',
  );
});

test('what else differs is said', () => {
  const base = someResults([someClause('pass')]);
  expect(compared(base, base).differences).toEqual([]);
  const differing: readonly (readonly [Partial<Results>, string])[] = [
    [{ contract: { version: '2', sha256: 'c'.repeat(64) } }, 'The version of the contract differs: 1, then 2.'],
    [{ contract: { version: '1', sha256: 'c'.repeat(64) } }, 'its document or its clause catalogue was changed'],
    [{ clauses: [] }, 'The clause catalogue differs: 0 clauses added, 1 removed.'],
    [{ subject: { role: 'service', baseUrl: 'http://x/v1' } }, 'then http://x/v1.'],
    [{ profile: { name: 'p', sha256: 'd'.repeat(64) } }, 'The profile differs: none, then p (dddddddddddd).'],
    [{ seed: 7 }, 'The seed differs: 42, then 7.'],
    [{ depth: 'deep' }, 'The depth differs: standard, then deep.'],
    [{ readOnly: true }, 'Whether orders were modified differs: yes, then no (read-only).'],
    [{ plan: planOf('INS-001') }, 'Which clauses were to be examined differs: all that apply, then 1 clause.'],
    [{ basis: 'observed traffic' }, 'What was judged differs: what tradecert sent, then observed traffic.'],
    [{ tool: { name: 'tradecert', version: '9' } }, 'The version of tradecert differs: 0.1.0, then 9.'],
    [{ unfinished: true }, 'The second run had not ended'],
  ];
  for (const [change, said] of differing) {
    const { differences } = compared(base, { ...base, ...change });
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain(said);
  }
});

test('two choices of clauses are told from each other', () => {
  const [one, other] = ['INS-001', 'INS-002'].map((id) => someResults([], { plan: planOf(id) })) as [Results, Results];
  expect(compared(one, one).differences).toEqual([]);
  expect(compared(one, other).differences).toEqual([
    'Which clauses were to be examined differs: 1 clause, then 1 clause.',
  ]);
});

test.describe('what a comparison comes to', () => {
  const clause = (verdict: Verdict, kind: ClauseResult['kind']): Partial<ClauseResult> => ({ verdict, kind });

  test('a required clause that is no longer verified is no good news, and not worse either', () => {
    const comparison = ofOne(clause('pass', 'required'), clause('unverified', 'required'));
    expect(tendencyOf(comparison)).toBe('less verified');
    expect(isWorse(comparison)).toBe(false);
    expect(comparisonSentence(comparison)).toBe('Nothing is newly broken, 1 clause no longer verified.');
  });

  test('a clause that was only expected, or that does not apply any more, leaves it at that', () => {
    expect(tendencyOf(ofOne(clause('pass', 'expected'), clause('unverified', 'expected')))).toBe('no worse');
    expect(tendencyOf(ofOne(clause('pass', 'required'), clause('inapplicable', 'required')))).toBe('no worse');
  });

  test('what is newly broken comes before what is no longer verified', () => {
    const run = (one: Verdict, other: Verdict): Results =>
      someResults([someClause(one, { id: 'INS-001' }), someClause(other, { id: 'INS-002', kind: 'required' })]);
    expect(tendencyOf(compared(run('pass', 'pass'), run('fail', 'unverified')))).toBe('worse');
  });
});

test.describe('answers to open questions', () => {
  const asked = (observed: Answer): Results =>
    someResults([], {
      questions: [{ id: 'OPN-039', section: '8', question: 'q', observed, pinned: null, drift: false }],
    });
  const changed = (before: Answer, after: Answer): Comparison['answers'] =>
    compared(asked(before), asked(after)).answers;

  test('that differ are told, in whatever order their members are', () => {
    expect(changed({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
    expect(changed(10, 20)).toEqual([{ id: 'OPN-039', section: '8', question: 'q', before: 10, after: 20 }]);
    expect(changed(null, 20)).toHaveLength(1);
    expect(isWorse(compared(asked(10), asked(20)))).toBe(false);
  });

  test('are shown by what of them differs', () => {
    const parts = (before: Answer, after: Answer): unknown =>
      differingParts({ id: '', section: '', question: '', before, after }).map((part) => [
        part.name,
        part.before,
        part.after,
      ]);
    expect(parts({ a: 1, b: 'x' }, { b: 'y', a: 1, c: [] })).toEqual([
      ['b', 'x', 'y'],
      ['c', 'absent', 'none'],
    ]);
    expect(parts(null, ['a', 'b'])).toEqual([['', 'not observed', 'a, b']]);
    expect(parts([1, 2, 3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual([['only in this run', '1', '9, 10']]);
    expect(parts({ a: 'x', b: null }, { a: ['x'] })).toEqual([
      ['a', 'x', 'x'],
      ['b', 'not observed', 'absent'],
    ]);
    expect(parts({ constructor: 1 }, {})).toEqual([['constructor', '1', 'absent']]);
  });
});

test('latencies are compared by their medians, operation by operation, whatever the file holds', async () => {
  const record = (operation: unknown, ms: unknown, number: number): unknown => {
    const request = { method: 'GET', target: '/', headers: [], text: null, size: 0 };
    const response = { status: 200, headers: [], text: '', size: 0 };
    return { number, clause: 'LKP-001', operation, request, response, sentAtMs: 1_000, receivedAtMs: ms, waits: 0 };
  };
  const measured = (...times: unknown[]): ReturnType<typeof gatherLatency> => {
    const lines = times.map((ms, index) => record('listOrderableStocks', ms, index + 1));
    const foreign = [record('constructor', 1_900, 90), record({}, 1_900, 91), { request: 7 }];
    async function* exchanges(): AsyncGenerator<RecordedExchange> {
      for (const line of [...lines, ...foreign]) yield await Promise.resolve(line as RecordedExchange);
    }
    return gatherLatency(exchanges());
  };
  const side = { dir: 'a', results: someResults([]) };
  const latencies = { before: await measured(1_010, 1_010, 1_500), after: await measured(1_025, 1_025, 'x', 400) };
  expect(compareRuns(side, side, latencies).latency).toEqual([
    {
      operation: 'listOrderableStocks',
      before: { answers: 3, medianMs: 10 },
      after: { answers: 4, medianMs: 25 },
      ratio: 2.5,
    },
  ]);
  expect(compareRuns(side, side, { ...latencies, before: [] }).latency).toEqual([]);
});
