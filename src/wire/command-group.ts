import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { atExit } from './at-exit.js';

const HAS_GROUPS = process.platform !== 'win32';

/** How a command of the user's is started, so that what it starts can be ended with it. */
export const OWN_GROUP = { detached: HAS_GROUPS } as const;

/**
 * Why a command was not started: the code of an error, such as `EMFILE`.
 *
 * @param child - without a number, since it could not be spawned; it may have no pipes
 */
export async function startTrouble(child: ChildProcess): Promise<string> {
  const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException];
  return error.code ?? 'unknown';
}

/** A command with all that it started. */
export interface CommandGroup {
  /** Ends all of it at once. */
  readonly end: () => void;
  /** It may outlive this process from now on, such as an agent that it left running. To be called once it is over. */
  readonly letGo: () => void;
}

/**
 * Ends the group of a command with this process, however that ends: also where it is killed.
 *
 * @param child - started with {@link OWN_GROUP}
 */
export function guardGroup(child: ChildProcess): CommandGroup {
  const end = (): void => endGroup(child);
  const forget = atExit(end);
  const guard = guardOf(child.pid);
  return {
    end,
    letGo: () => {
      forget();
      if (guard?.pid !== undefined) guard.kill('SIGKILL');
    },
  };
}

/** A process that waits for the end of its standard input, which is that of this process, and ends the group then. */
function guardOf(pid: number | undefined): ChildProcess | null {
  if (pid === undefined || !HAS_GROUPS) return null;
  const script = 'read -r _; kill -s KILL -- "-$1"';
  const guard = spawn('/bin/sh', ['-c', script, 'tradecert', String(pid)], {
    ...{ stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {}, cwd: '/' },
  });
  // Without it, the command is ended in all cases but one.
  guard.on('error', () => undefined);
  if (guard.pid === undefined) return null;
  guard.stdin.on('error', () => undefined);
  return guard;
}

function endGroup(child: ChildProcess): void {
  // Of a command that could not be started, Node has no number yet and takes whatever stands there: any process, or ours all.
  if (child.pid === undefined) return;
  if (!HAS_GROUPS) {
    child.kill();
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
