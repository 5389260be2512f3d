import { expect, test } from '@playwright/test';
import { clauseById } from '../../../src/contract/catalogue.js';
import {
  broken,
  inapplicable,
  observed,
  pass,
  unverified,
  type Outcome,
  type ShownExchange,
} from '../../../src/contract/verdict.js';
import { Tally } from '../../../src/examine/tally.js';

const CLAUSE = clauseById('MOD-018');

function tallied(...outcomes: readonly Outcome[]): ReturnType<Tally['result']> {
  const tally = new Tally();
  for (const outcome of outcomes) tally.add(outcome, 7);
  return tally.result(CLAUSE, CLAUSE.kind, () => ({ replay: 'replay' }), undefined);
}

const finding = (cause: string, at = 'x'): Outcome => broken({ cause, at, expected: 'a', actual: 'b' });

test('one broken case outweighs any number that held', () => {
  expect(tallied(pass, pass, finding('c'), unverified('u'))).toMatchObject({
    verdict: 'fail',
    cases: 4,
    reason: 'broken in 1 of 4 cases',
  });
});

test('a broken clause is as loud as its kind', () => {
  const tally = new Tally();
  tally.add(finding('c'), 7);
  expect(tally.result(CLAUSE, 'expected', () => ({ replay: '' }), undefined).verdict).toBe('warn');
  expect(tally.result(CLAUSE, 'observe', () => ({ replay: '' }), undefined).verdict).toBe('observed');
});

test('what could not be told outweighs what held, and says how much of it', () => {
  expect(tallied(pass, unverified('no answer'))).toMatchObject({
    verdict: 'unverified',
    reason: '1 of 2 cases: no answer',
  });
  expect(tallied(unverified('no answer'))).toMatchObject({ verdict: 'unverified', reason: 'no answer' });
});

test('why it could not be told is said once, where one reason ends with another', () => {
  const refused = unverified('a valid modify was refused');
  const hopeless = unverified('no valid modify was accepted: a valid modify was refused');
  for (const outcomes of [
    [refused, hopeless, unverified('no order')],
    [hopeless, unverified('no order'), refused],
  ]) {
    expect(tallied(...outcomes).reason).toBe('no valid modify was accepted: a valid modify was refused; no order');
  }
  expect(tallied(refused, unverified('was refused')).reason).toBe('a valid modify was refused; was refused');
});

test('what need not be tested does not count', () => {
  expect(tallied(inapplicable('not covered'))).toMatchObject({
    verdict: 'inapplicable',
    cases: 0,
    reason: 'not covered',
  });
  expect(tallied(inapplicable('not covered'), pass)).toMatchObject({ verdict: 'pass', cases: 1 });
});

test('an answer is an observation, even where part of it is missing', () => {
  expect(tallied(observed('a'))).toMatchObject({ verdict: 'observed' });
  expect(tallied(observed('a'), unverified('no order'))).toMatchObject({
    verdict: 'observed',
    reason: 'recorded; not all could be: no order',
  });
});

test('no outcome at all is an error of ours, and no pass', () => {
  expect(tallied().verdict).toBe('unverified');
  expect(tallied().reason).toContain('error of tradecert');
});

test('one cause is one finding, counted, with its smallest case', () => {
  const result = tallied(
    finding('c', 'a long place'),
    finding('c', 'short'),
    finding('c', 'a longer place'),
    finding('d'),
  );
  expect(result.findings.map(({ cause, count, at }) => [cause, count, at])).toEqual([
    ['c', 3, 'short'],
    ['d', 1, 'x'],
  ]);
});

test('findings are bounded, and the rest is counted', () => {
  const result = tallied(...Array.from({ length: 50 }, (_, index) => finding(`cause ${index}`)));
  expect(result.findings).toHaveLength(20);
  expect(result.reason).toBe('broken in 50 of 50 cases; 30 more cases of other causes are not listed');
});

test('a broken clause tells how many requests it took to notice', () => {
  const tally = new Tally();
  tally.add(pass, 3);
  tally.add(finding('c'), 9);
  tally.add(finding('d'), 12);
  expect(tally.result(CLAUSE, 'required', () => ({ replay: '' }), undefined).firstBrokenAt).toBe(9);
  expect(tallied(pass)).not.toHaveProperty('firstBrokenAt');
});

test('where the request that shows it is known, its number counts and not when it was judged', () => {
  const shown = { exchange: 4 } as ShownExchange;
  const tally = new Tally();
  tally.add(broken({ cause: 'c', at: 'x', expected: 'a', actual: 'b', shown }), 9);
  expect(tally.result(CLAUSE, 'required', () => ({ replay: '' }), undefined).firstBrokenAt).toBe(4);
});

const seeing = (actual: string, exchange = 4): Outcome =>
  broken({ cause: 'c', at: 'x', expected: 'a', actual, shown: { exchange } as ShownExchange });

test('what was seen instead is told once for each text, the most frequent first', () => {
  const { findings } = tallied(seeing('b', 4), seeing('d', 5), seeing('d', 6));
  expect(findings[0]).toMatchObject({
    count: 3,
    seen: [
      { actual: 'd', at: 'x', count: 2, exchange: 5 },
      { actual: 'b', at: 'x', count: 1, exchange: 4 },
    ],
  });
});

test('where all cases are alike, what was seen instead is told by the finding alone', () => {
  expect(tallied(seeing('b'), seeing('b')).findings[0]).not.toHaveProperty('seen');
});

test('what was seen instead is bounded in number and length', () => {
  const many = Array.from({ length: 1000 }, (_, index) => seeing(`${index} ${'y'.repeat(10_000)}`));
  const [counted] = tallied(...many).findings;
  expect(counted).toMatchObject({ count: 1000 });
  expect(counted?.seen).toHaveLength(12);
  expect(JSON.stringify(counted?.seen).length).toBeLessThan(5000);
});
