import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { startGateway } from '../../../src/gateway/gateway.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import type { Passage } from '../../../src/wire/passage.js';
import { settingsFor, withFolder } from '../../support/certify-reference.js';

/** One of each kind of traffic: modifies, refusals, signatures, walks. */
const CLAUSES = ['MOD-001', 'MOD-041', 'TPS-023', 'SIG-001', 'SIG-004', 'CLK-001', 'AUT-001', 'LKP-001', 'PAG-005'];

/** Certifies a service at its own base URL or at that of a gateway before it. */
function certify(service: ReferenceService, baseUrl: string): Promise<Results> {
  return withFolder((folder) =>
    certifyService({
      settings: settingsFor(service, folder, { baseUrl, seed: 42 }),
      toolVersion: 'test',
      clauses: CLAUSES,
    }),
  );
}

test('a service is certified through a gateway as it is without', async () => {
  const service = await startReferenceService({});
  const passages: Passage[] = [];
  const gateway = await startGateway({ target: service.baseUrl, onPassage: (passage) => void passages.push(passage) });
  const verdicts = ({ clauses }: Results): string[] => clauses.map(({ id, verdict }) => `${id} ${verdict}`);
  const direct = await certify(service, service.baseUrl);
  const through = await certify(service, gateway.origin + new URL(service.baseUrl).pathname);
  await gateway.close();
  await service.close();
  expect(verdicts(through)).toEqual(verdicts(direct));
  expect(passages).toHaveLength(through.requests);
  expect(passages.filter(({ trouble }) => trouble !== undefined)).toEqual([]);
});
