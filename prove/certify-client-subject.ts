import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mintToken } from '../src/mock/token.js';
import { certifyClient } from '../src/scenario/certify-client.js';
import { clientOfCommand, type Client } from '../src/scenario/run-client.js';
import { SCENARIOS } from '../src/scenario/scenarios.js';
import { DEFAULT_TEMPLATE } from '../src/wire/signature-template.js';
import { inShort } from './certify-subject.js';
import { clientOf, commandOf } from './client-subjects.js';
import type { Job, TimedRun } from './proof-run.js';
import type { Subject } from './subjects.js';

/** A client waits more than it works: so many scenarios at a time. */
const LANES = 8;
const TIMEOUT_MS = 60_000;
const TOKEN_LIFETIME_S = 3_600;

/** Certifies a client by every scenario, in this process. */
export async function certifyClientSubject(subject: Subject, job: Job, scratch: string): Promise<TimedRun> {
  const startedMs = performance.now();
  const short = await certify(subject, job, { client: clientOf(subject), scratch });
  return { ...job, ...short, crashes: 0, wallMs: performance.now() - startedMs };
}

/** Certifies a client by every scenario, each task in a process of its own, as a user would. */
export async function certifyClientByCommand(
  subject: Subject,
  job: Job,
  { scratch, ended }: { readonly scratch: string; readonly ended: AbortSignal },
): Promise<ReturnType<typeof inShort>> {
  const env = { ...process.env, ...(subject.change !== null && { CLIENT_FAULT: subject.change }) };
  const client = clientOfCommand(commandOf(), scratch, env);
  const results = await certify(subject, job, { client, scratch, stop: ended });
  ended.throwIfAborted();
  return results;
}

async function certify(
  { needs }: Subject,
  { seed, depth }: Job,
  { client, scratch, stop }: { readonly client: Client; readonly scratch: string; readonly stop?: AbortSignal },
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
      scenarios: SCENARIOS.filter(({ isRepeating }) => depth !== 'smoke' || isRepeating !== true),
      ...(stop && { stop }),
    });
    return inShort(results);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
