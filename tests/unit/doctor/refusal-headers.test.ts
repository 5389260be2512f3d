import { expect, test } from '@playwright/test';
import { checkLookup } from '../../../src/doctor/check-lookup.js';
import { mayLackRight, remedyForRedirect, toldByHeaders } from '../../../src/doctor/refusal-headers.js';
import { madeExchange } from '../../support/exchange-builder.js';

const sentTo = (location: string, status = 302) => madeExchange({ status, headers: [['Location', location]] });

test('what a refusal demands is shown, on one line and not at any length', () => {
  const headers = [['WWW-Authenticate', `Bearer error="invalid_token",\u001b[31m\u202e ${'x'.repeat(900)}`]] as const;
  const { found, remedy } = checkLookup([madeExchange({ status: 401, headers })]);
  expect(found).toMatch(/; with WWW-Authenticate: Bearer error="invalid_token", \[31m +x+…$/);
  expect(found.length).toBeLessThan(300);
  expect(remedy).toContain('has it ended or been revoked');
  expect(toldByHeaders(madeExchange({ status: 200, headers }))).toBe('');
});

test('where a redirect leads is shown without its query and without a user', () => {
  expect(toldByHeaders(sentTo('https://user:secret@login.example/a?state=secret#b'))).toBe(
    '; with Location: https://login.example/a?…',
  );
  expect(toldByHeaders(sentTo('/next/v2#secret'))).toBe('; with Location: /next/v2#…');
  expect(toldByHeaders(sentTo('/next/v2', 403))).toBe('');
});

test('a redirect to a login page is told apart from one to another address', () => {
  for (const login of ['https://login.example/?next=1', '/sso', 'https://id.example/oauth2/authorize', '/sign-in']) {
    expect(remedyForRedirect(sentTo(login)), login).toContain('sends to a login page');
  }
  for (const other of ['https://api.example/v1', '/author/v1', '/blogindex', '/a?next=login']) {
    expect(remedyForRedirect(sentTo(other)), other).toContain('set TRADECERT_BASE_URL to where it really is');
  }
  expect(remedyForRedirect(madeExchange({ status: 302 }))).toContain('set TRADECERT_BASE_URL');
  expect(remedyForRedirect(madeExchange({ status: 404 }))).toBeNull();
});

test('403, and 401 with what it demands, may be for a right that the token lacks', () => {
  expect(mayLackRight(madeExchange({ status: 403 }))).toBe(true);
  expect(mayLackRight(madeExchange({ status: 401, headers: [['www-authenticate', 'Bearer']] }))).toBe(true);
  expect(mayLackRight(madeExchange({ status: 401 }))).toBe(false);
  expect(mayLackRight(madeExchange({ status: 400 }))).toBe(false);
});
