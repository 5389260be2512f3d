import type { Flags } from '../cli/flags.js';
import { resolveClientSettings } from '../cli/client-settings.js';
import { playClient } from '../cli/play-client.js';
import { refreshRunList } from '../cli/refresh-run-list.js';
import { chooseScenarios } from '../cli/scenario-choice.js';
import { writeSnapshots, type Snapshots } from '../cli/snapshots.js';
import type { Results } from '../contract/results.js';
import { writeRun } from '../report/write-run.js';
import { clientOfCommand } from '../scenario/run-client.js';
import { withCallbacks } from './callbacks.js';
import { clientOfFunction, type ClientFunction } from './client-function.js';
import { COMMON_OPTIONS, givenSettings, inOptionWords, type CertifyOptions, type ShardText } from './options.js';
import { pinnedResults } from './pinned-results.js';
import { withKeptFolder } from './kept-folder.js';
import { checkOptions, FUNCTION, isText, sort, TEXT, textsLike, type OptionChecks } from './option-checks.js';

/** Options of {@link certifyClient}. The token is made up, and so is the signing key where none is given. */
export interface CertifyClientOptions extends CertifyOptions {
  /** A shell command that is started once for each task, or a function that is called. */
  readonly client: string | ClientFunction;
  /** What the client is called in the report and the certificate; default its command, or the function's name. */
  readonly name?: string;
  /** Names of scenarios, or globs such as `refused-*`; default all. */
  readonly scenarios?: readonly string[];
  /** This part of the scenarios only; every part with the same seed. `tradecert report` puts the folders of all together. */
  readonly shard?: ShardText;
  /** How long the client has for one task, in milliseconds; default 30000. */
  readonly timeoutMs?: number;
  /** Told of each scenario that was played. */
  readonly onProgress?: (progress: { readonly played: number; readonly planned: number }) => void;
}

const LONGEST_TASK_MS = 3_600_000;

const OPTIONS: OptionChecks<CertifyClientOptions> = {
  ...COMMON_OPTIONS,
  client: sort(
    'is neither a command nor a function',
    (value) => isText(value) || typeof value === 'function',
    'give a shell command, or a function that carries out one task',
  ),
  ...{ name: TEXT, scenarios: textsLike('refused-*'), shard: TEXT, onProgress: FUNCTION },
  timeoutMs: sort(
    'is no time above 0 and up to an hour',
    (value) => typeof value === 'number' && value > 0 && value <= LONGEST_TASK_MS,
    'give milliseconds, such as 30000',
  ),
};

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Certifies a client, as `tradecert client --exec` does, in this process. With `out`, it writes the whole report.
 *
 * @returns the results, with every clause of the catalogue; a client that breaks a clause is no error
 * @throws SuiteError where an option does not hold, the command cannot be started, or the report cannot be written
 */
export async function certifyClient(options: CertifyClientOptions): Promise<Results> {
  checkOptions(options, OPTIONS, 'client');
  options.signal?.throwIfAborted();
  return withCallbacks(options, (told) =>
    inOptionWords(told, (warn) =>
      pinnedResults(told, warn, () => withKeptFolder(told.out, (out) => certifyInto(out, told, warn))),
    ),
  );
}

async function certifyInto(
  out: string,
  options: CertifyClientOptions,
  tell: (warning: string) => void,
): Promise<Results> {
  const { client, signal, timeoutMs = DEFAULT_TIMEOUT_MS, onProgress } = options;
  const { flags, env, cwd, atHand } = givenSettings({ ...options, out }, {}, process.env);
  const warn = (text: string): void => tell(text.replace(/^warning: /, '').trimEnd());
  const asFlags = flagsOf({ ...flags, name: options.name, shard: options.shard }, options);
  const { settings, tokenKey } = await resolveClientSettings(asFlags, { env, cwd, err: warn }, atHand);
  const isKept = options.out !== undefined;
  let snapshots: Snapshots | undefined;
  const isCommand = typeof client === 'string';
  const results = await playClient(isCommand ? clientOfCommand(client, cwd, process.env) : clientOfFunction(client), {
    ...{ settings, tokenKey, timeoutMs },
    command: isCommand ? client : client.name || 'a function',
    ...chooseScenarios(options.scenarios, settings, asFlags.text),
    ...(signal && { stop: signal }),
    onIdle: warn,
    onBegun: (soFar) => void (snapshots = isKept ? writeSnapshots(settings.outDir, soFar) : undefined),
    onProgress: (played, planned) => onProgress?.({ played, planned }),
  }).finally(() => snapshots?.stop());
  if (!isKept) return results;
  await writeRun(settings.outDir, results, settings.certificate);
  await refreshRunList(settings.outDir, cwd, warn);
  return results;
}

/** Options as a command's parsed flags. */
function flagsOf(text: Flags['text'], { only, strict, readOnly }: CertifyOptions): Flags {
  const given = Object.entries(text).filter(([, value]) => value !== undefined);
  return {
    text: Object.fromEntries(given),
    lists: { only },
    operands: [],
    has: (name) => (name === 'strict' && strict === true) || (name === 'read-only' && readOnly === true),
  };
}
