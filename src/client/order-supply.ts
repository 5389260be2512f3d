import { Buffer } from 'node:buffer';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { docPage } from '../contract/doc-page.js';
import type { Order, OrderRequest } from '../contract/order.js';
import type { OrderSource } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { guardGroup, OWN_GROUP, startTrouble } from '../wire/command-group.js';
import { commandSays } from '../wire/command-says.js';
import { GatheredBytes } from '../wire/gathered-bytes.js';
import { decodeUtf8, isJsonObject, parseJson } from '../wire/json.js';
import { misfit, readOrder } from './order-check.js';
import { Pace } from './pace.js';
import { Transport } from './transport.js';

/** Why there is no order: completes "unverified: …". */
export interface NoOrder {
  readonly none: string;
  /** Asking again may help: the source was out of reach, or broke down. */
  readonly passing?: boolean;
  /** What the command printed and wrote on standard error: its last lines, redacted, with control characters in them. */
  readonly said?: readonly string[];
}

/** Where orders come from: one request, one order. */
export interface OrderSupply {
  /** So many requests at a time are enough for it; left out, any number is. */
  readonly mostAtOnce?: number;
  /** The next order for this request, checked, or why there is none. Never throws. */
  fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder>;
  close(): Promise<void>;
}

/** What is needed to show what a command says. */
export interface Hearing {
  /** The environment that the command has. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes out the secrets of the run. */
  readonly redact: (text: string) => string;
}

/** Limits of an {@link OrderSupply}. */
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
const LARGEST_FILE = 16 * 1024 * 1024;

/** Opens the user's order source. @throws SuiteError where its URL or file cannot be used */
export function openOrderSupply(source: OrderSource, options: OrderSupplyOptions = {}): OrderSupply {
  switch (source.kind) {
    case 'url':
      return new UrlSupply(source.url, options);
    case 'command':
      return new CommandSupply(source.command, options);
    case 'file':
      return new FileSupply(loadOrders(source.path));
  }
}

/** Why there is no order where the URL answers with status 404: there is no such order, or no such URL. */
export const STATUS_404 = 'the order source has no such order (status 404)';

const CONNECTIONS = 4;

/** Asks by POST, again where it is busy. Neither the token nor a signature goes there. */
class UrlSupply implements OrderSupply {
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

  async fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    const { delivery, trouble } = await this.pace.run(() =>
      this.transport.send(() => ({
        method: 'POST',
        target: this.target,
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
          ['User-Agent', 'tradecert'],
        ],
        body: Buffer.from(JSON.stringify(request)),
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
    return readAnswer(response.body, request);
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

/** Runs a command for each order: the request on standard input, the order on standard output. */
class CommandSupply implements OrderSupply {
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

  async fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    if (this.stopSignal?.aborted === true) return { none: 'the run was stopped', passing: true };
    const ran = await this.run(`${JSON.stringify(request)}\n`);
    const answer = answerOf(ran, request);
    return 'none' in answer && this.hearing ? { ...answer, said: this.saidBy(ran, this.hearing) } : answer;
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

function answerOf({ output, ended }: Ran, request: OrderRequest): { readonly order: Order } | NoOrder {
  if (typeof ended === 'string') return { none: `the command of the order source ${ended}`, passing: true };
  if (ended === 126 || ended === 127) {
    return { none: `the command of the order source could not be run (status ${ended})`, passing: true };
  }
  if (ended !== 0) return { none: `the order source has no such order (its command ended with status ${ended})` };
  return readAnswer(output, request);
}

function readAnswer(bytes: Uint8Array, request: OrderRequest): { readonly order: Order } | NoOrder {
  const text = decodeUtf8(bytes);
  const json = text === null ? null : parseJson(text.trim());
  if (json?.ok !== true) {
    return {
      none: `the order source gave no order: ${json?.because ?? 'its bytes are no valid UTF-8'}`,
      passing: true,
    };
  }
  const read = readOrder(json.value);
  const wrong = 'wrong' in read ? read.wrong : misfit(read.order, request);
  if (wrong !== null) return { none: `the order source gave an order that cannot be used: ${wrong}` };
  return 'order' in read ? { order: read.order } : { none: 'the order source gave no order' };
}

interface FiledOrder {
  readonly order: Order;
  readonly state: OrderRequest['state'];
}

/** Gives each order of a file once. */
class FileSupply implements OrderSupply {
  private readonly left: FiledOrder[];
  private readonly isEmpty: boolean;

  constructor(orders: readonly FiledOrder[]) {
    this.isEmpty = orders.length === 0;
    this.left = [...orders];
  }

  fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    const at = this.left.findIndex(({ order, state }) => state === request.state && misfit(order, request) === null);
    const [found] = at < 0 ? [] : this.left.splice(at, 1);
    if (found !== undefined) return Promise.resolve({ order: found.order });
    return Promise.resolve({ none: `the order file has no ${this.isEmpty ? 'order at all' : describe(request)}` });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const MEND_JSON = 'mend its JSON: names and texts in double quotes, no comma behind the last, no comments';
const GIVE_MEMBERS = 'give it the members of a modify body, with their current values, and "state"';
const GIVE_STATE = 'give it "state": "unfilled", or "filled" where a modify of it has to be refused';

function loadOrders(path: string): FiledOrder[] {
  const wrong = (what: string, remedy: string, where = path): SuiteError =>
    new SuiteError(`The order file ${what}.`, where, remedy);
  const example = `${docPage('settings.md')} has an example`;
  let bytes: Buffer;
  try {
    if (statSync(path).size > LARGEST_FILE) throw wrong(`is larger than ${LARGEST_FILE} bytes`, 'leave out orders');
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof SuiteError ? error : wrong('cannot be read', 'name a file that can be read');
  }
  // A byte order mark may be ignored (RFC 8259, 8.1); editors of Windows write it.
  const text = decodeUtf8(bytes)?.replace(/^\uFEFF/, '');
  if (text === undefined) throw wrong('is no valid UTF-8', 'write it in UTF-8');
  const json = parseJson(text);
  if (!json.ok) throw wrong(`cannot be read: ${json.because}`, `${MEND_JSON}; ${example}`);
  if (!Array.isArray(json.value))
    throw wrong('holds no array', `put its orders between [ and ], a single one as well; ${example}`);
  return (json.value as unknown[]).map((entry, index) => {
    const where = `${path}, order ${index + 1}`;
    const read = readOrder(entry);
    if ('wrong' in read)
      throw wrong(`holds an order that cannot be used: ${read.wrong}`, `${GIVE_MEMBERS}; ${example}`, where);
    const state = isJsonObject(entry) ? entry['state'] : undefined;
    if (state !== 'unfilled' && state !== 'filled') {
      throw wrong('holds an order whose state is neither "unfilled" nor "filled"', GIVE_STATE, where);
    }
    return { order: read.order, state };
  });
}

function describe({ state, orderTypeCd, sideCd, takeProfit, stopLoss, trailing }: OrderRequest): string {
  const conditions = [
    ...(takeProfit ? ['take-profit'] : []),
    ...(stopLoss ? ['stop-loss'] : []),
    ...(trailing ? ['trailing stop'] : []),
  ];
  const suffix = conditions.length === 0 ? '' : ` with ${conditions.join(' and ')}`;
  return `${state} ${orderTypeCd} ${sideCd} order${suffix}`;
}
