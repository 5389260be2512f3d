import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mintToken } from '../src/mock/token.js';
import { certifyClient } from '../src/scenario/certify-client.js';
import { clientOfCommand, type Client } from '../src/scenario/run-client.js';
import { PLAIN, SCENARIOS, type Scenario } from '../src/scenario/scenarios.js';
import { DEFAULT_TEMPLATE } from '../src/wire/signature-template.js';
import { inShort } from './certify-subject.js';
import { clientOf, commandOf } from './client-subjects.js';
import { isShownIn, type Job, type TimedRun } from './proof-run.js';
import { namedBy, type Subject } from './subjects.js';

/** A client waits more than it works: so many scenarios at a time. */
const LANES = 8;
const TIMEOUT_MS = 60_000;
const TOKEN_LIFETIME_S = 3_600;

/** Clauses of a task that is done as it was given: their scenarios have orders and keys of every form. */
const AS_GIVEN: readonly string[] = Object.values(PLAIN).map(({ clause }) => clause);

/**
 * Certifies a client, in this process. A mistake that a few scenarios do not show on each clause that it names is put to the
 * test by more of them, in the end by every one.
 */
export async function certifyClientSubject(subject: Subject, job: Job, scratch: string): Promise<TimedRun> {
  const startedMs = performance.now();
  const by = async (scenarios: readonly Scenario[], isInFull: boolean): Promise<TimedRun> => {
    const short = await certify(subject, job, { client: clientOf(subject), scratch, scenarios });
    return { ...job, isInFull, ...short, crashes: 0, wallMs: performance.now() - startedMs };
  };
  for (const scenarios of job.isInFull ? [] : fewScenariosFor(subject, job)) {
    const run = await by(scenarios, false);
    if (isShownIn(run, namedBy(subject))) return run;
  }
  return by(scenariosAt(job), true);
}

/** The plain tasks; those of the clauses that it names; those of orders and keys of every form. */
function fewScenariosFor(subject: Subject, job: Job): (readonly Scenario[])[] {
  const of = (clauses: readonly string[]): Scenario[] =>
    scenariosAt(job).filter(({ clause }) => clauses.includes(clause));
  const few = [Object.values(PLAIN), of(namedBy(subject)), of(AS_GIVEN)];
  return few.filter((scenarios) => scenarios.length > 0);
}

function scenariosAt({ depth }: Job): readonly Scenario[] {
  return SCENARIOS.filter(({ isRepeating }) => depth !== 'smoke' || isRepeating !== true);
}

/** Certifies a client by every scenario, each task in a process of its own, as a user would. */
export async function certifyClientByCommand(
  subject: Subject,
  job: Job,
  { scratch, ended }: { readonly scratch: string; readonly ended: AbortSignal },
): Promise<ReturnType<typeof inShort>> {
  const env = { ...process.env, ...(subject.change !== null && { CLIENT_FAULT: subject.change }) };
  const client = clientOfCommand(commandOf(), scratch, env);
  const results = await certify(subject, job, { client, scratch, scenarios: scenariosAt(job), stop: ended });
  ended.throwIfAborted();
  return results;
}

interface CertifyOptions {
  readonly client: Client;
  readonly scratch: string;
  readonly scenarios: readonly Scenario[];
  readonly stop?: AbortSignal;
}

async function certify(
  { needs }: Subject,
  { seed, depth }: Job,
  { client, scratch, scenarios, stop }: CertifyOptions,
): Promise<ReturnType<typeof inShort>> {
  const outDir = await mkdtemp(join(scratch, 'client-'));
  const tokenKey = randomBytes(32).toString('hex');
  const nowS = Math.floor(Date.now() / 1000);
  try {
    const results = await certifyClient({
      settings: {
        ...{ outDir, seed, depth, only: null, strict: false, profile: {}, profileFile: null, env: {} },
        token: mintToken(createSecretKey(Buffer.from(tokenKey)), nowS, nowS + TOKEN_LIFETIME_S),
        signingKey: randomBytes(32).toString('hex'),
        signingKeyEncoding: 'utf8',
        signatureTemplate: needs.signatureTemplate ?? DEFAULT_TEMPLATE,
      },
      ...{ client, command: commandOf(), tokenKey, toolVersion: 'prove', timeoutMs: TIMEOUT_MS, lanes: LANES },
      scenarios,
      ...(stop && { stop }),
    });
    return inShort(results);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
