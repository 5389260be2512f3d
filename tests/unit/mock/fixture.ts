import { test as base } from '@playwright/test';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';

/** Tests that share one plain service per worker; each makes orders of its own. */
export const test = base.extend<object, { service: ReferenceService }>({
  service: [
    // Playwright reads the names of fixtures from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startReferenceService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
