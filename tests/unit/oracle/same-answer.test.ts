import { expect, test } from '@playwright/test';
import type { Outcome } from '../../../src/contract/verdict.js';
import { judgeSameAnswer, toldBy, toldByWalks, type Told } from '../../../src/oracle/same-answer.js';
import { enveloped, madeExchange, type Made } from '../../support/exchange-builder.js';
import { pageExchange, walked } from '../../support/walk-builder.js';

const page = (...codes: readonly string[]): Told => toldBy(pageExchange({ codes }));
const answered = (made: Made): Told => toldBy(madeExchange(made));
const modified = (made: Made): Told => answered({ operation: 'modifyOrder', ...made });
const refused = answered({ status: 400, body: { status: 'ERROR' } });
const ACCEPTED = enveloped({ success: true });

const judged = (plain: readonly Told[], others: readonly Told[]): Outcome =>
  judgeSameAnswer({ way: 'in capitals', plain, others });
const outcomeOf = (plain: readonly Told[], others: readonly Told[]): Outcome['outcome'] =>
  judged(plain, others).outcome;

test('instruments in another order, and at other prices, are the same answer', () => {
  expect(outcomeOf([page('A', 'B')], [page('B', 'A')])).toBe('pass');
});

test('an instrument that is missing each time is another answer, and is named', () => {
  const outcome = judged([page('A', 'B'), page('A', 'B')], [page('A'), page('A')]);
  expect(outcome).toMatchObject({
    outcome: 'broken',
    finding: {
      cause: 'what means the same is answered otherwise in capitals',
      at: 'response /data/details',
      actual: '1 instruments, without "B"',
    },
  });
});

test('what one of the others has as the plain ones do is no other answer', () => {
  expect(outcomeOf([page('A'), page('A')], [page('B'), page('A')])).toBe('pass');
});

test('what the plain ones differ in among themselves says nothing', () => {
  expect(outcomeOf([page('A'), page('B')], [page('C'), page('C')])).toBe('pass');
});

test('a refusal in place of a page is another answer, by its status', () => {
  expect(judged([page('A')], [refused])).toMatchObject({
    outcome: 'broken',
    finding: { at: 'response status', expected: '200, as otherwise', actual: '400' },
  });
});

test('another envelope is another answer', () => {
  const other = { status: 'SUCCESS', code: 0, data: { success: true } };
  expect(judged([modified({ body: ACCEPTED })], [modified({ body: other })])).toMatchObject({
    outcome: 'broken',
    finding: { at: 'response /code', actual: 'the number 0' },
  });
});

test('a modify that is not done with the same status is another answer', () => {
  const declined = modified({ body: enveloped({ success: false }) });
  expect(judged([modified({ body: ACCEPTED })], [declined])).toMatchObject({
    outcome: 'broken',
    finding: { at: 'response /data/success', actual: 'the boolean false' },
  });
});

test('nothing can be held against a plain request that was refused', () => {
  expect(judged([refused], [page('A')])).toEqual({
    outcome: 'unverified',
    because: 'the plain request did not succeed: status 400',
  });
});

test('an answer that got lost says nothing, one that cannot be read is another answer', () => {
  const lost = answered({ trouble: { kind: 'reset', because: 'the connection was closed' } });
  const cut = answered({ trouble: { kind: 'truncated', because: 'the answer was cut short' } });
  expect(judged([page('A')], [lost])).toEqual({ outcome: 'unverified', because: 'the connection was closed' });
  expect(outcomeOf([page('A')], [cut])).toBe('broken');
});

test('503 and 429 are of the moment, 500 is an answer', () => {
  expect(outcomeOf([page('A')], [answered({ status: 503 })])).toBe('unverified');
  expect(outcomeOf([page('A')], [answered({ status: 429 })])).toBe('unverified');
  expect(outcomeOf([page('A')], [answered({ status: 500 })])).toBe('broken');
});

test('walks are the same where each has the same instruments, whatever pages they have', () => {
  const plain = walked([{ nextKey: 'k', codes: ['A', 'B'] }, { codes: ['C'] }]);
  const other = walked([{ nextKey: 'x', codes: ['C'] }, { codes: ['A', 'B'] }]);
  expect(outcomeOf([toldByWalks([plain, plain])], [toldByWalks([other, plain])])).toBe('pass');
});

test('of two walks, an instrument that went over to the other one is missing', () => {
  const [one, other] = [walked([{ codes: ['A'] }]), walked([{ codes: ['B'] }])];
  expect(judged([toldByWalks([one, other])], [toldByWalks([other, one])])).toMatchObject({
    outcome: 'broken',
    finding: { actual: '2 instruments, without "A of walk 1", "B of walk 2", with "B of walk 1", "A of walk 2"' },
  });
});

test('a walk that is refused on its way is another answer', () => {
  const whole = walked([{ codes: ['A'] }]);
  const broken = walked([{ nextKey: 'k', codes: ['A'] }], { kind: 'refused', page: 2, status: 400, times: 1 });
  expect(judged([toldByWalks([whole])], [toldByWalks([broken])])).toMatchObject({
    outcome: 'broken',
    finding: {
      at: 'response of the last page',
      actual: 'the walk of ALL broke off: page 2 was answered with status 400',
    },
  });
});
