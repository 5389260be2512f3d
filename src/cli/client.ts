import { join, relative } from 'node:path';
import type { Results } from '../contract/results.js';
import { printedJson } from '../report/plain-text.js';
import { SuiteError } from '../contract/suite-error.js';
import { describeSigner } from '../report/certificate/describe-signer.js';
import { listPrinted, PRINTED_FOLDER } from '../report/printed-files.js';
import { renderTerminal } from '../report/render-terminal.js';
import { amount } from '../report/verdict-words.js';
import { writeRun } from '../report/write-run.js';
import { listenForClient, type Listening, type ListenEvent } from '../scenario/listen-for-client.js';
import { clientOfCommand } from '../scenario/run-client.js';
import type { Scenario } from '../scenario/scenarios.js';
import type { ScenarioPart } from '../traffic/role-record.js';
import { shellWord } from '../wire/shell-word.js';
import { resolveTemplate } from '../wire/signature-template.js';
import { annotationsFor } from './annotate.js';
import { resolveClientSettings, type ClientRunSettings } from './client-settings.js';
import type { Surroundings } from './command-line.js';
import { EXIT, exitStatusOf } from './exit-status.js';
import { parseFlags, type Flags } from './flags.js';
import { listenForEnd, type Interruption } from './interrupted.js';
import { ListenProgress } from './listen-progress.js';
import { parsePort } from './numbers.js';
import { playClient } from './play-client.js';
import { ProgressDisplay } from './progress-display.js';
import { refreshRunList } from './refresh-run-list.js';
import { whileClaimed } from './run-claim.js';
import { chooseScenarios, PLAYABLE } from './scenario-choice.js';
import { Silence } from './silence.js';
import { writeSnapshots, type Snapshots } from './snapshots.js';
import { toolVersion } from './tool-version.js';
import { TRAFFIC_FLAGS } from './traffic-settings.js';
import { checkProfileTarget, writeProfile } from './write-profile.js';

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

const MANY = { type: 'string', multiple: true } as const;

const CLIENT_FLAGS = {
  ...TRAFFIC_FLAGS,
  exec: TEXT,
  listen: TEXT,
  scenario: MANY,
  'list-scenarios': SWITCH,
  timeout: TEXT,
  seed: TEXT,
  depth: TEXT,
  shard: TEXT,
  'read-only': SWITCH,
  'write-profile': TEXT,
} as const;

const DEFAULT_TIMEOUT_S = 30;

/** `tradecert client`: certifies a client that it starts, or one that is started elsewhere. */
export async function client(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const flags = parseFlags(args, CLIENT_FLAGS, 'client');
  if (flags.has('list-scenarios')) {
    surroundings.out(listOf(PLAYABLE));
    return 0;
  }
  const [command, port] = [flags.text['exec'], flags.text['listen']];
  if ((command === undefined) === (port === undefined)) {
    throw new SuiteError(
      command === undefined ? 'It is not said how the client is run.' : 'It is said twice how the client is run.',
      'tradecert client',
      "give either --exec 'COMMAND', which starts it, or --listen PORT, where it comes by itself",
    );
  }
  const timeoutMs = timeoutOf(flags) * 1_000;
  const target = flags.text['write-profile'];
  if (target !== undefined) await checkProfileTarget(target, surroundings.cwd);
  const resolved = await resolveClientSettings(flags, surroundings);
  const { outDir } = resolved.settings;
  const { scenarios, part } = chooseScenarios(flags.lists['scenario'], resolved.settings, flags.text);
  const idle = { words: '' };
  const results = await whileClaimed(outDir, async () => {
    const interruption = listenForEnd();
    const run: ClientRunOptions = { scenarios, part, timeoutMs, resolved, surroundings, interruption };
    const seen = await (
      command === undefined
        ? listenTo(parsePort(port ?? '', '--listen'), run)
        : execute(command, run, (words) => void (idle.words = words))
    ).finally(() => interruption.off());
    await writeRun(outDir, seen, resolved.settings.certificate);
    return seen;
  });
  await refreshRunList(outDir, surroundings.cwd, surroundings.err);
  const status = await tell(results, flags, resolved, surroundings);
  if (target !== undefined) surroundings.err(`${await writeProfile(target, surroundings.cwd, results)}\n`);
  surroundings.err(idle.words);
  return idle.words === '' ? status : EXIT.incomplete;
}

/** A run of a client, however it comes by its tasks. */
interface ClientRunOptions {
  readonly scenarios: readonly Scenario[];
  readonly part: ScenarioPart | undefined;
  readonly timeoutMs: number;
  readonly resolved: ClientRunSettings;
  readonly surroundings: Surroundings;
  readonly interruption: Interruption;
}

async function execute(command: string, run: ClientRunOptions, onIdle: (words: string) => void): Promise<Results> {
  const { scenarios, part, timeoutMs, interruption } = run;
  const { settings, tokenKey } = run.resolved;
  const { env, cwd, err } = run.surroundings;
  let snapshots: Snapshots | undefined;
  const shard = part === undefined ? '' : `, shard ${part.index} of ${part.of}`;
  err(
    `Certifying a client: ${amount(scenarios.length, 'scenario')}, ${settings.depth} depth, seed ${settings.seed}${shard}\n`,
  );
  const results = await playClient(clientOfCommand(command, cwd, env), {
    ...{ settings, tokenKey, command, scenarios, part, timeoutMs },
    stop: interruption.signal,
    onIdle,
    onBegun: (soFar) => void (snapshots = writeSnapshots(settings.outDir, soFar)),
    onProgress: (done, all) => {
      if (done % 20 === 0 || done === all) err(`${done} of ${amount(all, 'scenario')}\n`);
    },
  });
  await snapshots?.stop();
  return results;
}

async function listenTo(port: number, run: ClientRunOptions): Promise<Results> {
  const { scenarios, part, timeoutMs, interruption } = run;
  const { settings, tokenKey } = run.resolved;
  const { err } = run.surroundings;
  const sign: { seen: (event: ListenEvent) => void } = { seen: () => undefined };
  const listening = await listenForClient({
    ...{ settings, tokenKey, scenarios, part, port, toolVersion: toolVersion() },
    onEvent: (event) => sign.seen(event),
  });
  err(invitation(listening, run.resolved));
  const snapshots = writeSnapshots(settings.outDir, () => listening.soFar());
  const progress = new ListenProgress(listening.tasks);
  const display = new ProgressDisplay(process.stderr, () => progress.line());
  const silence = new Silence(timeoutMs, () =>
    display.tell(
      `Nothing came for ${timeoutMs / 1_000} s: waiting for ${progress.waitingFor()}. Ctrl-C ends the run and writes what there is.\n`,
    ),
  );
  sign.seen = (event) => {
    silence.broken();
    const line = progress.see(event);
    if (line !== null) display.tell(line);
  };
  display.start();
  const early = await Promise.race([
    listening.done.then(() => undefined),
    interruption.asked.then(() => 'it was interrupted'),
  ]);
  silence.end();
  display.stop();
  await snapshots.stop();
  return listening.end(early);
}

/** What a person needs to start the client. A key that is set here is that person's secret. */
function invitation({ tasksUrl, tasks }: Listening, { settings, isOwnKey }: ClientRunSettings): string {
  const { token, signingKey, signingKeyEncoding, signatureTemplate } = settings;
  const variables = {
    TRADECERT_TOKEN: token,
    ...(isOwnKey ? {} : { TRADECERT_SIGNING_KEY: signingKey ?? '' }),
    TRADECERT_SIGNING_KEY_ENCODING: signingKeyEncoding,
    TRADECERT_SIGNATURE_TEMPLATE: resolveTemplate(signatureTemplate).text,
  };
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}\n`);
  return `${amount(tasks, 'task')} ${tasks === 1 ? 'is' : 'are'} waiting at ${tasksUrl}

The client's credentials, for this run only${isOwnKey ? ', and TRADECERT_SIGNING_KEY as it is set here' : ''}:

${exports.join('')}
1. Give the client these credentials, and let it GET the tasks: each has a base URL of its own.
2. For each task, POST what the client would print to ${tasksUrl.replace(/tasks$/, 'outcomes/SCENARIO')}?status=EXIT_STATUS
The run ends with an outcome for every task, or with Ctrl-C, which writes what there is.

`;
}

async function tell(
  results: Results,
  flags: Flags,
  { settings }: ClientRunSettings,
  { out, err, cwd, env }: Surroundings,
): Promise<number> {
  const report = relative(cwd, join(settings.outDir, 'index.html'));
  const certificate = describeSigner(settings.certificate);
  const folder = relative(cwd, join(settings.outDir, PRINTED_FOLDER));
  const printed = { folder, files: (await listPrinted(settings.outDir)).length };
  const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  if (flags.has('json')) {
    out(printedJson(results));
    err(renderTerminal(results, { color: false, report, certificate, printed }));
  } else {
    out(renderTerminal(results, { color, report, certificate, printed }));
  }
  err(annotationsFor(results, env));
  return exitStatusOf(results.verdict);
}

function timeoutOf(flags: Flags): number {
  const given = flags.text['timeout'];
  if (given === undefined) return DEFAULT_TIMEOUT_S;
  const seconds = Number(given);
  if (/^\d+(?:\.\d+)?$/.test(given) && seconds > 0 && seconds <= 3_600) return seconds;
  throw new SuiteError(
    'The time-out is not a number of seconds above 0 and up to 3600.',
    '--timeout',
    'give for instance 30',
  );
}

function listOf(scenarios: readonly Scenario[]): string {
  return scenarios.map(({ name, does, clause }) => `${name.padEnd(40)} ${clause}  ${does}\n`).join('');
}
