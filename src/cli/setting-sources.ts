import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import type { Profile } from '../contract/profile.js';
import { SuiteError } from '../contract/suite-error.js';
import { docPage } from '../contract/doc-page.js';
import { nearNames } from '../contract/near-names.js';
import {
  KNOWN_VARIABLES,
  SETTING_NAMES,
  SETTING_VARIABLES,
  type SettingKey,
  type SettingName,
} from './setting-names.js';
import { refuseOtherThanUtf8 } from './utf8-input.js';

/** Values as they were given, by where they came from. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One value with its origin. */
export interface Found {
  readonly value: string;
  /** For messages: `--rate`, `TRADECERT_RATE in the environment`, … */
  readonly where: string;
  /** 0 flag, 1 environment, 2 `.env`, 3 profile: the lowest wins. */
  readonly level: 0 | 1 | 2 | 3;
}

/** Flags by name, the environment, and `.env`, in that order of strength; the profile joins when it has been read. */
export interface Sources {
  readonly flags: Variables;
  readonly env: Variables;
  readonly dotenv: Variables;
  readonly profile?: { readonly path: string; readonly value: Profile };
}

/** Reads `.env` in the given folder without changing the environment. A missing file is an empty one. */
export function readDotenv(folder: string): Variables {
  const path = join(folder, '.env');
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new SuiteError(
      `The file .env cannot be read (${code ?? 'unknown'}).`,
      path,
      'make it readable, or remove it',
    );
  }
  refuseOtherThanUtf8(bytes, 'The file .env', path);
  return parse(bytes.toString('utf8').replaceAll(EMPTY, ''));
}

/** A line that gives nothing, as in a copy of the example: it leaves what another line gives. */
const EMPTY = /^[ \t]*(?:export[ \t]+)?TRADECERT_\w+[ \t]*=[ \t]*$/gm;

/** The strongest value of one setting. An empty value counts as not given, as in a `.env` copied from the example. */
export function findSetting(sources: Sources, key: SettingKey): Found | null {
  const { variable, flag, profile }: SettingName = SETTING_NAMES[key];
  const given = (value: string | undefined, where: string, level: Found['level']): Found | null =>
    value === undefined || value === '' ? null : { value, where, level };
  const fromProfile =
    profile && sources.profile ? (sources.profile.value as Record<string, unknown>)[profile] : undefined;
  return (
    (flag ? given(sources.flags[flag], `--${flag}`, 0) : null) ??
    given(sources.env[variable], `${variable} in the environment`, 1) ??
    given(sources.dotenv[variable], `${variable} in .env`, 2) ??
    (typeof fromProfile === 'string' || typeof fromProfile === 'number'
      ? given(String(fromProfile), `${profile ?? ''} in profile ${sources.profile?.path ?? ''}`, 3)
      : null)
  );
}

const PREFIX = 'TRADECERT_';

/** One line for each variable that begins with `TRADECERT_`, in any case, and means nothing; its value is not looked at. */
export function unknownVariableWarnings({ env, dotenv }: Sources): string[] {
  const warn = (variables: Variables, place: string): string[] =>
    Object.keys(variables)
      .filter((name) => name.toUpperCase().startsWith(PREFIX) && !KNOWN_VARIABLES.includes(name))
      // Windows gives a variable under each case of its name.
      .filter((name) => variables[name.toUpperCase()] === undefined || name === name.toUpperCase())
      .map((name) => `${name} in ${place} means nothing to tradecert: ${variableMeant(name)}`);
  return [...warn(env, 'the environment'), ...warn(dotenv, '.env')];
}

/** What all names begin with makes none of them near. */
function variableMeant(name: string): string {
  const bare = (variable: string): string => variable.slice(PREFIX.length);
  const [first, ...others] = nearNames(bare(name), SETTING_VARIABLES.map(bare));
  if (first === undefined) return `no setting has that name; ${docPage('settings.md')} has them all`;
  return `did you mean ${[first, ...others].map((near) => PREFIX + near).join(' or ')}?`;
}
