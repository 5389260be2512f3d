import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { findTemplate, readKeys, type Search, type SearchProgress } from '../../../src/signature/find-template.js';
import { makeRequest } from '../../../src/signature/make-request.js';
import { renderSearch } from '../../../src/signature/render-search.js';
import type { SignedRequest } from '../../../src/signature/signed-request.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { PRESETS } from '../../../src/wire/signature-template.js';
import { errorOf } from '../wire/signing-samples.js';
import { KEY, signedOver, TOKEN, unsigned, withSignature } from './some-requests.js';

/** Few near misses are looked for: each of those of the tests is among the first. */
const FEW = { mostNearly: 2_000 };

function search(
  request: SignedRequest,
  { key = KEY, most = 400_000, env = {} }: { key?: string; most?: number; env?: Record<string, string> } = {},
): Search {
  return findTemplate([request], { key, most, env, ...FEW });
}

for (const [name, text] of Object.entries(PRESETS)) {
  test(`the preset ${name} is found by its name`, () => {
    const { found } = search(signedOver(text));
    expect(found).toEqual([expect.objectContaining({ preset: name, text, keyEncoding: 'utf8' })]);
  });
}

test('a signature with a word before it is told, with that word', () => {
  const signed = signedOver(PRESETS.concat);
  const mac = signed.request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '';
  for (const prefix of ['sha512=', 'v1: ']) {
    const { message } = errorOf(() => search(withSignature(unsigned(), `${prefix}${mac}`)));
    expect(message).toBe(`X-Signature has ${prefix} before its MAC, and the document has the MAC alone.`);
  }
});

const BEYOND_PRESETS: readonly string[] = [
  '{timestamp}{token}{body}',
  '{token}:{timestamp}:{body|sha256|hex}',
  '{method}\\n/orders/modify\\n{timestamp}\\n{body}',
  '{body|base64}',
  '{body|sortkeys|minify}{timestamp}',
  '{path}{body|sha256}',
  '{timestamp}000{body}',
  '{method|lower}{timestamp}{body|sha512|hex|upper}',
  '{timestamp}&{target}&',
  '{header:X-Api-Key}{timestamp}{body}',
  '{env:APP}|{timestamp}|{body}',
];

for (const template of BEYOND_PRESETS) {
  test(`${template} is found`, () => {
    const env = { APP: 'application-7' };
    const request = signedOver(template, unsigned([['X-Api-Key', 'app-1']]), decodeKey(KEY, 'utf8'), env);
    const { found, misses } = search(request, { env, most: 3_000_000 });
    expect(found.length).toBeGreaterThan(0);
    expect(misses).toEqual([]);
    expect(signedOver(found[0]?.text ?? '', request, decodeKey(KEY, 'utf8'), env).request.headers.at(-1)).toEqual(
      request.request.headers.at(-1),
    );
  });
}

test("Gate's published request is found as lines-hash", () => {
  const request = makeRequest({
    url: 'https://api.gateio.ws/api/v4/futures/orders?contract=BTC_USD&status=finished&limit=50',
    method: 'GET',
    headers: [
      ['X-Timestamp', '1541993715'],
      [
        'X-Signature',
        '55f84ea195d6fe57ce62464daaa7c3c02fa9d1dde954e4c898289c9a2407a3d6fb3faf24deff16790d726b66ac9f74526668b13bd01029199cc4fcc522418b8a',
      ],
    ],
    body: null,
  });
  expect(search(request, { key: 'secret' }).found).toEqual([expect.objectContaining({ preset: 'lines-hash' })]);
});

test("Kraken's published signature is found, and told to be in base64", () => {
  const body = '1616492376594nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25';
  const request = makeRequest({
    url: 'https://api.kraken.com/0/private/AddOrder',
    method: 'POST',
    headers: [
      ['X-Signature', '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ=='],
    ],
    body: Buffer.from(body),
  });
  const key = 'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==';
  const outcome = search(request, { key });
  expect(outcome.found[0]).toMatchObject({ keyEncoding: 'base64' });
  expect(outcome.found.map(({ text }) => text)).toContain('{target}{body|sha256}');
  expect(outcome.signature).toMatchObject({ hash: 'sha512', spelling: 'base64' });
  const text = renderSearch(outcome, [request], 1);
  expect(text).toContain('The document says HMAC-SHA512 in hexadecimal (section 5)');
  expect(text.indexOf('No setting makes tradecert sign so.')).toBeLessThan(text.indexOf('The signature comes out of'));
  expect(text).not.toContain('TRADECERT_SIGNATURE_TEMPLATE');
});

test('of templates that sign alike, the one of fewer parts comes first', () => {
  const given = unsigned();
  const body = given.request.body?.toString() ?? '';
  const value = createHmac('sha512', KEY).update(`POST\n/orders/modify\n1700000000\n${body}\n`).digest('hex');
  const [first, ...others] = search(withSignature(given, value)).found;
  expect(first?.text).toBe('{method}\\n/orders/modify\\n{timestamp}\\n{body}\\n');
  expect(others.map(({ text }) => text)).toContain('{method}\\n/orders/modify\\n{timestamp}\\n{body}\\n{query}');
});

/** The published example, with the nonce where a timestamp is: it is hashed together with the body. */
test("Kraken's published request is found with a joint hash, in a template that signs alike", () => {
  const request = makeRequest({
    url: 'https://api.kraken.com/0/private/AddOrder',
    method: 'POST',
    headers: [
      ['X-Timestamp', '1616492376594'],
      ['X-Signature', '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ=='],
    ],
    body: Buffer.from('nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25'),
  });
  const key = 'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==';
  const { found } = search(request, { key });
  expect(found[0]).toMatchObject({ text: '{target}{({timestamp}{body})|sha256}', keyEncoding: 'base64' });
});

const JOINT: readonly string[] = [
  // Kraken Futures: the endpoint's path has no prefix.
  '{({body}{timestamp}/orders/modify)|sha256}',
  '{timestamp}\\n{({method}{target}{body})|sha512|hex}',
  '{({nonce}{body})|sha256|hex}.{token}',
];

for (const template of JOINT) {
  test(`${template} is found`, () => {
    const request = signedOver(template, unsigned([['X-Nonce', 'n-1']]));
    const { found } = search(request);
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) {
      const { request: again } = signedOver(text, unsigned([['X-Nonce', 'n-1']]));
      expect(again.headers.at(-1)).toEqual(request.request.headers.at(-1));
    }
  });
}

test('of templates that sign alike, those that have a part of the request twice come last', () => {
  const given = signedOver('{nonce}{({timestamp}{body})|sha256}', unsigned([['X-Nonce', '1700000000']]));
  expect(search(given).found.map(({ text }) => text)).toEqual([
    '{nonce}{({timestamp}{body})|sha256}',
    '{timestamp}{({timestamp}{body})|sha256}',
  ]);
});

test('no more signatures are tried than may be, and as many', () => {
  const request = withSignature(unsigned(), 'ab'.repeat(64));
  for (const most of [1, 6, 100_001]) {
    const { tried, isWhole } = search(request, { key: 'abcd', most });
    expect({ tried, isWhole }).toEqual({ tried: most, isWhole: false });
  }
});

test('a key in each encoding is read, and named', () => {
  const bytes = Buffer.from('00ff10203040506070809fafbfcfdfef', 'hex');
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    const request = signedOver(PRESETS.concat, unsigned(), decodeKey(bytes.toString(encoding), encoding));
    expect(search(request, { key: bytes.toString(encoding) }).found).toEqual([
      expect.objectContaining({ keyEncoding: encoding }),
    ]);
  }
  expect(readKeys('abcd').map(({ encoding }) => encoding)).toEqual(['utf8', 'hex', 'base64']);
});

test('a second request tells apart what the first one does not', () => {
  const plain = signedOver('{timestamp}{body|minify}', unsigned([], '{"a":1}'));
  const spaced = signedOver('{timestamp}{body|minify}', unsigned([], '{"a": 2}'));
  const options = { key: KEY, env: {}, most: 400_000, ...FEW };
  expect(findTemplate([plain], options).found[0]).toMatchObject({
    text: '{timestamp}{body}',
    alike: expect.arrayContaining([{ part: '{body}', twins: expect.arrayContaining(['{body|minify}']) }]),
  });
  expect(findTemplate([plain, spaced], options).found).toEqual([]);
  expect(findTemplate([spaced, plain], options).found[0]?.text).toBe('{timestamp}{body|minify}');
});

test('another key finds nothing, and says so without any secret', () => {
  const request = signedOver(PRESETS.snap);
  const outcome = search(request, { key: 'not-the-key-of-it', most: 20_000 });
  expect(outcome).toMatchObject({ found: [], misses: [], isWhole: false });
  const text = renderSearch(outcome, [request], 1);
  expect(text).toContain('--most N tries more');
  expect(text).toContain(
    '\nNone of the templates that were tried gives the signature with this key, however it is read',
  );
  expect(text).toContain('\nSo check the key first, and how it is written:');
  expect(text).toMatch(/To ask the service’s team\n {2}whether this is the key .*\n {2}how the key is read: /);
  expect(text).toContain('\n  what is not tried, however many are: a fixed text, such as');
  expect(text).toContain('\n  whether there is a fixed text in what is signed');
  for (const secret of ['not-the-key-of-it', TOKEN, KEY]) {
    expect(text + JSON.stringify(outcome)).not.toContain(secret);
  }
});

test('a request whose timestamp is missing is told of first where nothing is found', () => {
  const whole = signedOver(PRESETS.snap);
  const headers = whole.request.headers.filter(([name]) => name !== 'X-Timestamp');
  const without = { ...whole, request: { ...whole.request, headers } };
  const shown = (request: SignedRequest): string => renderSearch(search(request, { most: 1_000 }), [request], 1);
  expect(shown(without)).toContain('Worth a look first\n  the X-Timestamp: it is missing');
  expect(shown(signedOver(PRESETS.snap, undefined, decodeKey('another-key', 'utf8')))).not.toContain('it is missing');
});

const input = Buffer.from(`1700000000POST/public/v1/orders/modify${unsigned().request.body?.toString() ?? ''}`);
const MISSES: readonly (readonly [differs: string, key: string, value: string])[] = [
  ['the key is in upper case', KEY, createHmac('sha512', KEY.toUpperCase()).update(input).digest('hex')],
  ['the key ends with a line end', KEY, createHmac('sha512', `${KEY}\n`).update(input).digest('hex')],
  ['it is no HMAC, but a hash of the key and what is signed', KEY, hashOf(Buffer.concat([Buffer.from(KEY), input]))],
  [
    'what is signed is hashed first',
    KEY,
    createHmac('sha512', KEY).update(createHash('sha512').update(input).digest()).digest('hex'),
  ],
];

function hashOf(bytes: Buffer): string {
  return createHash('sha512').update(bytes).digest('hex');
}

for (const [differs, key, value] of MISSES) {
  test(`a miss is told: ${differs}`, () => {
    const outcome = search(withSignature(unsigned(), value), { key, most: 1_000 });
    expect(outcome.found).toEqual([]);
    expect(outcome.misses[0]).toEqual({ differs, template: '{timestamp}{method}{target}{body}' });
    const text = renderSearch(outcome, [unsigned()], 1);
    expect(text).toContain(`It would come out if\n  ${differs}: {timestamp}`);
    expect(text.indexOf('It would come out if')).toBeLessThan(text.indexOf('Worth a look first'));
    expect(renderSearch({ ...outcome, misses: [] }, [unsigned()], 1)).toContain('\nSo check the key first');
  });
}

test('a search tells how far it is, while it looks for templates and for near misses', () => {
  const told: SearchProgress[] = [];
  const request = withSignature(unsigned(), 'ab'.repeat(64));
  const outcome = findTemplate([request], {
    ...{ key: KEY, env: {}, most: 120_000 },
    onProgress: (progress) => told.push(progress),
  });
  expect(outcome.isWhole).toBe(false);
  expect(told.filter(({ misses }) => misses === 0).map(({ tried }) => tried)).toEqual([50_000, 100_000]);
  const misses = told.slice(2);
  expect(misses.map((progress) => progress.misses)).toEqual(Array.from({ length: 20 }, (_, at) => 5_000 * (at + 1)));
  expect(new Set(misses.map(({ tried }) => tried))).toEqual(new Set([outcome.tried]));
});

test('a body of megabytes is searched no longer than a short one', () => {
  const request = withSignature(unsigned([], `"${'x'.repeat(3 * 1024 * 1024)}"`), 'ab'.repeat(64));
  const looked: number[] = [];
  const { tried, misses, isWhole } = findTemplate([request], {
    ...{ key: KEY, env: {}, most: 2_000, mostNearly: 5_000 },
    onProgress: (progress) => looked.push(progress.misses),
  });
  expect(tried).toBeLessThan(200);
  // A long candidate counts as hundreds: one of them goes past the 5,000 that are told of exactly where each counts as one.
  expect(looked[0]).toBeGreaterThan(5_000);
  expect({ misses, isWhole }).toEqual({ misses: [], isWhole: false });
});

test('a request without a signature, or with what is none, is refused', () => {
  expect(errorOf(() => search(unsigned())).message).toBe('The request has no X-Signature.');
  for (const value of ['[redacted:signature]', 'ab', 'z'.repeat(128)]) {
    expect(errorOf(() => search(withSignature(unsigned(), value))).message).toMatch(/^X-Signature has \d+ characters/);
  }
});

test('whatever few parts are signed in whatever order, a template is found that signs alike', () => {
  const part = fc.constantFrom('{timestamp}', '{method}', '{target}', '{body}', '{token}', '{body|sha512|hex}');
  const between = fc.constantFrom('', '\\n', '.', ':', '|');
  fc.assert(
    fc.property(fc.uniqueArray(part, { minLength: 1, maxLength: 3 }), between, (parts, separator) => {
      fc.pre(!(parts.includes('{body}') && parts.includes('{body|sha512|hex}')));
      const request = signedOver(parts.join(separator));
      const [best] = search(request).found;
      expect(best).toBeDefined();
      expect(signedOver(best?.text ?? '', unsigned()).request.headers.at(-1)).toEqual(request.request.headers.at(-1));
    }),
    { numRuns: 60 },
  );
});
