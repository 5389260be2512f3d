import { expect, test } from '@playwright/test';
import { checkLookup, isWebPage } from '../../../src/doctor/check-lookup.js';
import type { Trouble } from '../../../src/wire/exchange.js';
import { enveloped, madeExchange, someData } from '../../support/exchange-builder.js';

const page = '<!DOCTYPE html><html><title>Sign in</title></html>';

for (const [what, body, means] of [
  ['a login page', page, 'this is a web page, not the service'],
  ['text', 'Hello', 'this is no JSON, not the service'],
  ['nothing', '', 'this is an answer without a body, not the service'],
  ['a JSON text', '"ok"', 'this is JSON, and no object, not the service'],
  ['other JSON', '{"login":"/sso"}', 'this is JSON without status, code and data of the envelope, not the service'],
] as const) {
  test(`${what} with status 200 is no answer of the service`, () => {
    const check = checkLookup([madeExchange({ status: 200, body })]);
    expect(check).toMatchObject({ status: 'failed', means });
    expect(check.remedy).toContain('TRADECERT_BASE_URL');
  });
}

test('a web page is told by its text or its type, and JSON is none', () => {
  const html = [['Content-Type', 'text/html; charset=utf-8']] as const;
  expect(isWebPage(madeExchange({ status: 200, body: page }))).toBe(true);
  expect(isWebPage(madeExchange({ status: 200, body: '<!-- sign in -->', headers: html }))).toBe(true);
  expect(isWebPage(madeExchange({ status: 200, body: '{"code":200}', headers: html }))).toBe(false);
  expect(isWebPage(madeExchange({ status: 200, body: '', headers: html }))).toBe(false);
  expect(isWebPage(madeExchange({ status: 200, body: 'Hello' }))).toBe(false);
  expect(isWebPage(madeExchange({ status: 404, body: page, headers: html }))).toBe(false);
});

test('an envelope, whatever is wrong with it, is one of the service', () => {
  expect(checkLookup([madeExchange({ status: 200, body: enveloped(someData({ details: [] })) })]).status).toBe(
    'warning',
  );
  expect(checkLookup([madeExchange({ status: 200, body: '{"code":"200"}' })]).status).toBe('warning');
  expect(checkLookup([madeExchange({ status: 401, body: page })]).remedy).toContain('check the token');
});

const REMEDIES: readonly (readonly [Trouble['kind'], string])[] = [
  ['busy', 'TRADECERT_RATE'],
  ['timeout', 'limits.timeoutMs'],
  ['oversize', 'limits.maxResponseBytes'],
  ['truncated', 'broke off'],
  ['unreachable', 'http or https'],
  ['reset', 'http or https'],
  ['malformed', 'http or https'],
];

for (const [kind, said] of REMEDIES) {
  test(`what to do about a lookup that is ${kind} is said by its cause`, () => {
    const check = checkLookup([{ ...madeExchange({}), trouble: { kind, because: 'so it was' } }]);
    expect(check).toMatchObject({ status: 'failed', remedy: expect.stringContaining(said) });
    if (!['unreachable', 'reset', 'malformed'].includes(kind)) expect(check.remedy).not.toContain('https');
  });
}
