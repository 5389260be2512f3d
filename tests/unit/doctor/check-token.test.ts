import { expect, test } from '@playwright/test';
import { checkToken } from '../../../src/doctor/check-token.js';
import type { Check } from '../../../src/doctor/check.js';

const NOW = 2_000_000_000;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object): string => `${part({ alg: 'HS256' })}.${part(claims)}.c2lnbmF0dXJl`;
const check = (token: string, hasFreshTokens = false): ReturnType<typeof checkToken> =>
  checkToken(token, { nowSeconds: NOW, hasFreshTokens });

test('a JWT is three parts in base64url', () => {
  const token = jwt({ exp: NOW + 86_400 });
  expect(check(token).status).toBe('ok');
  expect(check(jwt({}).replace(/[^.]+$/, '')).status).toBe('ok');
  for (const other of [`{"access_token":"${token}"}`, `"${token}"`, `${token}.more`, 'opaque', `${token}!`]) {
    expect(check(other)).toMatchObject({ status: 'warning', found: expect.stringContaining('no JWT') });
  }
});

test('a token that has ended is told in days, and a command that prints it is named', () => {
  const token = jwt({ exp: NOW - 195_333_796 });
  expect(check(token)).toMatchObject({ status: 'failed', found: 'it ended 2260 days ago' });
  expect(check(token).remedy).toContain('let TRADECERT_TOKEN_COMMAND print one');
  const printed = check(token, true);
  expect(printed.means).toContain('your command prints an expired token');
  expect(printed.remedy).not.toContain('let TRADECERT_TOKEN_COMMAND print one');
  expect(check(jwt({ nbf: NOW + 7_300 })).found).toBe('it does not hold before 2 hours from now');
});

test('a token whose times are in milliseconds is warned of, with what they would be', () => {
  const inMs = check(jwt({ iat: NOW * 1_000, exp: (NOW + 86_400) * 1_000 }));
  expect(inMs).toMatchObject({
    ...{ status: 'warning', found: 'iat and exp are in milliseconds, it seems; a JWT has seconds' },
    means: 'what reads them as seconds does not see the token end; tradecert does not, and asks for no fresh one',
    remedy: 'have whoever issues it write seconds (RFC 7519); until then mind that it ends at 2033-05-19T03:33:20.000Z',
  });
  expect(inMs.details).toContain(`exp  ${(NOW + 86_400) * 1_000}, as milliseconds 2033-05-19T03:33:20.000Z`);
  expect(check(jwt({ nbf: NOW * 1_000 })).found).toBe('nbf is in milliseconds, it seems; a JWT has seconds');
  expect(check(jwt({ exp: (NOW - 10) * 1_000 }))).toMatchObject({
    ...{ status: 'warning', remedy: expect.stringContaining('that it ended at ') },
  });
  expect(check(jwt({ exp: NOW + 100 * 365 * 86_400 })).status).toBe('ok');
});

test('a token that the service takes although its end is past by the Date of the answers is warned of', () => {
  const taken = (claims: object, hasFreshTokens = false): ReturnType<typeof checkToken> =>
    checkToken(jwt(claims), { nowSeconds: NOW, hasFreshTokens, isAccepted: true });
  for (const found of [taken({ exp: NOW - 7_300 }), taken({ exp: NOW - 7_300 }, true)]) {
    expect(found.status).toBe('warning');
    expect(found.found).toBe(
      'it ended 2 hours ago, by the Date of the answers; a lookup is accepted with it all the same',
    );
    expect(found.means).not.toContain('refuse');
  }
  expect(taken({ nbf: NOW + 7_300 }).status).toBe('warning');
  expect(taken({ exp: NOW + 7_300 }).status).toBe('ok');
});

test('where the clocks differ, what is worse by that of this machine is told', () => {
  const byBoth = (claims: object, isAccepted: boolean): ReturnType<typeof checkToken> =>
    checkToken(jwt(claims), { nowSeconds: NOW - 6_000, ownNowSeconds: NOW, hasFreshTokens: false, isAccepted });
  expect(byBoth({ exp: NOW + 590 }, true)).toMatchObject({
    ...{
      status: 'warning',
      found: 'it ends in 9 minutes by the clock of this machine, and later by the Date of the answers',
    },
  });
  expect(byBoth({ exp: NOW - 300 }, false)).toMatchObject({
    ...{
      status: 'failed',
      found: 'it ended 5 minutes ago by the clock of this machine, and later by the Date of the answers',
    },
  });
  expect(byBoth({ exp: NOW - 300 }, true)).toMatchObject({
    ...{
      status: 'warning',
      found: 'it ended 5 minutes ago, by the clock of this machine; a lookup is accepted with it all the same',
    },
  });
  expect(byBoth({ exp: NOW + 7_200 }, true).status).toBe('ok');
});

test('a token that was issued in the future is warned of, with the clocks by which it was', () => {
  const issued = (iat: number, more: Partial<Parameters<typeof checkToken>[1]> = {}, claims = {}): Check =>
    checkToken(jwt({ iat, exp: NOW + 3_600, ...claims }), { nowSeconds: NOW, hasFreshTokens: false, ...more });
  expect(issued(NOW + 5).status).toBe('ok');
  expect(issued(NOW + 6).found).toContain('it was issued 6 s in the future');
  const ahead = issued(NOW + 600);
  expect(ahead).toMatchObject({
    ...{
      status: 'warning',
      found: 'a JWT that holds for 60 minutes; it was issued 10 minutes in the future by the Date of the answers',
    },
    means:
      'the clock of whoever issued the token differs: a service may refuse a token whose iat is in the future by its own clock, as many JWT libraries do',
  });
  expect(ahead.remedy).toMatch(/^compare the clock of whoever issues the token/);
  expect(issued(NOW + 600, { isDateUnknown: true }).found).toMatch(
    /; it was issued 10 minutes in the future by the clock of this machine$/,
  );
  expect(issued(NOW + 600, { isAccepted: true })).toMatchObject({
    ...{
      status: 'warning',
      found: expect.stringMatching(/Date of the answers; a lookup is accepted with it all the same$/),
    },
  });
  const early = { ownNowSeconds: NOW - 300 };
  expect(issued(NOW + 300, early).found).toMatch(
    /issued 5 minutes in the future by the Date of the answers, and 10 minutes in the future by the clock of this machine$/,
  );
  expect(issued(NOW - 100, early).found).toMatch(
    /issued 3 minutes in the future by the clock of this machine, and not by the Date of the answers$/,
  );
  expect(issued(NOW + 60, { ownNowSeconds: NOW + 300 }).found).toMatch(
    /issued 60 s in the future by the Date of the answers, and not by the clock of this machine$/,
  );
  expect(issued(NOW + 60, { ownNowSeconds: NOW + 300, isAccepted: true }).status).toBe('ok');
});

test('what else is wrong with a token that was issued in the future is told beside it', () => {
  const found = (claims: object, isAccepted = false): Check =>
    checkToken(jwt(claims), { nowSeconds: NOW, hasFreshTokens: false, isAccepted });
  expect(found({ iat: NOW + 120, exp: NOW + 300 })).toMatchObject({
    ...{
      status: 'warning',
      found: 'it ends in 5 minutes; it was issued 2 minutes in the future by the Date of the answers',
    },
    ...{ means: expect.stringMatching(/^a run may take longer: .*; the clock of whoever issued/) },
  });
  expect(found({ iat: NOW + 300, exp: NOW - 60 }).status).toBe('failed');
  const taken = found({ iat: NOW + 300, exp: NOW - 60 }, true);
  expect(taken.found.split('a lookup is accepted with it all the same')).toHaveLength(2);
  expect(found({ iat: NOW + 300, nbf: NOW + 300 }).found).toBe('it does not hold before 5 minutes from now');
  expect(found({ iat: (NOW + 300) * 1_000 }).found).toBe('iat is in milliseconds, it seems; a JWT has seconds');
  for (const iat of ['soon', null, true]) expect(found({ iat }).status).toBe('ok');
});
