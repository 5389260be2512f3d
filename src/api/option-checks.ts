import { docPage } from '../contract/doc-page.js';
import { didYouMean } from '../contract/near-names.js';
import { SuiteError } from '../contract/suite-error.js';

/** Refuses a value that an option cannot have. What it must be beyond its type is checked as for a command. */
export type OptionCheck = (value: unknown, name: string) => void;

/** A check for each option of one object: the compiler holds it to be whole. */
export type OptionChecks<T> = { readonly [Name in keyof T]-?: OptionCheck };

/** Whether it has something in it: an empty text is mostly a variable that is not set. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a value is an object with members. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const TEXT = sort('is no text', isText, 'give a text, or leave it out');

/** @param example - of such a text */
export const textLike = (example: string): OptionCheck =>
  sort(`is no text such as '${example}'`, isText, `give a text such as '${example}', or leave it out`);

export const NUMBER = sort('is no number', (value) => typeof value === 'number', 'give a number, or leave it out');

export const SWITCH = sort(
  'is neither true nor false',
  (value) => typeof value === 'boolean',
  'give true or false, or leave it out',
);

export const FUNCTION = sort(
  'is no function',
  (value) => typeof value === 'function',
  'give a function, or leave it out',
);

export const SIGNAL = sort(
  'is no AbortSignal',
  (value) => value instanceof AbortSignal,
  'give the signal of an AbortController, or leave it out',
);

/** One that is not there is that of a variable which is not set. */
export const TEXTS_BY_NAME = sort(
  'is no object of texts',
  (value) => isObject(value) && Object.values(value).every((one) => one === undefined || typeof one === 'string'),
  "give texts by their names, such as { API_KEY: 'a' }",
);

/** @param example - of one of the texts */
export const textsLike = (example: string): OptionCheck =>
  sort(
    'is no list of texts',
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    `give a list, such as ['${example}']`,
  );

/**
 * A check of what sort a value is.
 *
 * @param wrong - what is said of one that is not, such as `is no number`
 */
export function sort(wrong: string, holds: (value: unknown) => boolean, remedy: string): OptionCheck {
  return (value, name) => {
    if (holds(value)) return;
    const what = `The option ${name} ${value === '' ? 'is empty' : wrong}.`;
    throw new SuiteError(what, `option ${name}`, remedy);
  };
}

/**
 * An option that is an object with options of its own.
 *
 * @param together - what has to hold of its members together
 */
export function members<T>(checks: OptionChecks<T>, ...together: readonly OptionCheck[]): OptionCheck {
  const isIt = sort('is no object', isObject, `give an object with ${Object.keys(checks).join(', ')}`);
  return (value, name) => {
    isIt(value, name);
    checkMembers(value as object, checks, `${name}.`);
    for (const check of together) check(value, name);
  };
}

/** Of these members, which take each other's place, at most one is given. */
export const rivals = (...names: readonly string[]): OptionCheck =>
  sort(`has more than one of ${names.join(', ')}`, (value) => givenOf(value, names) <= 1, 'give one of them');

/** Of these members, one is given: most often a variable that it was to be taken from is not set. */
export const oneOf = (...names: readonly string[]): OptionCheck =>
  sort(`has none of ${names.join(', ')}`, (value) => givenOf(value, names) >= 1, 'give one of them, or leave it out');

const givenOf = (value: unknown, names: readonly string[]): number =>
  names.filter((name) => (value as Readonly<Record<string, unknown>>)[name] !== undefined).length;

/**
 * Checks the options that a caller without a compiler may give. One that is `undefined` counts as not given.
 *
 * @param needed - names of options without which nothing can be done
 * @throws SuiteError as {@link checkMembers}
 */
export function checkOptions<T>(options: unknown, checks: OptionChecks<T>, ...needed: readonly (keyof T)[]): void {
  if (!isObject(options)) {
    throw new SuiteError(
      'The options are no object.',
      'options',
      `give an object, as in ${docPage('programmatic.md')}`,
    );
  }
  checkMembers(options, checks, '');
  for (const name of needed) checks[name]((options as Partial<T>)[name], String(name));
}

/**
 * @param prefix - of the names in messages
 * @throws SuiteError for the first that does not hold: a name that there is not, which would be left out unnoticed, comes with
 *   the one that was probably meant. No value is in it
 */
function checkMembers<T>(given: object, checks: OptionChecks<T>, prefix: string): void {
  const known: Readonly<Record<string, OptionCheck>> = checks;
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    if (check === undefined) throw unknown(prefix, name, Object.keys(known));
    if (value !== undefined) check(value, `${prefix}${name}`);
  }
}

function unknown(prefix: string, name: string, known: readonly string[]): SuiteError {
  const shown = `${prefix}${name.slice(0, 40)}`;
  const all = known.map((one) => `${prefix}${one}`).join(', ');
  return new SuiteError(
    `There is no option "${shown}".`,
    `option ${shown}`,
    didYouMean(name, known, `use options of ${docPage('programmatic.md')}: ${all}`),
  );
}
