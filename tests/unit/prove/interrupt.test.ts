import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Proof } from '../../../prove/proof.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { test } from '../cli/temporary-folder.js';

const PROVE = [join(packageRoot, 'dist/prove/main.js')];
/** More certifications than can end while a signal is under way. */
const MANY_SEEDS = Array.from({ length: 99 }, (_, seed) => seed).join();

interface Ended {
  readonly status: number | null;
  readonly out: string;
}

/** Starts a long proof and sends it a signal once the first certification has ended. */
async function proveUntil(signal: NodeJS.Signals, folder: string): Promise<Ended> {
  const { PATH } = process.env;
  const flags = [
    '--only',
    'signature-optional',
    '--seeds',
    MANY_SEEDS,
    // By its own clause: the processes have something to do, and little.
    '--in-full',
    '2/16',
    '--processes',
    '2',
    '--out',
    join(folder, 'out'),
  ];
  const child = spawn(process.execPath, [...PROVE, ...flags], { env: { PATH, TMPDIR: folder } });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.once('data', () => child.kill(signal));
  return new Promise((resolve, reject) => {
    // Certifying processes have the same standard error: it closes when the last of them has ended.
    child.once('error', reject).once('close', (status) => resolve({ status, out }));
  });
}

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`on ${signal}, what was measured is written as incomplete, and nothing is left running`, async ({ folder }) => {
    const ended = await proveUntil(signal, folder);
    expect(ended.status).toBe(status);
    expect(ended.out).toContain(`the proof is incomplete\n`);
    const proof = JSON.parse(await readFile(join(folder, 'out', 'results.json'), 'utf8')) as Proof;
    expect(proof).toMatchObject({ holds: false, whole: false, subjects: [{ id: 'signature-optional' }] });
    expect(proof.incomplete).toMatchObject({ planned: 99, because: `It was interrupted (${signal}).` });
    expect(proof.figures.runs).toBe(proof.incomplete?.done);
    expect(await readFile(join(folder, 'out', 'index.html'), 'utf8')).toContain('<h1>The proof is incomplete</h1>');
    expect((await readdir(folder)).filter((name) => name.startsWith('tradecert'))).toEqual([]);
  });
}
