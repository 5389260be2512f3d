import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { coverage, parseTemplate, resolveTemplate } from '../../../src/wire/signature-template.js';
import { preimage } from '../../../src/wire/signing.js';
import { splitTarget } from '../../../src/wire/target.js';
import { errorOf, POST, text } from './signing-samples.js';

test('every source reads its part', () => {
  const input = { target: '/v1/a?x=1&y=2', nonce: 'n1', headers: [['X-App', 'app']] as const, env: { APP: 'e1' } };
  expect(text('{timestamp}|{method}|{path}|{query}|{target}', input)).toBe(
    '1700000000|POST|/v1/a|x=1&y=2|/v1/a?x=1&y=2',
  );
  expect(text('{url}|{host}|{token}|{nonce}', input)).toBe(
    'https://api.example/v1/a?x=1&y=2|api.example|jwt.jwt.jwt|n1',
  );
  expect(text('{header:x-app}|{header:none}|{env:APP}{body}', { ...input, body: Buffer.from([0, 255]) })).toBe(
    'app||e1\0\xff',
  );
});

test('every transform does its work, left to right', () => {
  expect(text('{method|lower}{method|lower|upper}')).toBe('postPOST');
  const target = '/p?b=%20x&a=1';
  expect(text('{query|decode}~{query|sort}~{target|sort}~{query|encode}', { target })).toBe(
    'b= x&a=1~a=1&b=%20x~/p?a=1&b=%20x~b%3D%2520x%26a%3D1',
  );
  expect(text('{query|encode}', { target: "/p?!'()*-._~" })).toBe('%21%27%28%29%2A-._~');
  expect(text('{query|decode}', { target: '/p?%zz+' })).toBe('%zz+');
  expect(text('{method|base64}{method|hex}')).toBe('UE9TVA==504f5354');
  expect(text('{body|sha256|base64}')).toBe(createHash('sha256').update(POST.body).digest('base64'));
  expect(preimage(parseTemplate('{body|sha512}'), POST)).toHaveLength(64);
});

test('pre adds its text only before something', () => {
  expect(text('{path}{query|pre(?)}{method|pre(|}\\n)}', { target: '/p' })).toBe('/p|}\nPOST');
  expect(text('{path}{query|pre(?)}', { target: '/p?q' })).toBe('/p?q');
});

test('escapes stand for their characters, and only they exist', () => {
  expect(text('a\\n\\t\\0\\\\{method}')).toBe('a\n\t\0\\POST');
  expect(errorOf(() => parseTemplate('{method}\\x')).explain()).toBe(
    'The signature template has a \\ that is none of \\n \\t \\0 \\\\.\n' +
      '  where  the signature template, character 9\n' +
      '  do     correct it; docs/settings.md has the sources, transforms and presets\n',
  );
});

test('minify and sortkeys keep the spelling of numbers and strings', () => {
  const body = Buffer.from('{ "b" : 1.50e+1 ,\n "a" : [ { "z":"x \\u0041 y" , "é":-0.0 } , true ] }');
  expect(Buffer.from(preimage(parseTemplate('{body|minify}'), { ...POST, body })).toString()).toBe(
    '{"b":1.50e+1,"a":[{"z":"x \\u0041 y","é":-0.0},true]}',
  );
  expect(Buffer.from(preimage(parseTemplate('{body|sortkeys}'), { ...POST, body })).toString()).toBe(
    '{"a":[{"z":"x \\u0041 y","é":-0.0},true],"b":1.50e+1}',
  );
});

test('what is no JSON is not rewritten', () => {
  for (const body of ['{ "a": }', 'a = 1 & b', '', '\ufeff{ }']) {
    expect(preimage(parseTemplate('{body|minify|sortkeys}'), { ...POST, body: Buffer.from(body) }).toString()).toBe(
      body,
    );
  }
  const bytes = Buffer.from([0x7b, 0x20, 0xff, 0x7d]);
  expect(preimage(parseTemplate('{body|minify}'), { ...POST, body: bytes })).toEqual(bytes);
});

test('minify changes nothing but white space, whatever the JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 0, max: 4 }), (json, indent) => {
      const body = Buffer.from(JSON.stringify(JSON.parse(json), null, indent));
      const minified = preimage(parseTemplate('{body|minify}'), { ...POST, body }).toString();
      expect(minified).toBe(JSON.stringify(JSON.parse(json)));
      const sorted = preimage(parseTemplate('{body|sortkeys}'), { ...POST, body }).toString();
      expect(JSON.parse(sorted)).toEqual(JSON.parse(json));
      expect(preimage(parseTemplate('{body|sortkeys|sortkeys}'), { ...POST, body }).toString()).toBe(sorted);
    }),
  );
});

test('what is in parentheses is transformed as one', () => {
  const of = (text: string): string => preimage(parseTemplate(text), POST).toString('hex');
  const hashed = createHash('sha256').update(preimage(parseTemplate('{timestamp}:{body|minify|pre(?)}'), POST));
  expect(of('{({timestamp}:{body|minify|pre(?)})|sha256}')).toBe(hashed.digest('hex'));
  expect(of('{method}{({path}(x))|upper}')).toBe(of('{method}{path|upper}(X)'));
  const grouped = parseTemplate('{({env:APP}{header:X-A})|hex}{body}');
  expect(grouped.envNames).toEqual(['APP']);
  expect([...coverage(grouped)].sort()).toEqual(['body', 'env', 'header']);
});

for (const [template, what, character] of [
  ['{method', 'has a { that is never closed', 1],
  ['a}', 'has a } without a { before it', 2],
  ['{}', 'has no source "" to offer', 2],
  ['{methd}', 'has no source "methd" to offer; the sources are timestamp method path', 2],
  ['{method|uper}', 'has no transform "uper" to offer; the transforms are upper lower', 9],
  ['{method|pre}', 'has no transform "pre" to offer', 9],
  ['{method|hex(1)}', 'has no transform "hex" to offer', 9],
  ['{method|pre(a}', 'has a ( that is never closed', 12],
  ['{method|pre(a)b}', 'has more text after a )', 15],
  ['{header:X-Signature}', 'covers the signature itself', 2],
  ['{met{hod}', 'has a { that is never closed', 1],
  ['a{method(x)}', 'has no source in a { }', 2],
  ['{(x)}', 'names no source', 3],
  ['{({body})}', 'does nothing to what is in ( )', 9],
  ['{({body}|sha256}', 'has a ( that is never closed', 2],
  ['{({body})|sha256', 'has a { that is never closed', 1],
  ['{({({body})|hex})|hex}', 'has a ( ) within another', 3],
  ['{({body})sha256}', 'does nothing to what is in ( )', 9],
  ['{({bodi})|hex}', 'has no source "bodi" to offer', 4],
  ['{({body})|hash}', 'has no transform "hash" to offer', 11],
  ['{header:a b}', 'has no source "header:a b"', 2],
  ['{header:/a}', 'has no source "header:/a"', 2],
  ['{env:a/}', 'has no source "env:a/"', 2],
  ['{env:}', 'has no source "env:"', 2],
  ['{other:a}', 'has no source "other:a"', 2],
  ['{__proto__}', 'has no source "__proto__"', 2],
  ['{body|constructor}', 'has no transform "constructor"', 7],
  ['constant text', 'names no source', 1],
] as const) {
  test(`the template ${template} is refused in plain words`, () => {
    const error = errorOf(() => parseTemplate(template));
    expect(error.message).toContain(what);
    expect(error.where).toBe(`the signature template, character ${character}`);
  });
}

test('a preset that does not exist is named with those that do', () => {
  expect(errorOf(() => resolveTemplate('conct')).explain()).toBe(
    'There is no signature preset "conct".\n  where  the signature template\n' +
      '  do     name one of concat, lines-hash, snap, ts-dot-body, url-hash, body-only, or write a template such as {timestamp}{method}{target}{body}\n',
  );
});

test('what cannot be had is refused with everything that can', () => {
  expect(errorOf(() => parseTemplate('{x}')).message).toBe(
    'The signature template has no source "x" to offer; the sources are timestamp method path query target url host ' +
      'body token nonce header:NAME env:NAME.',
  );
  expect(errorOf(() => parseTemplate('{body|x}')).message).toBe(
    'The signature template has no transform "x" to offer; the transforms are upper lower decode encode sort minify ' +
      'sortkeys sha256 sha512 hex base64 pre(TEXT).',
  );
});

test('a preset is known with blanks around it, and a template is not taken for one', () => {
  expect(resolveTemplate(' concat\n').text).toBe('{timestamp}{method}{target}{body}');
  expect(resolveTemplate('{method}abc').text).toBe('{method}abc');
  expect(resolveTemplate('abc{method}').text).toBe('abc{method}');
});

test('only a target or URL keeps its path when sorted, and only its query is sorted', () => {
  const target = '/p&o?b=2&a=1&b=1&c=0&a=1';
  expect(text('{target|sort}', { target })).toBe('/p&o?a=1&a=1&b=1&b=2&c=0');
  expect(text('{url|sort}', { target })).toBe('https://api.example/p&o?a=1&a=1&b=1&b=2&c=0');
  expect(text('{query|sort}', { target })).toBe('a=1&a=1&b=1&b=2&c=0');
  expect(text('{target|sort}', { target: '/p' })).toBe('/p');
  expect(text('{target|upper}{url|lower}', { target: '/P?b&a' })).toBe('/P?B&Ahttps://api.example/p?b&a');
});

test('transforms of text take bytes as UTF-8, transforms of bytes take text so', () => {
  const body = Buffer.from('xÉx').subarray(1);
  expect(preimage(parseTemplate('{body|lower}'), { ...POST, body }).toString()).toBe('éx');
  expect(preimage(parseTemplate('{body|pre(<)}'), { ...POST, body: new Uint8Array([1, 255, 2]).subarray(1) })).toEqual(
    Buffer.from([0x3c, 255, 2]),
  );
  expect(preimage(parseTemplate('{body}'), { ...POST, body: new Uint8Array([1, 255, 2]).subarray(1) })).toEqual(
    Buffer.from([255, 2]),
  );
  expect(text('{body|pre(<)|hex}|{body|base64}', { body })).toBe('3cc38978|w4l4');
  expect(text('{query|pre(?)|upper}', { target: '/p?q' })).toBe('?Q');
});

test('variables are named, and nothing else is', () => {
  expect(parseTemplate('{method}{env:A}{header:B}{env:C_1}').envNames).toEqual(['A', 'C_1']);
});

test('a target is split at its first question mark', () => {
  expect(splitTarget('/a?b?c')).toEqual({ path: '/a', query: 'b?c' });
  expect(splitTarget('?b')).toEqual({ path: '', query: 'b' });
  expect(splitTarget('/a?')).toEqual({ path: '/a', query: '' });
  expect(splitTarget('/a')).toEqual({ path: '/a', query: '' });
});
