import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { contractDigest, loadCatalogue } from '../contract/catalogue.js';
import { digestOf } from '../contract/results-digest.js';
import { profileName } from '../contract/declared-profile.js';
import type { Results, RunPlan, Shard } from '../contract/results.js';
import { isDecided } from '../contract/run-verdict.js';
import type { Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { planOf } from '../examine/run-plan.js';
import { NOT_SET_BACK } from '../examine/set-back.js';
import { addressWithoutSecrets, withoutSecrets } from '../examine/without-secrets.js';
import { CERTIFICATE_FILE } from '../report/certificate/bundle-files.js';
import { checkRecord } from '../report/certificate/check-record.js';
import { startDifferences, type RunStart } from '../report/merge/check-shards.js';
import { plainText } from '../report/plain-text.js';
import { readRun, type RecordedRun } from '../report/recorded-run.js';
import { shellWord } from '../wire/shell-word.js';
import { isHeld, readClaimedRun } from './run-claim.js';
import type { ShardClauses } from './run-environment.js';
import { SETTING_FLAGS, SETTING_NAMES } from './setting-names.js';
import { findSetting, type Variables } from './setting-sources.js';
import { readSources, resolveSettings, type ResolvedSettings, type SettingsInput } from './settings.js';
import { toolVersion } from './tool-version.js';

/** Whether nothing of a run is left to do. */
export function isComplete({ stopped, unfinished }: Pick<Results, 'stopped' | 'unfinished'>): boolean {
  return stopped === undefined && unfinished !== true;
}

/** Whether a run was stopped that can be taken up where it was: it judged something, or left orders to set back. */
export function isWorthResuming(results: Pick<Results, 'stopped' | 'unfinished' | 'clauses' | 'notes'>): boolean {
  if (isComplete(results)) return false;
  return results.clauses.some(isDecided) || results.notes.some((note) => note.startsWith(NOT_SET_BACK));
}

/**
 * The line that names the command by which a run goes on; empty where none does, or nothing is gained by it.
 *
 * @param given - flags to be given again that are no settings
 */
export function howToGoOn(
  { dir, results }: Pick<RecordedRun, 'dir' | 'results'>,
  cwd: string,
  given: Readonly<Record<string, string>> = {},
): string {
  if (!isOfOwnRequests(results) || !isWorthResuming(results)) return '';
  const { again: settings, hidden } = flagsAgain(results.plan?.flags ?? {});
  const others = Object.entries(given).map(([flag, value]) => ` --${flag} ${shellWord(value)}`);
  const again = `${settings}${others.join('')}`;
  const besides = hidden.length === 0 ? '' : `, with its ${hidden.map((flag) => `--${flag}`).join(' and ')} besides`;
  return `To go on with it${besides}: ${toPaste(`run --resume ${shellWord(relative(cwd, dir) || '.')}${again}`)}\n`;
}

/** Why a run has no certificate, where that is since it has not ended, and how it goes on; `null` where it is not. */
export async function whyUncertified(dir: string, cwd: string): Promise<string | null> {
  if (existsSync(join(dir, CERTIFICATE_FILE))) return null;
  if (isHeld(dir)) return 'The run goes on: it has a certificate at its end.\n';
  const run = await readRun(dir).catch(() => null);
  if (run?.results.unfinished !== true) return null;
  return `The run did not come to its end, and has no certificate before that. ${howToGoOn(run, cwd) || '\n'}`;
}

/** Flags whose values {@link asBefore} keeps. */
const KEPT = ['base-url', 'rate'];

/** What of the flags is to be given again, and the names of those whose values are not told: a record may be anybody's. */
function flagsAgain(flags: NonNullable<RunPlan['flags']>): { readonly again: string; readonly hidden: string[] } {
  const known = Object.entries(flags).filter(([flag]) => Object.hasOwn(SETTING_FLAGS, flag));
  const isTold = (value: string | null): value is string => value !== null && plainText(value) === value;
  const again = known.flatMap(([flag, value]) =>
    isTold(value) && !KEPT.includes(flag) && flag !== 'orders-command' ? [` --${flag} ${shellWord(value)}`] : [],
  );
  return {
    again: again.join(''),
    hidden: known.flatMap(([flag, value]) => (isTold(value) && flag !== 'orders-command' ? [] : [flag])),
  };
}

/** Whether a run put requests of its own to a service: clients and recorded traffic are judged otherwise. */
function isOfOwnRequests({ subject, basis, plan }: Results): boolean {
  return subject.role === 'service' && basis === undefined && plan !== undefined;
}

/**
 * Reads a run of a service that was stopped, or came to its end.
 *
 * @param now - milliseconds since the epoch
 * @throws SuiteError where it is none, was made by another version, or is not as it was written
 */
export async function readStoppedRun(dir: string, now: number): Promise<RecordedRun> {
  const run = await readClaimedRun(dir);
  const { tool, contract, digest, unfinished } = run.results;
  if (!isOfOwnRequests(run.results)) {
    const remedy = 'name the folder of a run of a service; others are started anew';
    throw new SuiteError('Only a run of tradecert run can be resumed.', dir, remedy);
  }
  if (tool.version !== toolVersion() || contract.sha256 !== contractDigest().sha256) {
    const [made, own] = [versionText(tool.version, contract), versionText(toolVersion(), contractDigest())];
    const remedy = `resume it with the version of tradecert that made it, or start a new run`;
    throw new SuiteError(`The run was made by tradecert ${made}, and this is ${own}.`, dir, remedy);
  }
  if (digest !== digestOf(run.results)) {
    const remedy = 'fetch its folder again, or start a new run';
    throw new SuiteError(
      'The results are not as the run wrote them: their digest differs.',
      join(dir, 'results.json'),
      remedy,
    );
  }
  // The certificate that lies beside what a resumed run wrote while it went on would be that of its earlier part.
  if (unfinished !== true) await checkRecord(dir, [], now);
  return run;
}

function versionText(version: string, { sha256 }: Results['contract']): string {
  return `${version} with the clause catalogue ${sha256.slice(0, 12)}`;
}

/**
 * Resolves the settings of a run that goes on: what is not given is as it was.
 *
 * @param part - the shard that is given, with its clauses
 * @throws SuiteError as {@link resolveSettings}, and where a setting is not what it was
 */
export async function resolveResumed(
  { dir, results }: Pick<RecordedRun, 'dir' | 'results'>,
  input: SettingsInput,
): Promise<ResolvedSettings> {
  const flags = await asBefore(results, input);
  const resolved = await resolveSettings({
    ...input,
    flags,
    resumed: dir,
    strict: input.strict === true || results.strict === true,
    readOnly: input.readOnly === true || results.readOnly === true,
  });
  return resolved;
}

async function asBefore(results: Results, { flags, env, cwd, ...atHand }: SettingsInput): Promise<Variables> {
  const { seed, depth, plan, subject } = results;
  const { sources } = await readSources({ flags, env }, cwd, atHand);
  const flagged = plan?.flags ?? {};
  const isKept = (key: 'baseUrl' | 'rate'): boolean => {
    const { flag } = SETTING_NAMES[key];
    return flags[flag] === undefined && (typeof flagged[flag] === 'string' || findSetting(sources, key) === null);
  };
  const isAddressed = plan?.embedded === true || !isKept('baseUrl');
  if (!isAddressed && subject.baseUrl.includes('[redacted:')) {
    throw new SuiteError(
      'The base URL of the run holds a secret, so that its results do not have it whole.',
      'environment, .env, profile',
      'set TRADECERT_BASE_URL to what it was',
    );
  }
  return {
    ...(!isAddressed && { 'base-url': subject.baseUrl }),
    ...(plan?.rate !== undefined && isKept('rate') && { rate: String(plan.rate) }),
    seed: String(seed),
    depth,
    ...(plan?.only && { only: plan.only.join(',') }),
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
  };
}

/** @throws SuiteError that names each setting which is not what it was when the run was stopped */
export function checkSameRun({ dir, results }: RecordedRun, settings: Settings, part: ShardClauses | null): void {
  const before = results.plan?.shard;
  const differences = startDifferences(results, startOf(settings, part, results.plan)).map(
    ({ name, one, other }) => `the ${name} was ${one} and is ${other}`,
  );
  if (part !== null && before?.of === part.of && before.index !== part.index) {
    differences.push(`the shard was ${shardText(before)} and is ${shardText(part)}`);
  }
  if (differences.length === 0 && !isSameChoice(results.plan, settings, part)) {
    differences.push('its clauses were chosen by Playwright itself, which tradecert run cannot repeat');
  }
  if (differences.length === 0) return;
  throw new SuiteError(
    `The run cannot go on with other settings than it was started with: ${differences.join('; ')}.`,
    dir,
    'give what it was started with, or start a new run',
  );
}

function shardText({ index, of }: Shard): string {
  return `${index}/${of}`;
}

/** Of the embedded service, credentials, template and orders are its own. */
function startOf(settings: Settings, part: ShardClauses | null, before: RunPlan | undefined): RunStart {
  const { baseUrl, seed, depth, strict, readOnly, profile, profileFile, embedded } = settings;
  const own = planOf(settings, []);
  const isEmbedded = embedded && before?.embedded === true;
  const plan: RunPlan = {
    ...own,
    ...(isEmbedded && { orders: before.orders, ...(before.signature && { signature: before.signature }) }),
    ...(part && { shard: { index: part.index, of: part.of } }),
  };
  return {
    tool: { name: 'tradecert', version: toolVersion() },
    contract: contractDigest(),
    subject: { role: 'service', baseUrl: addressWithoutSecrets(baseUrl, settings) },
    ...(profileFile && {
      profile: { name: withoutSecrets(profileName(profile, profileFile.path), settings), sha256: profileFile.sha256 },
    }),
    seed,
    depth,
    ...(strict && { strict }),
    ...(readOnly && { readOnly }),
    plan,
  };
}

function isSameChoice(before: RunPlan | undefined, { only }: Settings, part: ShardClauses | null): boolean {
  const all = loadCatalogue().filter(({ id, role }) => role !== 'client' && (only?.includes(id) ?? true));
  const chosen = part?.clauses ?? all.map(({ id }) => id);
  return before !== undefined && before.clauses.join() === chosen.join();
}
