import { docPage } from '../contract/doc-page.js';
import { nearNames } from '../contract/near-names.js';
import { SuiteError } from '../contract/suite-error.js';
import { isObject } from './option-checks.js';

/** What a value in a call may be. */
export interface Taken {
  /** In words, after `has to be`. */
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
  /** Where it is one of some names: these, so that a slip in one is shown. */
  readonly names?: readonly string[];
  /** Where it may be a function: what that has to give. */
  readonly gives?: Taken;
  /** Where it is an object: its own members. */
  readonly members?: Members;
}

type Members = Readonly<Record<string, Taken>>;

/** What each member may be: the compiler holds it to be whole. */
export type MembersOf<T> = { readonly [Name in keyof T]-?: Taken };

export const isFunction = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function';

/** An object with these members and no others. */
export const objectWith = (members: Members): Taken => ({
  what: `an object with ${Object.keys(members).join(', ')}`,
  holds: isObject,
  members,
});

/**
 * Checks a value that a call was given.
 *
 * @throws SuiteError where it does not hold, in one sentence as {@link checkedCall}
 */
export function checkValue(call: string, given: unknown, taken: Taken): void {
  if (!taken.holds(given)) throw wrong(`What ${call} is given`, given, taken);
}

/**
 * Checks what a caller without a compiler may give to a call.
 *
 * @param call - as it is spoken of, such as `modifyOrder`
 * @param needed - names of members without which nothing can be done
 * @returns it without what is `undefined`; its functions check what they give as they are called
 * @throws SuiteError for the first member that does not hold, in one sentence, since Playwright shows no more. No value is in it but
 *   what is near to a name that may stand there
 */
export function checkedCall<T extends object>(
  call: string,
  given: T,
  members: MembersOf<T>,
  ...needed: readonly (keyof T & string)[]
): T {
  checkValue(call, given, objectWith(members));
  const checked = checkedMembers(call, given, members, '') as T;
  for (const name of needed) {
    if (checked[name] === undefined) throw wrong(`"${name}" of ${call}`, undefined, members[name]);
  }
  return checked;
}

/** @param prefix - of the names in messages */
function checkedMembers(call: string, given: object, members: Members, prefix: string): object {
  const checked = (Object.entries(given) as [string, unknown][]).flatMap(([name, value]) => {
    const taken = Object.hasOwn(members, name) ? members[name] : undefined;
    if (taken === undefined) throw unknown(call, name, members, prefix);
    return value === undefined ? [] : [[name, checkedMember(call, `${prefix}${name}`, value, taken)] as const];
  });
  return Object.fromEntries(checked);
}

function checkedMember(call: string, name: string, value: unknown, taken: Taken): unknown {
  if (!taken.holds(value)) throw wrong(`"${name}" of ${call}`, value, taken);
  const { gives, members } = taken;
  if (members !== undefined) return checkedMembers(call, value as object, members, `${name}.`);
  if (gives === undefined || !isFunction(value)) return value;
  return (...args: unknown[]): unknown => {
    const made = value(...args);
    if (!gives.holds(made)) throw wrong(`What "${name}" of ${call} gives`, made, gives);
    return made;
  };
}

function unknown(call: string, name: string, members: Members, prefix: string): SuiteError {
  const known = Object.keys(members).map((one) => `${prefix}${one}`);
  const shown = `${prefix}${name.slice(0, 40)}`;
  const near = nearNames(shown, known);
  const meant = near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : '';
  return misused(`"${shown}" is none of what ${call} takes${meant}: ${known.join(', ')}.`, call);
}

const wrong = (what: string, value: unknown, taken: Taken): SuiteError =>
  misused(`${what} is ${slipIn(value, taken) ?? sortOf(value)}, and has to be ${taken.what}.`, what);

/** A text that looks like one of the names is shown: what does not may be a secret. */
function slipIn(value: unknown, { names = [] }: Taken): string | null {
  const [near] = typeof value === 'string' && value.length <= MOST_SHOWN ? nearNames(value, names) : [];
  return near === undefined ? null : `${JSON.stringify(value)} (did you mean ${near}?)`;
}

const MOST_SHOWN = 20;

/** What sort of value it is, in words. */
function sortOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value instanceof Promise) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  const words: Readonly<Record<string, string>> = { string: 'a text', object: 'an object', boolean: 'true or false' };
  return words[typeof value] ?? `a ${typeof value}`;
}

const misused = (sentence: string, where: string): SuiteError =>
  new SuiteError(sentence, where, `give what ${docPage('extending.md')} says`);
