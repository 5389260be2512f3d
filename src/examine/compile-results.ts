import { contractDigest } from '../contract/catalogue.js';
import type { Clause } from '../contract/clause.js';
import type { ClauseResult, QuestionResult, Results } from '../contract/results.js';
import type { Settings } from '../contract/settings.js';
import { BROKEN, type Answer, type RunVerdict, type Verdict } from '../contract/verdict.js';
import { stableStringify } from '../wire/json.js';
import { shellWord } from '../wire/shell-word.js';

/** What a run has come to, before it is summed up. */
export interface RunFacts {
  readonly subject: Results['subject'];
  readonly basis?: Results['basis'];
  readonly settings: Pick<Settings, 'profile' | 'profileFile' | 'seed' | 'depth' | 'strict'>;
  readonly toolVersion: string;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly notes: readonly string[];
  readonly requests: number;
  /** Every clause of the catalogue, in order. */
  readonly clauses: readonly ClauseResult[];
  readonly questions: readonly QuestionResult[];
}

/** Sums a run up: counts, notes and the verdict, by the one policy for all outputs. */
export function compileResults(facts: RunFacts): Results {
  const { subject, settings, clauses, questions, requests } = facts;
  const { profile, profileFile, seed, depth } = settings;
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, warn: 0, observed: 0, unverified: 0, inapplicable: 0 };
  for (const { verdict } of clauses) counts[verdict] += 1;
  return {
    schemaVersion: 1,
    tool: { name: 'tradecert', version: facts.toolVersion },
    contract: contractDigest(),
    subject,
    ...(profileFile !== null && { profile: { name: profile.name ?? profileFile.path, sha256: profileFile.sha256 } }),
    seed,
    depth,
    ...(facts.basis && { basis: facts.basis }),
    startedAt: new Date(facts.startedAtMs).toISOString(),
    finishedAt: new Date(facts.finishedAtMs).toISOString(),
    verdict: runVerdict(clauses, questions, settings.strict),
    notes: [...facts.notes, ...idleWaivers(clauses)],
    counts,
    requests,
    clauses,
    questions,
  };
}

/** A waived failure does not count; drift and warnings count under `--strict` only. */
function runVerdict(
  clauses: readonly ClauseResult[],
  questions: readonly QuestionResult[],
  strict: boolean,
): RunVerdict {
  const unwaived = clauses.filter(({ waiver }) => waiver === undefined);
  const fails = unwaived.some(({ verdict }) => verdict === 'fail' || (strict && verdict === 'warn'));
  if (fails || (strict && questions.some(({ drift }) => drift))) return 'non-conformant';
  const open = unwaived.some(({ verdict, kind }) => verdict === 'unverified' && BROKEN[kind] === 'fail');
  return open ? 'incomplete' : 'conformant';
}

function idleWaivers(clauses: readonly ClauseResult[]): string[] {
  return clauses
    .filter(({ waiver, verdict }) => waiver !== undefined && verdict === 'pass')
    .map(({ id }) => `The waiver of ${id} is no longer needed: the clause holds.`);
}

/**
 * An open question with its answer, held against its pin.
 *
 * @param observed - `undefined`: nothing was seen
 */
export function questionResult(
  clause: Clause,
  observed: Answer | undefined,
  pinned: Answer | undefined,
): QuestionResult {
  const differs =
    pinned !== undefined && observed !== undefined && stableStringify(pinned) !== stableStringify(observed);
  return {
    id: clause.id,
    section: clause.section,
    question: clause.question ?? '',
    observed: observed ?? null,
    pinned: pinned ?? null,
    drift: differs,
  };
}

/** Shows the same cases again, signed anew: secrets come from the environment, as in this run. */
export function replayCommand(ids: string, { baseUrl, embedded, profileFile, seed, depth }: Settings): string {
  const subject = embedded ? '' : ` --base-url ${shellWord(baseUrl)}`;
  const profile = profileFile === null ? '' : ` --profile ${shellWord(profileFile.path)}`;
  return `tradecert run${subject}${profile} --only ${ids} --seed ${seed} --depth ${depth}`;
}
