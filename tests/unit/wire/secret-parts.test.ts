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
  (text.match(new RegExp(`.{1,${size}}`, 'gu')) ?? []).join(separator);
const wide = (text: string): string =>
  text.replace(/[A-Za-z0-9]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
/** In characters that nobody sees, of which each stands for one of ASCII. */
const tags = (text: string): string =>
  text.replace(/[ -~]/g, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xe0000));
const backwards = (text: string): string => Array.from(text).reverse().join('');
const hexBytes = (text: string): string[] => Buffer.from(text).toString('hex').match(/../g) ?? [];

const bareLength = (text: string): number => text.replace(/\[redacted:\w+\]|[^a-z0-9]/gi, '').length;

const entities = (show: (code: number) => string): string => [...Buffer.from(SECRET)].map(show).join('');

/** In these, all that stands for the secret goes with it, and so do separators made of letters and digits. */
const CODED: Readonly<Record<string, string>> = {
  'in entities with zeros': entities((code) => `&#x000${code.toString(16)};`),
  'in decimal entities with zeros': entities((code) => `&#${String(code).padStart(7, '0')};`),
  'in hexadecimal numbers with zeros': entities((code) => `0x00${code.toString(16)},`),
  'in long escapes': entities((code) => `\\U000000${code.toString(16)}`),
  'in escapes with zeros': entities((code) => `\\u{0000${code.toString(16)}}`),
  'in code points with zeros': entities((code) => `U+0000${code.toString(16)} `),
  'in escaped entities': entities((code) => `&amp;#${code};`),
  'in entities escaped twice': entities((code) => `&amp;amp;#x${code.toString(16)};`),
  'in escapes of which each is another': entities(
    (code) =>
      [`&#${code};`, `%${code.toString(16)}`, `\\x${code.toString(16)}`, String.fromCharCode(code)][code % 4] ?? '',
  ),
  'split by encoded line breaks': between('%0A', 8),
  'split by line breaks that are encoded twice': between('%250A', 8),
  'split by encoded marks': between('%E2%80%8B', 1),
  'split by marks in entities': between('&#8203;', 1),
  'split by marks with names': between('&zwnj;', 1),
  'split by escaped spaces with names': between('&amp;nbsp;', 3),
  'split by tags': between('<br>', 8),
  'split by tags with attributes': between('</b><b class="x1">', 1),
  'split by terminal sequences': between('\u001b[0m\u001b[1;31m', 1),
  'split by terminal sequences of two characters': between('\u001bM', 1),
  'split by terminal sequences that choose letters': between('\u001b(B\u001b[m', 3),
  'split by terminal links': between('\u001b]8;;https://host/a1\u001b\\', 1),
  'split by terminal titles': between('\u001b]0;title\u0007', 1),
  'split by terminal sequences of one control character': between('\u009b1m', 1),
  'split by terminal sequences in escapes': between('\\u001b[1m', 1),
  'split by terminal sequences in escapes of C': between('\\x1b[1m', 1),
  'split by terminal sequences in octal escapes': between('\\033[1m\\033]0;a\\007', 1),
  'split by terminal sequences in escapes of a shell': between('\\e[1m\\e]0;a\\a', 1),
  'split by terminal sequences that are percent-encoded': between('%1B%5B1%3B31m', 1),
  'split by terminal sequences in entities': between('&#27;[1m', 1),
  'in entities of tag characters': entities((code) => `&#x${(code + 0xe0000).toString(16)};`),
  'in tag characters between terminal sequences': between('\u001b[0m', 3, tags(SECRET)),
  'in entities between terminal sequences': entities((code) => `&#${code};\u001b[1m`).slice(0, -'\u001b[1m'.length),
};

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
  'in upper case, then in base64': Buffer.from(SECRET.toUpperCase()).toString('base64'),
  'in lower case, then in hexadecimal': Buffer.from(SECRET.toLowerCase()).toString('hex'),
  'in upper case, then in base64 of UTF-16': Buffer.from(SECRET.toUpperCase(), 'utf16le').toString('base64'),
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
  'in tag characters': tags(SECRET),
  'in tag characters that are base64': tags(Buffer.from(SECRET).toString('base64')),
  'in tag characters within others': between('😀', 4, tags(SECRET)),
  'backwards in hexadecimal': Buffer.from(backwards(SECRET)).toString('hex'),
  'in hexadecimal backwards': backwards(Buffer.from(SECRET).toString('hex')),
  'in base64 after something, backwards': backwards(Buffer.from(`a:${SECRET}`).toString('base64').slice(3)),
  'backwards in base64 after something': Buffer.from(`a:${backwards(SECRET)}`)
    .toString('base64')
    .slice(4),
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

for (const [how, spelled] of Object.entries(CODED)) {
  test(`a secret is known ${how}`, () => {
    expect(redactor().text(`ab ${spelled} cd`)).toMatch(/^ab \W*\[redacted:secret\]\W* cd$/);
    const parsed = JSON.parse(redactor().text(JSON.stringify({ stockCd: spelled, code: 400 }))) as object;
    expect(parsed).toEqual({ stockCd: expect.stringContaining('[redacted:secret]') as unknown, code: 400 });
    const part = spelled.slice(0, Math.floor(spelled.length / 12));
    expect(redactor().text(part)).toBe(part);
  });
}

test('a secret is known within a tag and in what looks like one, however each of its letters is written', () => {
  for (const spelled of Object.values({ ...SPELLINGS, ...CODED }).filter((text) => !text.includes('<'))) {
    for (const [before, after] of [
      ['<p title="', '">'],
      ['<https://host/', '>; rel="next"'],
    ]) {
      const left = redactor().text(`ab ${before}${spelled}${after} cd`);
      expect(left).toContain('[redacted:');
      expect(bareLength(left)).toBeLessThan(60);
    }
  }
});

test('a secret is known within a terminal sequence and before one, however each of its letters is written', () => {
  for (const spelled of Object.values({ ...SPELLINGS, ...CODED })) {
    // eslint-disable-next-line no-control-regex -- what would end the sequence
    if (/[\u0007\u001b\u009b]|\\/.test(spelled)) continue;
    for (const before of ['\u001b', '\u001b]8;;https://host/?t=', '\u001b[']) {
      const left = redactor().text(`ab ${before}${spelled}\u0007 cd`);
      expect(left).toContain('[redacted:');
      expect(bareLength(left)).toBeLessThan(60);
    }
  }
});

test('a string with a secret in it that was spread is known by no place of it', () => {
  const spread = Object.fromEntries(Array.from(`Bearer ${SECRET}`).entries());
  for (const value of [spread, Object.entries(spread), JSON.stringify(spread)]) {
    const text = JSON.stringify(value);
    const redacted = redactor().text(text);
    const letters = (of: string): string => of.replace(/\[redacted:secret\]|[^A-Za-z]/g, '');
    expect(letters(redacted).length).toBeLessThan('Bearer'.length + 1);
    expect(() => JSON.parse(redacted) as unknown).not.toThrow();
  }
  expect(redactor().text(Array.from(SECRET, (char, at) => `[${at}]=${char}`).join())).toMatch(
    /^\W*0\W*\[redacted:secret\]$/,
  );
});

test('a secret within base64 is known within more of it, wherever it begins in both', () => {
  for (const user of ['', 'a', 'ab', 'user:'])
    for (const before of ['', 'x', 'xy', 'x:']) {
      const inner = Buffer.from(`${before}${SECRET}`).toString('base64');
      const outer = Buffer.from(`${user}${inner}`).toString('base64');
      expect(redactor().text(`Basic ${outer}.`)).toMatch(/^Basic [\w+/]{0,16}\[redacted:\w+\][\w+/]{0,6}=*\.$/);
    }
});

test('no part of a secret is left, however each of its letters is written and whatever stands between them', () => {
  const spellings = ['&#x@;', '&#x00@;', '&amp;#x@;', '%@', '%25@', '%u00@', '\\x@', '\\u00@', '\\u{0@}', '\\U000000@'];
  const written = fc.oneof(fc.constant('C'), fc.constantFrom(...spellings));
  const separator = fc.oneof(
    fc.constant(''),
    fc.constantFrom('%0A', '&#8203;', '&zwnj;', '<br>', '</i><i>', '\\n', '-', '\u001b[1m', '\\u001b]0;a\\u0007'),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(written, separator), { minLength: SECRET.length, maxLength: SECRET.length }),
      (ways) => {
        const text = Array.from(SECRET, (char, at) => {
          const [how = 'C', after = ''] = ways[at] ?? [];
          return how.replace(/^C$/, char).replace('@', char.charCodeAt(0).toString(16)) + after;
        }).join('');
        expect(redactor().text(text)).toMatch(/^\W*\[redacted:\w+\]\W*(?:0A|8203|zwnj|br|i|n|1m|u001b|0;a|u0007|\W)*$/);
      },
    ),
  );
});

test('what stands for other text, or for none, is untouched', () => {
  const harmless = [
    '<table><tr><td>Z</td></tr></table> &nbsp; &#8203; %0A%0D U+0041 0x0041',
    JSON.stringify({ 0: 'a', 1: 'b', list: [['0', 'x']], at: '07:00' }),
    '&amp;&amp;#;&#x;&#xzz;%25%2525%zz%u00\\x\\u{\\u{zz}\\U0<a<b<',
    between('<br>', 4, SECRET.slice(0, 15)),
    between('\u001b[1m', 4, SECRET.slice(0, 15)),
    '\u001b[1mbold\u001b[0m \u001b]0;a title\u0007 \u001b]never ended \u001b[1;2;3 \\u001b[ \u001b',
  ];
  for (const text of harmless) expect(redactor().text(text)).toBe(text);
});

const SEQUENCES = ['\u001b', '\u001b]', '\u001b[1', '\u001b(', '\\e]', '%1B%5B', '\u009b', '\u001b]&amp;'];

test('text that stands for other text is read in linear time', () => {
  const parts = new SecretParts();
  parts.add(SECRET);
  for (const piece of [
    '<a',
    '<a&>',
    '&amp;',
    '&a',
    '%25',
    '%',
    '[',
    '[["0"',
    '0x0',
    '\\u{',
    '&#x0',
    '"0":',
    "'0]",
    ...SEQUENCES,
  ]) {
    const costOf = (length: number): number => {
      const text = `&#x41;\u001b]${piece.repeat(length / piece.length)}`;
      const costs = Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        parts.find(text);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      });
      return Math.min(...costs);
    };
    // a quadratic one would take 16 times as long, and hours at this length
    expect(costOf(400_000)).toBeLessThan(2_000_000);
  }
});

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

test('of signatures that came up, the digits of the latest 7,000 are remembered in parts, and other spellings of 350', () => {
  const parts = new SecretParts();
  const fresh = (turn: number): string => createHmac('sha512', 'k').update(String(turn)).digest('hex');
  const half = (turn: number): string => fresh(turn).slice(9, 30);
  const inBase64 = (turn: number): string => Buffer.from(fresh(turn), 'hex').toString('base64').slice(3, 40);
  for (let turn = 0; turn < 20_000; turn += 1) parts.learnSignature(fresh(turn));
  for (const turn of [19_999, 13_000]) expect(parts.find(half(turn))).toEqual([{ start: 0, end: 21 }]);
  for (const turn of [19_999, 19_650]) expect(parts.find(inBase64(turn))).toHaveLength(1);
  expect(parts.find(half(0))).toEqual([]);
  expect(parts.find(inBase64(0))).toEqual([]);
});

test('JSON stays valid JSON, whatever of a secret stands in it', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...Object.values(SPELLINGS), ...Object.values(CODED)),
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
