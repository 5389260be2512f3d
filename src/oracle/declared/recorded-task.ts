import type { Declared, Task } from '../conduct/task.js';
import type { Bounds } from '../modify-body.js';
import type { Situation } from './situation.js';

/** A task that a client was given, as tasks.jsonl has it, one a line. */
export interface TakenTask {
  /** Counts up from 1 within a run; exchanges name it. */
  readonly number: number;
  readonly scenario: string;
  readonly situation: Situation;
  readonly task: Task;
  /** What a walk of it has to tell, in the order of the pages; empty of a modify. */
  readonly stockCds: readonly string[];
  /** Of the instrument of the order that is to be modified. */
  readonly bounds: Bounds | null;
  /** How many requests the client sent for it. */
  readonly requests: number;
  /** Redacted. */
  readonly declared: Declared;
  /** More was declared than stands here. */
  readonly isCut?: true;
  /** The client came to what the situation is about. */
  readonly isReached: boolean;
  /** Why nothing counts that was declared, since a plain task before or after it failed; `null`: it counts. */
  readonly because: string | null;
}

/** A task that the client did not take, or that was not given to it. */
export interface UntakenTask {
  readonly number: number;
  readonly scenario: string;
  readonly situation: Situation;
  readonly untaken: string;
}

export type RecordedTask = TakenTask | UntakenTask;

/** Beside exchanges.jsonl, in the folder of a client's run. */
export const TASKS_FILE = 'tasks.jsonl';
