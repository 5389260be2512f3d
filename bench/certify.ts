import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../src/contract/settings.js';
import { openCertification, type Certification } from '../src/examine/certification.js';
import type { ServiceProcess } from './service-process.js';

/** Settings for a service process, with evidence in a folder that the caller removes. */
export function settingsFor(service: ServiceProcess, outDir: string): Settings {
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
export async function certify(service: ServiceProcess, ids: readonly string[] | null, scale = 1): Promise<Measured> {
  const outDir = await mkdtemp(join(tmpdir(), 'tradecert-bench-'));
  try {
    const certification = await openCertification({
      settings: settingsFor(service, outDir),
      toolVersion: 'bench',
      scale,
    });
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    const wanted = ids ?? certification.examinable.map(({ id }) => id);
    certification.plan(wanted);
    const results = await Promise.all(wanted.map((id) => certification.examine(id)));
    const wallMs = performance.now() - startedMs;
    const spent = process.cpuUsage(cpu);
    demandConformant(certification);
    await certification.close();
    const cases = results.reduce((sum, result) => sum + result.cases, 0);
    return { requests: certification.progress().requests, cases, wallMs, cpuMs: (spent.user + spent.system) / 1000 };
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** A figure of a run that went wrong says nothing. */
function demandConformant(certification: Certification): void {
  const wrong = certification
    .results('not examined')
    .clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  if (wrong.length > 0)
    throw new Error(`The reference service was found at fault: ${wrong.map(({ id }) => id).join(', ')}.`);
}
