import { lostSignatures } from '../cli/lost-signature.js';
import { openRun, type OpenRun } from '../cli/open-run.js';
import { readResumed, readyRun, type ReadyRun } from '../cli/ready-run.js';
import { isComplete } from '../cli/stopped-run.js';
import { runTokenCommand } from '../cli/token.js';
import type { Environment } from '../contract/profile.js';
import type { Results } from '../contract/results.js';
import type { Check } from '../doctor/check.js';
import type { Progress } from '../examine/progress.js';
import {
  COMMON_OPTIONS,
  givenSettings,
  inOptionWords,
  textOf,
  type CertifyOptions,
  type ShardText,
} from './options.js';
import { pinnedResults } from './pinned-results.js';
import { checkBaseUrl } from './needs-base-url.js';
import { withCallbacks } from './callbacks.js';
import { withKeptFolder } from './kept-folder.js';
import {
  checkOptions,
  FUNCTION,
  members,
  NUMBER,
  oneOf,
  rivals,
  TEXT,
  textLike,
  type OptionChecks,
} from './option-checks.js';

/** Where orders come from that may be modified: one of the three. */
export type OrdersOption =
  { readonly url: string } | { readonly command: string } | { /** Relative to `cwd`. */ readonly file: string };

/** Options of {@link certifyService}. */
export interface CertifyServiceOptions extends CertifyOptions {
  /** With its prefix, such as `https://staging.example/public/v1`; absent: the embedded reference service. */
  readonly baseUrl?: string;
  /** Needed for a host that is not this machine; `production` is read-only, always. */
  readonly environment?: Environment;
  /** The JWT, without the word Bearer. */
  readonly token?: string;
  /** A shell command that prints the JWT, in place of it. */
  readonly tokenCommand?: string;
  readonly orders?: OrdersOption;
  /** Most requests a second; default 20 for a host that is not this machine. */
  readonly rate?: number;
  /** After this time nothing new is begun, such as `30m` or `90s`; default: no bound. */
  readonly maxTime?: string;
  /** After so many requests nothing new is begun; setting orders back takes some more. Default: no bound. */
  readonly maxRequests?: number;
  /** This part of the clauses only; every part with the same seed. `tradecert report` puts the folders of all together. */
  readonly shard?: ShardText;
  /**
   * The folder of a run that was stopped, relative to `cwd`: goes on with it there, in place of `out`. What is not given is as
   * it was. One that has come to its end is given back as it is.
   */
  readonly resume?: string;
  /** Told several times a second how far the run is, while that changes. */
  readonly onProgress?: (progress: Progress) => void;
}

/** {@link OrdersOption} as it may be given without a compiler. */
interface OrderPlaces {
  readonly url?: string;
  readonly command?: string;
  readonly file?: string;
  /** `off`: it is not asked how orders stand. */
  readonly show?: 'on' | 'off';
}

const ORDERS = members<OrderPlaces>(
  { url: TEXT, command: TEXT, file: TEXT, show: TEXT },
  rivals('url', 'command', 'file'),
  oneOf('url', 'command', 'file'),
);

const OPTIONS: OptionChecks<CertifyServiceOptions> = {
  ...COMMON_OPTIONS,
  ...{ baseUrl: TEXT, environment: TEXT, token: TEXT, tokenCommand: TEXT, orders: ORDERS, rate: NUMBER },
  ...{ maxTime: textLike('30m'), maxRequests: NUMBER, shard: TEXT, resume: TEXT, onProgress: FUNCTION },
};

const PROGRESS_EVERY_MS = 250;
const SNAPSHOT_EVERY_MS = 1_000;

/**
 * Certifies a service, as `tradecert run` does, in this process and without Playwright. With `out`, it writes the whole
 * report, all but Playwright's own.
 *
 * @returns the results, with every clause of the catalogue; a service that breaks its contract is no error
 * @throws SuiteError where an option does not hold, or the report cannot be written; no message has a secret in it
 */
export async function certifyService(options: CertifyServiceOptions = {}): Promise<Results> {
  checkOptions(options, OPTIONS);
  options.signal?.throwIfAborted();
  return withCallbacks(options, (told) =>
    inOptionWords(told, (warn) => pinnedResults(told, warn, () => certifyKept(told, warn))),
  );
}

function certifyKept(options: CertifyServiceOptions, warn: (warning: string) => void): Promise<Results> {
  if (options.resume !== undefined) return certifyInto(options, true, warn);
  return withKeptFolder(options.out, (out) => certifyInto({ ...options, out }, options.out !== undefined, warn));
}

/** @param isKept - whether the folder is there for anybody after the run */
async function certifyInto(
  options: CertifyServiceOptions,
  isKept: boolean,
  warn: (warning: string) => void,
): Promise<Results> {
  const { strict = false, readOnly = false, shard, resume } = options;
  const settled = givenSettings(options, ownSettings(options), process.env);
  const { flags: given, env, cwd, atHand } = settled;
  const flags = { ...given, shard, resume };
  const say = (line: string): void => warn(`token command: ${line}`);
  const stopped = await readResumed(flags, cwd);
  if (stopped !== null && isComplete(stopped.results)) return stopped.results;
  if (stopped === null) await checkBaseUrl(options, settled);
  const ready = await readyRun({ ...{ flags, env, cwd, strict, readOnly, ...atHand, say, now: new Date() } }, stopped);
  for (const warning of ready.warnings) warn(warning);
  const { settings, tokenCommand, part } = ready;
  const opened = await openRun({
    ...{ settings, part, resumes: stopped !== null },
    fetchToken: tokenCommand === null ? undefined : (stop) => runTokenCommand(tokenCommand, { cwd, say, stop }),
  });
  try {
    return await carryOut(opened, ready, { ...options, isKept, warn });
  } finally {
    await opened.release();
  }
}

function ownSettings(options: CertifyServiceOptions): Parameters<typeof givenSettings>[1] {
  const { baseUrl, environment, token, tokenCommand, orders, rate, maxTime, maxRequests } = options;
  return {
    ...{ baseUrl, environment, token, tokenCommand, ...ordersOf(orders), maxTime },
    ...{ rate: textOf(rate), maxRequests: textOf(maxRequests) },
  };
}

/** What does not hold before the run begins, and what that means for it. */
function sentenceOf({ title, found, means }: Check): string {
  return `${title}: ${found}${means === undefined ? '' : `; ${means}`}`;
}

/** How {@link carryOut} tells of the run. */
interface Telling extends Pick<CertifyServiceOptions, 'signal' | 'onProgress'> {
  readonly isKept: boolean;
  readonly warn: (warning: string) => void;
}

/** Examines every clause that can be, as the command's tests do. */
async function carryOut(
  opened: OpenRun,
  { part }: Pick<ReadyRun, 'part'>,
  { signal, onProgress, isKept, warn }: Telling,
): Promise<Results> {
  const { run } = opened;
  const stop = (): void => run.interrupt();
  signal?.addEventListener('abort', stop, { once: true });
  if (isAborted(signal)) stop();
  const timers = [
    setInterval(() => onProgress?.(run.certification.progress()), PROGRESS_EVERY_MS),
    ...(isKept ? [setInterval(() => run.snapshot(), SNAPSHOT_EVERY_MS)] : []),
  ];
  try {
    const { checks } = await opened.begin(({ signedBy }) => {
      for (const warning of lostSignatures(signedBy, run.settings.certificate)) warn(warning);
    });
    for (const check of checks) warn(sentenceOf(check));
    const own = part && new Set(part.clauses);
    const ids = run.certification.examinable.map(({ id }) => id).filter((id) => own?.has(id) !== false);
    run.select(ids, part === null ? undefined : { index: part.index, of: part.of });
    if (isKept) run.snapshotAtOnce();
    await Promise.all(ids.map((id) => run.examine(id)));
    onProgress?.(run.certification.progress());
    return await run.finish({ interrupted: isAborted(signal) });
  } finally {
    for (const timer of timers) clearInterval(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Asked again: it changes while the run goes on. */
const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

function ordersOf({ url, command, file, show }: OrderPlaces = {}): Parameters<typeof givenSettings>[1] {
  return { ordersUrl: url, ordersCommand: command, ordersFile: file, ordersShow: show };
}
