import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/contract/package-root.js';
import type { Results } from '../src/contract/results.js';
import { inShort, startSubject, type RunningSubject } from './certify-subject.js';
import type { Job, ProofRun } from './proof-run.js';
import type { Subject } from './subjects.js';

/**
 * Certifies a subject with `tradecert run`, as a user would: Playwright, workers, reporter and all.
 *
 * @throws Error where the command comes to no verdict
 */
export async function certifyByCommand(subject: Subject, job: Job): Promise<Pick<ProofRun, 'clauses'>> {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-prove-'));
  const running = await startSubject(subject);
  try {
    return await runCommand(running, job, folder);
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCommand(
  running: RunningSubject,
  { seed, depth }: Job,
  folder: string,
): Promise<ReturnType<typeof inShort>> {
  const profile = join(folder, 'profile.yaml');
  // JSON is YAML as well.
  await writeFile(profile, JSON.stringify({ name: 'proof', operations: running.operations ?? [] }));
  const out = join(folder, 'report');
  const flags = ['--seed', String(seed), '--depth', depth, '--out', out, '--profile', profile];
  const command = spawn(process.execPath, [join(packageRoot, 'bin/tradecert.js'), 'run', ...flags], {
    cwd: folder,
    env: environmentFor(running),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  command.stderr.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-2000)));
  await once(command, 'close');
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

/** Subjects spread over all kinds of them, always the same ones. */
export function sampleOf(subjects: readonly Subject[], legal: number, faulty: number): readonly Subject[] {
  const spread = (group: Subject['group'], count: number): Subject[] => {
    const candidates = subjects.filter((subject) => subject.group === group);
    const step = candidates.length / Math.max(1, Math.min(count, candidates.length));
    return candidates.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step));
  };
  return [...spread('legal', legal), ...spread('faulty', faulty)];
}
