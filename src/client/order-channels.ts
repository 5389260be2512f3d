import { Buffer } from 'node:buffer';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { SuiteError } from '../contract/suite-error.js';
import { guardGroup, OWN_GROUP, startTrouble } from '../wire/command-group.js';
import { commandSays } from '../wire/command-says.js';
import { GatheredBytes } from '../wire/gathered-bytes.js';
import { parseJson } from '../wire/json.js';
import { Pace } from './pace.js';
import { Transport } from './transport.js';

/** Why there is no order: completes "unverified: …". */
export interface NoOrder {
  readonly none: string;
  /** Asking again may help: the source was out of reach, or broke down. */
  readonly passing?: boolean;
  /** What the command printed and wrote on standard error: its last lines, redacted, with control characters in them. */
  readonly said?: readonly string[];
  /** Asked to show an order, it answered with something else: with another order, it may have made one of the question. */
  readonly shownWrongly?: 'another order' | 'unreadable';
}

/** What an order source answered. */
export interface SourceAnswer {
  readonly bytes: Uint8Array;
  /** What its command printed and wrote on standard error, as {@link NoOrder.said}. */
  readonly heard?: () => readonly string[];
}

/** The way to an order source: a question in JSON, an answer in bytes. */
export interface OrderChannel {
  /** So many questions at a time are enough for it; left out, any number is. */
  readonly mostAtOnce?: number;
  /** Never throws. */
  ask(question: object): Promise<SourceAnswer | NoOrder>;
  close(): Promise<void>;
}

/** What is needed to show what a command says. */
export interface Hearing {
  /** The environment that the command has. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes out the secrets of the run. */
  readonly redact: (text: string) => string;
}

/** Limits on what an order source may take. */
export interface OrderSupplyOptions {
  /** Longest wait for the command or the URL; default 30000. */
  readonly timeoutMs?: number;
  readonly stopSignal?: AbortSignal;
  /** How secrets are taken out of what the command says; default: nothing of it is kept. */
  readonly hearing?: Hearing | undefined;
  /** Further variables that the command does not see, by their names. */
  readonly withheld?: readonly string[];
}

const LARGEST_ANSWER = 1024 * 1024;
/** So much of the end of standard error is kept, in characters, and so long it is waited for once the rest has ended. */
const MOST_SAID = 64 * 1024;
const LATE_MS = 100;

/** Why there is no order where the URL answers with status 404: there is no such order, or no such URL. */
export const STATUS_404 = 'the order source has no such order (status 404)';

const CONNECTIONS = 4;

/** Asks by POST, again where it is busy. Neither the token nor a signature goes there. */
export class UrlChannel implements OrderChannel {
  readonly mostAtOnce = CONNECTIONS;
  private readonly transport: Transport;
  private readonly pace: Pace;
  private readonly target: string;

  constructor(text: string, { timeoutMs = 30_000, stopSignal }: OrderSupplyOptions) {
    const url = parseUrl(text);
    this.target = url.pathname + url.search;
    this.transport = new Transport({
      origin: url.origin,
      connections: CONNECTIONS,
      timeoutMs,
      maxResponseBytes: LARGEST_ANSWER,
      ...(stopSignal === undefined ? {} : { stopSignal }),
    });
    this.pace = new Pace({ mostAtOnce: CONNECTIONS, ...(stopSignal === undefined ? {} : { stopSignal }) });
  }

  async ask(question: object): Promise<SourceAnswer | NoOrder> {
    const { delivery, trouble } = await this.pace.run(() =>
      this.transport.send(() => ({
        method: 'POST',
        target: this.target,
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
          ['User-Agent', 'tradecert'],
        ],
        body: Buffer.from(JSON.stringify(question)),
      })),
    );
    const response = delivery?.response;
    if (response === undefined) {
      const because = (delivery?.trouble ?? trouble)?.because ?? '';
      return { none: `the order source gave no answer: ${because}`.replaceAll('the service', 'it'), passing: true };
    }
    if (response.status === 404) return { none: STATUS_404 };
    if (response.status < 200 || response.status > 299)
      return { none: `the order source answered with status ${response.status}`, passing: true };
    return { bytes: response.body };
  }

  close(): Promise<void> {
    return this.transport.close();
  }
}

function parseUrl(text: string): URL {
  const remedy = 'set TRADECERT_ORDERS_URL to an http or https URL without user name and password';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new SuiteError('The URL of the order source is no http or https URL.', 'TRADECERT_ORDERS_URL', remedy);
  }
  if (url.username !== '' || url.password !== '') {
    throw new SuiteError(
      'The URL of the order source holds a user name or a password.',
      'TRADECERT_ORDERS_URL',
      remedy,
    );
  }
  return url;
}

/** What tradecert keeps for itself of the environment: its secrets, and how the parts of a run know each other. */
const WITHHELD = [
  'TRADECERT_TOKEN',
  'TRADECERT_TOKEN_COMMAND',
  'TRADECERT_SIGNING_KEY',
  'TRADECERT_CERTIFICATE_KEY',
  'TRADECERT_RUN',
  'TRADECERT_EXAMINER_URL',
  'TRADECERT_EXAMINER_KEY',
];
const HAS_SH = process.platform !== 'win32';

/** Runs a command for each question: it on standard input, the answer on standard output. */
export class CommandChannel implements OrderChannel {
  private readonly command: string;
  private readonly timeoutMs: number;
  private readonly stopSignal: AbortSignal | undefined;
  private readonly hearing: Hearing | undefined;
  /** A shell becomes the one of the command, which so is the process that was started. */
  private readonly withholding: string;

  constructor(command: string, { timeoutMs = 30_000, stopSignal, hearing, withheld = [] }: OrderSupplyOptions) {
    this.command = command;
    this.withholding = `unset ${[...WITHHELD, ...withheld].join(' ')}; exec /bin/sh -c "$1"`;
    this.timeoutMs = timeoutMs;
    this.stopSignal = stopSignal;
    this.hearing = hearing;
  }

  async ask(question: object): Promise<SourceAnswer | NoOrder> {
    if (this.stopSignal?.aborted === true) return { none: 'the run was stopped', passing: true };
    const ran = await this.run(`${JSON.stringify(question)}\n`);
    const { hearing } = this;
    const heard = hearing && ((): readonly string[] => this.saidBy(ran, hearing));
    const none = whyNone(ran);
    return none === null
      ? { bytes: ran.output, ...(heard && { heard }) }
      : { ...none, ...(heard && { said: heard() }) };
  }

  private saidBy({ output, said }: Ran, { env, redact }: Hearing): readonly string[] {
    const show = (what: string, text: string): string[] =>
      commandSays(text, { command: this.command, env, redact }).map((line) => `${what}: ${line}`);
    return [...show('it printed', output.toString('utf8', 0, MOST_SAID)), ...show('standard error', said)];
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private run(input: string): Promise<Ran> {
    const [file, args] = HAS_SH ? ['/bin/sh', ['-c', this.withholding, 'sh', this.command]] : [this.command, []];
    const child = spawn(file, args, {
      shell: !HAS_SH,
      stdio: ['pipe', 'pipe', this.hearing ? 'pipe' : 'ignore'] as ['pipe', 'pipe', 'pipe'],
      ...OWN_GROUP,
    });
    if (child.pid !== undefined) return this.heard(child, input);
    const unstarted = (code: string): Ran => ({
      ...{ output: Buffer.alloc(0), said: '' },
      ended: `could not be started (${code})`,
    });
    return startTrouble(child).then(unstarted);
  }

  private heard(child: ChildProcessWithoutNullStreams, input: string): Promise<Ran> {
    return new Promise((resolve) => {
      const group = guardGroup(child);
      const output = new GatheredBytes();
      let said = '';
      let late: NodeJS.Timeout | undefined;
      const finish = (ended: number | string): void => {
        clearTimeout(timer);
        clearTimeout(late);
        group.letGo();
        this.stopSignal?.removeEventListener('abort', onStop);
        child.stdout.destroy();
        if (this.hearing) child.stderr.destroy();
        resolve({ output: output.whole(), said, ended });
      };
      const giveUp = (why: string): void => {
        group.end();
        finish(why);
      };
      const onStop = (): void => giveUp('was stopped with the run');
      const timer = setTimeout(() => giveUp(`did not end within ${this.timeoutMs / 1000} s`), this.timeoutMs);
      this.stopSignal?.addEventListener('abort', onStop, { once: true });
      child.stdout.on('data', (chunk: Buffer) => {
        output.add(chunk);
        if (output.size > LARGEST_ANSWER) giveUp(`printed more than ${LARGEST_ANSWER} bytes`);
      });
      if (this.hearing)
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-MOST_SAID);
        });
      child.stdin.on('error', () => undefined);
      // what the command left running may hold both open: of standard output nobody waits for more than an answer
      child.on('exit', (code) => {
        late = setTimeout(() => {
          if (code !== 0 || child.stdout.closed || isWhole(output)) finish(code ?? 'was ended by a signal');
          else child.stdout.on('close', () => finish(code));
        }, LATE_MS);
      });
      child.on('close', (code) => finish(code ?? 'was ended by a signal'));
      child.stdin.end(input);
    });
  }
}

/** What a command came to. */
interface Ran {
  readonly output: Buffer;
  /** The end of its standard error. */
  readonly said: string;
  /** Its status, or completes "the command of the order source …". */
  readonly ended: number | string;
}

function isWhole(output: GatheredBytes): boolean {
  return parseJson(output.whole().toString('utf8').trim()).ok;
}

/** `null`: it ended well. */
function whyNone({ ended }: Ran): NoOrder | null {
  if (typeof ended === 'string') return { none: `the command of the order source ${ended}`, passing: true };
  if (ended === 126 || ended === 127) {
    return { none: `the command of the order source could not be run (status ${ended})`, passing: true };
  }
  return ended === 0 ? null : { none: `the order source has no such order (its command ended with status ${ended})` };
}
