import { expect, test } from '@playwright/test';
import { formsOf } from '../../../src/wire/secret-forms.js';

const TEXT = `a/"&<>'é~`;
/** Bytes that are no text, and whose base64 needs + and /. */
const BYTES = Uint8Array.of(0xfb, 0xff, 0xfe, 0xfa, 0xef);

for (const [where, ...spellings] of [
  ['as it is', TEXT],
  [
    'percent-encoded',
    "a%2F%22%26%3C%3E'%C3%A9~",
    "a%2f%22%26%3c%3e'%c3%a9~",
    'a%2F%22%26%3C%3E%27%C3%A9%7E',
    'a%2f%22%26%3c%3e%27%c3%a9%7e',
  ],
  ['percent-encoded twice', "a%252F%2522%2526%253C%253E'%25C3%25A9~", 'a%252F%2522%2526%253C%253E%2527%25C3%25A9%257E'],
  ['in upper case', `A/"&<>'É~`],
  [
    'in JSON',
    `a/\\"&<>'é~`,
    `a\\/\\"&<>'é~`,
    'a\\u002f\\u0022\\u0026\\u003c\\u003e\\u0027\\u00e9~',
    'a\\u002F\\u0022\\u0026\\u003C\\u003E\\u0027\\u00E9~',
    `a/"&<>'\\u00e9~`,
    `a/"&<>'\\u00E9~`,
  ],
  ['in JSON inside JSON', `a/\\\\\\"&<>'é~`],
  [
    'in HTML',
    'a/&quot;&amp;&lt;&gt;&#39;é~',
    'a/&quot;&amp;&lt;&gt;&#x27;é~',
    "a/&quot;&amp;&lt;&gt;'é~",
    'a/&#34;&amp;&lt;&gt;&#39;é~',
    '&#97;&#47;&#34;&#38;&#60;&#62;&#39;&#233;&#126;',
    '&#x61;&#x2f;&#x22;&#x26;&#x3c;&#x3e;&#x27;&#xe9;&#x7e;',
  ],
  ['as a URI', "a/%22&%3C%3E'%C3%A9~"],
  ['percent-encoded byte by byte', '%61%2f%22%26%3c%3e%27%c3%a9%7e', '%61%2F%22%26%3C%3E%27%C3%A9%7E'],
  ['backwards', `~é'><&"/a`],
  ['in base64 twice', 'WVM4aUpqdytKOE9wZmc9PQ==', 'WVM4aUpqdy1KOE9wZmc'],
  ['read as Latin-1', `a/"&<>'Ã©~`],
  ['in hexadecimal', '612f22263c3e27c3a97e', '612F22263C3E27C3A97E'],
  [
    'in base64',
    'YS8iJjw+J8Opfg==',
    'YS8iJjw+J8Opfg',
    'YS8iJjw-J8Opfg',
    'YS8iJjw%2BJ8Opfg%3D%3D',
    'YS8iJjw+J8Opf',
    'YS8iJjw-J8Opf',
  ],
  ['in base64 after one other byte', 'EvIiY8PifDqX'],
  ['in base64 after two other bytes', 'hLyImPD4nw6l+', 'hLyImPD4nw6l-'],
] as const) {
  test(`a secret is known ${where}`, () => {
    expect(formsOf(TEXT)).toEqual(expect.arrayContaining(spellings));
  });
}

test('a space may be a plus, as in a form', () => {
  expect(formsOf('a b/c d')).toEqual(expect.arrayContaining(['a+b%2Fc+d', 'a+b%2fc+d', 'a%20b/c%20d']));
});

test('no form is named twice', () => {
  for (const secret of [TEXT, 'plain', BYTES]) expect(new Set(formsOf(secret)).size).toBe(formsOf(secret).length);
});

test('every mark that encodeURIComponent leaves alone may be percent-encoded', () => {
  expect(formsOf("a!'()*~b")).toContain('a%21%27%28%29%2A%7Eb');
  expect(formsOf("a!'()*~b")).toContain('a%21%27%28%29%2a%7eb');
});

test('every occurrence is escaped, not the first only', () => {
  expect(formsOf('&<>"\'&<>"\'')).toContain('&amp;&lt;&gt;&quot;&#39;&amp;&lt;&gt;&quot;&#39;');
  expect(formsOf('//é//é')).toEqual(
    expect.arrayContaining(['\\/\\/é\\/\\/é', '\\u002f\\u002f\\u00e9\\u002f\\u002f\\u00e9', '//\\u00e9//\\u00e9']),
  );
});

test('marks that serializers leave alone are not escaped', () => {
  const plain = 'aZ0_ .,;:@$!?()[]{}|^~*#%-';
  expect(formsOf(`${plain}<`)).toContain(`${plain}\\u003c`);
  expect(formsOf(plain).filter((form) => form.includes('\\u'))).toEqual([]);
});

test('characters beyond Latin-1 are escaped with four digits each', () => {
  expect(formsOf('a\u0001b€c')).toEqual(expect.arrayContaining(['a\\u0001b\\u20acc', 'a\\u0001b\\u20ACc']));
  expect(formsOf('kkk\u0080\uffff')).toContain('kkk\\u0080\\uffff');
  expect(formsOf('kkk\u007f').filter((form) => form.includes('\\u'))).toEqual(['kkk\\u007f', 'kkk\\u007F']);
});

test('bytes are known in hexadecimal and base64', () => {
  expect(formsOf(BYTES)).toEqual(
    expect.arrayContaining([
      'fbfffefaef',
      'FBFFFEFAEF',
      '+//++u8=',
      '+//++u8',
      '-__--u8',
      '+\\/\\/++u8=',
      '%2B%2F%2F%2B%2Bu8%3D',
      '+//++u',
      'v//vrv',
      'v__vrv',
      '7__767',
      '7//767',
    ]),
  );
});

test('bytes that are text are known as text, too', () => {
  expect(formsOf(Buffer.from(TEXT)).sort()).toEqual(formsOf(TEXT).sort());
  expect(formsOf(BYTES).filter((form) => /[^\w+/=%\\-]/.test(form))).toEqual([]);
});

test('of base64 inside something longer, at least 6 characters count', () => {
  const forms = formsOf('abcd');
  expect(forms).toContain('YWJjZA');
  // 4 bytes: 5 characters depend on nothing else, too few to be told from chance
  expect(forms.filter((form) => form.length < 6)).toEqual(['abcd']);
});

test('what is shorter than 4 characters is not looked for', () => {
  expect(formsOf('abc')).toEqual([]);
  expect(formsOf(Uint8Array.of(0xff, 0xfe, 0xfd))).toEqual([]);
  expect(formsOf('')).toEqual([]);
  expect(formsOf('é<')).toEqual(expect.arrayContaining(['%C3%A9%3C', '\\u00e9\\u003c']));
});
