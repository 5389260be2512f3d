import { expect, test } from '@playwright/test';
import { certifyService } from '../../../src/examine/certify-service.js';
import { catalogueOf, makeCatalogue } from '../../../src/mock/catalogue.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

/** As of a service that counts in the smallest unit of a currency: no double tells these from their neighbours. */
const LARGE = 1e18;

const CLAUSES = ['SIG-006', 'MOD-001', 'MOD-015', 'MOD-051', 'TPS-001'];

test('nothing is held against a service whose prices and quantities are beyond 2 to the power of 53', async () => {
  const instruments = makeCatalogue(1).instruments.map((one) => ({
    ...one,
    closePrice: one.closePrice * LARGE,
    pointUnit: one.pointUnit * LARGE,
    pipUnit: one.pipUnit * LARGE,
    minOrderQuantity: one.minOrderQuantity * LARGE,
    maxOrderQuantity: one.maxOrderQuantity * LARGE,
    orderUnit: one.orderUnit * LARGE,
  }));
  const service = await startReferenceService({ catalogue: catalogueOf(instruments) });
  try {
    const results = await withFolder((folder) =>
      certifyService({ settings: settingsFor(service, folder), toolVersion: 'test', clauses: CLAUSES }),
    );
    expect(CLAUSES.map((id) => [id, resultOf(results, id).verdict])).toEqual(CLAUSES.map((id) => [id, 'pass']));
  } finally {
    await service.close();
  }
});
