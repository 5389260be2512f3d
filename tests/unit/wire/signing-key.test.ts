import { expect, test } from '@playwright/test';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { parseTemplate } from '../../../src/wire/signature-template.js';
import { sign } from '../../../src/wire/signing.js';
import { errorOf, key, POST } from './signing-samples.js';

test('a key is read by its encoding', () => {
  const bytes = (encoded: string, encoding: 'hex' | 'base64' | 'base64url' | 'utf8'): string =>
    decodeKey(encoded, encoding).export().toString('hex');
  expect(bytes('00fF', 'hex')).toBe('00ff');
  expect(bytes('+/8=', 'base64')).toBe('fbff');
  expect(bytes('+/8', 'base64')).toBe('fbff');
  expect(bytes('-_8', 'base64url')).toBe('fbff');
  expect(bytes('ké', 'utf8')).toBe('6bc3a9');
});

test('a key that does not fit its encoding is an error without the value', () => {
  for (const [value, encoding] of [
    ['zz', 'hex'],
    ['abc', 'hex'],
    ['0x12', 'hex'],
    ['ab cd', 'base64'],
    ['abcde', 'base64'],
    ['-_8=', 'base64'],
    ['+/8=', 'base64url'],
    ['QUJDR', 'base64'],
    ['QR', 'base64'],
    ['QQ=', 'base64'],
    ['', 'utf8'],
    ['', 'hex'],
  ] as const) {
    const error = errorOf(() => decodeKey(value, encoding));
    expect(error.message).toMatch(/^The signing key (is empty|is no )/);
    if (value !== '') expect(error.explain()).not.toContain(value);
  }
});

test('errors of keys and variables say what to do', () => {
  expect(errorOf(() => decodeKey('', 'utf8')).explain()).toBe(
    'The signing key is empty.\n  where  TRADECERT_SIGNING_KEY\n  do     set it to the key that the service gave out\n',
  );
  expect(errorOf(() => decodeKey('zz', 'hex')).explain()).toBe(
    'The signing key is no hex.\n  where  TRADECERT_SIGNING_KEY\n' +
      '  do     correct the key, or its encoding, which is set to hex by TRADECERT_SIGNING_KEY_ENCODING or the profile; of text it is utf8\n',
  );
  expect(errorOf(() => decodeKey('QR', 'base64')).message).toBe(
    'The signing key is no whole base64: characters are missing or left over at its end.',
  );
  for (const [value, encoding] of [
    ['xab', 'hex'],
    ['abx', 'hex'],
    ['abc', 'hex'],
    ['a b', 'base64'],
    [' QQ', 'base64'],
    ['QQ ', 'base64'],
    ['+QQ', 'base64url'],
    ['QQ+', 'base64url'],
  ] as const) {
    const space = value.includes(' ') ? ': there is white space in it, or at its end' : '';
    expect(errorOf(() => decodeKey(value, encoding)).message).toBe(`The signing key is no ${encoding}${space}.`);
  }
  expect(errorOf(() => sign(parseTemplate('{env:A}'), key, POST)).explain()).toBe(
    'The signature template needs the variable A, which is not set.\n  where  the signature template, {env:A}\n' +
      '  do     set A, or take it out of the template\n',
  );
});

test('a key may have padding or none, but the whole of it', () => {
  const size = (encoded: string): number | undefined => decodeKey(encoded, 'base64').symmetricKeySize;
  expect(['QQ==', 'QQ', 'QUI=', 'QUI', 'QUJD'].map(size)).toEqual([1, 1, 2, 2, 3]);
  for (const encoded of ['QQ=', 'QUI==', 'QUJD=', 'Q', 'Q===', '='])
    expect(() => size(encoded), encoded).toThrow(/^The signing key is no/);
});
