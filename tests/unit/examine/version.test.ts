import { expect, test } from '@playwright/test';
import { certifyService } from '../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

const NOBODY = 'the base URL has no segment v1, and no lookup is accepted there: it may not be that of the service';

const CASES: readonly {
  readonly path: string;
  /** Where the service is; default: at the path. */
  readonly servedAt?: string;
  readonly verdicts: readonly string[];
  readonly because: string;
}[] = [
  { path: '/public/v2', verdicts: ['fail', 'pass'], because: 'broken in 1 of 1 case' },
  { path: '/v1', verdicts: ['pass', 'warn'], because: 'held in 1 case' },
  { path: '/public', servedAt: '/public/v1', verdicts: ['unverified', 'unverified'], because: NOBODY },
];

for (const { path, servedAt = path, verdicts, because } of CASES) {
  test(`the base URL ${path} of a service at ${servedAt} comes to ${verdicts.join(' and ')}`, async () => {
    const service = await startReferenceService({ prefix: servedAt });
    try {
      const results = await withFolder((folder) =>
        certifyService({
          settings: settingsFor(service, folder, { baseUrl: new URL(path, service.baseUrl).href }),
          toolVersion: 'test',
          clauses: ['VER-001', 'VER-002'],
        }),
      );
      const [version, prefix] = [resultOf(results, 'VER-001'), resultOf(results, 'VER-002')];
      expect([version.verdict, prefix.verdict]).toEqual(verdicts);
      expect(version.reason).toBe(because);
    } finally {
      await service.close();
    }
  });
}
