import { expect, test } from '@playwright/test';
import { joinPassive, renumbered } from '../../../src/contract/merge-clauses.js';
import type { ClauseResult, CountedFinding } from '../../../src/contract/results.js';
import { someClause, someExchange, someFinding } from '../report/some-results.js';

const held = (cases: number): ClauseResult =>
  someClause('pass', { cases, requests: cases, reason: `held in ${cases} cases` });

function broke(cases: number, brokenCases: number, findings: readonly CountedFinding[]): ClauseResult {
  return someClause('fail', { cases, requests: cases, brokenCases, findings, firstBrokenAt: 30 });
}

test('what one shard saw broken is broken', () => {
  const joined = joinPassive({ ...held(10), shownBy: [7] }, [held(5), broke(4, 2, [someFinding({ count: 2 })])]);
  expect(joined).not.toHaveProperty('shownBy');
  expect(joined).toMatchObject({
    verdict: 'fail',
    cases: 19,
    requests: 19,
    brokenCases: 2,
    firstBrokenAt: 30,
    reason: 'broken in 2 of 19 cases',
  });
});

test('one cause is one finding, with the smallest case of all', () => {
  const large = someFinding({ cause: 'a', count: 2, at: 'response /data/details/3/pointUnit' });
  const small = someFinding({ cause: 'a', count: 3, at: 'response /data' });
  const other = someFinding({ cause: 'b', count: 4 });
  const { findings } = joinPassive(broke(9, 2, [large]), [broke(9, 7, [small, other])]);
  expect(findings.map(({ cause, count, at }) => [cause, count, at])).toEqual([
    ['a', 5, 'response /data'],
    ['b', 4, other.at],
  ]);
});

test('findings are bounded, and what is not listed is counted', () => {
  const many = (name: string): CountedFinding[] =>
    Array.from({ length: 15 }, (_, at) => someFinding({ cause: `${name}${at}`, count: 1 }));
  const joined = joinPassive(broke(20, 15, many('a')), [broke(20, 18, many('b'))]);
  expect(joined.findings).toHaveLength(20);
  expect(joined.reason).toBe('broken in 33 of 40 cases; 13 more cases of other causes are not listed');
});

test('a shard in which nothing was seen says nothing', () => {
  const unseen = someClause('unverified', { cases: 1, requests: 0, reason: 'no lookup returned an instrument' });
  expect(joinPassive(unseen, [held(3)])).toMatchObject({ verdict: 'pass', cases: 3, reason: 'held in 3 cases' });
  expect(joinPassive(unseen, [])).toBe(unseen);
});

test('a clause that is loud in another way stays so', () => {
  const own = { ...held(2), kind: 'expected' } as const;
  expect(joinPassive(own, [broke(1, 1, [someFinding()])]).verdict).toBe('warn');
});

test('exchanges are found under their new numbers', () => {
  const shown = someExchange({ exchange: 7 });
  const clause = broke(1, 1, [someFinding({ shown, sibling: { ...shown, exchange: 6 } }), someFinding()]);
  const { findings, firstBrokenAt } = renumbered(clause, 100);
  expect(firstBrokenAt).toBe(130);
  expect(findings[0]).toMatchObject({ shown: { exchange: 107 }, sibling: { exchange: 106 } });
  expect(findings[1]).toEqual(someFinding());
});

test('what was seen instead is added up over shards, under its new numbers', () => {
  const shown = someExchange({ exchange: 7 });
  const alike = someFinding({ cause: 'a', actual: 'null', count: 3, at: 'response /data/a', shown });
  const seen = [
    { actual: 'missing', at: 'response /b', count: 4, exchange: 2 },
    { actual: 'null', at: 'response /c', count: 2, exchange: 3 },
  ];
  const mixed = renumbered(broke(9, 6, [someFinding({ cause: 'a', count: 6, at: 'response /b', seen })]), 100);
  const { findings } = joinPassive(broke(9, 3, [alike]), [mixed]);
  expect(findings[0]?.seen).toEqual([
    { actual: 'null', at: 'response /data/a', count: 5, exchange: 7 },
    { actual: 'missing', at: 'response /b', count: 4, exchange: 102 },
  ]);
});
