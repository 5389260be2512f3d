import { isAbsolute } from 'node:path';
import { wholeBeginning } from '../contract/whole-characters.js';
import { isClosedName } from './closed-names.js';
import { Redactor, type Secret } from './redaction.js';
import { withoutSequences } from './terminal-sequences.js';

const MOST_LINES = 10;
const LONGEST_LINE = 300;

/** What a command of the user's works with, as far as it may show up in what it says. */
export interface CommandSecrets {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it printed on standard output, where that is a secret. */
  readonly output?: string;
  /** Takes out further secrets. */
  readonly redact?: (text: string) => string;
}

/**
 * The last lines of what a command said, to be shown once control characters are made visible: without secrets that it
 * printed, those of its environment and its own text, and whatever looks like a credential; and without colours and the like, which
 * stand between the letters of a word.
 */
export function commandSays(said: string, secrets: CommandSecrets): readonly string[] {
  const redactor = new Redactor(secretsIn(secrets));
  const { redact = (text: string): string => text } = secrets;
  const lines = redact(withoutSequences(said))
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== '');
  return lines.slice(-MOST_LINES).map((line) => wholeBeginning(redactor.text(withoutCredentials(line)), LONGEST_LINE));
}

function secretsIn({ command, env, output = '' }: CommandSecrets): Secret[] {
  const printed = output.split(/\s+/).map((value) => ({ name: 'output', value }));
  const variables = Object.entries(env).map(([name, value]) => ({
    name,
    value: value ?? '',
    isClosed: isClosedName(name),
  }));
  const named = variables.filter((variable) => variable.isClosed && !isWorkingFolder(variable));
  const written = [...command.matchAll(NAMED)]
    .filter(([, name = '']) => isClosedName(name))
    .map(([, , value = '']) => ({ name: 'secret', value }));
  const users = [...command.matchAll(USER)].map(([, value = '']) => ({ name: 'secret', value }));
  return [...printed, ...named, ...written, ...users].filter(({ value }) => value.length >= SHORTEST);
}

/** The shell keeps where it is, and was, under names that end like that of a password. */
function isWorkingFolder({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return /^(?:OLD)?PWD$/.test(name) && isAbsolute(value);
}

const SHORTEST = 4;
/** `client_secret=…`, `"password": "…"`. */
const NAMED = /([\w-]{3,40})["']?\s*[=:]\s*["']?([^\s"'&,;]+)/g;
/** `curl -u name:password`. */
const USER = /(?:\s-u|--user)[\s=]*["']?[^\s"':]+:([^\s"']+)/g;

/** What looks like a credential whether it is known or not. */
function withoutCredentials(text: string): string {
  return text
    .replace(/\beyJ[\w-]+(?:\.[\w-]*){1,4}/g, '[redacted:token]')
    .replace(/\b(authorization["']?\s*[:=]\s*).*/gi, '$1[redacted]')
    .replace(/\b(bearer|basic|digest)\s+[^\s"']+/gi, '$1 [redacted]')
    .replace(/:\/\/[^\s/@]+@/g, '://[redacted]@')
    .replace(NAMED, (whole, name: string, value: string) =>
      isClosedName(name) && !value.startsWith('[redacted') && !isOrdinary(value)
        ? whole.replace(value, '[redacted]')
        : whole,
    )
    .replace(/[\w+=~-]{24,}/g, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? '[redacted]' : run));
}

/** Whether this is how a message goes on behind the name of what it is about, as in `get-token: not found`. */
function isOrdinary(value: string): boolean {
  return ORDINARY.has(value.toLowerCase().replace(/[.!]$/, ''));
}

const ORDINARY: ReadonlySet<string> = new Set([
  ...['a', 'an', 'the', 'no', 'not', 'none', 'of', 'for', 'from', 'in', 'to', 'is', 'are', 'was', 'has', 'have', 'had'],
  ...['can', 'cannot', 'could', 'does', 'did', 'may', 'must', 'should', 'will', 'unable', 'failed', 'error', 'command'],
  ...[
    'permission',
    'denied',
    'invalid',
    'missing',
    'required',
    'expired',
    'empty',
    'unknown',
    'unset',
    'line',
    'usage',
  ],
]);
