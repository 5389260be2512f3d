import { expect, test } from '@playwright/test';
import { layOutJson } from '../../../../src/report/html/laid-out-json.js';
import { differenceOf, differingNames, partingOf } from '../../../../src/report/html/line-difference.js';
import { requestLines } from '../../../../src/report/html/message-lines.js';
import { someExchange } from '../some-results.js';

const laidOut = (text: string): string | undefined =>
  layOutJson(text)
    ?.map((line) => line.text)
    .join('\n');

test.describe('JSON laid out for reading', () => {
  test('has a line for each member, and every spelling as it came', () => {
    expect(laidOut('{"a":0e5,"b":{"c":[],"d":[1.0,{"e":"\\u0041"}]},"a":{}}')).toBe(
      '{\n  "a": 0e5,\n  "b": {\n    "c": [],\n    "d": [\n      1.0,\n      {\n        "e": "\\u0041"\n      }\n    ]\n  },\n  "a": {}\n}',
    );
  });

  test('knows where each value is', () => {
    const lines = layOutJson('{"a/b":[{"c":1}]}') ?? [];
    expect(lines.map(({ pointer }) => pointer)).toEqual(['', '/a~1b', '/a~1b/0', '/a~1b/0/c', null, null, null]);
  });

  test('goes as far as a text that was cut short', () => {
    expect(laidOut('{"a":1,"b":"lo…')).toBe('{\n  "a": 1,\n  "b": "lo…');
  });

  test('leaves alone what is no JSON', () => {
    for (const text of ['', '{', '{"a":1,}', "{'a':1}", 'plain', '…"a":1}']) expect(layOutJson(text)).toBeNull();
  });

  test('stays narrow however deep a value is', () => {
    const deep = laidOut('['.repeat(150) + ']'.repeat(150)) ?? '';
    expect(Math.max(...deep.split('\n').map((line) => line.length))).toBeLessThan(40);
  });
});

test.describe('the difference between two requests', () => {
  const sent = someExchange({ target: '/p?a=1&b=2', requestBody: '{"x":1,"y":2}' });
  const sides = (other: typeof sent): string[] =>
    differenceOf(requestLines(sent), requestLines(other)).flatMap((difference) => {
      if (difference.side === 'both') return [];
      const pair = difference.side === 'changed' ? ` (${difference.pair.text.trim()})` : '';
      return [`${difference.side} ${difference.line.text.trim()}${pair}`];
    });

  test('is nothing between a request and itself', () => {
    expect(sides(sent)).toEqual([]);
  });

  test('names members, parameters and headers that are other, added or left out', () => {
    const other = someExchange({ target: '/p?a=1&b=3', requestHeaders: [], requestBody: '{"x":0,"y":2,"z":3}' });
    expect(sides(other)).toEqual([
      'changed &b=2 (&b=3)',
      'this Authorization: [redacted]',
      'changed "x": 1, ("x": 0,)',
      'other "z": 3',
    ]);
    expect(differingNames(differenceOf(requestLines(sent), requestLines(other)))).toEqual([
      'b',
      'Authorization',
      'x',
      'z',
    ]);
  });

  test('is told within a line by what is alike before and after', () => {
    expect(partingOf('"a": 18631.6,', '"a": 18631.2,')).toEqual({ before: 11, after: 1 });
    expect(partingOf('aa', 'aaa')).toEqual({ before: 2, after: 0 });
  });
});
