import { expect, test } from '@playwright/test';
import { checkToken } from '../../../src/doctor/check-token.js';

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
  expect(check(token).remedy).toContain('name a command');
  const printed = check(token, true);
  expect(printed.means).toContain('your command prints an expired token');
  expect(printed.remedy).not.toContain('name a command');
  expect(check(jwt({ nbf: NOW + 7_300 })).found).toBe('it does not hold before 2 hours from now');
});
