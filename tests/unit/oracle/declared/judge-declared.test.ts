import { expect, test } from '@playwright/test';
import type { Declared } from '../../../../src/oracle/conduct/task.js';
import { judgeModify, judgeWalk } from '../../../../src/oracle/declared/judge-declared.js';
import type { Exchange } from '../../../../src/wire/exchange.js';
import { enveloped, madeExchange, someData } from '../../../support/exchange-builder.js';

const said = (declared: Declared, modifies: readonly Exchange[], isDoubtful = false): Record<string, string> => {
  const { clause, outcome } = judgeModify(declared, { clause: 'CLI-031', modifies, isDoubtful });
  return { [clause]: outcome.outcome };
};

const answered = (status: number, body: unknown): Exchange => madeExchange({ operation: 'modifyOrder', status, body });
const ACCEPTED = answered(200, enveloped({ success: true }));
const REFUSED = answered(400, '');
const NOT_DONE = answered(200, enveloped({ success: false }));
const HTML = answered(200, '<html>');
const LOST = madeExchange({
  operation: 'modifyOrder',
  trouble: { kind: 'reset', because: 'the connection was reset' },
});
const BROKEN_OFF = madeExchange({
  operation: 'modifyOrder',
  trouble: { kind: 'truncated', because: 'the client closed the connection in the middle of the answer' },
});

const SUCCESS: Declared = { kind: 'success' };
const NO_SUCCESS: Declared = { kind: 'no success' };
const ERROR: Declared = { kind: 'error' };
const NOTHING: Declared = { kind: 'nothing', because: 'it printed nothing' };

test.describe('a modify is told as it was answered', () => {
  const CASES: readonly (readonly [Declared, Exchange, Record<string, string>])[] = [
    [SUCCESS, ACCEPTED, { 'CLI-031': 'pass' }],
    [NO_SUCCESS, ACCEPTED, { 'CLI-031': 'broken' }],
    [ERROR, ACCEPTED, { 'CLI-031': 'broken' }],
    [NOTHING, ACCEPTED, { 'CLI-031': 'unverified' }],
    [SUCCESS, REFUSED, { 'CLI-033': 'broken' }],
    [NO_SUCCESS, REFUSED, { 'CLI-033': 'pass' }],
    [ERROR, REFUSED, { 'CLI-033': 'pass' }],
    [SUCCESS, NOT_DONE, { 'CLI-032': 'broken' }],
    [NO_SUCCESS, NOT_DONE, { 'CLI-032': 'pass' }],
    [SUCCESS, HTML, { 'CLI-034': 'broken' }],
    [ERROR, HTML, { 'CLI-034': 'pass' }],
    [ERROR, LOST, { 'CLI-043': 'pass' }],
    [NO_SUCCESS, LOST, { 'CLI-043': 'broken' }],
    [SUCCESS, LOST, { 'CLI-043': 'broken' }],
    [NOTHING, LOST, { 'CLI-043': 'unverified' }],
    [NO_SUCCESS, BROKEN_OFF, { 'CLI-043': 'unverified' }],
    [SUCCESS, BROKEN_OFF, { 'CLI-043': 'broken' }],
    [ERROR, BROKEN_OFF, { 'CLI-043': 'pass' }],
    [ERROR, answered(502, ''), { 'CLI-043': 'pass' }],
    [NO_SUCCESS, answered(504, ''), { 'CLI-043': 'broken' }],
    [NO_SUCCESS, answered(503, ''), { 'CLI-033': 'pass' }],
    [NO_SUCCESS, answered(500, ''), { 'CLI-033': 'pass' }],
    [SUCCESS, answered(429, ''), { 'CLI-033': 'broken' }],
  ];
  for (const [declared, exchange, expected] of CASES) {
    const answer = exchange.trouble?.kind ?? `status ${exchange.response?.status ?? 0}`;
    test(`${declared.kind} after ${answer}: ${JSON.stringify(expected)}`, () => {
      expect(said(declared, [exchange])).toEqual(expected);
    });
  }

  test('the last answer counts', () => {
    expect(said(SUCCESS, [REFUSED, ACCEPTED])).toEqual({ 'CLI-031': 'pass' });
    expect(said(SUCCESS, [LOST, ACCEPTED])).toEqual({ 'CLI-031': 'pass' });
    expect(said(SUCCESS, [ACCEPTED, LOST])).toEqual({ 'CLI-043': 'broken' });
  });

  test('however, where the answer can be read as what was meant', () => {
    const odd = answered(200, enveloped({ success: 'true' }));
    for (const declared of [SUCCESS, NO_SUCCESS, ERROR]) {
      expect(said(declared, [odd], true)).toEqual({ 'CLI-031': 'pass' });
    }
    expect(said(NOTHING, [odd], true)).toEqual({ 'CLI-031': 'unverified' });
    expect(said(SUCCESS, [odd])).toEqual({ 'CLI-034': 'broken' });
  });

  test('neither as a success nor as a refusal, where the answer says neither yes nor no', () => {
    const told = (declared: Declared, exchange = HTML): Record<string, string> => {
      const { clause, outcome } = judgeModify(declared, {
        ...{ clause: 'CLI-031', modifies: [exchange], isUnreadable: true },
      });
      return { [clause]: outcome.outcome };
    };
    expect(told(SUCCESS)).toEqual({ 'CLI-034': 'broken' });
    expect(told(NO_SUCCESS)).toEqual({ 'CLI-043': 'broken' });
    expect(told(ERROR)).toEqual({ 'CLI-034': 'pass' });
    expect(told(NOTHING)).toEqual({ 'CLI-034': 'unverified' });
    expect(told(NO_SUCCESS, REFUSED)).toEqual({ 'CLI-033': 'pass' });
    expect(said(NO_SUCCESS, [HTML])).toEqual({ 'CLI-034': 'pass' });
  });

  test('where none came, nothing is said of a success', () => {
    expect(said(SUCCESS, [])).toEqual({ 'CLI-031': 'unverified' });
  });
});

test.describe('a walk is told as it was', () => {
  const PAGE = madeExchange({ body: enveloped(someData()) });
  const FACTS = { clause: 'CLI-035', stockCds: ['A', 'B'], exchanges: [PAGE] };
  const list = (...stockCds: string[]): Declared => ({ kind: 'instruments', stockCds });
  const outcome = (declared: Declared, facts: Parameters<typeof judgeWalk>[1] = FACTS): string => {
    const judged = judgeWalk(declared, facts).outcome;
    return judged.outcome === 'broken' ? judged.finding.cause : judged.outcome;
  };

  test('whole, in its order', () => {
    expect(outcome(list('A', 'B'))).toBe('pass');
    expect(outcome(list('A'))).toBe('instruments are missing');
    expect(outcome(list('A', 'B', 'B'))).toBe('instruments are told that are none, or twice');
    expect(outcome(list('B', 'A'))).toBe('instruments are told otherwise than they came');
    expect(outcome(ERROR)).toBe('a walk that could be completed is told as a failure');
    expect(outcome(NOTHING)).toBe('unverified');
  });

  test('where no lookup came, nothing is said of a list', () => {
    expect(outcome(list('A', 'B'), { ...FACTS, exchanges: [] })).toBe('unverified');
    expect(outcome(list('A'), { ...FACTS, exchanges: [], isHopeless: true })).toBe('unverified');
  });

  test('as a failure, where a lookup was refused, some other clause explains', () => {
    expect(outcome(ERROR, { ...FACTS, exchanges: [PAGE, REFUSED] })).toBe('unverified');
  });

  test('not as a whole one where it cannot be completed', () => {
    const hopeless = { ...FACTS, isHopeless: true };
    expect(outcome(list('A'), hopeless)).toBe('a walk that could not be completed is told as a whole one');
    expect(outcome(ERROR, hopeless)).toBe('pass');
  });

  test('whole or as a failure, where what is wrong can be read as what was meant', () => {
    const doubtful = { ...FACTS, isDoubtful: true };
    expect(outcome(list('A', 'B'), doubtful)).toBe('pass');
    expect(outcome(ERROR, doubtful)).toBe('pass');
    expect(outcome(list('A'), doubtful)).toBe('instruments are missing');
    expect(outcome(NOTHING, doubtful)).toBe('unverified');
  });
});

test('one instrument is told as one', () => {
  const facts = { clause: 'CLI-035', stockCds: ['A', 'B'], exchanges: [madeExchange({ body: enveloped(someData()) })] };
  expect(judgeWalk({ kind: 'instruments', stockCds: ['A'] }, facts).outcome).toMatchObject({
    finding: { expected: '2 instruments', actual: '1 instrument' },
  });
});
