import { resolve } from 'node:path';
import { amount } from '../contract/amount.js';
import type { Shard } from '../contract/results.js';
import { SuiteError } from '../contract/suite-error.js';
import type { RecordedRun } from '../report/recorded-run.js';
import { parseShard } from './numbers.js';
import type { ShardClauses } from './run-environment.js';
import type { Variables } from './setting-sources.js';
import { resolveSettings, type ResolvedSettings, type SettingsInput } from './settings.js';
import { checkSameRun, readStoppedRun, resolveResumed } from './stopped-run.js';

/** A run whose settings hold: it can begin, or go on. */
export interface ReadyRun extends Pick<ResolvedSettings, 'settings' | 'tokenCommand' | 'warnings'> {
  /** Which part of the whole it is, and its clauses; `null`: all of it. */
  readonly part: ShardClauses | null;
}

/**
 * The run that is to go on, if one is named by `resume`; it may have come to its end.
 *
 * @param flags - by name without dashes
 * @throws SuiteError where it cannot go on, or is to go on in another folder
 */
export async function readResumed(flags: Variables, cwd: string): Promise<RecordedRun | null> {
  const dir = flags['resume'];
  if (dir === undefined) return null;
  if (flags['out'] === undefined) return readStoppedRun(resolve(cwd, dir), Date.now());
  throw new SuiteError('A run that is resumed goes on in its own folder.', '--out', 'leave --out away');
}

/**
 * Checks what a run is started with, and chooses its clauses.
 *
 * @param input - its flags may have a `shard`
 * @param stopped - the run that it goes on with; what is not given is as it was
 * @throws SuiteError for the first that does not hold
 */
export async function readyRun(input: SettingsInput, stopped: RecordedRun | null): Promise<ReadyRun> {
  const shard = shardOf(input.flags, stopped);
  const { settings, tokenCommand, warnings } = await (stopped === null
    ? resolveSettings(input)
    : resolveResumed(stopped, input));
  const part = shard && (await clausesOf(shard, settings.only));
  if (stopped !== null) checkSameRun(stopped, settings, part);
  const shared = shard && settings.orders?.kind === 'file' ? [SHARED_ORDERS] : [];
  return { settings, tokenCommand, warnings: [...warnings, ...shared], part };
}

/** The part of a run that is given, or that the stopped run was. */
function shardOf(flags: Variables, stopped: RecordedRun | null): Shard | null {
  const given = flags['shard'];
  if (given === undefined) return stopped?.results.plan?.shard ?? null;
  const shard = parseShard(given);
  if (stopped === null && flags['seed'] === undefined) throw seedless();
  return shard;
}

/** Two machines that modify one order would each judge what the other did. */
const SHARED_ORDERS =
  'every shard reads the same orders file: run the shards one after another, or give each a file of its own';

/** Without the seed of the others, a shard has other cases than they have. */
export function seedless(): SuiteError {
  return new SuiteError(
    'A shard needs the seed of the whole run.',
    '--shard',
    'give every shard the same --seed, such as the number of the CI run',
  );
}

/** The clauses of one part of the run: the catalogue is read only where there are parts. */
async function clausesOf(shard: Shard, only: readonly string[] | null): Promise<ShardClauses> {
  const { loadCatalogue } = await import('../contract/catalogue.js');
  const { divideClauses } = await import('../examine/divide-clauses.js');
  const clauses = loadCatalogue().filter(({ id, role }) => role !== 'client' && (only?.includes(id) ?? true));
  const part = shard.of > clauses.length ? undefined : divideClauses(clauses, shard.of)[shard.index - 1];
  if (part !== undefined) return { ...shard, clauses: part.map(({ id }) => id) };
  throw new SuiteError(
    `The run has ${amount(clauses.length, 'clause')}, too few for ${amount(shard.of, 'shard')}.`,
    '--shard',
    `give at most ${amount(clauses.length, 'shard')}`,
  );
}
