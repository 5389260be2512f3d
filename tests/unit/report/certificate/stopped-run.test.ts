import { expect, test } from '@playwright/test';
import { withDigest } from '../../../../src/contract/results-digest.js';
import { openCertification, type Certification } from '../../../../src/examine/certification.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import { problemsOf, verified } from './certified-run.js';

const UNSIGNED = { keys: [], allowUnsigned: true };

for (const requests of [5, 60, 400, 1500]) {
  test(`a run that is stopped after ${requests} requests has a certificate that holds`, async () => {
    let certification: Certification | undefined;
    const service = await startReferenceService({
      latencyMs: 1,
      alterations: [
        {
          name: 'watched',
          does: 'Tells of each request.',
          apply: (before) => ({
            route: (call) => {
              if ((certification?.progress().requests ?? 0) >= requests) certification?.stop('the run was interrupted');
              return before.route(call);
            },
          }),
        },
      ],
    });
    try {
      await withFolder(async (folder) => {
        certification = await openCertification({ settings: settingsFor(service, folder), toolVersion: 'test' });
        certification.plan(certification.examinable.map(({ id }) => id));
        await certification.close();
        const results = withDigest(certification.results('the run was interrupted'));
        await writeRun(folder, results);
        expect(problemsOf(await verified(folder, UNSIGNED))).toBe('');
        expect(results.verdict).toBe('incomplete');
      });
    } finally {
      await service.close();
    }
  });
}
