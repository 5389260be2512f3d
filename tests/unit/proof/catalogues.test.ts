import { expect, test } from '@playwright/test';
import { brokenIn, certify } from './certify.js';

/** Those that look instruments up, and those that modify orders of them in every way that is allowed. */
const OF_INSTRUMENTS = /^(?:LKP|PAG|INS|ENV|OPN|MOD-00|TPS-00)/;

const SIZES = [
  ['one instrument', 1],
  ['instruments of one group only', 14],
  ['a long catalogue', 300],
] as const;

for (const [what, instruments] of SIZES) {
  test(`a service with ${what} is conformant`, async () => {
    const results = await certify({ instruments }, 'smoke', OF_INSTRUMENTS);
    expect(brokenIn(results)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  });
}
