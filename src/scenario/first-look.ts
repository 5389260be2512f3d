import { didNotStart, type ClientEnded } from './run-client.js';

/** What a client did with its first plain task. */
export interface FirstTask {
  readonly ended: ClientEnded;
  readonly requests: number;
  /** Why nothing was declared, or an error; `null`: something else was. */
  readonly failedBecause: string | null;
}

/** A client that is not worth a hundred tasks, and why. */
export interface DeadClient {
  /** It never ran: the command is wrong. Otherwise it ran, and did nothing. */
  readonly isUnstarted: boolean;
  /** One clause of a sentence, such as `it printed nothing and ended with status 1`. */
  readonly because: string;
  /** What it wrote on standard error at last, not redacted. */
  readonly stderr: string;
}

/** Judges by the first plain tasks whether there is a client at all; `null`: there is. */
export function deadClient(tasks: readonly FirstTask[]): DeadClient | null {
  const [first] = tasks;
  if (first === undefined || tasks.some(({ requests }) => requests > 0)) return null;
  const { ended, failedBecause } = first;
  if (tasks.every((task) => didNotStart(task.ended))) {
    const because = ended.stopped ?? `its shell ended with status ${ended.status ?? ''}`;
    return { isUnstarted: true, because, stderr: ended.stderr };
  }
  if (tasks.some((task) => task.failedBecause === null)) return null;
  return { isUnstarted: false, because: failedBecause ?? '', stderr: ended.stderr };
}
