import { contractDigest } from '../contract/catalogue.js';
import type { Clause } from '../contract/clause.js';
import { declaredProfile, profileName } from '../contract/declared-profile.js';
import type { Profile } from '../contract/profile.js';
import type { ClauseResult, Results, RunPlan } from '../contract/results.js';
import { withDigest } from '../contract/results-digest.js';
import { countVerdicts, idleWaivers, runVerdict } from '../contract/run-verdict.js';
import type { Settings } from '../contract/settings.js';
import { toPasteAnywhere } from '../contract/to-paste.js';
import type { Answer } from '../contract/verdict.js';
import { withWholeCharacters } from '../contract/whole-characters.js';
import { withDrift, type AnsweredQuestion } from '../oracle/drift.js';
import { shellWord } from '../wire/shell-word.js';
import type { SecretSettings } from './secrets.js';
import { resultsWithoutSecrets } from './without-secrets.js';

/** What a run has come to, before it is summed up. */
export interface RunFacts {
  readonly subject: Results['subject'];
  readonly basis?: Results['basis'];
  readonly settings: SecretSettings &
    Pick<Settings, 'profile' | 'profileFile' | 'seed' | 'depth' | 'strict'> & { readonly readOnly?: boolean };
  /** Of a client's run: how many scenarios were chosen, where not all were. */
  readonly scenarios?: Results['scenarios'];
  /** What became of a client's tasks, or of what the service was asked. */
  readonly tasks?: Results['tasks'];
  readonly plan?: RunPlan;
  readonly stopped?: Results['stopped'];
  readonly toolVersion: string;
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly notes: readonly string[];
  readonly requests: number;
  /** How many of them are not in the record. */
  readonly unrecorded: number;
  /** Every clause of the catalogue, in order. */
  readonly clauses: readonly ClauseResult[];
  readonly questions: readonly AnsweredQuestion[];
}

/** Sums a run up, without its secrets: counts, notes and the verdict, by the one policy for all outputs. */
export function compileResults(facts: RunFacts): Results {
  const { subject, settings, clauses, requests } = facts;
  const questions = withDrift(facts.questions, facts);
  const { profile, profileFile, seed, depth } = settings;
  const results: Results = {
    schemaVersion: 1,
    tool: { name: 'tradecert', version: facts.toolVersion },
    contract: contractDigest(),
    subject,
    ...(profileFile !== null && { profile: profileResult(profile, profileFile) }),
    seed,
    depth,
    ...(facts.basis && { basis: facts.basis }),
    ...(settings.strict && { strict: true }),
    ...(settings.readOnly === true && { readOnly: true }),
    ...(facts.scenarios && { scenarios: facts.scenarios }),
    ...(facts.tasks && { tasks: facts.tasks }),
    ...(facts.plan && { plan: facts.plan }),
    ...(facts.stopped && { stopped: facts.stopped }),
    startedAt: new Date(facts.startedAtMs).toISOString(),
    finishedAt: new Date(facts.finishedAtMs).toISOString(),
    verdict: runVerdict(clauses, questions, settings.strict, facts.tasks),
    notes: [...facts.notes, ...idleWaivers(clauses)],
    counts: countVerdicts(clauses),
    requests,
    ...(facts.unrecorded > 0 && { unrecorded: facts.unrecorded }),
    clauses,
    questions,
  };
  return withDigest(resultsWithoutSecrets(results, settings));
}

function profileResult(
  profile: Profile,
  { path, sha256 }: NonNullable<Settings['profileFile']>,
): NonNullable<Results['profile']> {
  return { name: profileName(profile, path), sha256, declares: declaredProfile(profile) };
}

/**
 * An open question with its answer and its pin.
 *
 * @param answer - `undefined`: nothing was seen
 */
export function questionResult(clause: Clause, answer: Answer | undefined, pin: Answer | undefined): AnsweredQuestion {
  // As they will be written, and read from a profile.
  const [observed, pinned] = [withWholeCharacters(answer), withWholeCharacters(pin)];
  return {
    id: clause.id,
    section: clause.section,
    question: clause.question ?? '',
    observed: observed ?? null,
    pinned: pinned ?? null,
  };
}

/** Shows the same cases again, signed anew: secrets come from the environment, as in this run. */
export function replayCommand(
  ids: string,
  { baseUrl, embedded, flags = [], profileFile, seed, depth, readOnly }: Settings,
): string {
  const given = flags.map(([flag, value]) => ` --${flag} ${shellWord(value)}`).join('');
  const subject = embedded ? '' : ` --base-url ${shellWord(baseUrl)}${given}${readOnly ? ' --read-only' : ''}`;
  const profile = profileFile === null ? '' : ` --profile ${shellWord(profileFile.path)}`;
  return toPasteAnywhere(`run${subject}${profile} --only ${ids} --seed ${seed} --depth ${depth}`);
}
