import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toPaste } from '../contract/to-paste.js';
import { printedJson } from '../report/plain-text.js';
import { SuiteError } from '../contract/suite-error.js';
import { codeOf } from '../wire/connection-failure.js';
import type { SecretSettings } from '../examine/secrets.js';
import type { Headers } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { ownValue } from '../wire/own-value.js';
import { withoutSecretsIn } from '../examine/without-secrets.js';
import type { Search, SearchProgress } from '../signature/find-template.js';
import type { SignedRequest } from '../signature/signed-request.js';
import type { Template } from '../wire/signature-template.js';
import type { KeyObject } from '../wire/signing.js';
import type { Surroundings } from './command-line.js';
import { parseFlags, type Flags } from './flags.js';
import { readHarRequests } from './har-requests.js';
import { EXIT } from './exit-status.js';
import { findSetting, readDotenv, type Sources } from './setting-sources.js';
import { ProgressDisplay } from './progress-display.js';
import { loadProfile, located, parseKeyEncoding } from './settings.js';
import { parseSigningKeyText, parseToken } from './token.js';
import { refuseOtherThanUtf8 } from './utf8-input.js';
import { warningLine } from './warning-line.js';

/** Where a signed request is read from. */
const REQUEST_FLAGS = {
  curl: { type: 'string', multiple: true },
  har: { type: 'string' },
  entry: { type: 'string' },
  url: { type: 'string' },
  method: { type: 'string' },
  headers: { type: 'string' },
  body: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Largest file that is read as one request. */
const MOST_BYTES = 16 * 1024 * 1024;
const DEFAULT_MOST = 5_000_000;

/** `tradecert signature find`, `explain` and `make`. They send nothing. */
export async function signature([first, ...rest]: readonly string[], surroundings: Surroundings): Promise<number> {
  if (first === 'find') return find(rest, surroundings);
  if (first === 'explain') return explain(rest, surroundings);
  if (first === 'make') return make(rest, surroundings);
  throw new SuiteError(
    first === undefined ? 'What to do with a signature is missing.' : 'This cannot be done with a signature.',
    'tradecert signature',
    `say ${toPaste('signature find')}, ${toPaste('signature explain')} or ${toPaste('signature make')}`,
  );
}

async function find(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const own = {
    ...REQUEST_FLAGS,
    most: { type: 'string' },
    env: { type: 'string', multiple: true },
  } as const;
  const flags = parseFlags(args, own, 'signature find');
  const requests = await readRequests(flags, surroundings);
  const sources = await sourcesOf(flags, surroundings);
  const keyFound = findSetting(sources, 'signingKey');
  if (keyFound === null) throw noKey('the request was signed with');
  const most = parseMost(flags.text['most']);
  const [{ findTemplate }, { renderSearch }] = await Promise.all([
    import('../signature/find-template.js'),
    import('../signature/render-search.js'),
  ]);
  const begun = performance.now();
  let line = '';
  const { isTTY, columns } = process.stderr;
  const display = new ProgressDisplay({ isTTY, columns, write: surroundings.err }, () => line);
  const findIn = (among: Requests): Search =>
    findTemplate(among, {
      key: parseSigningKeyText(keyFound),
      env: variables(flags.lists['env'] ?? [], sources),
      most,
      onProgress: (progress) => {
        line = progressLine(progress, most);
        display.showWhenDue(performance.now() - begun);
      },
    });
  // A line end at the end of a file is mostly that of an editor.
  const asGiven = findIn(requests);
  const shorter = flags.text['body'] === undefined ? null : withoutLineEnd(requests[0]);
  const isPlain = ({ found }: Search): boolean => found.some(({ text }) => !text.includes('|minify'));
  const asSent = shorter === null || isPlain(asGiven) ? null : findIn([shorter]);
  const isShorter = shorter !== null && asSent !== null && isPlain(asSent);
  const search = isShorter ? asSent : asGiven;
  display.stop();
  const seconds = (performance.now() - begun) / 1_000;
  if (flags.has('json')) surroundings.out(printedJson({ ...search, ...(isShorter && { withoutLineEnd: true }) }));
  else surroundings.out(renderSearch(search, isShorter ? [shorter] : requests, seconds) + (isShorter ? LINE_END : ''));
  return search.found.length > 0 ? EXIT.conformant : EXIT.nonConformant;
}

type Requests = readonly [SignedRequest, ...SignedRequest[]];

const LINE_END = `
The file of the body ends with a line end, which was left out: this signature is of the body without it. Most editors add
one. Take it away, or \`signature explain\` says that the signature is another.
`;

/** The request without the line end that an editor put behind its body; `null` where it has none. */
function withoutLineEnd({ request, origin }: SignedRequest): SignedRequest | null {
  const text = request.body === null ? '' : Buffer.from(request.body).toString('latin1');
  const body = text.replace(/\r?\n$/, '');
  return body === text ? null : { origin, request: { ...request, body: Buffer.from(body, 'latin1') } };
}

function progressLine({ tried, misses }: SearchProgress, most: number): string {
  const count = tried.toLocaleString('en');
  if (misses > 0) return `${count} signatures tried, ${misses.toLocaleString('en')} near misses looked at`;
  return `${count} of at most ${most.toLocaleString('en')} signatures tried`;
}

async function explain(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const own = {
    ...REQUEST_FLAGS,
    'signature-template': { type: 'string' },
    'signing-key-encoding': { type: 'string' },
  } as const;
  const flags = parseFlags(args, own, 'signature explain');
  const [request] = await readRequests(flags, surroundings);
  const sources = await sourcesOf(flags, surroundings);
  const { renderExplanation } = await import('../signature/render-explanation.js');
  const signing = await signingOf(sources);
  const { digests, ...explanation } = renderExplanation({ ...signing, request });
  const { text, value } = withoutSecretsIn(explanation, secretsOf(signing, sources), digests);
  surroundings.out(flags.has('json') ? printedJson(value) : text);
  return value.isSame === false ? EXIT.nonConformant : EXIT.conformant;
}

/** The headers that a request lacks, for a shell that sends it. */
async function make(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const own = {
    url: { type: 'string' },
    method: { type: 'string' },
    header: { type: 'string', multiple: true },
    body: { type: 'string' },
    profile: { type: 'string' },
    'signature-template': { type: 'string' },
    'signing-key-encoding': { type: 'string' },
  } as const;
  const flags = parseFlags(args, own, 'signature make');
  const sources = await sourcesOf(flags, surroundings);
  const [{ makeRequest, parseHeaderLines }, { signRequest }, { template, name, isAssumed, key, env }] =
    await Promise.all([
      import('../signature/make-request.js'),
      import('../signature/sign-request.js'),
      signingOf(sources),
    ]);
  if (key === null) throw noKey('requests are signed with');
  if (isAssumed)
    surroundings.err(warningLine(`TRADECERT_SIGNATURE_TEMPLATE is not set: signed by ${name}, as is assumed`));
  const { url, method = 'POST', body } = flags.text;
  if (url === undefined) throw new SuiteError('The URL of the request is missing.', '--url', 'give the whole URL');
  const token = findSetting(sources, 'token');
  const given = parseHeaderLines((flags.lists['header'] ?? []).join('\n'));
  const request = makeRequest({
    ...{ url, method },
    headers: [
      ...(headerValue(given, 'host') === undefined ? hostOf(url) : []),
      ...given,
      ...(token ? ([['Authorization', `Bearer ${parseToken(token.value, token.where)}`]] as const) : []),
    ],
    body: body === undefined ? null : readInput(body, surroundings),
  });
  const nowS = Math.floor(Date.now() / 1_000);
  const made = signRequest(request, { template, key, env, nowS, makeNonce: () => crypto.randomUUID() });
  surroundings.out(made.map(([name, value]) => `${name}: ${value}\n`).join(''));
  return EXIT.conformant;
}

/** As whatever sends the request will name it, where a template covers it. */
function hostOf(url: string): Headers {
  return URL.canParse(url) ? [['Host', new URL(url).host]] : [];
}

interface Signing {
  readonly template: Template;
  /** The template as it was given. */
  readonly name: string;
  /** None was given. */
  readonly isAssumed: boolean;
  readonly key: KeyObject | null;
  /** The variables that the template names. */
  readonly env: Readonly<Record<string, string>>;
}

/** What must not be shown of a template: a key may have been pasted into it. */
function secretsOf({ template, env }: Signing, sources: Sources): SecretSettings {
  return {
    ...{ token: '', signatureTemplate: template.text, env },
    signingKey: findSetting(sources, 'signingKey')?.value ?? null,
    signingKeyEncoding: parseKeyEncoding(findSetting(sources, 'signingKeyEncoding')),
  };
}

/** How requests are signed, by the settings. */
async function signingOf(sources: Sources): Promise<Signing> {
  const { resolveTemplate, DEFAULT_TEMPLATE } = await import('../wire/signature-template.js');
  const { decodeKey } = await import('../wire/decode-key.js');
  const named = findSetting(sources, 'signatureTemplate');
  const template = named ? located(named, () => resolveTemplate(named.value)) : resolveTemplate(DEFAULT_TEMPLATE);
  const keyFound = findSetting(sources, 'signingKey');
  const encoding = parseKeyEncoding(findSetting(sources, 'signingKeyEncoding'));
  const key = keyFound ? located(keyFound, () => decodeKey(parseSigningKeyText(keyFound), encoding)) : null;
  const env = variables(template.envNames, sources);
  return { template, name: named?.value ?? DEFAULT_TEMPLATE, isAssumed: named === null, key, env };
}

function noKey(which: string): SuiteError {
  return new SuiteError(
    'There is no signing key.',
    'environment, .env',
    `set TRADECERT_SIGNING_KEY to the key that ${which}`,
  );
}

async function sourcesOf(flags: Flags, { env, cwd }: Surroundings): Promise<Sources> {
  const plain: Sources = { flags: flags.text, env, dotenv: readDotenv(cwd) };
  const profile = await loadProfile(plain, cwd);
  return profile === null ? plain : { ...plain, profile };
}

function variables(names: readonly string[], { env, dotenv }: Sources): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const value = ownValue(env, name) ?? ownValue(dotenv, name);
      if (value !== undefined) return [name, value];
      throw new SuiteError(`The variable ${name.slice(0, 60)} is not set.`, '--env', 'set it, or leave it out');
    }),
  );
}

async function readRequests(flags: Flags, surroundings: Surroundings): Promise<Requests> {
  const { curl = [] } = flags.lists;
  const { har, url, entry } = flags.text;
  if ([curl.length > 0, har !== undefined, url !== undefined].filter(Boolean).length !== 1) {
    throw new SuiteError(
      'A signed request is needed, in one of three forms.',
      'tradecert signature',
      'give --curl FILE, or --har FILE, or --url URL with --headers FILE and --body FILE',
    );
  }
  if (entry !== undefined && har === undefined) {
    throw new SuiteError('The flag --entry belongs to --har.', '--entry', 'leave it out, or give --har FILE');
  }
  const [part] = (['method', 'headers', 'body'] as const).filter((name) => flags.text[name] !== undefined);
  if (part !== undefined && url === undefined) {
    throw new SuiteError(`The flag --${part} belongs to --url.`, `--${part}`, 'leave it out, or give --url URL');
  }
  if (har !== undefined) return readHarRequests(resolve(surroundings.cwd, har), entry);
  if (url !== undefined) return [await typedRequest(url, flags, surroundings)];
  const { parseCurl } = await import('../signature/curl-request.js');
  const read = (path: string): Buffer => readInput(path, surroundings);
  const [first, ...more] = curl.map((path) => {
    if (/^[\s$>#]*curl(?:\.exe)?\s/.test(path)) throw commandForFile();
    return inCurlFile(path, () => parseCurl(readText(path, surroundings), read));
  });
  if (first === undefined) throw new Error('There is no curl command.');
  return [first, ...more];
}

/** It is not shown: it mostly has a token in it. */
function commandForFile(): SuiteError {
  return new SuiteError(
    '--curl takes the name of a file, and was given a curl command.',
    '--curl',
    'write the command into a file, and give its name; or give --curl - and the command on standard input',
  );
}

/** Names the file of a curl command in what is wrong with it. */
function inCurlFile<T>(path: string, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    const flag = `--curl ${path.slice(0, 200)}`;
    const where = error.where === path ? flag : `${error.where}, ${flag}`;
    throw new SuiteError(error.message, where, error.remedy);
  }
}

async function typedRequest(url: string, flags: Flags, surroundings: Surroundings): Promise<SignedRequest> {
  const { makeRequest, parseHeaderLines } = await import('../signature/make-request.js');
  const { method = 'POST', headers, body } = flags.text;
  if (headers === undefined) {
    throw new SuiteError('The headers of the request are missing.', '--url', 'give --headers FILE as well');
  }
  return makeRequest({
    ...{ url, method },
    headers: parseHeaderLines(readText(headers, surroundings)),
    body: body === undefined ? null : readInput(body, surroundings),
  });
}

function readText(path: string, surroundings: Surroundings): string {
  const bytes = readInput(path, surroundings);
  refuseOtherThanUtf8(bytes, 'The file', path);
  return bytes.toString('utf8');
}

/** `-` is standard input. */
function readInput(path: string, { cwd }: Surroundings): Buffer {
  try {
    const bytes = readFileSync(path === '-' ? 0 : resolve(cwd, path));
    if (bytes.length <= MOST_BYTES) return bytes;
  } catch (error) {
    throw new SuiteError(`The file ${path.slice(0, 200)} cannot be read (${codeOf(error)}).`, path, 'check its name');
  }
  throw new SuiteError('The file is larger than 16 MiB.', path, 'give one request');
}

function parseMost(text: string | undefined): number {
  if (text === undefined) return DEFAULT_MOST;
  const digits = text.replaceAll('_', '');
  const most = /^\d{1,10}$/.test(digits) ? Number(digits) : 0;
  if (most > 0 && most <= 1e9) return most;
  throw new SuiteError(
    'How many signatures are tried at most is no whole number from 1 to 1,000,000,000.',
    '--most',
    'such as --most 20000000',
  );
}
