import { spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Results } from '../../../src/contract/results.js';
import { generateCertificateKey, keyIdOf } from '../../../src/report/certificate/certificate-key.js';
import { refuse } from '../../../src/mock/refusal.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { isThere } from '../../support/is-there.js';
import { recordedIn } from '../../support/stop-and-resume.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

const CHOICE = ['--seed', '3', '--depth', 'smoke', '--only', 'LKP-*,MOD-00*,OPN-02*'];

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

interface Started {
  readonly pid: number;
  readonly ended: Promise<Ended>;
}

function envOf({ baseUrl, token, signingKey, ordersUrl }: ReferenceService): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    ...{ PATH, HOME, TRADECERT_BASE_URL: baseUrl, TRADECERT_TOKEN: token },
    ...{ TRADECERT_SIGNING_KEY: signingKey, TRADECERT_ORDERS_URL: ordersUrl },
  };
}

/** Starts the command in a process group of its own. */
function start(cwd: string, env: Record<string, string>, args: readonly string[]): Started {
  const child = spawn(process.execPath, [...COMMAND, ...args], { cwd, env, detached: true });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk));
  const ended = new Promise<Ended>((resolve) => child.once('close', (status) => resolve({ status, out, err })));
  return { pid: child.pid ?? 0, ended };
}

async function inProcess(
  cwd: string,
  env: Record<string, string>,
  args: readonly string[],
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  let [out, err] = ['', ''];
  const surroundings = {
    env,
    cwd,
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
  };
  return { status: await runCommandLine([...args], surroundings), out, err };
}

async function resultsIn(dir: string): Promise<Results> {
  return JSON.parse(await readFile(join(dir, 'results.json'), 'utf8')) as Results;
}

/** A service that tells of each request by its number. */
async function countingService(seen: { count: number; at: (count: number) => void }): Promise<ReferenceService> {
  return startReferenceService({
    latencyMs: 3,
    alterations: [
      {
        name: 'counting',
        does: 'Counts requests.',
        apply: (before) => ({
          route: (call) => {
            seen.count += 1;
            seen.at(seen.count);
            return before.route(call);
          },
        }),
      },
    ],
  });
}

test('a run that is killed goes on, sets its orders back, and comes to what a whole one does', async ({ folder }) => {
  test.slow();
  const seen = { count: 0, at: (): void => undefined } as { count: number; at: (count: number) => void };
  const service = await countingService(seen);
  const env = envOf(service);
  try {
    const whole = await start(folder, env, ['run', ...CHOICE, '--out', 'whole']).ended;
    expect(whole.status).toBe(0);

    const first = start(folder, env, ['run', ...CHOICE, '--out', 'o']);
    seen.count = 0;
    seen.at = (count) => {
      if (count === 150) process.kill(-first.pid, 'SIGKILL');
    };
    await first.ended;
    await expect.poll(() => isThere(-first.pid)).toBe(false);
    seen.at = () => undefined;
    const o = join(folder, 'o');
    const before = await resultsIn(o);
    expect(before.unfinished).toBe(true);
    const orders = await readFile(join(o, 'orders.jsonl'), 'utf8');
    await appendFile(join(o, 'exchanges.jsonl'), '{"number":99999,"clause":"LKP');

    // two at once: one of them is refused
    const both = await Promise.all([1, 2].map(() => start(folder, env, ['run', '--resume', 'o']).ended));
    const [resumed, refused] = both[0]?.status === 0 ? both : both.reverse();
    expect(resumed?.err).toContain('Going on: ');
    expect(resumed?.status).toBe(0);
    expect(refused?.status).toBe(2);
    expect(refused?.err).toContain('A run goes on in this folder.');

    const results = await resultsIn(o);
    expect(results.digest).toBe((await resultsIn(join(folder, 'whole'))).digest);
    expect(results.startedAt).toBe(before.startedAt);
    expect(results.notes.join('\n')).toMatch(/Resumed on \S+\. The run had been killed after \d+ requests; /);
    expect(results.notes.join('\n')).not.toContain('Not set back');
    expect(results.requests).toBe(recordedIn(o).length);
    const numbers = [...orders.matchAll(/"orderNo":"([^"]+)"/g)].map(([, number = '']) => number);
    const lines = recordedIn(o).filter(({ clause }) => clause === 'set-back');
    for (const number of numbers) expect(lines.some(({ request }) => request.text?.includes(number))).toBe(true);

    expect(await inProcess(folder, {}, ['verify', 'o', '--allow-unsigned'])).toMatchObject({ status: 0 });
    await mkdir(join(o, '.playwright'));
    const again = await inProcess(folder, env, ['run', '--resume', 'o']);
    expect(await readdir(o)).not.toContain('.playwright');
    expect(again).toEqual({
      ...{ status: 0, out: '' },
      err: 'The run in o has come to its end, conformant: there is nothing to resume.\n',
    });
    const elsewhere = { TRADECERT_BASE_URL: 'http://127.0.0.1:1/v1', TRADECERT_PROFILE: 'none.yaml' };
    expect(await inProcess(folder, elsewhere, ['run', '--resume', 'o'])).toEqual(again);
    const moved = await inProcess(folder, env, ['run', '--resume', 'o', '--base-url', 'http://127.0.0.1:1/v1']);
    expect(moved.err).toMatch(/ the subject was \S+ and is http:\/\/127\.0\.0\.1:1\/v1\.\n/);
    const [seed = '', number = ''] = CHOICE.slice(CHOICE.indexOf('--seed'));
    expect(await inProcess(folder, env, ['run', '--resume', 'o', seed, number])).toEqual(again);
    const another = await inProcess(folder, env, ['run', '--resume', 'o', '--depth', 'deep', '--strict', '--json']);
    expect(another).toMatchObject({ status: 2, out: '' });
    expect(another.err).toContain('the depth was smoke and is deep; the --strict was false and is true');
    const pinned = await inProcess(folder, env, ['run', '--resume', 'o', '--write-profile', 'p.yaml']);
    expect(pinned.err).toMatch(/: there is nothing to resume\.\np\.yaml pins \d+ answers: \d+ new, 0 changed\.\n$/);
    expect(await readFile(join(folder, 'p.yaml'), 'utf8')).toContain('OPN-02');

    const note = 'Not set back to their first values, because the service refused it: orders 1 of 20261123100000.';
    await writeFile(
      join(o, 'results.json'),
      JSON.stringify({ ...results, notes: [...results.notes, `${note}\u001b[2J`] }),
    );
    await rm(join(o, 'certificate.json'));
    const left = await inProcess(folder, env, ['run', '--resume', 'o']);
    const remake = 'It was ended before its report was whole. To make that: npx tradecert report o\n';
    expect(left).toEqual({ ...again, err: `${again.err}${note}\\u001b[2J\n${remake}` });
    expect(await inProcess(folder, env, ['report', 'o'])).toMatchObject({ status: 0 });
    expect((await inProcess(folder, env, ['run', '--resume', 'o'])).err).toBe(`${again.err}${note}\\u001b[2J\n`);
  } finally {
    await service.close();
  }
});

test('an order that was changed in the last moment of a killed run is told of where it cannot be set back', async ({
  folder,
}) => {
  test.slow();
  const changed = new Set<string>();
  let isClosed = false;
  let kill = (): void => undefined;
  const service = await startReferenceService({
    alterations: [
      {
        name: 'closing',
        does: 'Kills the run as it changes an order again, and takes no modifies from then on.',
        apply: (before) => ({
          checkBounds: (call) => (isClosed ? refuse('order-not-modifiable') : before.checkBounds(call)),
          apply: (call) => {
            before.apply(call);
            const { orderNo = '' } = call.order ?? {};
            isClosed = changed.has(orderNo);
            changed.add(orderNo);
            if (isClosed) kill();
          },
        }),
      },
    ],
  });
  const env = envOf(service);
  try {
    const first = start(folder, env, ['run', ...CHOICE, '--out', 'o']);
    kill = () => process.kill(-first.pid, 'SIGKILL');
    await first.ended;
    await expect.poll(() => isThere(-first.pid)).toBe(false);
    await start(folder, env, ['run', '--resume', 'o']).ended;
    expect(isClosed).toBe(true);
    const { notes } = await resultsIn(join(folder, 'o'));
    expect(notes.join('\n')).toContain('Not set back to their first values, because the service refused it');
    const kept = await readFile(join(folder, 'o', 'orders.jsonl'), 'utf8');
    for (const number of changed) expect(kept).toContain(`"orderNo":"${number}"`);
  } finally {
    await service.close();
  }
});

test('a run that is asked to end says once that it is ending', async ({ folder }) => {
  test.slow();
  const seen = { count: 0, at: (): void => undefined } as { count: number; at: (count: number) => void };
  const service = await countingService(seen);
  const run = start(folder, envOf(service), ['run', ...CHOICE, '--out', 'o']);
  seen.at = (count) => {
    if (count === 60 || count === 62) process.kill(run.pid, 'SIGINT');
  };
  const { status, err } = await run.ended;
  await service.close();
  expect(status).toBe(3);
  expect(err.match(/^Stopping: .*$/gm)).toEqual([expect.stringContaining('Once more ends it at once.')]);
});

const NO_FURTHER = 'This part came to the end of no further clause';

test.describe('a run that was stopped by its bound', () => {
  // One run for all of them, each with a copy of its folder.
  test.describe.configure({ mode: 'default' });

  let service: ReferenceService;
  let kept: string;
  let stopped: Ended;

  test.beforeAll(async () => {
    kept = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
    service = await startReferenceService({});
    stopped = await start(kept, envOf(service), ['run', ...CHOICE, '--max-requests', '120', '--out', 'o']).ended;
  });

  test.afterAll(async () => {
    await service.close();
    await rm(kept, { recursive: true, force: true });
  });

  test.beforeEach(({ folder }) => cp(join(kept, 'o'), join(folder, 'o'), { recursive: true }));

  test('leaves open in a part with a wrong token or key what that could not judge', async ({ folder }) => {
    test.slow();
    const env = envOf(service);
    const o = join(folder, 'o');
    const before = (await resultsIn(o)).stopped?.judged ?? [];
    // The token first: with a wrong key, what only looks up is judged.
    for (const wrong of ['TRADECERT_TOKEN', 'TRADECERT_SIGNING_KEY']) {
      const spoiled = await start(folder, { ...env, [wrong]: 'another' }, ['run', '--resume', 'o']).ended;
      expect(spoiled.status, wrong).toBe(3);
      expect(spoiled.err).toContain('To go on with it: npx tradecert run --resume o\n');
      const { stopped: stop, clauses } = await resultsIn(o);
      expect(stop?.because, wrong).toMatch(/refused/);
      const open = new Set(clauses.flatMap(({ id, verdict }) => (verdict === 'unverified' ? [id] : [])));
      expect(open.size, wrong).toBeGreaterThan(1);
      expect(stop?.judged.filter((id) => open.has(id) && !before.includes(id))).toEqual([]);
    }
    const whole = await start(folder, env, ['run', '--resume', 'o']).ended;
    expect(whole.status).toBe(0);
    expect(whole.err).not.toContain(NO_FURTHER);
    const left = (await resultsIn(o)).clauses.filter(({ verdict }) => verdict === 'unverified');
    expect(left.map(({ id }) => id)).toEqual(['OPN-025']);
    expect(await inProcess(folder, {}, ['verify', 'o', '--allow-unsigned'])).toMatchObject({ status: 0 });
  });

  test('goes on only as it was started, and as it was written', async ({ folder }) => {
    const env = envOf(service);
    expect(stopped.status).toBe(3);
    expect(stopped.err).toContain('To go on with it: npx tradecert run --resume o\n');
    const refused = async (args: readonly string[], changes: Record<string, string> = {}): Promise<string> => {
      const { status, err } = await inProcess(folder, { ...env, ...changes }, ['run', ...args]);
      expect(status).toBe(2);
      return err;
    };
    const other = await refused([
      ...['--resume', 'o', '--seed', '4', '--depth', 'deep', '--only', 'LKP-*', '--strict', '--read-only'],
      ...['--shard', '1/2', '--signature-template', '{body}', '--base-url', 'http://127.0.0.1:1/v1'],
    ]);
    for (const name of ['seed was 3 and is 4', 'depth was smoke and is deep', 'subject was', 'signature template or']) {
      expect(other).toContain(`the ${name}`);
    }
    for (const name of [
      '(--only) was',
      '--strict was false and is true',
      '--read-only was false',
      'number of shards was',
    ]) {
      expect(other).toContain(name);
    }
    await writeFile(join(folder, 'p.yaml'), 'name: other\n');
    expect(await refused(['--resume', 'o', '--profile', 'p.yaml'])).toContain(
      'the profile was none and is other (SHA-256 ',
    );
    expect(await refused(['--resume', 'o', '--out', 'x'])).toContain('leave --out away');
    expect(await refused(['--resume', 'nowhere'])).toContain('nowhere');

    await cp(join(folder, 'o'), join(folder, 'altered'), { recursive: true });
    const record = join(folder, 'altered', 'exchanges.jsonl');
    await writeFile(record, (await readFile(record, 'utf8')).replace('"status":200', '"status":201'));
    expect(await refused(['--resume', 'altered'])).toContain('is not as its certificate has it');
    await cp(join(folder, 'o'), join(folder, 'changed'), { recursive: true });
    await rm(join(folder, 'changed', 'certificate.json'));
    const results = join(folder, 'changed', 'results.json');
    await writeFile(
      results,
      (await readFile(results, 'utf8')).replace('"verdict": "unverified"', '"verdict": "inapplicable"'),
    );
    expect(await refused(['--resume', 'changed'])).toContain('their digest differs');
  });

  test('says so in a part that judges nothing more for its bound', async ({ folder }) => {
    test.slow();
    expect(stopped.err).not.toContain(NO_FURTHER);
    const second = await start(folder, envOf(service), ['run', '--resume', 'o', '--max-requests', '1']).ended;
    expect(second.err).toContain(
      `${NO_FURTHER}: its bound is too small for what is open. Give a larger one, or none.\n`,
    );
    expect(second.err).toContain('To go on with it: npx tradecert run --resume o\n');
  });
});

test('a stopped run leaves its own profile as it is, and names how to go on and write it', async ({ folder }) => {
  test.slow();
  const service = await startReferenceService({});
  const env = envOf(service);
  const profile = join(folder, 'p.yaml');
  const pinning = ['--profile', 'p.yaml', '--write-profile', './p.yaml'];
  const choice = ['--seed', '3', '--depth', 'smoke', '--only', 'LKP-00*,OPN-02*'];
  try {
    await writeFile(profile, 'name: staging\n');
    const stopped = await start(folder, env, ['run', ...choice, '--max-requests', '60', '--out', 'o', ...pinning])
      .ended;
    expect(stopped.err).toContain(`run --resume o ${pinning.join(' ')}\n./p.yaml is left as it is: `);
    expect(await readFile(profile, 'utf8')).toBe('name: staging\n');
    const whole = await start(folder, env, ['run', '--resume', 'o', ...pinning]).ended;
    expect(whole.err).toMatch(/\.\/p\.yaml pins \d+ answers/);
    expect(await readFile(profile, 'utf8')).toContain('OPN-02');
  } finally {
    await service.close();
  }
});

test('a run that goes on unsigned says whose signature is lost, and one that is signed again does not', async ({
  folder,
}) => {
  test.slow();
  const service = await startReferenceService({});
  const env = envOf(service);
  const { privateKey } = generateCertificateKey();
  const signing = { ...env, TRADECERT_CERTIFICATE_KEY: privateKey };
  const keyId = keyIdOf(createPrivateKey(privateKey));
  try {
    const choice = ['--seed', '3', '--depth', 'smoke', '--only', 'LKP-001,LKP-006', '--max-requests', '12'];
    const stopped = await start(folder, signing, ['run', ...choice, '--out', 'o']).ended;
    expect(stopped.out).toContain(`signed with the key ${keyId}`);
    await cp(join(folder, 'o'), join(folder, 'signed'), { recursive: true });

    const unsigned = await start(folder, env, ['run', '--resume', 'o']).ended;
    expect(unsigned.status).toBe(0);
    expect(unsigned.err).toContain(`warning: the certificate had a signature of the key ${keyId}, which was about`);
    expect(unsigned.out).toContain('not signed');
    const signed = await start(folder, signing, ['run', '--resume', 'signed']).ended;
    expect(signed.status).toBe(0);
    expect(signed.err).not.toContain('warning: the certificate');
    expect(signed.out).toContain(`signed with the key ${keyId}`);
  } finally {
    await service.close();
  }
});

test('a shard that was stopped goes on, and makes a whole run with the other one', async ({ folder }) => {
  test.slow();
  const service = await startReferenceService({});
  const env = envOf(service);
  const choice = ['--seed', '3', '--depth', 'smoke', '--only', 'LKP-00*,MOD-00*'];
  const run = (...args: string[]): Promise<Ended> => start(folder, env, ['run', ...args]).ended;
  try {
    const one = await run(...choice, '--out', 'one');
    const first = await run(...choice, '--shard', '1/2', '--max-requests', '30', '--out', 'a');
    expect([first.status, first.err]).toEqual([3, expect.stringContaining('tradecert run --resume a\n')]);
    const second = await run(...choice, '--shard', '2/2', '--out', 'b');
    const early = await inProcess(folder, {}, ['report', 'a', 'b', '--out', 'early']);
    expect([early.status, early.out]).toEqual([3, expect.stringContaining('(--max-requests 30) (shard 1).')]);

    const resumed = await run('--resume', 'a');
    const whole = await inProcess(folder, {}, ['report', 'a', 'b', '--out', 'whole']);
    expect([one, second, resumed, whole].map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect((await resultsIn(join(folder, 'whole'))).digest).toBe((await resultsIn(join(folder, 'one'))).digest);
    expect(await inProcess(folder, {}, ['verify', 'whole', '--allow-unsigned'])).toMatchObject({ status: 0 });
  } finally {
    await service.close();
  }
});
