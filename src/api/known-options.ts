import { didYouMean } from '../contract/near-names.js';
import { SuiteError } from '../contract/suite-error.js';
import type { CertifyOptions } from './options.js';

/** Names of all options of one function: an object, so that the compiler holds it to be whole. */
export type OptionNames<T> = Readonly<Record<keyof T, true>>;

/** Options of every certification. */
export const COMMON_OPTIONS: OptionNames<CertifyOptions> = {
  ...{ out: true, seed: true, depth: true, only: true, strict: true, readOnly: true, profile: true },
  ...{ signingKey: true, signingKeyEncoding: true, signatureTemplate: true, certificate: true, env: true },
  ...{ fromEnvironment: true, cwd: true, signal: true, onWarning: true },
};

/** Options that are lists of texts. */
const LISTS = ['only', 'scenarios'];

/**
 * Refuses what a caller without a compiler may give: an option that is none, which would be left out unnoticed, and a text in
 * place of a list.
 *
 * @throws SuiteError with the name that was probably meant
 */
export function refuseUnknownOptions(options: object, known: Readonly<Record<string, true>>): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (!Object.hasOwn(known, name)) throw unknown(name, Object.keys(known));
    if (LISTS.includes(name) && value !== undefined && !isListOfTexts(value)) throw noList(name);
  }
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function unknown(name: string, known: readonly string[]): SuiteError {
  const shown = name.slice(0, 40);
  return new SuiteError(
    `There is no option "${shown}".`,
    `option ${shown}`,
    didYouMean(name, known, `use options of docs/programmatic.md: ${known.join(', ')}`),
  );
}

function noList(name: string): SuiteError {
  return new SuiteError(
    `The option ${name} is no list of texts.`,
    `option ${name}`,
    `give a list, such as ['${name === 'only' ? 'SIG-*' : 'refused-*'}']`,
  );
}
