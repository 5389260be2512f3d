import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { encodeRun } from '../../../src/cli/run-environment.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { WITHOUT_LOADER } from '../../support/start-command.js';
import { someSettings } from '../../support/some-settings.js';
import { test } from './temporary-folder.js';

/** No system gives numbers of processes beyond 2^22. */
const NOBODY = 2 ** 30;
const PLAYWRIGHT = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');

test('a run whose command is gone before it is ready sends nothing', async ({ folder }) => {
  test.slow();
  let seen = 0;
  const service = await startReferenceService({
    alterations: [
      {
        name: 'counted',
        does: 'Counts what comes.',
        apply: (before) => ({
          route: (call) => {
            seen += 1;
            return before.route(call);
          },
        }),
      },
    ],
  });
  const outDir = join(folder, 'o');
  await mkdir(outDir);
  const { token, signingKey } = service;
  const settings = someSettings({ baseUrl: service.baseUrl, token, signingKey, outDir, only: ['LKP-001'] });
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [PLAYWRIGHT, 'test', '-c', join(packageRoot, 'dist')], {
    ...{ cwd: folder, stdio: 'ignore' },
    env: { PATH, HOME, ...WITHOUT_LOADER, ...encodeRun({ outDir, settings, startedBy: NOBODY }) },
  });
  expect(await once(child, 'close')).toEqual([3, null]);
  await service.close();
  expect(seen).toBe(0);
  expect(existsSync(join(outDir, 'results.json'))).toBe(false);
});
