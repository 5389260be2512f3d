import { parseArgs, type ParseArgsConfig } from 'node:util';
import { SuiteError } from '../contract/suite-error.js';
import { nearNames } from '../contract/near-names.js';
import { toPaste } from '../contract/to-paste.js';
import { SETTING_NAMES, type SettingName } from './setting-names.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command was given, by flag name without dashes. */
export interface Flags {
  readonly text: Readonly<Record<string, string | undefined>>;
  readonly lists: Readonly<Record<string, readonly string[] | undefined>>;
  /** What stands beside the flags, in order. */
  readonly operands: readonly string[];
  has(name: string): boolean;
}

/**
 * Reads a command's arguments. Every command has `--help`.
 *
 * @param operands - what the command takes beside flags, such as `FILE`; all of them are needed, and one that ends with
 *   dots may be given more than once
 */
export function parseFlags(
  args: readonly string[],
  own: Options,
  command: string,
  operands: readonly string[] = [],
): Flags {
  const options: Options = { ...own, help: { type: 'boolean' } };
  const { values, positionals } = readValues(args, options, command, operands);
  const entries = Object.entries(values);
  return {
    text: Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    lists: Object.fromEntries(entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1]))),
    operands: positionals,
    has: (name) => values[name] === true,
  };
}

/** The variable of a secret that someone gives as a flag. */
function secretNamed(flag: string): string | undefined {
  const variable = `TRADECERT_${flag.toUpperCase().replaceAll('-', '_')}`;
  return Object.values<SettingName>(SETTING_NAMES).find((one) => one.variable === variable && !one.flag)?.variable;
}

function readValues(
  args: readonly string[],
  options: Options,
  command: string,
  operands: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const remedy = `see ${toPaste(`${command} --help`)}`;
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  let found = 0;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      found += 1;
      if (found <= operands.length || operands.at(-1)?.endsWith('...') === true) continue;
      const what = operands.length === 0 ? 'An argument is not a flag.' : 'There is an argument too many.';
      throw new SuiteError(what, `tradecert ${command}, argument ${token.index + 1}`, remedy);
    }
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    const where = `tradecert ${command}`;
    if (!option) {
      const secret = secretNamed(token.name);
      const near = nearNames(token.name, Object.keys(options)).map((name) => `--${name}`);
      const meant = near.length > 0 ? `did you mean ${near.join(' or ')}?` : remedy;
      throw new SuiteError(
        `The flag ${token.rawName} is unknown.`,
        where,
        secret === undefined ? meant : `set ${secret}, in the environment or .env: a secret is never a flag`,
      );
    }
    if (option.type === 'boolean' && token.value !== undefined) {
      throw new SuiteError(`The flag ${token.rawName} takes no value.`, where, remedy);
    }
    if (option.type === 'string' && (token.value === undefined || token.value === '')) {
      throw new SuiteError(`The flag ${token.rawName} has no value.`, where, remedy);
    }
    if (option.type === 'string' && !token.inlineValue && /^--?[a-z]/i.test(token.value ?? '')) {
      throw new SuiteError(
        `The flag ${token.rawName} has no value.`,
        where,
        `${remedy}; a value that begins with a dash goes behind =`,
      );
    }
  }
  const missing = operands[found];
  if (missing !== undefined)
    throw new SuiteError(`The ${missing.replace('...', '')} is missing.`, `tradecert ${command}`, remedy);
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
}
