import type { Declared, Task } from '../oracle/conduct/task.js';
import { isJsonObject, parseJson } from '../wire/json.js';

/** How a client's process ended. */
export interface Ended {
  readonly stdout: string;
  /** `null`: it was ended by a signal. */
  readonly status: number | null;
  /** Why it was ended from outside, if it was. */
  readonly stopped: string | null;
}

/** Reads what a client declares: one JSON value on standard output, and the exit status. */
export function readDeclared({ task }: Task, { stdout, status, stopped }: Ended): Declared {
  const nothing = (because: string): Declared => ({ kind: 'nothing', because });
  if (stopped !== null) return nothing(stopped);
  if (status === null) return nothing('it was ended by a signal');
  if (stdout.trim() === '') return nothing(`it printed nothing and ended with status ${status}`);
  const parsed = parseJson(stdout.trim());
  if (!parsed.ok) return nothing('standard output has to hold one JSON value and nothing else, and does not');
  const { value } = parsed;
  if (isJsonObject(value) && Object.hasOwn(value, 'error') && value['error'] !== null) return { kind: 'error' };
  if (task === 'modify-order') {
    if (!isJsonObject(value) || typeof value['success'] !== 'boolean')
      return nothing('it printed no success and no error');
    if (!value['success']) return { kind: 'no success' };
    return status === 0 ? { kind: 'success' } : nothing(`it printed a success and ended with status ${status}`);
  }
  if (!Array.isArray(value) || !value.every((code) => typeof code === 'string')) {
    return nothing('it printed neither an array of texts nor an error');
  }
  if (status !== 0) return nothing(`it printed a list and ended with status ${status}`);
  return { kind: 'instruments', stockCds: value };
}
