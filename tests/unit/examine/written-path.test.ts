import { expect, test } from '@playwright/test';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

for (const signatureTemplate of [
  '{timestamp}|{method}|/orders/modify|{body}',
  '{timestamp}/public/v1/orders/modify{body}',
]) {
  test(`a path that is written out is signed: ${signatureTemplate}`, async () => {
    const right = await certifyReference({ signatureTemplate }, {}, ['SIG-008']);
    expect(resultOf(right, 'SIG-008').verdict).toBe('pass');
    const wrong = await certifyReference({ signatureTemplate, faults: ['written-path-not-bound'] }, {}, ['SIG-008']);
    expect(resultOf(wrong, 'SIG-008').verdict).toBe('fail');
  });
}
