import { expect, test } from '@playwright/test';
import { oddBytes } from '../../../src/wire/odd-bytes.js';
import { Redactor } from '../../../src/wire/redaction.js';

const SECRET = 'a-secret-of-some-length';
const redactor = new Redactor([{ name: 'token', value: SECRET }]);
const odd = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat([Buffer.of(0xff), ...parts.map((part) => Buffer.from(part as string))]);

test('a body that is no text is kept as base64, a long one in part', () => {
  expect(oddBytes(redactor, odd('{"a":1}'))).toBe(odd('{"a":1}').toString('base64'));
  const long = oddBytes(redactor, odd('x'.repeat(100_000))) ?? '';
  expect(long.endsWith('…')).toBe(true);
  expect(Buffer.from(long.slice(0, -1), 'base64')).toHaveLength(48 * 1024);
});

test('one with a secret in it is not kept, however it is spelled', () => {
  const escaped = Array.from(SECRET, (char) => `\\u00${char.charCodeAt(0).toString(16)}`).join('');
  for (const spelled of [SECRET, Buffer.from(SECRET, 'utf16le'), escaped, `${'y'.repeat(60_000)}${SECRET}`])
    expect(oddBytes(redactor, odd('{"a":"', spelled, '"}'))).toBeUndefined();
});
