import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { brokenIn, certify } from './certify.js';

function openIn({ clauses }: Results): string[] {
  return clauses.filter(({ kind, verdict }) => kind !== 'observe' && verdict === 'unverified').map(({ id }) => id);
}

/** The 23 operations that no path is known of, and what the template does not cover. */
function inapplicableIn({ clauses }: Results): string[] {
  return clauses.filter(({ id, verdict }) => verdict === 'inapplicable' && !id.startsWith('OPS-')).map(({ id }) => id);
}

for (const { name, leaves = [] } of LEGAL_TWINS) {
  test(`nothing is held against the service that is ${name}`, async () => {
    const results = await certify({ alterations: LEGAL_TWINS.filter((twin) => twin.name === name) }, 'smoke');
    expect(results.notes.filter((note) => note.includes('error of tradecert'))).toEqual([]);
    expect(brokenIn(results)).toEqual([]);
    expect(openIn(results)).toEqual(leaves);
    expect(results.verdict).not.toBe('non-conformant');
  });
}

for (const depth of ['smoke', 'standard'] as const) {
  test(`the reference service passes every clause at depth ${depth}`, async () => {
    const results = await certify({}, depth);
    expect(results.notes).toEqual([]);
    expect([...brokenIn(results), ...openIn(results)]).toEqual([]);
    expect(inapplicableIn(results)).toEqual(['SIG-010']);
    expect(results.verdict).toBe('conformant');
  });
}

test('with a template that covers the token, no clause on the signature is left out', async () => {
  const results = await certify({ signatureTemplate: 'snap' }, 'smoke');
  expect([...brokenIn(results), ...openIn(results), ...inapplicableIn(results)]).toEqual([]);
});

test('every twin has a name of its own and a sentence', () => {
  expect(new Set(LEGAL_TWINS.map(({ name }) => name)).size).toBe(LEGAL_TWINS.length);
  for (const { name, does } of LEGAL_TWINS) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(does).toMatch(/^[A-Z].*\.$/);
  }
});
