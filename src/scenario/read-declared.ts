import type { Declared, Task } from '../oracle/conduct/task.js';
import { wholeBeginning, wholeCharacters } from '../contract/whole-characters.js';
import { plainText } from '../report/plain-text.js';
import { isJsonObject, parseJson } from '../wire/json.js';

/** How a client's process ended. */
export interface Ended {
  readonly stdout: string;
  /** `null`: it was ended by a signal. `undefined`: the client comes by itself, and told no status. */
  readonly status: number | null | undefined;
  /** Why it was ended from outside, if it was. */
  readonly stopped: string | null;
}

const LONGEST_SHOWN = 200;
/** Of what is redacted to be shown: a secret that is longer is cut, and would no longer be known as one. */
const LONGEST_READ = 64 * 1024;

/**
 * Reads what a client declares: one JSON value on standard output, and the exit status. Where the two contradict each
 * other, or the value contradicts itself, nothing is declared, since a user may go by either.
 *
 * | value | exit status | declares |
 * |---|---|---|
 * | an array of texts, for a walk | 0 | the instruments |
 * | `{"success":true}` | 0 | a success |
 * | `{"success":false}` | any | that there was no success |
 * | `{"error":…}`, whose value is not null | not 0 | an error |
 * | `{"success":false,"error":…}` | any | 0: that there was no success; otherwise an error |
 * | anything else | any | nothing |
 *
 * A byte order mark and white space around the value are let pass. Several values, a member that is named twice, and a
 * success beside an error are something else. A client that comes by itself may leave the status out; the value then
 * stands alone, and an error beside `"success":false` is one.
 *
 * @param redact - takes secrets out of what is shown of the output
 */
export function readDeclared(
  { task }: Task,
  { stdout, status, stopped }: Ended,
  redact: (text: string) => string,
): Declared {
  if (stopped !== null) return nothing(stopped);
  if (status === null) return nothing('it was ended by a signal');
  const text = stdout.trim();
  if (text === '') return nothing(`it printed nothing${butEnded(status)}`);
  const parsed = parseJson(text);
  if (!parsed.ok) return nothing(`${ONE_VALUE}, and begins with "${beginningOf(text, redact)}"`);
  if (parsed.duplicateMembers.length > 0) return nothing('the JSON that it printed names a member twice');
  const { value } = parsed;
  if (isJsonObject(value) && Object.hasOwn(value, 'error') && value['error'] !== null) return readError(value, status);
  return task === 'modify-order' ? readSuccess(value, status) : readInstruments(value, status);
}

/**
 * What a client said of its error, in its own words: redacted, on one line, and bounded; `null` where it said none.
 *
 * @param redact - takes secrets out of what is shown
 */
export function errorWords({ stdout }: Pick<Ended, 'stdout'>, redact: (text: string) => string): string | null {
  const parsed = parseJson(stdout.trim());
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { error = null } = parsed.value;
  if (error === null) return null;
  return beginningOf(typeof error === 'string' ? error : JSON.stringify(error), redact);
}

const ONE_VALUE = 'standard output has to hold one JSON value and nothing else';

/** What a person needs to find the line that is too much. */
function beginningOf(text: string, redact: (text: string) => string): string {
  return wholeCharacters(wholeBeginning(plainText(redact(text.slice(0, LONGEST_READ))), LONGEST_SHOWN));
}

type Status = number | undefined;

const nothing = (because: string): Declared => ({ kind: 'nothing', because });
const butEnded = (status: Status): string => (status === undefined ? '' : ` and ended with status ${status}`);
const isFailure = (status: Status): boolean => status !== undefined && status !== 0;

function readError({ success }: Readonly<Record<string, unknown>>, status: Status): Declared {
  if (success === true) return nothing('it printed both a success and an error');
  if (status !== 0) return { kind: 'error' };
  return success === false ? { kind: 'no success' } : nothing(`it printed an error${butEnded(status)}`);
}

function readSuccess(value: unknown, status: Status): Declared {
  const success = isJsonObject(value) ? value['success'] : undefined;
  if (typeof success !== 'boolean') return nothing('it printed no success and no error');
  if (!success) return { kind: 'no success' };
  return isFailure(status) ? nothing(`it printed a success${butEnded(status)}`) : { kind: 'success' };
}

function readInstruments(value: unknown, status: Status): Declared {
  if (!Array.isArray(value) || !value.every((code) => typeof code === 'string')) {
    return nothing('it printed neither an array of texts nor an error');
  }
  return isFailure(status) ? nothing(`it printed a list${butEnded(status)}`) : { kind: 'instruments', stockCds: value };
}
