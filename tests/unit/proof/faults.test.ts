import { expect, test } from '@playwright/test';
import { BROKEN } from '../../../src/contract/verdict.js';
import { FAULTS } from '../../../src/mock/faults.js';
import { resultOf } from '../../support/certify-reference.js';
import { brokenIn, certify } from './certify.js';

/** Every fault is found, under the clause that it breaks and no other. All of them show at the least depth. */
for (const { name, clause, also = [], needs } of FAULTS) {
  test(`${clause} and nothing else is broken by ${name}`, async () => {
    const results = await certify({ faults: [name], ...needs }, 'smoke');
    const found = brokenIn(results);
    expect(found.filter((id) => !also.includes(id))).toEqual([clause]);
    expect(resultOf(results, clause).verdict).toBe(BROKEN[resultOf(results, clause).kind]);
  });
}
