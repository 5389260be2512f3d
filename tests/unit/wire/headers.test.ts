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
  expect(headerValue(HEADERS, 'X-B')).toBe('2');
  expect(headerValue(HEADERS, 'x-c')).toBeUndefined();
  expect(headerValues(HEADERS, 'x-c')).toEqual([]);
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

test('a media type may have no parameters', () => {
  expect(parseMediaType('Text/Plain')).toEqual({ type: 'text/plain', parameters: new Map() });
});

test('parameters end at a semicolon, unless quotes hold it', () => {
  const parameters = (text: string): unknown => Object.fromEntries(parseMediaType(`a/b;${text}`)?.parameters ?? []);
  expect(parameters(' X = "p;q" ; y=r')).toEqual({ x: 'p;q', y: 'r' });
  expect(parameters('x="\\";";y=1')).toEqual({ x: '";', y: '1' });
  expect(parameters('x=\\;y=1')).toEqual({ x: '\\', y: '1' });
  expect(parameters('x="a\\\nb"')).toEqual({ x: 'a\nb' });
});

test('a value is freed from quotes only where it has both', () => {
  const value = (text: string): unknown => parseMediaType(`a/b;x=${text}`)?.parameters.get('x');
  expect(['"', '"a', 'a"', '""', '"a"', 'a'].map(value)).toEqual(['"', '"a', 'a"', '', 'a', 'a']);
});

test('what is no token names neither a type nor a parameter', () => {
  for (const text of ['a/b c', 'a b/c', 'a/', 'xé/x', 'x/xé', 'a,b/c', '/'])
    expect(parseMediaType(text), text).toBeNull();
  expect(parseMediaType('a/b; abc')?.parameters).toEqual(new Map());
  expect(parseMediaType('a/b; c d=1; é=2; (=3; e-1=4')?.parameters).toEqual(new Map([['e-1', '4']]));
});

test('only application/json is JSON', () => {
  expect(isJsonMediaType('application/json; charset=utf-8')).toBe(true);
  for (const text of [undefined, 'json', 'text/json', 'application/problem+json', 'application/jsonp']) {
    expect(isJsonMediaType(text)).toBe(false);
  }
});
