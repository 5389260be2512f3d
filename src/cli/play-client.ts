import { rm, rmdir } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Results } from '../contract/results.js';
import { SuiteError } from '../contract/suite-error.js';
import { certifyClient, type CertifyClientOptions } from '../scenario/certify-client.js';
import type { Client } from '../scenario/run-client.js';
import { toolVersion } from './tool-version.js';

const MOST_LANES = 4;

/**
 * Certifies a client, as many scenarios at a time as this machine bears.
 *
 * @throws SuiteError where it cannot be started; then nothing of the run is left
 */
export async function playClient(
  client: Client,
  options: Omit<CertifyClientOptions, 'client' | 'toolVersion' | 'lanes'>,
): Promise<Results> {
  try {
    const lanes = Math.min(MOST_LANES, cpus().length);
    return await certifyClient({ ...options, client, toolVersion: toolVersion(), lanes });
  } catch (error) {
    if (error instanceof SuiteError) await removeTraces(options.settings.outDir);
    throw error;
  }
}

/** Of a run that came to nothing, so that the next one can have the same folder. Only what we wrote is removed. */
async function removeTraces(outDir: string): Promise<void> {
  await rm(join(outDir, 'exchanges.jsonl'), { force: true });
  await rm(join(outDir, 'stderr'), { recursive: true, force: true });
  await rmdir(outDir).catch(() => undefined);
}
