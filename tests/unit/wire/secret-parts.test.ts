import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { Redactor } from '../../../src/wire/redaction.js';
import { SecretParts } from '../../../src/wire/secret-parts.js';

const SECRET = 'Kq7vZp2LmX9rTw4sYb8dHc3fJg6nAe5u';
const SIGNATURE = createHmac('sha512', 'k').update('x').digest('hex');

function redactor(): Redactor {
  const made = new Redactor([{ name: 'key', value: SECRET }]);
  made.learn('signature', SIGNATURE);
  return made;
}

const swapped = (text: string): string =>
  text.replace(/[a-z]/gi, (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()));
const between = (separator: string, size: number, text = SECRET): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(separator);
const wide = (text: string): string =>
  text.replace(/[A-Za-z0-9]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
const hexBytes = (text: string): string[] => Buffer.from(text).toString('hex').match(/../g) ?? [];

const SPELLINGS: Readonly<Record<string, string>> = {
  'its beginning': SECRET.slice(0, 16),
  'its end': SECRET.slice(-16),
  'its middle': SECRET.slice(7, 23),
  'in upper case': SECRET.toUpperCase(),
  'with its case turned round': swapped(SECRET),
  'a part of it backwards': Array.from(SECRET).reverse().join('').slice(3, 20),
  'split by hyphens': between('-', 4),
  'one letter after another': between(' ', 1),
  'wrapped over lines': between('\r\n', 8),
  'split by zeros as in UTF-16': between('\0', 1),
  'split by marks that are not seen': between('\u200b', 3),
  'split by letters that look like some': between('Ł', 5),
  'in hexadecimal with colons': hexBytes(SECRET).join(':'),
  'in hexadecimal with its end cut off': Buffer.from(SECRET).toString('hex').slice(0, 20),
  'in numbers': [...Buffer.from(SECRET)].join(', '),
  'in hexadecimal numbers': hexBytes(SECRET)
    .map((pair) => `0x${pair}`)
    .join(','),
  'in escapes of C': `\\x${hexBytes(SECRET).join('\\x')}`,
  'in escapes of JSON': `\\u00${hexBytes(SECRET).join('\\u00')}`,
  'percent-encoded': `%${hexBytes(SECRET).join('%')}`,
  'in entities': hexBytes(SECRET)
    .map((pair) => `&#x${pair};`)
    .join(''),
  'a part of it in base64': Buffer.from(SECRET.slice(4, 18)).toString('base64'),
  'in base64 after something': Buffer.from(`user:${SECRET}`).toString('base64'),
  'in base64 that is wrapped': between('\n', 8, Buffer.from(SECRET).toString('base64')),
  'in base64 twice, cut': Buffer.from(Buffer.from(SECRET).toString('base64')).toString('base64').slice(0, 30),
  'as an array of bytes in JSON': JSON.stringify(
    Buffer.from(SECRET).reduce((all, byte, at) => ({ ...all, [at]: byte }), {}),
  ),
  'in base32': 'JNYTO5S2OAZEY3KYHFZFI5ZUONMWEODEJBRTGZSKM43G4QLFGV2Q====',
  'percent-encoded twice': `%25${hexBytes(SECRET).join('%25')}`,
  'in hexadecimal twice': Buffer.from(Buffer.from(SECRET).toString('hex')).toString('hex'),
  'in hexadecimal, then in base64': Buffer.from(`a${Buffer.from(SECRET).toString('hex')}`).toString('base64'),
  'in base64, then in hexadecimal': Buffer.from(Buffer.from(SECRET).toString('base64')).toString('hex'),
  'in base64 three times': [1, 2, 3].reduce((text) => Buffer.from(text).toString('base64'), SECRET),
  'in base64 of UTF-16': Buffer.from(SECRET, 'utf16le').toString('base64'),
  'in hexadecimal of UTF-16': Buffer.from(SECRET, 'utf16le').toString('hex'),
  'in base64 backwards': Array.from(Buffer.from(SECRET).toString('base64')).reverse().join(''),
  'backwards in base64': Buffer.from(Array.from(SECRET).reverse().join('')).toString('base64'),
  'in octal escapes': [...Buffer.from(SECRET)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
  'in octal escapes within JSON': [...Buffer.from(SECRET)].map((byte) => `\\\\${byte.toString(8)}`).join(''),
  'in escapes of ECMAScript': hexBytes(SECRET)
    .map((pair) => `\\u{${pair}}`)
    .join(''),
  'in escapes of CSS': hexBytes(SECRET)
    .map((pair) => `\\0000${pair} `)
    .join(''),
  'in code points': hexBytes(SECRET)
    .map((pair) => `U+00${pair}`)
    .join(' '),
  'in numbers of three digits': [...Buffer.from(SECRET)].map((byte) => String(byte).padStart(3, '0')).join(' '),
  'in entities with a zero': [...Buffer.from(SECRET)].map((byte) => `&#0${byte};`).join(''),
  'in letters of full width': wide(SECRET),
  'in escapes of letters of full width': wide(SECRET).replace(
    /[^a-z]/gi,
    (char) => `\\u${char.charCodeAt(0).toString(16)}`,
  ),
  'turned by 13 letters': 'Xd7iMc2YzK9eGj4fLo8qUp3sWt6aNr5h',
  'a part of a signature': SIGNATURE.slice(30, 50),
  'a part of a signature in upper case': SIGNATURE.slice(30, 50).toUpperCase(),
  'a part of the digits of a signature in hexadecimal': Buffer.from(SIGNATURE.slice(30, 50)).toString('hex'),
  'a part of a signature in base64': Buffer.from(SIGNATURE, 'hex').toString('base64').slice(0, 24),
  'a part of the digits of a signature in base64': Buffer.from(SIGNATURE).toString('base64').slice(20, 44),
};

for (const [how, spelled] of Object.entries(SPELLINGS)) {
  test(`a secret is known ${how}`, () => {
    expect(redactor().text(`ab ${spelled} cd`)).toMatch(
      /^ab (?:dXNlcjp|YTR?|[\\%&#x0;{"=]*)\[redacted:[a-z]+\](?:Q|[^a-z0-9])* cd$/i,
    );
    const json = JSON.stringify({ stockCd: spelled, list: ['x', spelled], code: 400 });
    const parsed = JSON.parse(redactor().text(json)) as { stockCd: string; list: string[]; code: number };
    expect(parsed.code).toBe(400);
    expect(parsed.list[0]).toBe('x');
    for (const text of [parsed.stockCd, parsed.list[1]]) expect(text).toContain('[redacted:');
  });
}

test('a secret that is spread over the elements of an array is taken out of each', () => {
  const parts = SECRET.match(/.{8}/g) ?? [];
  const parsed = JSON.parse(redactor().text(JSON.stringify([...parts, 'x']))) as string[];
  expect(parsed).toEqual(['[redacted:secret]', '[redacted:secret]', '[redacted:secret]', '[redacted:secret]', 'x']);
  const bytes = JSON.stringify({ type: 'Buffer', data: [...Buffer.from(SECRET)], price: 101.5 });
  const numbers = JSON.parse(redactor().text(bytes)) as { data: number[]; price: number };
  expect(new Set(numbers.data)).toEqual(new Set([99, 999]));
  expect(numbers.price).toBe(101.5);
});

test('every part of 16 letters and digits is found wherever it stands, and none of 15', () => {
  const parts = new SecretParts();
  parts.add(SECRET);
  for (let before = 0; before < 40; before += 1) {
    for (let from = 0; from + 16 <= SECRET.length; from += 1) {
      const text = `${'-.'.repeat(before)}${'!'.repeat(before)}${SECRET.slice(from, from + 16)}`;
      expect(parts.find(`${'o'.repeat(before)}${text}${'o'.repeat(before)}`)).toEqual([
        { start: text.length - 16 + before, end: text.length + before },
      ]);
    }
  }
  for (let from = 0; from + 15 <= SECRET.length; from += 1)
    expect(parts.find(`ooooooooo${SECRET.slice(from, from + 15)}ooooooooo`)).toEqual([]);
});

test('found is every row of 16 that a secret has, unless it is of one or two letters throughout, and nothing else', () => {
  const letters = (most: number) => fc.string({ unit: fc.constantFrom('a', 'a', 'b', 'c'), maxLength: most });
  const isVaried = (row: string): boolean =>
    Array.from({ length: 9 }, (_, at) => row.slice(at, at + 8)).some((gram) => new Set(gram).size > 2);
  const text = (secret: string) =>
    fc.array(
      fc.oneof(
        letters(20),
        fc.tuple(fc.nat(60), fc.nat(60)).map(([from, size]) => secret.slice(from, from + size)),
      ),
    );
  const cases = letters(80).chain((secret) =>
    fc.tuple(
      fc.constant(secret),
      text(secret).map((pieces) => pieces.join('')),
    ),
  );
  fc.assert(
    fc.property(cases, ([secret, within]) => {
      const parts = new SecretParts();
      parts.add(secret);
      const spelled = `${secret}|${Array.from(secret).reverse().join('')}`;
      const hidden = Array.from(within, () => false);
      for (let at = 0; at + 16 <= within.length; at += 1) {
        const row = within.slice(at, at + 16);
        if (spelled.includes(row) && isVaried(row)) hidden.fill(true, at, at + 16);
      }
      const found = Array.from(within, () => false);
      for (const { start, end } of parts.find(within)) found.fill(true, start, end);
      // a row may go on with letters of one or two kinds
      const missed = hidden.flatMap((isHidden, at) => (isHidden && found[at] !== true ? [at] : []));
      expect(missed).toEqual([]);
      for (const { start, end } of parts.find(within)) expect(hidden.slice(start, end)).toContain(true);
    }),
    { numRuns: 2000 },
  );
});

test('text that shares less than 16 letters and digits with a secret is untouched', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(SECRET.length - 15), { maxLength: 30 }),
      fc.string({ unit: 'grapheme' }),
      (places, end) => {
        const text = places.map((at) => `${SECRET.slice(at, at + 15)}|oo|`).join('') + end;
        expect(redactor().text(text)).toBe(text);
      },
    ),
  );
});

test('rows of one or two characters are no part of a secret', () => {
  const dull = new Redactor([{ name: 'key', value: `${'0'.repeat(40)}Kq7vZp2LmX9rTw4s${'ab'.repeat(20)}` }]);
  for (const text of ['0.0000000000000000000000001', '1000000000000000000000', 'ab'.repeat(12)])
    expect(dull.text(text)).toBe(text);
  expect(dull.text('Kq7vZp2LmX9rTw4s')).toBe('[redacted:secret]');
});

test('a secret that counts as a whole only has no parts', () => {
  const claims = '{"sub":"somebody","scope":"orders instruments"}';
  const whole = new Redactor([{ name: 'token', value: claims, whole: true }]);
  expect(whole.text(`claims ${claims}`)).toBe('claims [redacted:token]');
  expect(whole.text('"scope":"orders instruments"')).toBe('"scope":"orders instruments"');
});

test('of secrets that came up, the latest ones are remembered in parts', () => {
  const parts = new SecretParts();
  const fresh = (turn: number): string => createHmac('sha512', 'k').update(String(turn)).digest('hex');
  for (let turn = 0; turn < 3000; turn += 1) parts.learnSignature(fresh(turn));
  expect(parts.find(fresh(2999).slice(9, 30))).toEqual([{ start: 0, end: 21 }]);
  expect(parts.find(fresh(2800).slice(9, 30))).toEqual([{ start: 0, end: 21 }]);
  expect(parts.find(fresh(0).slice(9, 30))).toEqual([]);
});

test('JSON stays valid JSON, whatever of a secret stands in it', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...Object.values(SPELLINGS)),
      fc.nat(16).map((at) => SECRET.slice(at, at + 16)),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 4 }), fc.array(fc.nat(255)), fc.nat(2), (rows, numbers, indent) => {
      const value = { rows, numbers, bytes: [...Buffer.from(SECRET)], [rows.flat().join('')]: [rows.flat().join('')] };
      expect(() => JSON.parse(redactor().text(JSON.stringify(value, null, indent))) as unknown).not.toThrow();
    }),
  );
});
