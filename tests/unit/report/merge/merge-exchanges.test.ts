import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { SuiteError } from '../../../../src/contract/suite-error.js';
import { checkShards } from '../../../../src/report/merge/check-shards.js';
import { mergeExchanges } from '../../../../src/report/merge/merge-exchanges.js';
import { readRun } from '../../../../src/report/recorded-run.js';
import { withFolder } from '../../../support/certify-reference.js';
import { certifyShards } from '../../../support/certify-shards.js';

test('where the exchanges of all shards find no room, a sentence says so', async () => {
  test.skip(!existsSync('/dev/full'), 'there is no device that is always full');
  await withFolder(async (folder) => {
    const runs = await certifyShards(folder, 2, {}, { only: ['LKP-001', 'LKP-008'] });
    const shards = checkShards(await Promise.all(runs.map(({ dir }) => readRun(dir))));
    await symlink('/dev/full', join(folder, 'exchanges.jsonl'));
    const error = await mergeExchanges(shards, folder).catch((thrown: unknown) => thrown);
    expect((error as SuiteError).explain()).toContain('The file exchanges.jsonl cannot be written (ENOSPC).');
  });
});
