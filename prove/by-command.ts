import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../src/contract/package-root.js';
import type { Results } from '../src/contract/results.js';
import { inShort, startSubject, type RunningSubject } from './certify-subject.js';
import { killGroup, OWN_GROUP } from './process-group.js';
import type { Job, ProofRun } from './proof-run.js';
import type { Subject } from './subjects.js';

/** Options of {@link certifyByCommand}. */
export interface CommandOptions {
  /** Folder for what is written and not kept. */
  readonly scratch: string;
  /** Ends the command. */
  readonly ended: AbortSignal;
}

/**
 * Certifies a subject with `tradecert run`, as a user would: Playwright, workers, reporter and all.
 *
 * @throws Error where the command comes to no verdict, or is ended
 */
export async function certifyByCommand(
  subject: Subject,
  job: Job,
  { scratch, ended }: CommandOptions,
): Promise<Pick<ProofRun, 'clauses'>> {
  const folder = await mkdtemp(join(scratch, 'command-'));
  const running = await startSubject(subject);
  try {
    return await runCommand(running, job, folder, ended);
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCommand(
  running: RunningSubject,
  { seed, depth }: Job,
  folder: string,
  ended: AbortSignal,
): Promise<ReturnType<typeof inShort>> {
  ended.throwIfAborted();
  const profile = join(folder, 'profile.yaml');
  // JSON is YAML as well.
  await writeFile(profile, JSON.stringify({ name: 'proof', operations: running.operations ?? [] }));
  const out = join(folder, 'report');
  const flags = ['--seed', String(seed), '--depth', depth, '--out', out, '--profile', profile];
  const command = spawn(process.execPath, [join(packageRoot, 'bin/tradecert.js'), 'run', ...flags], {
    cwd: folder,
    env: environmentFor(running),
    stdio: ['ignore', 'ignore', 'pipe'],
    ...OWN_GROUP,
  });
  const kill = (): void => killGroup(command);
  ended.addEventListener('abort', kill);
  let complaint = '';
  command.stderr.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-2000)));
  await once(command, 'close');
  ended.removeEventListener('abort', kill);
  ended.throwIfAborted();
  const results = join(out, 'results.json');
  if (!existsSync(results)) throw new Error(`tradecert run came to no verdict: ${complaint.trim()}`);
  return inShort(JSON.parse(await readFile(results, 'utf8')) as Results);
}

/** The variables of this process without its own settings of tradecert, and those of the subject. */
function environmentFor(running: RunningSubject): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(TRADECERT|NODE_OPTIONS)/.test(name));
  return {
    ...Object.fromEntries(others),
    TRADECERT_BASE_URL: running.baseUrl,
    TRADECERT_TOKEN: running.token,
    TRADECERT_SIGNING_KEY: running.signingKey,
    TRADECERT_SIGNING_KEY_ENCODING: running.signingKeyEncoding,
    TRADECERT_SIGNATURE_TEMPLATE: running.signatureTemplate,
    TRADECERT_ORDERS_URL: running.ordersUrl,
  };
}
