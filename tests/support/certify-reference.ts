import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClauseResult, Results } from '../../src/contract/results.js';
import type { Settings } from '../../src/contract/settings.js';
import { certifyService } from '../../src/examine/certify-service.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../src/mock/reference-service.js';
import { someSettings } from './some-settings.js';

/** Settings for a reference service of this process; the operations that it has are bound. */
export function settingsFor(service: ReferenceService, outDir: string, changes: Partial<Settings> = {}): Settings {
  const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate, operations } = service;
  const own = { baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate, outDir };
  const profile = { ...(operations.length > 0 && { operations }), ...changes.profile };
  return someSettings({ ...own, depth: 'smoke', orders: { kind: 'url', url: ordersUrl }, ...changes, profile });
}

/** Gives the task a folder that is gone afterwards. */
export async function withFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Certifies a reference service of its own in this process, all clauses or some. */
export async function certifyReference(
  reference: ReferenceOptions,
  changes: Partial<Settings> = {},
  clauses?: readonly string[],
): Promise<Results> {
  const service = await startReferenceService(reference);
  try {
    return await withFolder((folder) =>
      certifyService({
        settings: settingsFor(service, folder, changes),
        toolVersion: 'test',
        ...(clauses === undefined ? {} : { clauses }),
      }),
    );
  } finally {
    await service.close();
  }
}

/** The result of one clause. */
export function resultOf(results: Results, id: string): ClauseResult {
  const found = results.clauses.find((clause) => clause.id === id);
  if (found === undefined) throw new Error(`The results have no clause ${id}.`);
  return found;
}
