import { writeSync } from 'node:fs';
import { SuiteError } from '../contract/suite-error.js';
import { plainText } from '../report/plain-text.js';
import { EXIT } from './exit-status.js';

/** What a machine may be short of, by the code of the error, and what helps. */
const SHORT_OF: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EMFILE: ['too many files are open', 'allow more open files (ulimit -n 1024) and run it again'],
  ENFILE: ['too many files are open on this machine', 'end other programs, or allow more open files'],
  ENOSPC: ['there is no room left', 'make room, or write to a place that has some'],
  EDQUOT: ['the quota of the disk is used up', 'make room, or write to a place that has some'],
  ENOMEM: ['there is too little memory', 'allow more memory (ulimit -v, the limit of the container) and run it again'],
  ELOOP: ['links lead to one another without end', 'name the file or folder itself'],
  EAGAIN: ['no more processes may be started', 'allow more processes (ulimit -u, the limit of the container)'],
};

const NO_FOLDER = ['the current folder is not there any more', 'change to another folder and run it again'] as const;

type Thrown = Partial<Omit<NodeJS.ErrnoException, 'code'>> & { readonly code?: string | number };

/** Says in plain words what broke a command off, as {@link crashOf} tells it. */
export function explainCrash(error: unknown): string {
  return crashOf(error).explain(plainText);
}

/** What Playwright may print of an error, whose stack it would: neither a user's mistake nor a machine's has one worth reading. */
export function withoutStack(error: unknown): Error {
  const shown = new Error(explainCrash(error));
  shown.stack = shown.message;
  return shown;
}

/**
 * What broke a command off that nothing foresaw. The error's own message is left out: it may hold what was sent or read. So is
 * its stack, but for the first place in it.
 */
export function crashOf(error: unknown): SuiteError {
  if (error instanceof SuiteError) return error;
  const { code, syscall, name, message, stack } = Object(error) as Thrown;
  const isMemory = name === 'RangeError' && /memory|allocat/i.test(message ?? '');
  const short = syscall === 'uv_cwd' ? NO_FOLDER : SHORT_OF[isMemory ? 'ENOMEM' : String(code)];
  const kind = String(code ?? name ?? typeof error).replaceAll(/[^\w.-]/g, '');
  const told = short === undefined ? `an error that was not foreseen (${kind})` : `${short[0]} (${kind})`;
  const frame = /^ {4}at (?:.*\()?(.*?:\d+:\d+)\)?$/m.exec(stack ?? '')?.[1];
  const where = [syscall, frame].filter((part) => part !== undefined).join(', ') || 'tradecert';
  const remedy = short?.[1] ?? 'run it again; if it happens again, please report it with these lines';
  return new SuiteError(`The command broke off: ${told}.`, where, remedy);
}

/** Ends this process as one that broke off, which is never a verdict, and says why. */
export function breakOff(error: unknown): never {
  try {
    writeSync(2, explainCrash(error));
  } catch {
    // Standard error takes nothing either.
  }
  process.exit(EXIT.usage);
}

/** Lets whatever nothing else catches in this process end it as {@link breakOff} does. */
export function catchCrashes(): void {
  process.on('uncaughtException', breakOff);
}
