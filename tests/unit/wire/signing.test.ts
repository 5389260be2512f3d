import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { decodeKey } from '../../../src/wire/decode-key.js';
import {
  coverage,
  DEFAULT_TEMPLATE,
  parseTemplate,
  PRESETS,
  resolveTemplate,
} from '../../../src/wire/signature-template.js';
import { preimage, sign, signingInputOf, type SigningInput } from '../../../src/wire/signing.js';
import { errorOf, key, POST, text } from './signing-samples.js';

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

test('timestamp, method, target and body are signed where no template is named', () => {
  expect(resolveTemplate(DEFAULT_TEMPLATE).text).toBe('{timestamp}{method}{target}{body}');
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
