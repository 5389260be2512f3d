import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { KNOWN_VARIABLES } from './setting-names.js';
import type { Sources, Variables } from './setting-sources.js';

/** A value without quotes that goes on behind a `#`, which begins a comment there. */
const CUT = /^\s*(?:export\s+)?(\w+)\s*[=:]\s*[^\s#"'`][^#\n]*(?<=\S)#/gm;

/** A line that names a variable, and what follows on it. */
const LINE = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*[=:].*$/gm;

/** Which certificates Node trusts: it reads that as it starts, before anybody reads `.env`. */
const READ_AT_START = 'NODE_EXTRA_CA_CERTS';

/** One line for each value in `.env` that may not be what its writer meant; no value is in it. */
export function dotenvWarnings(folder: string, { env, dotenv }: Sources): string[] {
  const path = join(folder, '.env');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const counts = (name: string): boolean =>
    KNOWN_VARIABLES.includes(name) && isGiven(dotenv[name]) && !isGiven(env[name]);
  return [
    ...cutValues(text)
      .filter(counts)
      .map(
        (name) =>
          `${name} in .env ends before its first #, which begins a comment: where it belongs to the value, quote it`,
      ),
    ...valuesInTurn(text)
      .filter(counts)
      .map((name) => `${name} is in .env more than once, with different values: the last one counts`),
    ...readTooLate({ env, dotenv }),
  ];
}

function cutValues(text: string): string[] {
  return [...new Set([...text.matchAll(CUT)].map(([, name = '']) => name))];
}

/** Names of which one line gives another value than a line before it. */
function valuesInTurn(text: string): string[] {
  const values = new Map<string, Set<string>>();
  for (const [line, name = ''] of text.matchAll(LINE)) {
    const value = parse(line)[name] ?? '';
    if (value !== '') values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return [...values].filter(([, different]) => different.size > 1).map(([name]) => name);
}

function readTooLate({ env, dotenv }: Record<'env' | 'dotenv', Variables>): string[] {
  if (!isGiven(dotenv[READ_AT_START]) || isGiven(env[READ_AT_START])) return [];
  return [
    `${READ_AT_START} in .env does nothing, since Node reads it as it starts: set it in the environment of the shell or the CI`,
  ];
}

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
