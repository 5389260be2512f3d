import type { IndependentService } from '../../../prove/services/independent-service.js';
import type { Results } from '../../../src/contract/results.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { withFolder } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';

/** Certifies an independent service as it is, every clause. */
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
      });
    });
  } finally {
    await running.close();
  }
}

/** What is held against a service, or left open, of what the document states or implies. */
export function notHeld({ clauses }: Results): readonly string[] {
  return clauses
    .filter(({ kind, verdict }) => kind !== 'observe' && verdict !== 'pass' && verdict !== 'inapplicable')
    .map(({ id, verdict, reason, findings }) => `${id} ${verdict}: ${reason} ${JSON.stringify(findings[0] ?? '')}`);
}
