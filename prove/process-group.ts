import type { ChildProcess } from 'node:child_process';

/** Start option of a child that {@link killGroup} can end; Ctrl-C in the terminal does not reach it by itself. */
export const OWN_GROUP = { detached: true } as const;

/** Ends a child that was started with {@link OWN_GROUP} and whatever it started, at once. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
