import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../../src/contract/results.js';
import type { Settings } from '../../src/contract/settings.js';
import { certifyService } from '../../src/examine/certify-service.js';
import { startReferenceService, type ReferenceOptions } from '../../src/mock/reference-service.js';
import { writeRun } from '../../src/report/write-run.js';
import { settingsFor } from './certify-reference.js';

/** A run that lies in a folder: the whole of it, or one shard. */
export interface WrittenRun {
  readonly dir: string;
  readonly results: Results;
}

/**
 * Certifies a reference service of its own for each shard, one after another, as several machines do, and writes each
 * one's files beside its exchanges; signed where `changes` have a certificate key.
 *
 * @param of - 1: the run is not split
 */
export async function certifyShards(
  folder: string,
  of: number,
  reference: ReferenceOptions,
  changes: Partial<Settings> = {},
): Promise<readonly WrittenRun[]> {
  const runs: WrittenRun[] = [];
  for (let index = 1; index <= of; index += 1) {
    const dir = join(folder, of === 1 ? 'whole' : `shard-${index}-of-${of}`);
    await mkdir(dir, { recursive: true });
    const service = await startReferenceService(reference);
    try {
      const settings = settingsFor(service, dir, { embedded: true, ...changes });
      const shard = of === 1 ? {} : { shard: { index, of } };
      const results = await certifyService({ settings, toolVersion: 'test', ...shard });
      await writeRun(dir, results, settings.certificate);
      runs.push({ dir, results });
    } finally {
      await service.close();
    }
  }
  return runs;
}
