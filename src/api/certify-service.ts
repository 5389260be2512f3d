import { CertificationRun } from '../cli/certification-run.js';
import { subjectOf } from '../cli/embedded-subject.js';
import { lookBeforeRun } from '../cli/look-before-run.js';
import { resolveSettings } from '../cli/settings.js';
import { runTokenCommand } from '../cli/token.js';
import { toolVersion } from '../cli/tool-version.js';
import type { Environment } from '../contract/profile.js';
import type { Results } from '../contract/results.js';
import type { Check } from '../doctor/check.js';
import { openCertification, type Progress } from '../examine/certification.js';
import { givenSettings, inOptionWords, type CertifyOptions } from './options.js';
import { withKeptFolder } from './kept-folder.js';

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
  /** Nothing is modified; default false. */
  readonly readOnly?: boolean;
  /** Told several times a second how far the run is, while that changes. */
  readonly onProgress?: (progress: Progress) => void;
}

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
  options.signal?.throwIfAborted();
  return withKeptFolder(options.out, (out) => inOptionWords(options, (warn) => certifyInto(out, options, warn)));
}

async function certifyInto(
  out: string,
  options: CertifyServiceOptions,
  warn: (warning: string) => void,
): Promise<Results> {
  const { baseUrl, environment, token, tokenCommand, rate, strict = false, readOnly = false } = options;
  const own = {
    ...{ baseUrl, environment, token, tokenCommand, ...ordersOf(options.orders) },
    ...(rate !== undefined && { rate: String(rate) }),
  };
  const { flags, env, cwd, atHand } = givenSettings({ ...options, out }, own, process.env);
  const say = (line: string): void => warn(`token command: ${line}`);
  const {
    settings,
    tokenCommand: command,
    warnings,
  } = await resolveSettings({
    ...{ flags, env, cwd, strict, readOnly, ...atHand, say, now: new Date() },
  });
  for (const warning of warnings) warn(warning);
  const subject = await subjectOf(settings);
  try {
    const certification = await openCertification({
      ...{ settings: subject.settings, toolVersion: toolVersion() },
      ...(command && { fetchToken: () => runTokenCommand(command, { cwd, say }) }),
    });
    const tellFirst = async (): Promise<void> => {
      const { checks } = await lookBeforeRun(certification, { settings, hasFreshTokens: command !== null });
      for (const check of checks) warn(sentenceOf(check));
    };
    return await carryOut(new CertificationRun({ certification, settings: subject.settings }), options, tellFirst);
  } finally {
    await subject.release();
  }
}

/** What does not hold before the run begins, and what that means for it. */
function sentenceOf({ title, found, means }: Check): string {
  return `${title}: ${found}${means === undefined ? '' : `; ${means}`}`;
}

/** Examines every clause that can be, as the command's tests do, after what comes first. */
async function carryOut(
  run: CertificationRun,
  { signal, onProgress, out }: CertifyServiceOptions,
  first: () => Promise<void>,
): Promise<Results> {
  const stop = (): void => run.interrupt();
  signal?.addEventListener('abort', stop, { once: true });
  if (isAborted(signal)) stop();
  const timers = [
    setInterval(() => onProgress?.(run.certification.progress()), PROGRESS_EVERY_MS),
    ...(out === undefined ? [] : [setInterval(() => run.snapshot(), SNAPSHOT_EVERY_MS)]),
  ];
  try {
    await first();
    const ids = run.certification.examinable.map(({ id }) => id);
    run.select(ids);
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

function ordersOf(
  orders: OrdersOption | undefined,
): Partial<Record<'ordersUrl' | 'ordersCommand' | 'ordersFile', string>> {
  if (orders === undefined) return {};
  if ('url' in orders) return { ordersUrl: orders.url };
  return 'command' in orders ? { ordersCommand: orders.command } : { ordersFile: orders.file };
}
