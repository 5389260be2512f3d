import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Results } from '../../contract/results.js';
import { SuiteError } from '../../contract/suite-error.js';
import { CERTIFICATE_FILE, readBundleText } from '../certificate/bundle-files.js';
import { parseEnvelope } from '../certificate/envelope.js';
import { onlyText } from '../only-text.js';
import { LARGEST_RESULTS, readRun } from '../recorded-run.js';
import { shortVerdict } from '../short-verdict.js';
import { subjectText, verdictSentence } from '../verdict-words.js';
import { newestFolders, PLACES } from './newest-folders.js';

/** Folders that are looked into, the newest first: reading all of a thousand would take longer than a run. */
const MOST_FOLDERS = 300;

/** Bytes of a certificate; of a larger one it is not told who signed it. */
const LARGEST_LISTED = 2 * 1024 * 1024;

/** A run of the reports folder, in the few words that a list has room for. */
export interface KeptRun extends Pick<
  Results,
  'verdict' | 'seed' | 'depth' | 'basis' | 'startedAt' | 'counts' | 'requests'
> {
  /** Relative to the reports folder; its parts are names of folders. */
  readonly path: readonly string[];
  readonly role: 'service' | 'client';
  readonly subject: string;
  /** Runs with the same name are of one subject: their trend is one. */
  readonly series: string;
  /** How much was put to the test, where that is not everything: `read-only`, `only MOD-011`. Likes are compared with likes. */
  readonly manner: readonly string[];
  /** Runs with the same name are one run: its report was made again in another folder. */
  readonly identity: string;
  /** Other folders that have the same run. */
  readonly alsoIn: readonly string[];
  /** The verdict in the fewest words, such as `conformant with limits`. */
  readonly short: string;
  readonly sentence: string;
  /** Ids of clauses that fail or warn. */
  readonly broken: readonly string[];
  /** Ids of clauses that pass. */
  readonly holding: readonly string[];
  readonly driftCount: number;
  readonly isUnfinished: boolean;
  /** Ids of the keys that its certificate says it was signed with, unchecked; `null` where there is none that can be read. */
  readonly signers: readonly string[] | null;
  /** Its report is there to be opened. */
  readonly hasReport: boolean;
}

/** What a reports folder holds. */
export interface KeptRuns {
  /** The newest first. */
  readonly runs: readonly KeptRun[];
  /** Folders that are no runs, or damaged ones. */
  readonly leftOut: readonly { readonly folder: string; readonly why: string }[];
  /** Folders that were too many to be looked into. */
  readonly older: number;
}

/** Reads the runs of a reports folder, one after the other. Whatever is in it, this does not throw for it. */
export async function readKeptRuns(reportsDir: string): Promise<KeptRuns> {
  const folders = await newestFolders(reportsDir, MOST_FOLDERS);
  const runs: KeptRun[] = [];
  const leftOut: { folder: string; why: string }[] = [];
  for (const folder of folders.slice(0, MOST_FOLDERS)) {
    const found = await readFolder(reportsDir, folder);
    runs.push(...found.runs);
    if (found.why !== null) leftOut.push({ folder, why: found.why });
  }
  runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
  return { runs: once(runs), leftOut, older: Math.max(0, folders.length - MOST_FOLDERS) };
}

/** Each run once, with the folders that have it as well. */
function once(runs: readonly KeptRun[]): KeptRun[] {
  const known = new Map<string, KeptRun>();
  for (const run of runs) {
    const same = known.get(run.identity);
    if (same === undefined) known.set(run.identity, run);
    else known.set(run.identity, { ...same, alsoIn: [...same.alsoIn, run.path.join('/')] });
  }
  return [...known.values()];
}

interface FolderFound {
  readonly runs: readonly KeptRun[];
  /** Why something of the folder is left out. */
  readonly why: string | null;
}

async function readFolder(reportsDir: string, folder: string): Promise<FolderFound> {
  const runs: KeptRun[] = [];
  let why: string | null = null;
  let hasResults = false;
  for (const place of PLACES) {
    const path = place === '' ? [folder] : [folder, place];
    const file = await found(join(reportsDir, ...path, 'results.json'));
    if (file === null) continue;
    hasResults = true;
    if (!file.isFile() || file.size > LARGEST_RESULTS) why = 'its results.json is no file of a size that is read';
    else
      await readOne(reportsDir, path).then(
        (run) => runs.push(run),
        (error: unknown) => (why = reasonOf(error)),
      );
  }
  return { runs, why: hasResults ? why : 'it has no results.json' };
}

async function readOne(reportsDir: string, path: readonly string[]): Promise<KeptRun> {
  const dir = join(reportsDir, ...path);
  const { results } = await readRun(dir);
  const report = await found(join(dir, 'index.html'));
  return keptRun(results, path, report?.isFile() === true, await signersIn(dir));
}

async function signersIn(dir: string): Promise<readonly string[] | null> {
  const text = await readBundleText(dir, CERTIFICATE_FILE, LARGEST_LISTED).catch(() => null);
  const envelope = text === null ? 'none' : parseEnvelope(text);
  return typeof envelope === 'string' ? null : envelope.signatures.map(({ keyId }) => keyId);
}

/** A run in the words of a list. */
export function keptRun(
  results: Results,
  path: readonly string[],
  hasReport: boolean,
  signers: KeptRun['signers'] = null,
): KeptRun {
  const { verdict, seed, depth, basis, startedAt, finishedAt, counts, requests, subject, clauses, questions } = results;
  const isOwn = results.plan?.embedded === true;
  const name = isOwn ? 'the reference service' : subjectText(subject);
  return {
    ...{ verdict, seed, depth, startedAt, counts, requests, path, hasReport, signers },
    ...(basis && { basis }),
    role: subject.role,
    subject: name,
    series: `${subject.role} ${basis ?? ''} ${name}`,
    manner: mannerOf(results),
    identity: [
      subject.role,
      basis,
      subject.baseUrl,
      name,
      seed,
      depth,
      ...mannerOf(results),
      startedAt,
      finishedAt,
    ].join(' '),
    alsoIn: [],
    short: shortVerdict(results),
    sentence: verdictSentence(results),
    broken: clauses.filter((clause) => clause.verdict === 'fail' || clause.verdict === 'warn').map(({ id }) => id),
    holding: clauses.filter((clause) => clause.verdict === 'pass').map(({ id }) => id),
    driftCount: questions.filter(({ drift }) => drift).length,
    isUnfinished: results.unfinished === true,
  };
}

function mannerOf(results: Results): string[] {
  const { readOnly, plan, scenarios } = results;
  return [
    ...(readOnly ? ['read-only'] : []),
    ...(plan?.only ? [`only ${onlyText(plan.only, results)}`] : []),
    ...(plan?.shard ? [`shard ${plan.shard.index} of ${plan.shard.of}`] : []),
    ...(scenarios ? [`${scenarios.chosen} of ${scenarios.of} scenarios`] : []),
  ];
}

/** What is at a path; `null` where nothing is. */
async function found(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null);
}

/** Without the path, which the folder's name stands for. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SuiteError)) return 'it cannot be read';
  return error.message
    .slice(error.message.indexOf(' cannot be used: ') + ' cannot be used: '.length)
    .replace(/\.$/, '');
}
