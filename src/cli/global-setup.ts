import type { Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import type { FirstLook } from '../doctor/look-first.js';
import { renderCheck } from '../doctor/render-checks.js';
import { amount } from '../report/verdict-words.js';
import { setCurrentRun } from './current-run.js';
import { startExaminer } from './examiner.js';
import { endProcessWith, EXIT, exitStatusOf } from './exit-status.js';
import { catchCrashes, withoutStack } from './last-resort.js';
import { lostSignatures } from './lost-signature.js';
import { openRun } from './open-run.js';
import { describeRun } from './playwright-run.js';
import { encodeRun, hideSecrets, type RunDescription } from './run-environment.js';
import { PRIVATE_VARIABLES, SETTING_NAMES } from './setting-names.js';
import type { Found } from './setting-sources.js';
import { resolveSettings } from './settings.js';
import type { TakenUp } from './take-up-run.js';
import { runTokenCommand } from './token.js';
import { warningLine } from './warning-line.js';

/**
 * Playwright's global set-up, in the main process: makes the certification and lets the tests ask for clauses.
 *
 * @returns the teardown, which comes before the reporters' end
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Until there is a verdict, whatever ends this process has kept it from one.
  endProcessWith(EXIT.usage);
  catchCrashes();
  try {
    return await open(describeRun());
  } catch (error) {
    throw withoutStack(error);
  }
}

async function open(description: RunDescription): Promise<() => Promise<void>> {
  const { settings, tokenCommand } =
    description.settings === undefined
      ? await resolveAlone(description.outDir)
      : { ...description, settings: description.settings };
  const restoreSecrets = hideSecrets(process.env, settings.env);
  const parent = description.startedBy ?? process.ppid;
  await leaveWithout(parent);
  const opened = await openRun({
    settings,
    resumes: description.resumes === true,
    part: description.shard ?? null,
    fetchToken: tokenCommand && ((stop) => fetchToken(tokenCommand, settings, stop)),
  });
  const { run } = opened;
  setCurrentRun(run);
  const stop = (): void => {
    // A test that has just begun is not interrupted by Playwright, so its clause must come to an end by itself.
    run.interrupt();
    // A worker that was just starting misses Playwright's word to stop, and would be waited for five minutes.
    process.env['PWTEST_CHILD_PROCESS_TIMEOUT'] ??= '3000';
  };
  process.once('SIGINT', stop);
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, asInterrupt);

  const examiner = await startExaminer((id) => run.examine(id));
  const before = process.env[PRIVATE_VARIABLES.run];
  process.env[PRIVATE_VARIABLES.run] = encodeRun({ ...description, settings })[PRIVATE_VARIABLES.run];
  process.env[PRIVATE_VARIABLES.examinerUrl] = examiner.url;
  process.env[PRIVATE_VARIABLES.examinerKey] = examiner.key;
  // A terminal that was closed takes nothing any more.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  await leaveWithout(parent, () => opened.release());
  stopWith(parent);
  const first = await opened.begin((takenUp) => void process.stderr.write(takeUpText(takenUp, settings)));
  run.foundBefore = first.checks;
  tellFirstLook(first);

  return async () => {
    await examiner.close();
    process.off('SIGINT', stop);
    process.env[PRIVATE_VARIABLES.run] = before;
    restoreSecrets();
    if (run.isReported) return;
    // Another reporter took the place of ours: the results are written all the same.
    const { verdict } = await run.finish({ interrupted: false });
    endProcessWith(exitStatusOf(verdict));
  };
}

function takeUpText({ earlier, signedBy }: TakenUp, { certificate }: Settings): string {
  const { judged, requests, orders } = earlier;
  const before = `Going on: nothing more is sent for ${amount(judged.size, 'clause')}; ${amount(requests, 'request')} sent so far.`;
  const lost = lostSignatures(signedBy, certificate).map((warning) => warningLine(warning));
  return `${before}${orders.length === 0 ? '' : ` ${amount(orders.length, 'order')} set back first.`}\n${lost.join('')}`;
}

/** What does not hold is told once, before everything else. */
function tellFirstLook({ checks, hopeless }: FirstLook): void {
  if (checks.length === 0) return;
  const end = hopeless === null ? '' : 'Nothing can be judged.\n';
  process.stderr.write(`${checks.map(renderCheck).join('')}${end}More is told by: ${toPaste('doctor')}\n\n`);
}

/** Settings of a run that `npx playwright test` started. */
async function resolveAlone(outDir: string): Promise<{ readonly settings: Settings; readonly tokenCommand?: Found }> {
  const { settings, tokenCommand, warnings } = await resolveSettings({
    flags: {},
    env: process.env,
    cwd: process.cwd(),
    now: new Date(),
    outDir,
    // Playwright takes no flag of ours.
    readOnlyBy: 'TRADECERT_ENVIRONMENT=production to modify nothing',
    say: sayOfCommand,
  });
  for (const warning of warnings) process.stderr.write(warningLine(warning));
  return { settings, ...(tokenCommand && { tokenCommand }) };
}

/** A fresh token for a run that goes on; the command sees what it saw at first. */
async function fetchToken(command: Found, { signingKey, env: covered }: Settings, stop: AbortSignal): Promise<string> {
  const env = { ...process.env, ...covered, [SETTING_NAMES.signingKey.variable]: signingKey ?? undefined };
  try {
    return await runTokenCommand(command, { cwd: process.cwd(), env, say: sayOfCommand, stop });
  } catch (error) {
    if (error instanceof SuiteError && !stop.aborted)
      process.stderr.write(warningLine(`${error.message} The run goes on with the token it has.`));
    throw error;
  }
}

function sayOfCommand(line: string): void {
  process.stderr.write(`token command: ${line}\n`);
}

/** When `tradecert run` is gone, however it ended, nobody waits for this run any more: it must not go on modifying. */
function stopWith(parent: number): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    asInterrupt();
  }, 500);
  watch.unref();
}

/** The same before anything was sent: there is nothing to set back, and nothing to report. */
async function leaveWithout(parent: number, release?: () => Promise<void>): Promise<void> {
  if (process.ppid === parent) return;
  await release?.();
  endProcessWith(EXIT.incomplete);
  process.exit();
}

/** A run that is asked to end sets the orders back and writes its report, as after Ctrl-C. */
function asInterrupt(): void {
  process.emit('SIGINT');
}
