import { expect, test } from '@playwright/test';
import type { Headers } from '../../../../src/wire/exchange.js';
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
} from '../../../support/conduct-builder.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const OTHER = `${encode({ alg: 'HS512' })}.${encode({ sub: 'someone' })}.${'x'.repeat(20)}`;

const asked = (headers: Headers): readonly string[] => conductOf([lookupPassage(undefined, { headers })]).broken;
const modified = (headers: Headers): readonly string[] =>
  conductOf([modifyPassage(ORDER, { headers: [...headers, ['X-Timestamp', '1767571200'], JSON_TYPE] })]).broken;
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

test('other spellings of the scheme, fresh tokens and encrypted ones are let pass', () => {
  for (const value of [`bearer ${TOKEN}`, `BEARER  ${TOKEN}`, `Bearer\t${TOKEN}`, `Bearer ${OTHER}`]) {
    expect(asked([['Authorization', value]]), value).toEqual([]);
  }
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
  expect(conductOf([modifyPassage({ ...ORDER, token: TOKEN })]).broken).toEqual(['CLI-005']);
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

test('CLI-007: the signing key is never sent', () => {
  for (const value of [KEY_TEXT, `key=${KEY_TEXT}`, Buffer.from(KEY_TEXT).toString('base64')]) {
    expect(asked([BEARER, ['X-Api-Key', value]]), value).toEqual(['CLI-007']);
  }
  expect(conductOf([modifyPassage({ ...ORDER, secret: KEY_TEXT })]).broken).toEqual(['CLI-007']);
  expect(asked([BEARER, ['X-Api-Key', 'the-name-of-the-key']])).toEqual([]);
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
