import { expect, test } from '@playwright/test';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const IGNORING = LEGAL_TWINS.filter(({ name }) => name === 'unknown-members-ignored');

for (const [fault, clause] of [
  ['take-profit-without-price', 'TPS-021'],
  ['stop-loss-without-price', 'TPS-022'],
  ['limit-to-close-without-price', 'MOD-041'],
] as const) {
  test(`a price that a service does not miss is not taken for one that it finds by another name: ${fault}`, async () => {
    const results = await certifyReference({ faults: [fault], alterations: IGNORING }, { depth: 'standard' }, [
      clause,
      'MOD-089',
    ]);
    expect(resultOf(results, clause).verdict).toBe('fail');
    expect(resultOf(results, 'MOD-089').verdict).toBe('pass');
  });
}

for (const fault of ['names-in-any-case', 'order-no-in-small-letters']) {
  test(`a service that finds a field by its name in another letter case is warned: ${fault}`, async () => {
    const results = await certifyReference({ faults: [fault] }, { depth: 'standard' }, ['MOD-089']);
    expect(resultOf(results, 'MOD-089').verdict).toBe('warn');
  });
}
