import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results } from '../src/contract/results.js';
import type { Settings } from '../src/contract/settings.js';
import { certifyService } from '../src/examine/certify-service.js';
import type { ServiceProcess } from './service-process.js';

/** Settings for a service process, with evidence in a folder that the caller removes. */
function settingsFor(service: ServiceProcess, outDir: string): Settings {
  const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate } = service;
  return {
    ...{ baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate, outDir },
    ...{ embedded: false, environment: 'loopback', rate: null, profile: {}, profileFile: null },
    ...{ seed: 42, depth: 'standard', only: null, readOnly: false, strict: false, env: {} },
    orders: { kind: 'url', url: ordersUrl },
  };
}

/** What one certification took. */
export interface Measured {
  readonly requests: number;
  readonly cases: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/**
 * Certifies the service without Playwright.
 *
 * @param ids - clauses to examine; `null`: all
 * @param scale - how many times the cases of standard depth
 */
export function certify(service: ServiceProcess, ids: readonly string[] | null, scale = 1): Promise<Measured> {
  return withFolder(async (outDir) => {
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    const results = await certifyInto(outDir, service, ids, scale);
    const wallMs = performance.now() - startedMs;
    const spent = process.cpuUsage(cpu);
    const cases = results.clauses.reduce((sum, clause) => sum + clause.cases, 0);
    return { requests: results.requests, cases, wallMs, cpuMs: (spent.user + spent.system) / 1000 };
  });
}

/** The same, with the exchanges left in a folder of the caller's. */
export async function certifyInto(
  outDir: string,
  service: ServiceProcess,
  ids: readonly string[] | null = null,
  scale = 1,
): Promise<Results> {
  const settings = settingsFor(service, outDir);
  const results = await certifyService({
    settings,
    toolVersion: 'bench',
    scale,
    ...(ids === null ? {} : { clauses: ids }),
  });
  demandConformant(results);
  return results;
}

/** Gives the task a folder that is gone afterwards. */
export async function withFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-bench-'));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A figure of a run that went wrong says nothing. */
function demandConformant({ clauses }: Results): void {
  const wrong = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  if (wrong.length > 0)
    throw new Error(`The reference service was found at fault: ${wrong.map(({ id }) => id).join(', ')}.`);
}
