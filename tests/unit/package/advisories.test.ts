import { expect, test } from '@playwright/test';
import { readAdvisories } from '../../../scripts/advisories.js';

const counted = (total: number, vulnerabilities: object = {}): string =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { total }, dependencies: { prod: 17, total: 900 } } });

test('nothing known is said with the number of packages', () => {
  expect(readAdvisories(counted(0))).toEqual({ isBad: false, text: 'No vulnerability is known of 17 packages.' });
});

test('what is known is named, and bad', () => {
  const { isBad, text } = readAdvisories(counted(1, { undici: { name: 'undici', severity: 'low' } }));
  expect(isBad).toBe(true);
  expect(text).toContain('  undici (low)');
});

for (const [what, output, reason] of [
  ['has no such service', '{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
  ['does not answer', '', 'its answer is not known'],
  ['answers with a page', '<html>', 'its answer is not known'],
] as const) {
  test(`a registry that ${what} is no fault, and told of`, () => {
    expect(readAdvisories(output)).toEqual({ isBad: false, text: `The registry could not be asked: ${reason}.` });
  });
}
