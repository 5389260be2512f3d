import { amount } from '../src/contract/amount.js';
import type { Clause } from '../src/contract/clause.js';
import type { Verdict } from '../src/contract/verdict.js';
import { brokenIn, type ProofRun, type ProofVerdict } from './proof-run.js';
import type { Subject } from './subjects.js';

/** Verdicts of a clause that was not put to the test. */
const OPEN: readonly Verdict[] = ['unverified', 'inapplicable'];

/** One reason why the proof does not hold. */
export interface Problem {
  readonly kind:
    | 'unnoticed'
    | 'wrong clause'
    | 'false alarm'
    | 'left open'
    | 'clause without a fault'
    | 'differs by seed'
    | 'named needlessly'
    | 'error of tradecert'
    | 'breaks its service'
    | 'the two ways disagree';
  /** Of the subject or the clause that it is about. */
  readonly about: string;
  /** At which it showed; none: it is not about a seed. */
  readonly seeds: readonly number[];
  /** Plain words. */
  readonly what: string;
}

/** The runs of one subject, at each seed and depth. */
export interface SubjectRuns {
  readonly subject: Subject;
  readonly runs: readonly ProofRun[];
}

/**
 * Everything that is wrong with what the suite said of these subjects; nothing: they were told apart as they should be.
 *
 * @param catalogue - every clause
 */
export function judgeProof(all: readonly SubjectRuns[], catalogue: readonly Clause[]): readonly Problem[] {
  const kinds = new Map(catalogue.map((clause) => [clause.id, clause]));
  return onceForAllSeeds(
    all.flatMap(({ subject, runs }) => [
      ...runs.flatMap((run) => [
        ...errorsOfOurs(run),
        ...crashesIn(run),
        ...(subject.group === 'faulty' ? judgeFaulty(subject, run) : judgeLegal(subject, run, kinds)),
      ]),
      ...differencesBySeed(subject, runs),
    ]),
  );
}

/** The same problem at several seeds is one. */
function onceForAllSeeds(problems: readonly Problem[]): Problem[] {
  const merged = new Map<string, Problem>();
  for (const one of problems) {
    const key = `${one.kind} ${one.about} ${one.what}`;
    const seeds = new Set([...(merged.get(key)?.seeds ?? []), ...one.seeds]);
    merged.set(key, { ...one, seeds: [...seeds] });
  }
  return [...merged.values()];
}

function problem(kind: Problem['kind'], { subject, seed }: ProofRun, what: string): Problem {
  return { kind, about: subject, seeds: [seed], what };
}

function errorsOfOurs(run: ProofRun): Problem[] {
  const errors = run.notes.filter((note) => note.includes('error of tradecert'));
  return errors.map((note) => problem('error of tradecert', run, note));
}

/** A fault answers otherwise; one whose own code fails shows nothing of what it was written for. */
function crashesIn(run: ProofRun): Problem[] {
  if (run.crashes === 0) return [];
  return [problem('breaks its service', run, `the code of the service failed in ${amount(run.crashes, 'request')}`)];
}

function judgeFaulty({ clause, also, atTimes }: Subject, run: ProofRun): Problem[] {
  const broken = brokenIn(run);
  const elsewhere = broken.filter((id) => id !== clause && ![...also, ...atTimes].includes(id));
  const held = also.filter((id) => !broken.includes(id));
  return [
    ...(clause !== null && broken.includes(clause) ? [] : [problem('unnoticed', run, outcomeOf(clause, run))]),
    ...elsewhere.map((id) => problem('wrong clause', run, `${id} was found broken and is not`)),
    ...held.map((id) => problem('named needlessly', run, `${id} is said to be broken, too, and held`)),
  ];
}

function outcomeOf(clause: string | null, { clauses }: ProofRun): string {
  const came = clauses.find((one) => one.clause === clause);
  return came?.reason === undefined ? `${clause ?? 'nothing'} held` : untested(came);
}

function untested({ clause, reason = 'no reason is given' }: ProofVerdict): string {
  return `${clause} could not be tested: ${reason}`;
}

/**
 * A clause that the document states or implies must hold, or be named as one that this service leaves open, and is then
 * open indeed. It may be inapplicable where the service was not started with everything that a clause can apply to.
 */
function judgeLegal({ leaves, needs }: Subject, run: ProofRun, catalogue: ReadonlyMap<string, Clause>): Problem[] {
  const isOpen = (verdict: Verdict): boolean =>
    verdict === 'unverified' || (verdict === 'inapplicable' && needs.operations === true);
  const binds = (id: string): boolean => {
    const clause = catalogue.get(id);
    return clause?.kind !== 'observe' && clause?.role !== 'client';
  };
  const open = run.clauses.filter(({ clause, verdict }) => isOpen(verdict) && binds(clause));
  const tested = run.clauses.filter(({ clause, verdict }) => leaves.includes(clause) && !OPEN.includes(verdict));
  return [
    ...brokenIn(run).map((id) => problem('false alarm', run, `${id} was found broken and is not`)),
    ...open.filter(({ clause }) => !leaves.includes(clause)).map((one) => problem('left open', run, untested(one))),
    ...tested.map(({ clause }) =>
      problem('named needlessly', run, `${clause} is said to be left open, and was tested`),
    ),
  ];
}

/** What a fault or a legal service names is judged by itself. */
function differencesBySeed({ id, also, atTimes, leaves }: Subject, runs: readonly ProofRun[]): Problem[] {
  const [first, ...others] = runs.filter(({ isInFull }) => isInFull);
  if (first === undefined) return [];
  const named = [...also, ...atTimes, ...leaves];
  return others.flatMap((run) =>
    differences(first, run, named).map(
      (what) => ({ kind: 'differs by seed', about: id, seeds: [run.seed], what }) as const,
    ),
  );
}

type Verdicts = Pick<ProofRun, 'clauses'>;

/**
 * Clauses on which the second run does not agree with the first, in words.
 *
 * @param except - clauses that are not compared
 */
export function differences(one: Verdicts, other: Verdicts, except: readonly string[] = []): readonly string[] {
  const others = new Map(other.clauses.map((came) => [came.clause, came]));
  return one.clauses
    .filter(({ clause, verdict }) => others.get(clause)?.verdict !== verdict && !except.includes(clause))
    .map((came) => `${came.clause} is ${inWords(came)} and ${inWords(others.get(came.clause))}`);
}

function inWords(came: ProofVerdict | undefined): string {
  if (came === undefined) return 'missing';
  return came.reason === undefined ? came.verdict : `${came.verdict} (${came.reason})`;
}

/** Clauses that a service can break and for which no fault was caught in each of its runs. */
export function clausesWithoutFault(all: readonly SubjectRuns[], catalogue: readonly Clause[]): readonly Problem[] {
  const caught = new Set(
    all
      .filter(({ subject, runs }) => runs.every((run) => brokenIn(run).includes(subject.clause ?? '')))
      .map(({ subject }) => subject.clause),
  );
  return catalogue
    .filter(({ id, kind, role }) => kind !== 'observe' && role !== 'client' && !caught.has(id))
    .map(({ id }) => ({ kind: 'clause without a fault', about: id, seeds: [], what: 'no fault of it is caught' }));
}

/** The reference service as it is must pass everything that applies to it; with everything bound, that is all of it. */
export function judgeReference(all: readonly SubjectRuns[], catalogue: readonly Clause[]): readonly Problem[] {
  const stated = new Set(
    catalogue.filter(({ kind, role }) => kind !== 'observe' && role !== 'client').map(({ id }) => id),
  );
  const legal: Readonly<Record<string, readonly string[]>> = {
    reference: ['pass', 'inapplicable'],
    'reference-with-everything': ['pass'],
  };
  const found = all.flatMap(({ subject, runs }) => {
    const allowed = legal[subject.id];
    if (allowed === undefined) return [];
    return runs.flatMap((run) =>
      run.clauses
        .filter(({ clause, verdict }) => stated.has(clause) && !allowed.includes(verdict))
        .map((came) => problem('false alarm', run, `${came.clause} is ${inWords(came)}`)),
    );
  });
  return onceForAllSeeds(found);
}
