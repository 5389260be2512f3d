import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/package-root.js';

/** Arguments of Node that start the built command. */
export const COMMAND: readonly string[] = [join(packageRoot, 'bin', 'tradecert.js')];

/** Spares tests that are JavaScript throughout the way through Playwright's loader, which costs more than their start does. */
export const WITHOUT_LOADER = { PW_DISABLE_TS_ESM: '1' };

/** What a command came to. */
export interface EndedCommand {
  readonly status: number | null;
  /** Standard output and standard error, one byte a character. */
  readonly output: string;
}

/** A command that is under way. */
export interface StartedCommand {
  /** What it said up to now. */
  readonly said: () => string;
  /** Ends it, as Ctrl-C does. */
  readonly interrupt: () => void;
  readonly ended: Promise<EndedCommand>;
}

/** Starts the built command in a process of its own, with nothing in its environment but PATH and what is given. */
export function startCommand(args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): StartedCommand {
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
  return {
    said: () => output,
    interrupt: () => child.kill('SIGINT'),
    ended: new Promise((resolve) => child.on('close', (status) => resolve({ status, output }))),
  };
}
