import { expect, test } from '@playwright/test';
import { describeAnswer } from '../../../src/examine/describe-answer.js';
import { enveloped, madeExchange, someInstrument } from '../../support/exchange-builder.js';

test('an answer with records is told by its length, and no record is cut in two', () => {
  const body = enveloped({ hasNext: false, nextKey: '', details: [someInstrument(), someInstrument()] });
  const { length } = JSON.stringify(body);
  expect(describeAnswer('a lookup', madeExchange({ body }))).toBe(
    `a lookup was answered with status 200: a body of ${length.toLocaleString('en-US')} characters`,
  );
});

test('what a service says in refusing is shown, a long text up to its beginning', () => {
  const refused = (body: unknown): string => describeAnswer('a lookup', madeExchange({ status: 400, body }));
  expect(refused({ code: 40010 })).toBe('a lookup was refused with status 400: {"code":40010}');
  expect(refused('x'.repeat(200))).toBe(`a lookup was refused with status 400: ${'x'.repeat(120)}…`);
});

test('what has the status of a success and is none was not refused: it is said what it lacks', () => {
  const told = (operation: 'modifyOrder' | 'listOrderableStocks', body: unknown, status = 200): string =>
    describeAnswer('it', madeExchange({ operation, status, body }));
  expect(told('modifyOrder', enveloped({ success: false }))).toContain(
    'was answered with status 200 and data.success false: {',
  );
  expect(told('modifyOrder', '<html>')).toBe('it was answered with status 200 and no data.success: <html>');
  expect(told('modifyOrder', '', 204)).toBe('it was answered with status 204 and no data.success');
  expect(told('listOrderableStocks', '<html>')).toBe('it was answered with status 200 and no instruments: <html>');
  expect(told('modifyOrder', enveloped({ success: true }))).toContain('it was answered with status 200: {');
});
