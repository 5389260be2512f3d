import { createHmac } from 'node:crypto';
import { lookup, modify, newOrder, withService } from './client.js';
import { expect, test } from './fixture.js';

const KEY = 'key-of-the-token';
const NOW_S = 1_800_000_000;
const options = { tokenKey: KEY, clock: () => NOW_S * 1000 };

function jwt(header: object, claims: object, key = KEY, hash = 'sha256'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

const CLAIMS = { sub: 'reference-account', exp: NOW_S + 10 };

test('a lookup needs the Authorization header, once and of the form "Bearer <JWT>"', async ({ service }) => {
  const { token } = service;
  const cases: [string | string[] | undefined, string][] = [
    [`Bearer ${token}`, 'accepted'],
    [undefined, 'token-missing'],
    [[`Bearer ${token}`, `Bearer ${token}`], 'token-missing'],
    ['', 'token-scheme'],
    [token, 'token-scheme'],
    [`bearer ${token}`, 'token-scheme'],
    [`Basic ${token}`, 'token-scheme'],
    [`Bearer  ${token}`, 'token-scheme'],
    [`Bearer ${token} x`, 'token-scheme'],
    ['Bearer', 'token-scheme'],
    ['Bearer a.b', 'token-form'],
    ['Bearer a.b.c', 'token-form'],
    [`Bearer ${token}.x`, 'token-form'],
    [`Bearer ${token.slice(0, -1)}`, 'token-signature'],
    [`Bearer ${token}A`, 'token-signature'],
  ];
  for (const [authorization, cause] of cases) {
    const seen = await lookup(service, '', { Authorization: authorization });
    expect([authorization, seen.cause]).toEqual([authorization, cause]);
    expect(seen.status).toBe(cause === 'accepted' ? 200 : 400);
  }
});

test('a token is known by its signature, algorithm, subject and times', async () => {
  await withService(options, async (service) => {
    const cases: [string, string][] = [
      [jwt({ alg: 'HS256' }, CLAIMS), 'accepted'],
      [jwt({ alg: 'HS512' }, CLAIMS, KEY, 'sha512'), 'accepted'],
      [jwt({ alg: 'HS256' }, CLAIMS, 'another key'), 'token-signature'],
      [jwt({ alg: 'HS512' }, CLAIMS), 'token-signature'],
      [jwt({ alg: 'none' }, CLAIMS), 'token-algorithm'],
      [jwt({ alg: 'HS384' }, CLAIMS, KEY, 'sha384'), 'token-algorithm'],
      [jwt({ alg: 'toString' }, CLAIMS), 'token-algorithm'],
      [jwt({}, CLAIMS), 'token-algorithm'],
      [jwt({ alg: 'HS256' }, { ...CLAIMS, sub: 'someone' }), 'token-claims'],
      [jwt({ alg: 'HS256' }, { sub: CLAIMS.sub }), 'token-claims'],
      [jwt({ alg: 'HS256' }, { ...CLAIMS, exp: String(NOW_S + 10) }), 'token-claims'],
      [jwt({ alg: 'HS256' }, { ...CLAIMS, exp: NOW_S }), 'token-expired'],
      [jwt({ alg: 'HS256' }, { ...CLAIMS, nbf: NOW_S }), 'accepted'],
      [jwt({ alg: 'HS256' }, { ...CLAIMS, nbf: NOW_S + 1 }), 'token-expired'],
    ];
    for (const [token, cause] of cases) {
      const seen = await lookup(service, '', { Authorization: `Bearer ${token}` });
      expect([token, seen.cause]).toEqual([token, cause]);
    }
  });
});

test('the token that the service mints expires', async () => {
  let nowMs = NOW_S * 1000;
  await withService({ clock: () => nowMs, tokenLifetimeS: 100 }, async (service) => {
    nowMs += 99_000;
    expect((await lookup(service, '')).cause).toBe('accepted');
    nowMs += 1_000;
    expect((await lookup(service, '')).cause).toBe('token-expired');
  });
});

test('a modify needs the token as well', async ({ service }) => {
  const order = await newOrder(service);
  const forged = `${service.token.slice(0, -4)}AAAA`;
  expect((await modify(service, order)).cause).toBe('accepted');
  expect((await modify(service, order, { headers: { Authorization: undefined } })).cause).toBe('token-missing');
  expect((await modify(service, order, { token: forged })).cause).toBe('token-signature');
});
