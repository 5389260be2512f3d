import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { Redactor } from '../../../src/wire/redaction.js';

const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.${'c4naRy-_'.repeat(5)}`;
const KEY = 'K3y/with+specials="&<é>';
const KEY_BYTES = Buffer.from('00ff80c3a97e1122334455', 'hex');
const SIGNATURE = createHmac('sha512', 'k').update('x').digest('hex');

let redactor: Redactor;

test.beforeEach(() => {
  redactor = new Redactor([
    { name: 'token', value: TOKEN },
    { name: 'signing-key', value: KEY },
    { name: 'signing-key', value: KEY_BYTES },
    { name: 'pin', value: 'abc' },
  ]);
});

/** Spellings of a secret that an answer, an error page or a log line might have. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase().includes('%')
      ? encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())
      : secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    Buffer.from(`Bearer ${secret}`).toString('base64'),
    Buffer.from(`{"token":"${secret}"}`).toString('base64url'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    bytes.toString('latin1'),
  ];
}

test('a secret is replaced by its name, and what is around it stays', () => {
  expect(redactor.text(`a ${TOKEN} b ${KEY}`)).toBe('a [redacted:token] b [redacted:signing-key]');
  expect(redactor.text(`{"auth":"Bearer ${TOKEN}"}`)).toBe('{"auth":"Bearer [redacted:token]"}');
  expect(redactor.text(`${TOKEN}${TOKEN}`)).toBe('[redacted:token][redacted:token]');
});

test('a part of a token is redacted on its own', () => {
  for (const part of TOKEN.split('.')) expect(redactor.text(`<${part}>`)).toBe('<[redacted:token]>');
});

test('a whole token is redacted in base32, also within something longer, and three times in base64', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const base64url = (text: string): string => Buffer.from(text).toString('base64url');
  for (const encode of [base64, base64url, (text: string) => base64(text).replace(/=+$/, '')])
    expect(redactor.text(`<${encode(encode(encode(TOKEN)))}>`)).toBe('<[redacted:token]>');
  for (const around of ['', 'a', 'ab', 'abc', 'user', 'Bearer ']) {
    const left = redactor.text(base32(`${around}${TOKEN}${around}`)).replaceAll('[redacted:secret]', '');
    // the header of a token, which says nothing, the full stops, what is around, and the padding stay
    const open = `${around}${TOKEN.slice(0, TOKEN.indexOf('.') + 1)}.${around}`;
    expect(left.length).toBeLessThan(base32(open).length + 2 * '=======>'.length);
  }
});

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = bits.match(/.{1,5}/g) ?? [];
  const encoded = digits.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(parseInt(five.padEnd(5, '0'), 2)));
  return encoded.join('').padEnd(Math.ceil(encoded.length / 8) * 8, '=');
}

test('a decoded key is redacted as hexadecimal and base64', () => {
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    const text = KEY_BYTES.toString(encoding);
    expect(redactor.text(`key ${text} end`)).toMatch(/^key \[redacted:signing-key\]=* end$/);
  }
});

test('no secret survives in any spelling, wherever it stands', () => {
  const secret = fc
    .oneof(
      fc.string({ minLength: 4, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 4, maxLength: 20 }),
      fc.base64String({ minLength: 8, maxLength: 60 }),
      fc.constantFrom(TOKEN, KEY),
    )
    .filter((text) => !/^[redact:ok\-[\]n]*$/.test(text) && Buffer.from(text).toString() === text);
  fc.assert(
    fc.property(
      secret,
      fc.nat(12),
      fc.string({ maxLength: 30 }),
      fc.string({ maxLength: 30 }),
      (value, form, before, after) => {
        const spelled = spellings(value)[form] ?? value;
        const whole = new Redactor([{ name: 'x', value }]).text(`${before}${spelled}${after}`);
        // what the placeholders are made of may contain a short secret by chance
        const rest = whole.replaceAll('[redacted:x]', '\u0000');
        expect(rest).not.toContain(value);
        expect(rest).not.toContain(Buffer.from(value).toString('hex'));
        if (value.length >= 6)
          expect(rest).not.toContain(Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1));
      },
    ),
    { numRuns: 500 },
  );
});

test('text without secrets is untouched, and the same bytes come back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      expect(redactor.text(text)).toBe(text);
    }),
  );
  const bytes = Buffer.from([0xff, 0x00, 0x7b]);
  expect(redactor.bytes(bytes)).toBe(bytes);
  const page = Buffer.from(`{"details":[${'{"stockCd":"USDJPY","closePrice":1.2345},'.repeat(1000)}{}]}`);
  expect(redactor.bytes(page)).toBe(page);
});

test('bytes are redacted whether they are UTF-8 or not', () => {
  expect(Buffer.from(redactor.bytes(Buffer.from(`é${TOKEN}`))).toString()).toBe('é[redacted:token]');
  const mixed = Buffer.concat([Buffer.from([0xff]), Buffer.from(KEY), Buffer.from([0xfe])]);
  expect(Buffer.from(redactor.bytes(mixed)).toString('latin1')).toBe('\xff[redacted:signing-key]\xfe');
});

test('JSON stays valid JSON, whatever the secret is', () => {
  const parts = fc.oneof(
    fc.string({ minLength: 4, maxLength: 8 }),
    fc.nat().map((number) => String(number + 1000)),
    fc.constantFrom('true', 'null', '":1,', '},{"', 'u0041', '\\u00', '1.5e'),
  );
  fc.assert(
    fc.property(parts, fc.jsonValue(), fc.nat(2), (value, json, indent) => {
      const text = JSON.stringify(
        { json, [value]: value, same: Number(value), list: [true, null, 'A\u0001'] },
        null,
        indent,
      );
      const redacted = new Redactor([{ name: 'x', value }]).text(text);
      expect(() => JSON.parse(redacted) as unknown).not.toThrow();
    }),
    { numRuns: 500 },
  );
  const digits = new Redactor([{ name: 'pin', value: '12345678' }]);
  expect(digits.text('{"a":12345678.5,"b":"x12345678"}')).toBe('{"a":99999999.9,"b":"x[redacted:pin]"}');
});

test('a run of 128 hexadecimal digits is a signature, a number is not', () => {
  expect(redactor.text(`sig=${SIGNATURE};`)).toBe('sig=[redacted:signature];');
  expect(redactor.text(SIGNATURE.toUpperCase())).toBe('[redacted:signature]');
  expect(redactor.text(`${SIGNATURE}${SIGNATURE}`)).toBe('[redacted:signature]');
  expect(redactor.text(`x${SIGNATURE.slice(1)}x`)).toBe(`x${SIGNATURE.slice(1)}x`);
  expect(redactor.text(`{"price":${'1'.repeat(300)}}`)).toBe(`{"price":${'1'.repeat(300)}}`);
  expect(redactor.text(`{"price":${'1'.repeat(300)}e10}`)).toBe(`{"price":${'1'.repeat(300)}e10}`);
});

test('a signature is found at every place of a text', () => {
  for (let before = 0; before <= 300; before += 1) {
    for (const after of [0, 1, 127, 128, 300]) {
      const text = `${'-'.repeat(before)}${SIGNATURE}${'~'.repeat(after)}`;
      expect(redactor.text(text)).toBe(`${'-'.repeat(before)}[redacted:signature]${'~'.repeat(after)}`);
    }
  }
});

test('runs of hexadecimal digits end where other characters begin', () => {
  expect(redactor.text(`${SIGNATURE}-${SIGNATURE}`)).toBe('[redacted:signature]-[redacted:signature]');
  expect(redactor.text(SIGNATURE.repeat(4))).toBe('[redacted:signature]');
  for (const char of '/:@G`g') {
    const text = `${SIGNATURE.slice(1)}${char}${SIGNATURE.slice(1)}`;
    expect(redactor.text(text)).toBe(text);
  }
});

test('signatures that were sent are found as base64 of their bytes or digits, also inside longer runs', () => {
  const learned = new Redactor([]);
  const encoded = Buffer.from(SIGNATURE, 'hex').toString('base64');
  const digits = Buffer.from(SIGNATURE).toString('base64');
  expect(learned.text(encoded)).toBe(encoded);
  learned.learn('signature', SIGNATURE);
  expect(learned.text(`{"expected":"${encoded}"}`)).toBe('{"expected":"[redacted:signature]=="}');
  expect(learned.text(digits)).toBe('[redacted:signature]=');
  expect(learned.text(Buffer.from(SIGNATURE, 'hex').toString('base64url'))).toBe('[redacted:signature]');
  const stripped = encoded.replace(/=+$/, '');
  expect(learned.text(stripped + stripped)).toBe('[redacted:signature][redacted:signature]');
  expect(learned.text(`AAAA${digits.replace('=', '')}BBBB`)).toBe('AAAA[redacted:signature]BBBB');
  expect(learned.text(`--${encoded}`)).toBe('--[redacted:signature]==');
  expect(learned.text(`AAAA${stripped}BBBB${stripped}`)).toBe('AAAA[redacted:signature]BBBB[redacted:signature]');
});

test('any signature is found in base64, whatever it begins with and however its digits are written', () => {
  for (let first = 0; first < 256; first += 1) {
    const bytes = Buffer.alloc(64, first ^ 0x5a).fill(first, 0, 1);
    const signature = bytes.toString('hex');
    const learned = new Redactor([]);
    learned.learn('signature', signature);
    const forms = [bytes, Buffer.from(signature), Buffer.from(signature.toUpperCase())].flatMap((form) => [
      form.toString('base64').replace(/=+$/, ''),
      form.toString('base64url'),
    ]);
    expect(forms.map((form) => learned.text(form))).toEqual(forms.map(() => '[redacted:signature]'));
  }
});

test('learned secrets are redacted, the oldest are forgotten, the first ones never', () => {
  const learning = new Redactor([{ name: 'token', value: TOKEN }]);
  for (let turn = 0; turn < 100; turn += 1) learning.learn('fresh', `fresh-token-${turn}-x`);
  expect(learning.text('fresh-token-99-x')).toBe('[redacted:fresh]');
  expect(learning.text('fresh-token-0-x')).toBe('fresh-token-0-x');
  expect(learning.text(TOKEN)).toBe('[redacted:token]');
});

test('headers that carry credentials keep their shape only', () => {
  const shown = (name: string, value: string): string => redactor.headers([[name, value]])[0]?.[1] ?? '';
  expect(shown('authorization', `Bearer ${TOKEN}`)).toBe('Bearer [redacted:token]');
  expect(shown('Authorization', `bearer  ${TOKEN}x`)).toBe('bearer  [redacted:authorization]');
  expect(shown('Authorization', TOKEN)).toBe('[redacted:token]');
  expect(shown('Authorization', 'Bearer')).toBe('Bearer');
  expect(shown('Authorization', 'Bearer ')).toBe('Bearer ');
  expect(shown('Authorization', 'unknown abc')).toBe('[redacted:authorization]');
  expect(shown('Proxy-Authorization', 'Basic abc')).toBe('Basic [redacted:pin]');
  expect(shown('X-Signature', SIGNATURE)).toBe('[redacted:signature]');
  expect(shown('X-Signature', SIGNATURE.toUpperCase())).toBe('[redacted:signature] (128 upper-case digits)');
  expect(shown('X-Signature', 'ab')).toBe('[redacted:signature] (2 hexadecimal digits)');
  expect(shown('X-Signature', 'zz=')).toBe('[redacted:signature] (3 characters)');
  expect(shown('X-Signature', '')).toBe('');
  expect(shown('Set-Cookie', 'session=1; HttpOnly')).toBe('[redacted:cookie]');
  expect(shown('cookie', 'a=b')).toBe('[redacted:cookie]');
  expect(shown('X-Debug', `token ${TOKEN}`)).toBe('token [redacted:token]');
  expect(shown('X-Pin', 'abc')).toBe('[redacted:pin]');
  expect(shown('X-Word', 'abcd')).toBe('abcd');
  expect(shown('__proto__', 'x')).toBe('x');
});

test('secrets of fewer than 4 characters are left in text', () => {
  expect(redactor.text('abcdef')).toBe('abcdef');
  expect(new Redactor([{ name: 'empty', value: '' }]).text('x')).toBe('x');
});

test('secrets that come up are told from signatures by their form', () => {
  for (const value of ['deadbeefcafe', `z${'a'.repeat(127)}`, `${'a'.repeat(127)}z`, 'a'.repeat(129)]) {
    const learned = new Redactor([]);
    learned.learn('fresh', value);
    expect(learned.text(`<${value}>`), value).toBe('<[redacted:fresh]>');
  }
});

test('a secret that is a number with an exponent is no more in JSON than others', () => {
  const numbers = new Redactor([
    { name: 'token', value: '12345678e90' },
    { name: 'key', value: '4E+71' },
  ]);
  expect(numbers.text('{"a":12345678e90,"b":[4E+71,4E+7],"c":"12345678e90"}')).toBe(
    '{"a":99999999e99,"b":[9E+99,4E+7],"c":"[redacted:token]"}',
  );
});

test('64 secrets that came up are remembered, and at most twice as many', () => {
  const learned = new Redactor([]);
  const fresh = (turn: number): string => `fresh-token-${turn}-x`;
  for (let turn = 1; turn <= 64; turn += 1) learned.learn('fresh', fresh(turn));
  expect(learned.text(fresh(1))).toBe('[redacted:fresh]');
  for (let turn = 65; turn <= 129; turn += 1) {
    learned.learn('fresh', fresh(turn));
    for (const recent of [turn - 63, turn]) expect(learned.text(`<${fresh(recent)}>`)).toBe('<[redacted:fresh]>');
  }
  expect(learned.text(`${fresh(1)} ${fresh(65)} ${fresh(66)}`)).toBe(`${fresh(1)} ${fresh(65)} [redacted:fresh]`);
});

test('a secret that comes up keeps the name that it has', () => {
  const learned = new Redactor([{ name: 'token', value: TOKEN }]);
  learned.learn('other', TOKEN);
  expect(learned.headers([['X', TOKEN]])).toEqual([['X', '[redacted:token]']]);
});

test('a header is redacted each time it comes', () => {
  const learned = new Redactor([{ name: 'pin', value: 'canary-1' }]);
  for (const turn of [1, 2, 3]) {
    expect(learned.headers([['X-canary-1', 'is canary-1']]), String(turn)).toEqual([
      ['X-[redacted:pin]', 'is [redacted:pin]'],
    ]);
  }
  const plain = [['X-Word', 'canary-2']] as const;
  expect(learned.headers(plain)).toEqual(plain);
  learned.learn('pin', 'canary-2');
  expect(learned.headers(plain)).toEqual([['X-Word', '[redacted:pin]']]);
});

test('a name is made fit for a placeholder', () => {
  expect(new Redactor([{ name: 'My  (own) Key', value: 'abcdef' }]).text('abcdef')).toBe('[redacted:my-own-key]');
});

test('parts of three to five count as secrets of their own, from 8 characters on', () => {
  const leftOf = (value: string, part: string): string => new Redactor([{ name: 't', value }]).text(part);
  for (const value of [
    'a.ccccdddd.b',
    'aaaabbbb.ccccdddd.eeeeffff',
    'aaaabbbb..ccccdddd.',
    'aa..ccccdddd..',
    'a_-a.b.ccccdddd',
  ]) {
    expect(leftOf(value, 'ccccdddd'), value).toBe('[redacted:t]');
  }
  for (const value of [
    'aaaabbbb.ccccdddd',
    'a.b.ccccdddd.d.e.f',
    '.b.ccccdddd',
    '/a.b.ccccdddd',
    'a.b.ccccdddd/',
    'a b.c.ccccdddd',
  ]) {
    expect(leftOf(value, 'ccccdddd'), value).toBe('ccccdddd');
  }
  expect(leftOf('aaaabbbb.ccccddd.eeeeffff', 'ccccddd')).toBe('ccccddd');
});

test('of an authorization, only a scheme at its beginning is kept', () => {
  const shown = (value: string): string => redactor.headers([['Authorization', value]])[0]?.[1] ?? '';
  expect(shown('my Bearer abcdef')).toBe('[redacted:authorization]');
  expect(shown('Bearer\tabcdef')).toBe('Bearer\t[redacted:authorization]');
  expect(shown('Bearerabcdef')).toBe('[redacted:authorization]');
  for (const scheme of ['Bearer', 'BASIC', 'digest', 'Token', 'jwt'])
    expect(shown(`${scheme} x`)).toBe(`${scheme} [redacted:authorization]`);
});

test('of a signature, its length and digits are told where they are not the usual ones', () => {
  const shown = (value: string): string => redactor.headers([['X-Signature', value]])[0]?.[1] ?? '';
  const upper = SIGNATURE.toUpperCase();
  for (const value of [`${SIGNATURE}0`, `0${SIGNATURE}`, `${upper}0`, `0${upper}`]) {
    expect(shown(value)).toBe('[redacted:signature] (129 hexadecimal digits)');
  }
  expect(shown(`z${SIGNATURE}`)).toBe('[redacted:signature] (129 characters)');
  expect(shown(`${upper}z`)).toBe('[redacted:signature] (129 characters)');
  expect(shown('zab')).toBe('[redacted:signature] (3 characters)');
  expect(shown('abz')).toBe('[redacted:signature] (3 characters)');
});

test('JSON that a placeholder would break is redacted token by token', () => {
  const text = (json: string, ...values: readonly string[]): string =>
    new Redactor(values.map((value) => ({ name: 'x', value }))).text(json);
  expect(text('12345678', '12345678')).toBe('99999999');
  expect(text('[-12345678.5,12345678e2,7]', '12345678')).toBe('[-99999999.9,99999999e2,7]');
  expect(text('"abcd secret-1"', '"abcd', 'secret-1')).toBe('"abcd [redacted:x]"');
  expect(text('{"a":"\\u0041"}', 'u0041')).toBe('{"a":"[redacted:secret]"}');
  expect(text('["\\"secret-1",12345678]', 'secret-1', '12345678')).toBe('["\\"[redacted:x]",99999999]');
});

test('text that begins with a line separator is no JSON, and is redacted', () => {
  expect(redactor.text(`\u2028${KEY}`)).toBe('\u2028[redacted:signing-key]');
});
