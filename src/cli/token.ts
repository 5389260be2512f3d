import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { SuiteError } from '../contract/suite-error.js';
import { plainText } from '../report/plain-text.js';
import { guardGroup, OWN_GROUP, startTrouble } from '../wire/command-group.js';
import { commandSays } from '../wire/command-says.js';
import { PRIVATE_VARIABLES, SETTING_NAMES } from './setting-names.js';
import type { Found } from './setting-sources.js';

const MAX_OUTPUT_BYTES = 64 * 1024;
/** What a command printed before its end has come by then. */
const LAST_WORDS_MS = 200;

/** Checks that a token can stand in a header. Its value is in no message. */
export function parseToken(token: string, where: string): string {
  if (/^bearer\s/i.test(token)) {
    throw new SuiteError(
      'The token begins with the word Bearer.',
      where,
      'give the JWT alone; the word is added when it is sent',
    );
  }
  if (/^authorization\s*:/i.test(token)) {
    throw new SuiteError(
      'The token begins with the name of its header, Authorization.',
      where,
      'give the JWT alone, without Authorization: and Bearer; both are added when it is sent',
    );
  }
  if (/^\s*[{[]/.test(token)) {
    throw new SuiteError(
      'The token is JSON.',
      where,
      'give the JWT in it alone, such as the value of access_token: … | jq -r .access_token',
    );
  }
  if (/["'`{}<>]/.test(token)) {
    throw new SuiteError(
      'The token holds a quote or a bracket, which cannot be in a Bearer token.',
      where,
      'give the JWT alone, without quotes; where jq prints it, with its flag -r',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new SuiteError(
      'The token holds a character that cannot stand in a header: a space, a line break, or one outside ASCII.',
      where,
      'give the JWT alone, on one line, without quotes',
    );
  }
  return token;
}

/** Checks that a signing key is one line: a line break in it is nearly always a slip of the clipboard. */
export function parseSigningKeyText({ value, where }: Found): string {
  // eslint-disable-next-line no-control-regex -- the control characters are what is looked for
  if (!/[\x00-\x08\x0a-\x1f\x7f]/.test(value)) return value;
  throw new SuiteError(
    'The signing key holds a line break or another control character.',
    where,
    'give it on one line; a key with such bytes goes in hex or base64, with TRADECERT_SIGNING_KEY_ENCODING',
  );
}

/** How {@link runTokenCommand} runs. */
export interface TokenCommandOptions {
  readonly cwd: string;
  /** Told the lines that the command writes on standard error, redacted. */
  readonly say: (line: string) => void;
  /** The command and what it started are ended then; default 30000. */
  readonly timeLimitMs?: number;
  /** Aborted: they are ended at once. */
  readonly stop?: AbortSignal | undefined;
  /** Default: that of this process, without what tradecert keeps there for itself. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the token command in a shell and returns the token that it prints, without the line break at its end.
 *
 * @throws SuiteError where it fails, prints nothing or no token, or takes too long; what it prints is in no message
 */
export async function runTokenCommand({ value, where }: Found, options: TokenCommandOptions): Promise<string> {
  const env = withoutOwn(options.env ?? process.env);
  const { output, said, wrong, status } = await runInShell(value, { ...options, env });
  for (const line of commandSays(said, { command: value, env, output })) options.say(plainText(line));
  const token = output.trim();
  const what = wrong ?? whyNoToken(token);
  if (what === null) return parseToken(token, where);
  throw new SuiteError(`The token command ${what}.`, where, remedyFor(status, said));
}

/** What a command printed in place of a token, if so; completes "The token command …". */
function whyNoToken(printed: string): string | null {
  if (printed === '') return 'printed nothing';
  if (/^(?:null|undefined|none)$/i.test(printed))
    return `printed the word ${printed}, as jq does where there is no such member`;
  // What these begin is told better by what it is.
  if (/^(?:[{[]|bearer\s|authorization\s*:)/i.test(printed)) return null;
  if (printed.includes('\n')) return `printed ${printed.split('\n').length} lines, where the token alone is one`;
  return /\s/.test(printed) ? 'printed a line of several words, such as a message, and no token' : null;
}

const SILENT =
  'it says nothing on standard error: run it in a shell, look whether what it asks is up (curl tells with --show-error), and make it print the token alone';

/** By these, a shell says that a command may not be run, and that there is none. */
function remedyFor(status: number | null, said: string): string {
  if (status === 127) return 'there is no such command, or none that it calls: check its name and path, in this folder';
  if (status === 126)
    return 'it is there and may not be run: make it executable, or call what runs it, such as sh FILE';
  return said.trim() === '' ? SILENT : 'see what it says on standard error, and make it print the token alone';
}

/** The command knows nothing of the certificate, nor of the run that it serves. */
function withoutOwn(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
  const own: readonly string[] = [SETTING_NAMES.certificateKey.variable, ...Object.values(PRIVATE_VARIABLES)];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name)));
}

interface Ran {
  readonly output: string;
  /** The end of what it wrote on standard error. */
  readonly said: string;
  /** Completes "The token command …"; `null` where it ended well. */
  readonly wrong: string | null;
  /** That it ended with by itself. */
  readonly status: number | null;
}

function runInShell(command: string, options: TokenCommandOptions): Promise<Ran> {
  const { cwd, env } = options;
  const child = spawn(command, { shell: true, cwd, stdio: ['ignore', 'pipe', 'pipe'], ...OWN_GROUP, env });
  if (child.pid !== undefined) return heard(child, options);
  const unstarted = (code: string): Ran => ({
    ...{ output: '', said: '', status: null },
    wrong: `cannot be started (${code})`,
  });
  return startTrouble(child).then(unstarted);
}

function heard(child: ChildProcessByStdio<null, Readable, Readable>, options: TokenCommandOptions): Promise<Ran> {
  const { stop, timeLimitMs = 30_000 } = options;
  return new Promise((resolve) => {
    let [output, said] = ['', ''];
    let isOver = false;
    const group = guardGroup(child);
    const stopped = (): void => end('was ended with the run');
    const end = (wrong: string | null, status: number | null = null): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      stop?.removeEventListener('abort', stopped);
      group.letGo();
      if (wrong !== null) group.end();
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ output, said, wrong, status });
    };
    const timer = setTimeout(() => end(`did not end within ${timeLimitMs / 1000} s`), timeLimitMs);
    if (stop?.aborted === true) stopped();
    stop?.addEventListener('abort', stopped, { once: true });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (output.length <= MAX_OUTPUT_BYTES) output += chunk;
      if (output.length > MAX_OUTPUT_BYTES) end('printed more than 64 KiB');
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-MAX_OUTPUT_BYTES);
    });
    const ended = (status: number | null, signal: string | null): void =>
      end(status === 0 ? null : `ended with ${describeEnd(status, signal)}`, status);
    child.on('close', ended);
    child.on('exit', (status, signal) => {
      // What it leaves running may hold its output open, such as an agent; where nothing came yet, that may print the token.
      const late = (): void => {
        if (status !== 0 || output.trim() !== '') ended(status, signal);
      };
      setTimeout(() => setImmediate(late), LAST_WORDS_MS);
    });
  });
}

function describeEnd(status: number | null, signal: string | null): string {
  return status === null ? `signal ${signal ?? 'unknown'}` : `status ${status}`;
}
