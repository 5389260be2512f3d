import { expect, test } from '@playwright/test';
import {
  headerValue,
  headerValues,
  isJsonMediaType,
  parseMediaType,
  withHeader,
  withoutHeader,
} from '../../../src/wire/headers.js';

const HEADERS = [
  ['X-A', '1'],
  ['x-b', '2'],
  ['x-a', '3'],
] as const;

test('headers are found whatever the case of their names', () => {
  expect(headerValue(HEADERS, 'X-a')).toBe('1');
  expect(headerValues(HEADERS, 'X-A')).toEqual(['1', '3']);
  expect(headerValue(HEADERS, 'x-c')).toBeUndefined();
});

test('a header is set in the place of the first one, or at the end', () => {
  expect(withHeader(HEADERS, 'x-A', '9')).toEqual([
    ['x-A', '9'],
    ['x-b', '2'],
  ]);
  expect(withHeader(HEADERS, 'X-C', '')).toEqual([...HEADERS, ['X-C', '']]);
  expect(withoutHeader(HEADERS, 'X-A')).toEqual([['x-b', '2']]);
});

test('media types are taken apart', () => {
  expect(parseMediaType(' Application/JSON ; Charset="utf-8;\\"x" ; a=b;a=c;=d;e')).toEqual({
    type: 'application/json',
    parameters: new Map([
      ['charset', 'utf-8;"x'],
      ['a', 'b'],
    ]),
  });
  for (const text of ['', 'json', 'a/b/c', 'a /b', '/json', 'é/x']) expect(parseMediaType(text)).toBeNull();
});

test('only application/json is JSON', () => {
  expect(isJsonMediaType('application/json; charset=utf-8')).toBe(true);
  for (const text of [undefined, 'text/json', 'application/problem+json', 'application/jsonp']) {
    expect(isJsonMediaType(text)).toBe(false);
  }
});
