import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parseProfile } from '../../../src/cli/read-profile.js';
import { declaredProfile, profileName } from '../../../src/contract/declared-profile.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Profile } from '../../../src/contract/profile.js';
import { validatorFor } from '../../../src/contract/schemas.js';
import { someResults } from '../report/some-results.js';

const PRIVATE: Profile = {
  name: 'staging',
  baseUrl: 'https://alice:hunter2@staging.example/v1',
  signatureTemplate: '{timestamp}hunter2{body}',
  signingKeyEncoding: 'hex',
  ordersUrl: 'https://orders.example/hunter2',
  ordersCommand: 'make-order --password hunter2',
  ordersFile: '/home/alice/hunter2.json',
  operations: [{ clause: 'OPS-009', path: '/accounts/hunter2', query: { user: 'hunter2' } }],
};
const TOLD: Profile = {
  environment: 'staging',
  rate: 5,
  limits: { maxPages: 7 },
  claims: ['modifyOrder'],
  pins: { 'OPN-001': { code: 'x' } },
  kinds: { 'ENV-007': 'required' },
  waivers: [{ clause: 'LKP-001', reason: 'known', expires: '2099-01-01' }],
};

test('what a verdict rests on is told as it stands', () => {
  expect(declaredProfile(TOLD)).toEqual({ ...TOLD, unsaid: [] });
  expect(declaredProfile({})).toEqual({ unsaid: [] });
});

test('a profile without a name is called like its file, without the folders', () => {
  expect(profileName({}, '/home/alice/work/staging.yaml')).toBe('staging.yaml');
  expect(profileName({}, 'profiles/staging.yaml')).toBe('staging.yaml');
  expect(profileName({ name: 'a/b' }, 'staging.yaml')).toBe('a/b');
});

test('commands, places and what a signature covers are named and not told', () => {
  const declared = declaredProfile(PRIVATE);
  expect(declared).toEqual({
    operations: ['OPS-009'],
    unsaid: ['baseUrl', 'signatureTemplate', 'signingKeyEncoding', 'ordersUrl', 'ordersCommand', 'ordersFile'],
  });
  expect(JSON.stringify(declared)).not.toMatch(/hunter2|alice/);
});

test('every member of a profile is told or named, and results with it are results', () => {
  const example = parseProfile(readFileSync(join(packageRoot, 'specs/profiles/example.yaml'), 'utf8'), 'example.yaml');
  for (const profile of [example, { ...PRIVATE, ...TOLD }]) {
    const declares = declaredProfile(profile);
    const known = [...Object.keys(declares), ...declares.unsaid, 'name'];
    expect(known).toEqual(expect.arrayContaining(Object.keys(profile)));
    const results = someResults([], { profile: { name: 'p', sha256: 'b'.repeat(64), declares } });
    expect(validatorFor('results')(results)).toEqual([]);
  }
});
