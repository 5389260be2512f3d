import { expect, test } from '@playwright/test';
import { describeValue, kindOf, quoteShort } from '../../../src/oracle/describe-value.js';
import { positionOf } from '../../../src/oracle/position-of.js';
import { showExchange } from '../../../src/oracle/show-exchange.js';
import { madeExchange } from '../../support/exchange-builder.js';

test('a value is described in one short line, with its type', () => {
  expect(describeValue('0.01')).toBe('the string "0.01"');
  expect(describeValue('a\n\u001b[31m\u202e\u2028\u0085')).toBe('the string "a\\n\\u001b[31m\\u202e\\u2028\\u0085"');
  expect(describeValue('x'.repeat(1e6))).toMatch(/^the string "x{72}"… of 1000000 characters$/);
  expect([1, -0.5, true, null, undefined].map(describeValue)).toEqual([
    'the number 1',
    'the number -0.5',
    'the boolean true',
    'null',
    'missing',
  ]);
  expect([[], [1], {}, { a: 1 }].map(describeValue)).toEqual([
    'an array of 0 elements',
    'an array of 1 element',
    'an object of 0 members',
    'an object of 1 member',
  ]);
  expect([undefined, null, [], {}, 1, '', false].map(kindOf)).toEqual([
    'missing',
    'null',
    'an array',
    'an object',
    'a number',
    'a string',
    'a boolean',
  ]);
  expect(quoteShort('y'.repeat(100))).toMatch(/^"y{72}"…$/);
});

test('a place is found in a text by its pointer', () => {
  const text = ' { "a\\u0062" : [ 1 , {"c/d": "x,]}" , "e~" : [ [ ] , 5 ] } ] , "last": -2e3}';
  const at = (pointer: string): string => text.slice(positionOf(text, pointer));
  expect(at('')).toMatch(/^\{ "a/);
  expect(at('/ab/0')).toMatch(/^1 ,/);
  expect(at('/ab/1/c~1d')).toMatch(/^"x,/);
  expect(at('/ab/1/e~0/1')).toMatch(/^5 \]/);
  expect(at('/last')).toBe('-2e3}');
  expect(at('/ab/1/missing')).toMatch(/^\{"c/);
  expect(at('/ab/7')).toMatch(/^\[ 1/);
  expect(positionOf('', '/a/b')).toBe(0);
  expect(positionOf('{"a": [1, 2', '/a/5')).toBe(6);
});

test('a body that is too long is cut around the place that matters, never through a character', () => {
  const items = Array.from({ length: 2000 }, (_, index) => `😀${index}`);
  const body = JSON.stringify({ items });
  const shown = showExchange(madeExchange({ body }), '/items/1500').responseBody ?? '';
  expect(shown).toContain('"😀1500"');
  expect(shown.length).toBeLessThanOrEqual(4098);
  expect(Buffer.from(shown).toString()).toBe(shown);
  expect(shown.startsWith('…') && shown.endsWith('…')).toBe(true);
  expect(showExchange(madeExchange({ body: '{}' })).responseBody).toBe('{}');
});

test('an exchange without an answer is shown with the reason', () => {
  const shown = showExchange(madeExchange({ trouble: { kind: 'timeout', because: 'no answer came within 30 s' } }));
  expect(shown).toMatchObject({ status: null, responseBody: '(no answer came within 30 s)', durationMs: 25 });
});
