import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/contract/package-root.js';

/** Seconds that a command takes as a whole process. Throws where it fails. */
export async function timed(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const startedMs = performance.now();
  const child = spawn(command, args, {
    cwd: packageRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}:\n${output}`);
  return (performance.now() - startedMs) / 1000;
}

/** `tradecert run` against the embedded service, seconds. */
export async function timedRun(): Promise<number> {
  const out = await mkdtemp(join(tmpdir(), 'tradecert-bench-'));
  try {
    return await timed(process.execPath, ['bin/tradecert.js', 'run', '--seed', '42', '--out', join(out, 'run')]);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** A Playwright run with one test that does nothing, seconds. */
export async function timedEmptyPlaywright(): Promise<number> {
  const folder = await mkdtemp(join(packageRoot, 'dist', 'empty-'));
  try {
    await writeFile(
      join(folder, 'empty.test.js'),
      "import { test } from '@playwright/test';\ntest('nothing', () => {});\n",
    );
    await writeFile(join(folder, 'playwright.config.js'), 'export default { testDir: ".", reporter: "line" };\n');
    const cli = join(packageRoot, 'node_modules', '@playwright', 'test', 'cli.js');
    return await timed(process.execPath, [cli, 'test', '-c', folder]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
