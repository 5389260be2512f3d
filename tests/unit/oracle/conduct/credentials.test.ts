import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Headers } from '../../../../src/wire/exchange.js';
import type { Passage } from '../../../../src/wire/passage.js';
import {
  BEARER,
  conductOf,
  KEY_TEXT,
  lookupPassage,
  madePassage,
  modifyPassage,
  ORDER,
  PREFIX,
  someFacts,
  TOKEN,
  withSignature,
  type MadePassage,
} from '../../../support/conduct-builder.js';
import { enveloped, someData } from '../../../support/exchange-builder.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const OTHER = `${encode({ alg: 'HS512' })}.${encode({ sub: 'someone' })}.${'x'.repeat(20)}`;

const asked = (headers: Headers): readonly string[] => conductOf([lookupPassage(undefined, { headers })]).broken;
const modified = (headers: Headers): readonly string[] =>
  conductOf([modifyPassage(ORDER, { headers: [...headers, ['X-Timestamp', '1767571200'], JSON_TYPE] })]).broken;
const CSRF = 'against-forged-requests-1';
const JSON_TYPE = ['Content-Type', 'application/json'] as const;

test('AUT-001 AUT-002: a request without Authorization is told', () => {
  expect(asked([])).toEqual(['AUT-002']);
  expect(modified([])).toEqual(['AUT-001']);
});

for (const [what, value] of [
  ['nothing', ''],
  ['the token without a scheme', TOKEN],
  ['the word alone', 'Bearer'],
  ['another scheme', `Token ${TOKEN}`],
  ['the scheme glued to the token', `Bearer${TOKEN}`],
  ['no JWT', 'Bearer not-a-jwt'],
  ['three parts that are no JSON', 'Bearer aaaa.bbbb.cccc'],
  ['a header that is no JSON object', 'Bearer MQ.MQ.MQ'],
  ['a fourth part', `Bearer ${TOKEN}.cccc`],
  ['a second word', `Bearer ${TOKEN} ${TOKEN}`],
  ['two of them', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
  ['quotes', `Bearer "${TOKEN}"`],
  ['brackets', `Bearer <${TOKEN}>`],
] as const) {
  test(`AUT-003 AUT-004: Authorization with ${what} is not of the form`, () => {
    expect(asked([['Authorization', value]])).toEqual(['AUT-004']);
    expect(modified([['authorization', value]])).toEqual(['AUT-003']);
  });
}

test('AUT-003 AUT-004: Authorization has to come once', () => {
  expect(asked([BEARER, BEARER])).toEqual(['AUT-004']);
  expect(modified([BEARER, ['Authorization', 'Basic eDp5']])).toEqual(['AUT-003']);
});

test('CLI-049: other spellings of the scheme are what another service may not take, and no more', () => {
  for (const value of [`bearer ${TOKEN}`, `BEARER ${TOKEN}`, `Bearer  ${TOKEN}`, `Bearer\t${TOKEN}`]) {
    expect(asked([['Authorization', value]]), value).toEqual(['CLI-049']);
    expect(modified([['Authorization', value]]), value).toEqual(['CLI-049']);
  }
});

test('fresh tokens and encrypted ones are let pass', () => {
  expect(asked([['Authorization', `Bearer ${OTHER}`]])).toEqual([]);
  expect(asked([['Authorization', `Bearer ${encode({ enc: 'A256GCM' })}..aXY.Yw.dGFn`]])).toEqual([]);
});

test('a token that is no JWT is what the client was given, and no fault of it', () => {
  const facts = someFacts({ token: 'opaque-token-of-no-form' });
  const headers: Headers = [['Authorization', 'Bearer opaque-token-of-no-form']];
  expect(conductOf([lookupPassage(undefined, { headers })], facts).broken).toEqual([]);
});

test('CLI-005: the token belongs into Authorization alone', () => {
  for (const extra of [
    ['X-Auth-Token', TOKEN],
    ['Cookie', `session=${TOKEN}`],
    ['X-Auth', Buffer.from(`user:${TOKEN}`).toString('base64')],
  ] as const) {
    expect(asked([BEARER, extra]), extra[0]).toEqual(['CLI-005']);
  }
  expect(asked([BEARER, ['X-Request-Id', TOKEN.slice(0, 24)]])).toEqual([]);
  expect(asked([BEARER, ['X-Request-Id', OTHER]])).toEqual([]);
  expect(conductOf([modifyPassage({ ...ORDER, token: TOKEN })]).broken).toEqual(['CLI-005', 'CLI-055']);
});

test('CLI-005: a token that nobody told of is known by its header', () => {
  const facts = someFacts({ token: null });
  const headers: Headers = [
    ['Authorization', `Bearer ${OTHER}`],
    ['X-Token', OTHER],
  ];
  expect(conductOf([lookupPassage(undefined, { headers })], facts).broken).toEqual(['CLI-005']);
  expect(conductOf([lookupPassage(undefined, { headers: headers.slice(0, 1) })], facts).broken).toEqual([]);
});

test('CLI-006: no secret stands in a URL, of whatever path', () => {
  const query = `stockGroupCd=ALL&stockCd=&nextKey=&access_token=${TOKEN}`;
  expect(conductOf([lookupPassage(query)]).broken).toEqual(['CLI-004', 'CLI-006']);
  expect(conductOf([madePassage({ target: `/other/${TOKEN}` })]).broken).toEqual(['CLI-006']);
  expect(conductOf([madePassage({ target: `/other?k=${encodeURIComponent(KEY_TEXT)}` })]).broken).toEqual(['CLI-006']);
  const spelledOut = TOKEN.replace('.', '%2e').replace('eyJ', '%65yJ');
  expect(conductOf([madePassage({ target: `/other/${spelledOut}` })]).broken).toEqual(['CLI-006']);
  const signedInUrl = modifyPassage(ORDER, { target: `${PREFIX}/orders/modify?signature=${'0f'.repeat(64)}` });
  expect(conductOf([signedInUrl]).broken).toEqual(['CLI-002', 'CLI-006']);
  // A nextKey may look like anything.
  const keyed = lookupPassage(`stockGroupCd=ALL&nextKey=${'0f'.repeat(64)}`, { status: 400 });
  expect(conductOf([keyed], someFacts()).broken).toEqual(['CLI-021']);
});

/** Answers to lookups and to others, and where the client goes then. */
const given = (nextKey: string, more: object = {}): unknown =>
  enveloped({ ...someData(), hasNext: nextKey !== '', nextKey, ...more });
const walked = (nextKey: string): string => `stockGroupCd=ALL&stockCd=&nextKey=${nextKey}`;
const other = (target: string, made: MadePassage = {}): Passage => madePassage({ target, ...made });
const NOBODY = someFacts({ token: null, key: null, signingKeyText: null });

test('CLI-006: what has the shape of a JWT is a token, though nobody told of it', () => {
  for (const target of [`/other/${OTHER}`, `/o?t=${OTHER}`, `/o?t=${OTHER.replaceAll('.', '%2e')}`]) {
    expect(conductOf([other(target)], NOBODY).broken, target).toEqual(['CLI-006']);
  }
  const inLookup = lookupPassage(`${walked('')}&t=${OTHER}`, { headers: [] });
  expect(conductOf([inLookup], NOBODY).broken).toEqual(['AUT-002', 'CLI-004', 'CLI-006']);
  expect(conductOf([modifyPassage(ORDER, { target: `${PREFIX}/orders/modify?${OTHER}` })]).broken).toContain('CLI-006');
  const noToken = `${encode({ cursor: 1 })}.${encode({ sub: 'x' })}.abc`;
  expect(conductOf([other(`/o?t=${noToken}`), other('/a.b.c?x=1.2.3')], NOBODY).broken).toEqual([]);
});

test('CLI-006: what the service gave to be sent back is none, whatever its shape, unless it is a known token', () => {
  const code = OTHER.replace('.', '.eA');
  const first = lookupPassage(walked(''), { answer: given(OTHER, { details: [{ stockCd: code }] }) });
  const ofCode = lookupPassage(`stockGroupCd=ALL&stockCd=${code}&nextKey=`, { answer: given('') });
  expect(conductOf([first, lookupPassage(walked(OTHER), { answer: given('') }), ofCode]).broken).toEqual([]);
  // A walk may have begun before anybody watched.
  expect(conductOf([lookupPassage(walked(OTHER), { answer: given('') })]).broken).toEqual([]);
  const misnamed = lookupPassage(`stockGroupCd=ALL&cursor=${OTHER}`);
  expect(conductOf([first, misnamed]).broken).not.toContain('CLI-006');
  expect(conductOf([misnamed]).broken).toContain('CLI-006');
  const known = lookupPassage(walked(TOKEN), { answer: given('') });
  expect(conductOf([lookupPassage(walked(''), { answer: given(TOKEN) }), known]).broken).toEqual(['CLI-006']);
  const paged = other('/history', { answer: { nextPageToken: OTHER } });
  expect(conductOf([paged, other(`/history?page=${OTHER}`)]).broken).toEqual([]);
  const told = other('/history', { answer: { said: OTHER } });
  expect(conductOf([told, other(`/history?page=${OTHER}`)]).broken).toEqual(['CLI-006']);
});

test('CLI-006: a signature or the signing key stands in no URL of another operation either', () => {
  const signature = createHmac('sha512', 'k').update('x').digest('hex');
  const sent = (value: string): Passage => withSignature(modifyPassage(), value);
  const forms = [
    ...[signature, signature.toUpperCase(), Buffer.from(signature, 'hex').toString('base64url')],
    ...[Buffer.from(signature, 'hex'), Buffer.from(signature)].map((of) => encodeURIComponent(of.toString('base64'))),
  ];
  for (const form of forms) {
    for (const made of [other(`/o?s=${form}`), other(`/o/${form}`), lookupPassage(`stockGroupCd=ALL&s=${form}`)]) {
      const broken = conductOf([sent(signature), made]).broken;
      expect(broken, made.request.target).toContain('CLI-006');
    }
    expect(conductOf([sent(signature), lookupPassage(walked(form))]).broken, form).toContain('CLI-006');
  }
  const inBase64 = Buffer.from(signature, 'hex').toString('base64');
  expect(conductOf([sent(inBase64), other(`/o?s=${encodeURIComponent(inBase64)}`)]).broken).toContain('CLI-006');
  expect(conductOf([other(`/o?s=${Buffer.from(KEY_TEXT).toString('base64')}`)]).broken).toEqual(['CLI-006']);
  // Only of a modify, what looks like one is one: elsewhere it may be a digest, of a file or of anything else.
  expect(conductOf([lookupPassage(`${walked('')}&x=${signature}`)]).broken).toEqual(['CLI-004']);
  for (const target of [`/files/${signature}`, `/o?s=${signature}`]) {
    expect(conductOf([sent('ab'.repeat(64)), other(target)]).broken, target).not.toContain('CLI-006');
  }
  const paged = other('/history', { answer: { cursor: signature } });
  expect(conductOf([paged, other(`/history?cursor=${signature}`)]).broken).toEqual([]);
  for (const text of ['7'.repeat(128), `${signature}0`, signature.slice(1), inBase64]) {
    expect(conductOf([other(`/o?s=${encodeURIComponent(text)}`)]).broken, text).toEqual([]);
  }
});

test('CLI-006: the latest 64 signatures are known', () => {
  const made = (at: number): string => createHmac('sha512', 'k').update(String(at)).digest('base64');
  const all = Array.from({ length: 65 }, (_, at) => withSignature(modifyPassage(), made(at)));
  const then = (at: number): readonly string[] =>
    conductOf([...all, other(`/o?s=${encodeURIComponent(made(at))}`)]).broken;
  expect(then(1)).toContain('CLI-006');
  expect(then(0)).not.toContain('CLI-006');
});

test('CLI-005 CLI-006: a token that another operation hands out is known', () => {
  const login = other('/login', {
    method: 'POST',
    answer: { refresh_token: 'opaque-refresh-token-1', csrfToken: CSRF },
  });
  const kept = lookupPassage(undefined, { headers: [BEARER, ['X-Refresh', 'opaque-refresh-token-1']] });
  expect(conductOf([login, kept]).broken).toEqual(['CLI-005']);
  expect(conductOf([kept]).broken).toEqual([]);
  expect(conductOf([login, other('/me?t=opaque-refresh-token-1')]).broken).toEqual(['CLI-006']);
  // What it is for is not shown: it is how a client gets a fresh one, and no token of a bearer.
  const refresh = other('/refresh', { method: 'POST', body: '{"refresh_token":"opaque-refresh-token-1"}' });
  const against = lookupPassage(undefined, { headers: [BEARER, ['X-Csrf-Token', CSRF]] });
  expect(conductOf([login, refresh, against]).broken).toEqual([]);
  const first = lookupPassage(undefined, { headers: [['Authorization', `Bearer ${OTHER}`]] });
  const late = lookupPassage(undefined, { headers: [BEARER, ['X-Refresh', OTHER]] });
  expect(conductOf([first, lookupPassage(), late]).broken).toEqual(['CLI-005']);
});

test('CLI-007: the signing key is never sent', () => {
  for (const value of [KEY_TEXT, `key=${KEY_TEXT}`, Buffer.from(KEY_TEXT).toString('base64')]) {
    expect(asked([BEARER, ['X-Api-Key', value]]), value).toEqual(['CLI-007']);
  }
  expect(conductOf([modifyPassage({ ...ORDER, secret: KEY_TEXT })]).broken).toEqual(['CLI-007', 'CLI-055']);
  expect(asked([BEARER, ['X-Api-Key', 'the-name-of-the-key']])).toEqual([]);
});

test('CLI-005 CLI-007: a method that is the token or the key is told, though it makes no request of an operation', () => {
  const broken = (method: string): readonly string[] => conductOf([lookupPassage(undefined, { method })]).broken;
  expect(broken(KEY_TEXT)).toContain('CLI-007');
  expect(broken(TOKEN)).toContain('CLI-005');
  for (const secret of ['CLI-005', 'CLI-007']) expect(broken('PROPFIND')).not.toContain(secret);
});

test('a key that is too short to be told from other text is not looked for', () => {
  const facts = someFacts({ signingKeyText: '2026', key: null });
  const conduct = conductOf([modifyPassage()], facts);
  expect(conduct.broken).toEqual([]);
  expect(conduct.outcomes.has('CLI-007')).toBe(false);
});

test('CLI-008: a lookup is not signed', () => {
  expect(asked([BEARER, ['X-Signature', '00']])).toEqual(['CLI-008']);
  expect(asked([BEARER, ['x-timestamp', '1767571200']])).toEqual(['CLI-008']);
  expect(asked([BEARER, ['X-Signed-By', 'nobody']])).toEqual([]);
});
