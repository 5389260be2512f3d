import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** A test with an empty folder of its own, which is removed afterwards. */
export const test = base.extend<{ folder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});
