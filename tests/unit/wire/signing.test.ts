import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { SuiteError } from '../../../src/contract/suite-error.js';
import {
  coverage,
  decodeKey,
  DEFAULT_TEMPLATE,
  parseTemplate,
  preimage,
  PRESETS,
  resolveTemplate,
  sign,
  signingInputOf,
  splitTarget,
  type SigningInput,
} from '../../../src/wire/signing.js';

const POST: SigningInput = {
  timestamp: '1700000000',
  method: 'POST',
  target: '/orders/modify',
  origin: 'https://api.example',
  body: Buffer.from('{"orderNo":"A1","price":"1.1050","qty":2}'),
  token: 'jwt.jwt.jwt',
};
const GET: SigningInput = {
  ...POST,
  method: 'GET',
  target: '/stocks/orders?stockGroupCd=01&stockCd=EURUSD&nextKey=2',
  body: new Uint8Array(),
};
const VECTORS: Readonly<Record<keyof typeof PRESETS, readonly [post: string, get: string]>> = {
  concat: ['e9b0b547a4bef0596efd18fe', 'c29cf69f5fe4f23d36ffe812'],
  'lines-hash': ['66f6a75693a19233299c9998', 'c6c78b727b995dbd55116100'],
  snap: ['b0b165cdff36271e68230d39', '5d847d032d7b402f2b0727cd'],
  'ts-dot-body': ['8783620fb7d26653bd2f2795', 'de699fdf1ac32ecee63ef392'],
  'url-hash': ['b0174dc4ff742632efafe507', '01dbb6c6882bff29bd11acef'],
  'body-only': ['6f2bf29b25fb714237dcdae8', 'c0808ff7536f5f1daad4a5ef'],
};

const key = createSecretKey(Buffer.from('test-secret'));
const text = (template: string, input: Partial<SigningInput> = {}): string =>
  preimage(parseTemplate(template), { ...POST, ...input }).toString('latin1');

function errorOf(run: () => unknown): SuiteError {
  try {
    run();
  } catch (error) {
    if (error instanceof SuiteError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

for (const [name, [post, get]] of Object.entries(VECTORS)) {
  test(`the preset ${name} reproduces its vectors`, () => {
    expect(sign(resolveTemplate(name), key, POST).slice(0, 24)).toBe(post);
    expect(sign(resolveTemplate(name), key, GET).slice(0, 24)).toBe(get);
  });
}

test('a signature is 128 lower-case hexadecimal digits', () => {
  expect(sign(resolveTemplate('concat'), key, POST)).toMatch(/^[0-9a-f]{128}$/);
});

test("Gate's published vectors are reproduced", () => {
  const template = resolveTemplate('lines-hash');
  const input: SigningInput = {
    timestamp: '1541993715',
    method: 'GET',
    target: '/api/v4/futures/orders?contract=BTC_USD&status=finished&limit=50',
    origin: 'https://api.gateio.ws',
    body: new Uint8Array(),
    token: '',
  };
  const emptyHash = createHash('sha512').update('').digest('hex');
  expect(preimage(template, input).toString()).toBe(
    `GET\n/api/v4/futures/orders\ncontract=BTC_USD&status=finished&limit=50\n${emptyHash}\n1541993715`,
  );
  expect(sign(template, decodeKey('secret', 'utf8'), input)).toBe(
    '55f84ea195d6fe57ce62464daaa7c3c02fa9d1dde954e4c898289c9a2407a3d6fb3faf24deff16790d726b66ac9f74526668b13bd01029199cc4fcc522418b8a',
  );
});

test("Kraken's published vector is reproduced", () => {
  const body = 'nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25';
  const secret = 'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==';
  const inner = createHash('sha256').update(`1616492376594${body}`).digest();
  const expected = createHmac('sha512', Buffer.from(secret, 'base64'))
    .update(Buffer.concat([Buffer.from('/0/private/AddOrder'), inner]))
    .digest('hex');
  const signed = sign(parseTemplate('{path}{body|sha256}'), decodeKey(secret, 'base64'), {
    ...POST,
    target: '/0/private/AddOrder',
    body: Buffer.from(`1616492376594${body}`),
  });
  expect(signed).toBe(expected);
  expect(Buffer.from(signed, 'hex').toString('base64')).toBe(
    '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==',
  );
});

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

test('signing equals the MAC of the preimage, and any covered change shows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(PRESETS)),
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ maxLength: 10 }),
      (name, body, timestamp) => {
        const template = resolveTemplate(name);
        const input = { ...POST, body, timestamp };
        expect(sign(template, key, input)).toBe(
          createHmac('sha512', key).update(preimage(template, input)).digest('hex'),
        );
        if (coverage(template).has('timestamp')) {
          expect(sign(template, key, { ...input, timestamp: `${timestamp}1` })).not.toBe(sign(template, key, input));
        }
      },
    ),
  );
});

test('coverage names the parts, a header of a part among them', () => {
  expect([...coverage(resolveTemplate('url-hash'))].sort()).toEqual([
    'body',
    'host',
    'method',
    'path',
    'query',
    'timestamp',
  ]);
  expect([...coverage(resolveTemplate('snap'))].sort()).toEqual([
    'body',
    'method',
    'path',
    'query',
    'timestamp',
    'token',
  ]);
  expect(
    [...coverage(parseTemplate('{header:Authorization}{header:x-timestamp}{header:a}{env:B}{nonce}'))].sort(),
  ).toEqual(['env', 'header', 'nonce', 'timestamp', 'token']);
});

for (const [template, ...parts] of [
  ['{timestamp}', 'timestamp'],
  ['{method}', 'method'],
  ['{path}', 'path'],
  ['{query}', 'query'],
  ['{target}', 'path', 'query'],
  ['{url}', 'host', 'path', 'query'],
  ['{host}', 'host'],
  ['{body|sha512|hex}', 'body'],
  ['{token}', 'token'],
  ['{nonce}', 'nonce'],
  ['{header:HOST}', 'host'],
  ['{header:x-nonce}', 'nonce'],
  ['{header:X-Timestamp}', 'timestamp'],
  ['{header:authorization}', 'token'],
  ['{header:X-Other}', 'header'],
  ['{env:A}', 'env'],
] as const) {
  test(`${template} covers ${parts.join(', ')} and nothing else`, () => {
    expect([...coverage(parseTemplate(template))].sort()).toEqual(parts);
  });
}

test('the input of a request that arrived comes from its own headers', () => {
  const headers = [
    ['x-timestamp', '17'],
    ['authorization', 'Bearer  a.b.c'],
    ['X-Nonce', 'n'],
  ] as const;
  const request = { method: 'POST', target: '/a', headers, body: null };
  const input = signingInputOf(request, { origin: 'http://h' });
  expect(preimage(parseTemplate('{timestamp} {token} {nonce} {body}'), input).toString()).toBe('17 a.b.c n ');
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
  ['{(x)}', 'has no source in a { }', 1],
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

test('a variable that is not set is an error, and process.env is not read', () => {
  const template = parseTemplate('{env:PATH}');
  expect(template.envNames).toEqual(['PATH']);
  expect(errorOf(() => sign(template, key, POST)).message).toBe(
    'The signature template needs the variable PATH, which is not set.',
  );
  expect(errorOf(() => sign(parseTemplate('{env:constructor}'), key, { ...POST, env: {} })).message).toContain(
    'constructor',
  );
});

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

test('timestamp, method, target and body are signed where no template is named', () => {
  expect(resolveTemplate(DEFAULT_TEMPLATE).text).toBe('{timestamp}{method}{target}{body}');
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

test('what a request does not have is empty', () => {
  expect(text('{nonce}|{header:x}|{query}', { target: '/p' })).toBe('||');
  const input = signingInputOf({ method: 'GET', target: '/', headers: [], body: null }, { origin: 'http://h' });
  expect(input).toEqual({
    timestamp: '',
    method: 'GET',
    target: '/',
    origin: 'http://h',
    body: new Uint8Array(),
    token: '',
    nonce: '',
    headers: [],
  });
  expect(Object.keys(input)).not.toContain('env');
});

test('a request that arrived is signed over its token without the scheme, and over the variables that are given', () => {
  const token = (authorization: string): string =>
    signingInputOf(
      { method: 'GET', target: '/', headers: [['Authorization', authorization]], body: null },
      { origin: '' },
    ).token;
  expect(token('bearer a.b')).toBe('a.b');
  expect(token('a Bearer b')).toBe('a Bearer b');
  expect(token('Bearer')).toBe('Bearer');
  const request = { method: 'GET', target: '/', headers: [], body: Buffer.from('b') };
  expect(text('{env:A}{body}', signingInputOf(request, { origin: '', env: { A: '1' } }))).toBe('1b');
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

test('errors of keys and variables say what to do', () => {
  expect(errorOf(() => decodeKey('', 'utf8')).explain()).toBe(
    'The signing key is empty.\n  where  TRADECERT_SIGNING_KEY\n  do     set it to the key that the service gave out\n',
  );
  expect(errorOf(() => decodeKey('zz', 'hex')).explain()).toBe(
    'The signing key is no hex.\n  where  TRADECERT_SIGNING_KEY\n' +
      '  do     correct TRADECERT_SIGNING_KEY, or name its encoding in TRADECERT_SIGNING_KEY_ENCODING\n',
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
    expect(errorOf(() => decodeKey(value, encoding)).message).toBe(`The signing key is no ${encoding}.`);
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
