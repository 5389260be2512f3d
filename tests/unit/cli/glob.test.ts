import { expect, test } from '@playwright/test';
import { isMeantBy } from '../../../src/cli/glob.js';

const IDS = ['PAG-001', 'PAG-002', 'PAG-010', 'SIG-001'];

for (const [glob, meant] of [
  ['PAG-001', ['PAG-001']],
  ['PAG-*', ['PAG-001', 'PAG-002', 'PAG-010']],
  ['PAG-00?', ['PAG-001', 'PAG-002']],
  ['PAG-0?', []],
  ['???-*1', ['PAG-001', 'SIG-001']],
  ['*-?0*', ['PAG-001', 'PAG-002', 'SIG-001']],
  ['**0**', IDS],
  ['PAG.001', []],
  ['[P]AG-001', []],
  ['PAG-001|SIG-001', []],
  ['', []],
] as const) {
  test(`'${glob}' means ${meant.length === 0 ? 'nothing' : meant.join(', ')}`, () => {
    expect(IDS.filter((id) => isMeantBy(glob, id)).sort()).toEqual([...meant].sort());
  });
}

test('a glob of many stars is read as fast as another', () => {
  expect(isMeantBy(`${'*'.repeat(5_000)}x`, 'PAG-001')).toBe(false);
});

test('a sign outside the first plane is one sign', () => {
  expect(isMeantBy('a😀b', 'a😀b')).toBe(true);
  expect(isMeantBy('a?b', 'a😀b')).toBe(true);
});
