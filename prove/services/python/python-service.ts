import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { packageRoot } from '../../../src/contract/package-root.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import type { IndependentService, RunningService } from '../independent-service.js';
import { PYTHON_FAULTS } from './python-faults.js';

/** The service's entry point, beside this file's source. */
export const SERVICE_PY: string = join(packageRoot, 'prove', 'services', 'python', 'service.py');

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** A process of its own in another language: threads, SQLite, decimals, and answers of its own where it may choose. */
export const PYTHON_SERVICE: IndependentService = {
  name: 'python',
  does: "Python's standard library alone: a thread for each connection, orders in SQLite, rules in a table.",
  faults: PYTHON_FAULTS,
  async start(fault) {
    const child = await spawnService(fault === null ? [] : ['--fault', fault]);
    const started = await firstLine(child);
    return { ...(JSON.parse(started) as Omit<RunningService, 'close'>), close: () => end(child) };
  },
};

async function spawnService(flags: readonly string[]): Promise<Child> {
  // It ends with its standard input, and so with this process; a Ctrl-C in the terminal does not reach it.
  const child = spawn('python3', ['-B', SERVICE_PY, '--port', '0', ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new SuiteError(
      `The service in Python cannot be started: ${(error as Error).message}`,
      'python3, on the PATH',
      'install Python 3.9 or later',
    );
  }
  return child;
}

async function firstLine(child: Child): Promise<string> {
  for await (const line of createInterface(child.stdout)) return line;
  throw new SuiteError(
    'The service in Python ended before it listened.',
    SERVICE_PY,
    'read above what it wrote on standard error',
  );
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
}
