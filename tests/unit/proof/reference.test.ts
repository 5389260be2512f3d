import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { brokenIn, certify } from './certify.js';

function openIn({ clauses }: Results): string[] {
  return clauses.filter(({ kind, verdict }) => kind !== 'observe' && verdict === 'unverified').map(({ id }) => id);
}

/** Of the clauses that bind a service: beside the 23 operations that no path is known of, what the template does not cover. */
function inapplicableIn({ clauses }: Results): string[] {
  return clauses
    .filter(({ id, role, verdict }) => verdict === 'inapplicable' && role !== 'client' && !id.startsWith('OPS-'))
    .map(({ id }) => id);
}

/** At depth smoke the proof demands it in every run of CI. */
test('the reference service passes every clause at depth standard', async () => {
  const results = await certify({}, 'standard');
  expect(results.notes).toEqual([]);
  expect([...brokenIn(results), ...openIn(results)]).toEqual([]);
  expect(inapplicableIn(results)).toEqual(['SIG-010']);
  expect(results.verdict).toBe('conformant');
});

test('with a template that covers the token, no clause on the signature is left out', async () => {
  const { clauses } = await certify({ signatureTemplate: 'snap' }, 'smoke', /^SIG-/);
  const ofSignatures = clauses.filter(({ id }) => id.startsWith('SIG-'));
  expect(ofSignatures.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([]);
  expect(ofSignatures.length).toBeGreaterThan(10);
});
