import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { guardGroup, OWN_GROUP, startTrouble } from '../wire/command-group.js';
import { GatheredBytes } from '../wire/gathered-bytes.js';
import type { Ended } from './read-declared.js';

/** How long output is read that was on its way when the client ended. */
const LAST_WORDS_MS = 500;

/** Bytes of each output that are kept. */
const MOST_OUTPUT = 8 * 1024 * 1024;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A client that carries out one task.
 *
 * @param task - the task's variables, such as `TRADECERT_TASK`
 * @param stop - ends it, with the reason
 */
export type Client = (task: Variables, stop: AbortSignal) => Promise<ClientEnded>;

/** What a client's process came to. */
export interface ClientEnded extends Ended {
  /** Not redacted. */
  readonly stderr: string;
  /** There was no process at all. */
  readonly isUnstarted?: true;
}

/** Statuses by which a shell says that a command may not be run, and that there is none. */
const UNSTARTED: readonly unknown[] = [126, 127];

/** Whether the command could not be started. A client of its own may end with these statuses as well. */
export function didNotStart({ isUnstarted, status }: ClientEnded): boolean {
  return isUnstarted === true || UNSTARTED.includes(status);
}

/**
 * A client that is started by a command, once for each task, in a process group of its own, which is ended as a whole.
 *
 * @param command - run by a shell
 * @param cwd - where it runs
 * @param env - to which the task's variables are added, and that no proxy is taken to this machine; none of ours but these
 */
export function clientOfCommand(command: string, cwd: string, env: Variables): Client {
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TRADECERT_')));
  return (task, stop) => runOnce({ command, cwd, env: { ...others, ...pastProxies(env), ...task } }, stop);
}

/** Where the services of the tasks are. */
const OUR_HOST = '127.0.0.1';

/** In both spellings, since some clients read one, and some the other first: a proxy elsewhere does not reach this machine. */
function pastProxies({ NO_PROXY: upper = '', no_proxy: lower = '' }: Variables): Variables {
  const withOurs = (named: string): string => (named === '' ? OUR_HOST : `${named},${OUR_HOST}`);
  return { NO_PROXY: withOurs(upper === '' ? lower : upper), no_proxy: withOurs(lower === '' ? upper : lower) };
}

interface ClientProcess {
  readonly command: string;
  readonly cwd: string;
  readonly env: Variables;
}

function runOnce({ command, cwd, env }: ClientProcess, stop: AbortSignal): Promise<ClientEnded> {
  const child = spawn(command, { shell: true, cwd, env, ...OWN_GROUP, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) return heard(child, stop);
  const unstarted = (code: string): ClientEnded => ({
    ...{ stdout: '', stderr: '', status: null, isUnstarted: true },
    stopped: `it could not be started (${code})`,
  });
  return startTrouble(child).then(unstarted);
}

function heard(child: ChildProcessByStdio<null, Readable, Readable>, stop: AbortSignal): Promise<ClientEnded> {
  return new Promise((resolve) => {
    const [stdout, stderr] = [new Output(), new Output()];
    child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk));
    const { end, letGo } = guardGroup(child);
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
    const forget = (): void => {
      stop.removeEventListener('abort', end);
      letGo();
    };
    const settle = (status: number | null, because: string | null): void => {
      forget();
      // What it left running is ended with it, and where that went away into a group of its own, is not waited for.
      end();
      const told = (): void => resolve({ stdout: stdout.text, stderr: stderr.text, status, stopped: because });
      const leaveOff = (): void => {
        child.stdout.destroy();
        child.stderr.destroy();
      };
      // Where this process was busy all the while, what was printed is read first.
      const late = setTimeout(() => setImmediate(leaveOff), LAST_WORDS_MS);
      child.once('close', () => {
        clearTimeout(late);
        told();
      });
    };
    child.once('exit', (status) => settle(status, stop.aborted ? String(stop.reason) : null));
  });
}

class Output {
  private readonly bytes = new GatheredBytes();

  add(chunk: Buffer): void {
    this.bytes.add(chunk.subarray(0, MOST_OUTPUT - this.bytes.size));
  }

  get text(): string {
    return this.bytes.whole().toString('utf8');
  }
}
