import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { contractDigest, loadCatalogue } from '../../../src/contract/catalogue.js';
import {
  changedClauses,
  clausesOf,
  EARLIER_CONTRACTS,
  earlierContract,
  isKnownContract,
  type EarlierContract,
} from '../../../src/contract/earlier-contracts.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { stableStringify } from '../../../src/wire/json.js';

/** SHA-256 of what is kept of each contract, by that of the contract: none is ever edited. */
const KEPT = {
  '5589409b64429dcaf54e5e0b13216b250b2d99410ca00dfa8cb546aa664143ff':
    '09cfe184edaa8cc824194d50d76855e543a2578551f2c6388b3a53c108ee3417',
};

const of = (sha256: string, role: 'service' | 'client' = 'service') => ({
  contract: { version: '1.0.0', sha256 },
  subject: { role, baseUrl: 'http://127.0.0.1/v1' },
});
const [BEFORE = ''] = Object.keys(KEPT);

test('the contracts of earlier versions are kept as they were', () => {
  const file = readFileSync(join(packageRoot, EARLIER_CONTRACTS), 'utf8');
  const kept = (JSON.parse(file) as readonly EarlierContract[]).map((one): [string, string] => [
    one.sha256,
    createHash('sha256').update(stableStringify(one)).digest('hex'),
  ]);
  expect(Object.fromEntries(kept), 'npx tsx scripts/keep-contract.ts DIR adds one, and alters none').toEqual(KEPT);
  expect(kept).toHaveLength(Object.keys(KEPT).length);
});

test('an earlier contract says to each side what it said', () => {
  const sentence = (role: 'service' | 'client', id: string): string | undefined =>
    clausesOf(of(BEFORE, role)).find((clause) => clause.id === id)?.sentence;
  expect(sentence('service', 'MOD-011')).toBe('A stockCd that is no string is refused.');
  expect(sentence('client', 'MOD-011')).toBe(loadCatalogue('client').find(({ id }) => id === 'MOD-011')?.sentence);
  expect(clausesOf(of(BEFORE))).toHaveLength(272);
  expect(earlierContract(of(BEFORE))?.catalogueSha256).toMatch(/^0fa7019954dc/);
});

test('the clauses that say something else today are told, for each side', () => {
  const changed = (role: 'service' | 'client'): readonly string[] => [...changedClauses(of(BEFORE, role))];
  expect(changed('service')).toEqual(expect.arrayContaining(['MOD-011', 'MOD-064', 'TPS-033']));
  expect(changed('service')).not.toContain('MOD-001');
  expect(changed('client')).toEqual(expect.arrayContaining(['AUT-003', 'AUT-004']));
  expect(changed('client')).not.toContain('MOD-011');
});

test('the present contract is no earlier one, and another is not known', () => {
  const [own, none] = [of(contractDigest().sha256), of('__proto__')];
  expect(earlierContract(own)).toBeUndefined();
  expect(clausesOf(own)).toBe(loadCatalogue());
  expect(changedClauses(own).size).toBe(0);
  expect([own, of(BEFORE), none].map(isKnownContract)).toEqual([true, true, false]);
});
