import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { replaceTokens, tokensIn } from '../../../src/wire/token-shape.js';

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const jwt = (header: string, payload = '{"sub":"x"}', signature = 'c2lnbmF0dXJl'): string =>
  `${encode(header)}.${encode(payload)}.${signature}`;
const JWT = jwt('{"alg":"HS256","typ":"JWT"}');
const replaced = (text: string): string => replaceTokens(text, () => '<T>');

test('a JWT is found wherever it stands', () => {
  for (const around of ['', ' ', '"', '/', '=', '&', '%3A', 'token:', '...', 'a.b.', 'monkey.', 'eyJ', 'éé']) {
    expect(replaced(`${around}${JWT}`), around).toBe(`${around}<T>`);
    expect(replaced(`${JWT} ${around}`), around).toBe(`<T> ${around}`);
  }
  for (let before = 0; before < 40; before += 1) expect(replaced(' '.repeat(before) + JWT).endsWith('<T>')).toBe(true);
  expect(replaced(`${JWT},${JWT}`)).toBe('<T>,<T>');
  expect(replaced(`${JWT}.`)).toBe('<T>.');
});

test('whatever its header says besides alg or typ, and however it is spaced', () => {
  for (const header of [
    '{"alg":"none"}',
    '{"typ":"JWT"}',
    '{ "alg": "x" }',
    '{\n "kid":"é",\t"alg":""}',
    '{"alg":""}',
  ]) {
    expect(replaced(jwt(header)), header).toBe('<T>');
    expect(replaced(jwt(header, '{}', '')), header).toBe('<T>');
  }
  expect(replaced(jwt(`{"x":"${'x'.repeat(5000)}","alg":"HS512"}`))).toBe('<T>');
  expect(replaced(`${encode('{"alg":"dir","enc":"A128GCM"}')}..aaaa.bbbb.cccc.dd`)).toBe('<T>.dd');
});

test('what has another shape stays', () => {
  for (const text of [
    jwt('{"cursor":42}'),
    jwt('["alg"]'),
    jwt('{"a":{"alg":1}}'),
    jwt('{"alg"}'),
    JWT.slice(0, JWT.lastIndexOf('.')),
    JWT.replace('.', '..'),
    JWT.replace('.', ' . '),
    '1.2345,2026-01-05T09:00:00.120,www.example.com/index.html.gz',
  ]) {
    expect(replaced(text), text).toBe(text);
  }
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => replaced(text) === text));
});

test('tokens are told up to a number', () => {
  expect(tokensIn(`${JWT} ${JWT} x`, 5)).toEqual([JWT, JWT]);
  expect(tokensIn(`${JWT} ${JWT} x`, 1)).toEqual([JWT]);
  expect(tokensIn('eyJ.eyJ.eyJ', 5)).toEqual([]);
});

test('of very many that may be tokens, the last ones are taken for such', () => {
  const nearly = `${encode('{"alg":,"typ":}')}.x.y `;
  const text = nearly.repeat(20_010);
  expect(replaced(text)).toBe(nearly.repeat(20_000) + '<T> '.repeat(10));
});
