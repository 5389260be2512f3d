import type { KeyEncoding } from '../contract/profile.js';
import type { Task } from '../oracle/conduct/task.js';
import type { Client, ClientEnded } from '../scenario/run-client.js';

/** One task of a client, and what it works with. */
export interface ClientTask {
  readonly task: Task;
  /** Of the service that this task is for; another one for each. */
  readonly baseUrl: string;
  /** The JWT, without the word Bearer. */
  readonly token: string;
  readonly signingKey: string;
  readonly signingKeyEncoding: KeyEncoding;
  readonly signatureTemplate: string;
}

/**
 * A client in this process: carries out one task.
 *
 * @param signal - aborted where the task takes too long, or the run ends; what comes of the task then is of no interest
 * @returns what a client that is a command prints: an array of `stockCd`, or `{ success: boolean }`
 * @throws what went wrong: the client then declares an error
 */
export type ClientFunction = (given: ClientTask, signal: AbortSignal) => Promise<unknown>;

/** A client as the certification knows it, made of a function. */
export function clientOfFunction(carryOut: ClientFunction): Client {
  return async (variables, stop) => {
    if (stop.aborted) return endedBy(stop);
    const given = taskOf(variables);
    const task = Promise.resolve().then(() => carryOut(given, stop));
    return Promise.race([task.then(printed, failed), whenAborted(stop)]);
  };
}

function taskOf(variables: Readonly<Record<string, string | undefined>>): ClientTask {
  const read = (name: string): string => variables[`TRADECERT_${name}`] ?? '';
  return {
    task: JSON.parse(read('TASK')) as Task,
    baseUrl: read('BASE_URL'),
    token: read('TOKEN'),
    signingKey: read('SIGNING_KEY'),
    signingKeyEncoding: read('SIGNING_KEY_ENCODING') as KeyEncoding,
    signatureTemplate: read('SIGNATURE_TEMPLATE'),
  };
}

/** What JSON cannot say, such as nothing, is an output that declares nothing. */
function printed(value: unknown): ClientEnded {
  return { stdout: jsonOf(value), stderr: '', status: 0, stopped: null };
}

/** A large integer, a list that holds itself, and what throws as it is read are no errors of ours. */
function jsonOf(value: unknown): string {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text ?? '';
  } catch {
    return 'a value that JSON cannot say';
  }
}

function failed(error: unknown): ClientEnded {
  return { stdout: JSON.stringify({ error: messageOf(error) }), stderr: '', status: 1, stopped: null };
}

function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'an error without a message';
  }
}

function whenAborted(stop: AbortSignal): Promise<ClientEnded> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => resolve(endedBy(stop)), { once: true });
  });
}

function endedBy(stop: AbortSignal): ClientEnded {
  return { stdout: '', stderr: '', status: null, stopped: String(stop.reason) };
}
