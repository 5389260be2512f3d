import { expect, test } from '@playwright/test';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const TEMPLATES = [
  '{header:X-Timestamp}{method}{path}{body}',
  '{header:Host}{timestamp}{body}',
  '{header:Content-Type}{header:X-Timestamp}{header:Authorization}{body}',
];

for (const signatureTemplate of TEMPLATES) {
  test(`a service that signs ${signatureTemplate} is conformant`, async () => {
    const results = await certifyReference({ signatureTemplate });
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  });
}

test('a signature over a header of the timestamp and of the token is put to the test', async () => {
  const results = await certifyReference({ signatureTemplate: TEMPLATES[2] ?? '' }, {}, ['SIG-007', 'SIG-010']);
  for (const clause of ['SIG-007', 'SIG-010']) expect(resultOf(results, clause).verdict).toBe('pass');
});

for (const prefix of ['', '/v1']) {
  test(`a service whose base URL ${prefix === '' ? 'has no path' : `ends with ${prefix} alone`} verifies the path that is signed`, async () => {
    const results = await certifyReference({ prefix }, {}, ['SIG-008']);
    expect(resultOf(results, 'SIG-008').verdict).toBe('pass');
  });
}
