import { expect, test } from '@playwright/test';
import { checkBaseUrl } from '../../../src/doctor/check-base-url.js';
import { BASE_URL_JUDGES } from '../../../src/oracle/base-url.js';

const at = (path: string): string => `https://staging.example${path}`;

test('a base URL is warned of wherever a clause on it would be broken', () => {
  for (const path of [
    '/public/v1',
    '/gate/public/v1',
    '',
    '/v1',
    '/public',
    '/gate/v1/fx',
    '/public/v1/v2',
    '/v1/v1',
  ]) {
    const isBroken = [...BASE_URL_JUDGES.values()].some((judge) => judge(at(path)).outcome === 'broken');
    expect([path, checkBaseUrl(at(path)).status]).toEqual([path, isBroken ? 'warning' : 'ok']);
  }
});

test('the clause that it breaks is named', () => {
  expect(checkBaseUrl(at('/public')).means).toContain('VER-001 fails, once a lookup is accepted there');
  const { found, means } = checkBaseUrl(at('/gate/v1/fx'));
  expect(found).toBe('its path is /gate/v1/fx');
  expect(means).toBe(
    'the document says that it ends with a public-interface segment and a version segment: VER-002 warns, once a lookup is accepted there',
  );
});

test('a path with two slashes in a row is warned of', () => {
  const { status, found, means } = checkBaseUrl(at('//public/v1'));
  expect([status, found]).toEqual(['warning', 'its path is //public/v1']);
  expect(means).toContain('two slashes in a row');
});

test('the path of an operation is no base URL', () => {
  expect(checkBaseUrl(at('/public/v1/orders/modify')).means).toContain('path of an operation');
});
