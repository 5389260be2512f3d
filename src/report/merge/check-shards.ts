import { join } from 'node:path';
import { contractDigest } from '../../contract/catalogue.js';
import { digestOf } from '../../contract/results-digest.js';
import type { Results, RunPlan, Shard } from '../../contract/results.js';
import { SuiteError } from '../../contract/suite-error.js';
import { toPaste } from '../../contract/to-paste.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import { stableStringify } from '../../wire/json.js';
import type { RecordedRun } from '../recorded-run.js';

/** A recorded run that is one part of a run. */
export interface RecordedShard extends RecordedRun {
  readonly plan: RunPlan;
  readonly shard: Shard;
}

/** What a run was started with, as its results have it. */
export type RunStart = Pick<
  Results,
  'tool' | 'contract' | 'subject' | 'seed' | 'depth' | 'profile' | 'strict' | 'readOnly' | 'plan'
>;

/** What all parts of a run have in common, in the words of a user, and where that says little, how it is shown. */
const COMMON: readonly (readonly [
  name: string,
  of: (start: RunStart) => unknown,
  shownAs?: (start: RunStart) => string,
])[] = [
  ['version of tradecert', ({ tool }) => tool.version],
  ['contract or clause catalogue', ({ contract }) => `${contract.version} (${contract.sha256.slice(0, 12)})`],
  ['role of the subject', ({ subject }) => subject.role],
  ['subject', ({ subject, plan }) => subjectText(subject, plan)],
  ['profile', ({ profile }) => profile?.sha256, ({ profile }) => profileText(profile)],
  ['seed', ({ seed }) => seed],
  ['depth', ({ depth }) => depth],
  ['choice of clauses (--only)', ({ plan }) => (plan?.only ? `${plan.only.length}: ${plan.only.join(', ')}` : 'all')],
  ['choice of scenarios', ({ plan }) => plan?.scenarios ?? 'all'],
  ['--strict', ({ strict }) => strict ?? false],
  ['--read-only', ({ readOnly }) => readOnly ?? false],
  ['kind of order source', ({ plan }) => plan?.orders],
  ['signature template or key encoding', ({ plan }) => plan?.signature ?? 'none'],
  ['number of shards', ({ plan }) => plan?.shard?.of ?? 'none'],
];

/** One thing in which two parts of a run differ, though they must not. */
export interface StartDifference {
  /** Such as `seed`. */
  readonly name: string;
  /** Of each, as a user reads it, cut where it is long. */
  readonly one: string;
  readonly other: string;
}

/** Each shard of a client's run has services of its own. */
function subjectText({ role, baseUrl, command, name }: Results['subject'], plan: RunPlan | undefined): string {
  if (role === 'client') return [name, command ?? 'a client that comes by itself'].filter(Boolean).join(': ');
  return plan?.embedded ? 'the reference service' : baseUrl;
}

/** Two profiles of one name differ in what is in them. */
function profileText(profile: RunStart['profile']): string {
  return profile === undefined ? 'none' : `${profile.name} (SHA-256 ${profile.sha256.slice(0, 12)}…)`;
}

/** In what two runs were started otherwise, so that they are no parts of one run. */
export function startDifferences(one: RunStart, other: RunStart): readonly StartDifference[] {
  return COMMON.filter(([, of]) => textOf(of(one)) !== textOf(of(other))).map(([name, of, shownAs = of]) => ({
    name,
    one: shown(textOf(shownAs(one))),
    other: shown(textOf(shownAs(other))),
  }));
}

/**
 * Checks that recorded runs are all shards of one run, each once and finished.
 *
 * @returns them in the order of their numbers
 * @throws SuiteError for the first that does not fit
 */
export function checkShards(runs: readonly RecordedRun[]): readonly RecordedShard[] {
  const shards = runs.map(asShard).sort((a, b) => a.shard.index - b.shard.index);
  const [first, ...others] = shards;
  if (first === undefined) throw unfit('No shard is named.', '', 'name the folder of each');
  for (const other of others) checkCommon(first, other);
  for (const shard of shards) checkWhole(shard);
  checkNumbers(shards, first.shard.of);
  if (first.results.subject.role === 'service') checkClauses(shards);
  return shards;
}

function asShard(run: RecordedRun): RecordedShard {
  const { plan, unfinished } = run.results;
  if (plan?.shard === undefined) {
    throw unfit(
      `${run.dir} is no shard of a run.`,
      run.dir,
      `name one finished run, or all shards of one run (${toPaste('run --shard I/N')})`,
    );
  }
  const { index, of } = plan.shard;
  if (unfinished) throw unfit(`Shard ${index} of ${of} did not come to its end.`, run.dir, 'run this shard again');
  return { ...run, plan, shard: plan.shard };
}

function checkCommon(one: RecordedShard, other: RecordedShard): void {
  const [difference] = startDifferences(one.results, other.results);
  if (difference === undefined) return;
  throw unfit(
    `Shard ${other.shard.index} is of another run: the ${difference.name} is ${difference.other}, and that of shard ${one.shard.index} is ${difference.one}.`,
    `${other.dir}, ${one.dir}`,
    'name the shards of one run, all started with the same settings',
  );
}

/** Only the catalogue that judged the shards can tell which clauses are about every answer. */
function checkWhole({ dir, shard, results }: RecordedShard): void {
  if (results.contract.sha256 !== contractDigest().sha256) {
    throw unfit(
      'The shards were made with another contract or clause catalogue than that of this version.',
      dir,
      'merge them with the version of tradecert that made them',
    );
  }
  if (results.digest === digestOf(results)) return;
  throw unfit(
    `The results of shard ${shard.index} are not as its run wrote them: their digest differs.`,
    join(dir, 'results.json'),
    'fetch them again, or run this shard again',
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stableStringify(value);
}

function shown(text: string): string {
  return text.length > 80 ? `${wholeBeginning(text, 79)}…` : text;
}

function checkNumbers(shards: readonly RecordedShard[], of: number): void {
  const twice = shards.find(({ shard }, at) => shards[at - 1]?.shard.index === shard.index);
  if (twice !== undefined) {
    const { index } = twice.shard;
    const dirs = shards.filter(({ shard }) => shard.index === index).map(({ dir }) => dir);
    throw unfit(`Shard ${index} of ${of} is named twice.`, dirs.join(', '), 'name each shard once');
  }
  const present = new Set(shards.map(({ shard }) => shard.index));
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !present.has(index));
  if (missing.length === 0) return;
  const named = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ' and others' : '');
  throw unfit(
    `${missing.length === 1 ? 'Shard' : 'Shards'} ${named} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    shards.map(({ dir }) => dir).join(', '),
    'name the folders of all shards; run again what was lost',
  );
}

/** Shards that were divided in different ways, by `tradecert run` and by Playwright, say. */
function checkClauses(shards: readonly RecordedShard[]): void {
  const owner = new Map<string, RecordedShard>();
  for (const shard of shards) {
    for (const id of shard.plan.clauses) {
      const before = owner.get(id);
      if (before !== undefined) {
        throw unfit(
          `${id} is in shard ${before.shard.index} and in shard ${shard.shard.index}.`,
          `${before.dir}, ${shard.dir}`,
          'start all shards in the same way',
        );
      }
      owner.set(id, shard);
    }
  }
  const [{ plan } = { plan: undefined }] = shards;
  const lost = plan?.only?.find((id) => !owner.has(id));
  if (lost !== undefined) {
    throw unfit(
      `${lost} was chosen, and is in no shard.`,
      shards.map(({ dir }) => dir).join(', '),
      'start all shards in the same way',
    );
  }
}

function unfit(what: string, where: string, remedy: string): SuiteError {
  return new SuiteError(what, where, remedy);
}
