import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoundOperation } from '../src/contract/profile.js';
import type { Results } from '../src/contract/results.js';
import type { Settings } from '../src/contract/settings.js';
import { certifyService } from '../src/examine/certify-service.js';
import { LEGAL_TWINS } from '../src/mock/legal/legal-twins.js';
import { startReferenceService } from '../src/mock/reference-service.js';
import { isShownIn, type Job, type ProofRun, type TimedRun } from './proof-run.js';
import type { RunningService } from './services/independent-service.js';
import { INDEPENDENT_SERVICES } from './services/independent-services.js';
import { namedBy, REFERENCE, type Subject } from './subjects.js';

/** A running subject with what a profile has to say of it. */
export interface RunningSubject extends RunningService {
  /** How often it failed in its own code, where it can tell. */
  readonly crashes?: number;
  readonly operations?: readonly BoundOperation[];
}

/** Starts the service of a subject, in this process where it is the reference service. */
export function startSubject({ service, change, group, needs }: Subject): Promise<RunningSubject> {
  if (service === REFERENCE) {
    if (change === null) return startReferenceService(needs);
    if (group === 'faulty') return startReferenceService({ ...needs, faults: [change] });
    return startReferenceService({ ...needs, alterations: LEGAL_TWINS.filter(({ name }) => name === change) });
  }
  const independent = INDEPENDENT_SERVICES.find(({ name }) => name === service);
  if (independent === undefined) throw new Error(`There is no service ${service}.`);
  return independent.start(change);
}

function settingsFor(
  running: RunningSubject,
  { seed, depth }: Job,
  only: readonly string[] | null,
  outDir: string,
): Settings {
  const { baseUrl, ordersUrl, token, signingKey, signingKeyEncoding, signatureTemplate, operations } = running;
  return {
    ...{ baseUrl, token, signingKey, signingKeyEncoding, signatureTemplate, outDir, seed, depth },
    ...{ embedded: false, environment: 'loopback', rate: null, profileFile: null },
    profile: operations === undefined ? {} : { operations },
    ...{ only, readOnly: false, strict: false, env: {} },
    orders: { kind: 'url', url: ordersUrl },
  };
}

/**
 * Certifies a subject, without Playwright. A fault that the clauses which it names do not show by themselves, such as one of
 * what is judged on every answer, is certified by every clause.
 *
 * @param scratch - folder for what is written and not kept
 */
export async function certifySubject(subject: Subject, job: Job, scratch: string): Promise<TimedRun> {
  if (job.isInFull) return certifyBy(null, subject, job, scratch);
  const named = namedBy(subject);
  const run = await certifyBy([...named, ...subject.atTimes], subject, job, scratch);
  if (isShownIn(run, named)) return run;
  return certifyBy(null, subject, { ...job, isInFull: true }, scratch);
}

async function certifyBy(
  only: readonly string[] | null,
  subject: Subject,
  job: Job,
  scratch: string,
): Promise<TimedRun> {
  const outDir = await mkdtemp(join(scratch, 'run-'));
  const startedMs = performance.now();
  const running = await startSubject(subject);
  try {
    const results = await certifyService({ settings: settingsFor(running, job, only, outDir), toolVersion: 'prove' });
    const { crashes = 0 } = running;
    return { ...job, ...inShort(results), crashes, wallMs: performance.now() - startedMs };
  } finally {
    await running.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** What the proof needs of the results of a run. */
export function inShort({
  verdict,
  notes,
  requests,
  clauses,
}: Results): Pick<ProofRun, 'verdict' | 'notes' | 'requests' | 'clauses'> {
  return {
    ...{ verdict, notes, requests },
    clauses: clauses.map(({ id, verdict: came, requests: sent, firstBrokenAt, reason }) => ({
      ...{ clause: id, verdict: came, requests: sent },
      ...(firstBrokenAt === undefined ? {} : { firstBrokenAt }),
      ...(came === 'unverified' || came === 'inapplicable' ? { reason } : {}),
    })),
  };
}
