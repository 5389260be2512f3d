import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certifyService } from '../../../src/api/certify-service.js';
import { openRun } from '../../../src/cli/open-run.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { settingsFor } from '../../support/certify-reference.js';
import { test } from './temporary-folder.js';

const TOKEN_KEY = 'the key of the tokens of this test';

interface Resumed {
  /** What the first look told of the token. */
  readonly told: readonly string[];
  readonly fetches: number;
}

/** Goes on with a stopped run whose token has ended since it was had, and whose command gives this one. */
async function resumeWithEnded(
  outDir: string,
  fresh: (service: ReferenceService, ended: string) => string,
): Promise<Resumed> {
  const before = await startReferenceService({ tokenKey: TOKEN_KEY, tokenLifetimeS: -1 });
  await before.close();
  const service = await startReferenceService({ tokenKey: TOKEN_KEY });
  const { baseUrl, token, signingKey } = service;
  let fetches = 0;
  try {
    const only = ['LKP-001', 'LKP-009', 'PAG-001'];
    await certifyService({ ...{ baseUrl, token, signingKey, only, readOnly: true, maxRequests: 3 }, out: outDir });
    const opened = await openRun({
      ...{ settings: settingsFor(service, outDir, { only, token: before.token }), resumes: true, part: null },
      fetchToken: () => {
        fetches += 1;
        return Promise.resolve(fresh(service, before.token));
      },
    });
    const { checks } = await opened.begin().finally(() => opened.release());
    return { told: checks.flatMap(({ id, means = '' }) => (id === 'token' ? [means] : [])), fetches };
  } finally {
    await service.close();
  }
}

test('a run that goes on first looks at the token that there is by then', async ({ folder }) => {
  const resumed = await resumeWithEnded(join(folder, 'o'), ({ token }) => token);
  expect(resumed).toEqual({ told: [], fetches: 1 });
});

test('a command that prints an expired token to a run that goes on is told of', async ({ folder }) => {
  const { told, fetches } = await resumeWithEnded(join(folder, 'o'), (_, ended) => ended);
  expect(told).toEqual([expect.stringContaining('your command prints an expired token')]);
  expect(fetches).toBe(1);
});
