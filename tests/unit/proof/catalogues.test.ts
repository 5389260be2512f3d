import { expect, test } from '@playwright/test';
import { brokenIn, certify } from './certify.js';

const SIZES = [
  ['one instrument', 1],
  ['instruments of one group only', 14],
  ['a long catalogue', 300],
] as const;

for (const [what, instruments] of SIZES) {
  test(`a service with ${what} is conformant`, async () => {
    const results = await certify({ instruments }, 'smoke');
    expect(brokenIn(results)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  });
}
