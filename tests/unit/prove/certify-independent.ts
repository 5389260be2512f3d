import { expect } from '@playwright/test';
import type { IndependentService } from '../../../prove/services/independent-service.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Results } from '../../../src/contract/results.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { withFolder } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';

/** A fifth of all clauses, from every area: the proof certifies each independent service by all of them. */
const SOME = loadCatalogue('service').flatMap(({ id, role }) => (role !== 'client' && /[05]$/.test(id) ? [id] : []));

/** Certifies an independent service as it is, by some clauses. */
export async function certifyIndependent(service: IndependentService): Promise<Results> {
  const running = await service.start(null);
  const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate } = running;
  const access = { baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate };
  try {
    return await withFolder((outDir) => {
      const orders = { kind: 'url', url: ordersUrl } as const;
      return certifyService({
        settings: someSettings({ ...access, orders, outDir, depth: 'smoke' }),
        toolVersion: 'test',
        clauses: SOME,
      });
    });
  } finally {
    await running.close();
  }
}

/** Demands that nothing is held against a service, and nothing left open. */
export function expectConformant(results: Results): void {
  expect(notHeld(results)).toEqual([]);
  expect(results.verdict).toBe('conformant');
  expect(results.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(SOME.length / 2);
}

/** What is held against a service, or left open, of what the document states or implies. */
function notHeld({ clauses }: Results): readonly string[] {
  return clauses
    .filter(({ kind, verdict }) => kind !== 'observe' && verdict !== 'pass' && verdict !== 'inapplicable')
    .map(({ id, verdict, reason, findings }) => `${id} ${verdict}: ${reason} ${JSON.stringify(findings[0] ?? '')}`);
}
