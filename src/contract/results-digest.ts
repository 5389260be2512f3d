import { createHash } from 'node:crypto';
import { loadCatalogue } from './catalogue.js';
import type { ClauseResult, Results } from './results.js';
import { withWholeCharacters } from './whole-characters.js';

/**
 * SHA-256 over what a run came to, so that two runs can be told to have come to the same: with one seed, an unsharded run
 * and the merged shards of it have one digest, on any machine and at any time.
 *
 * It covers the versions of tool, contract and profile, the role of the subject, seed, depth, the settings that change a
 * verdict, the planned clauses, the verdict, each clause with its verdict, number of cases and causes, and each answer to
 * an open question. Left out is
 * - when and where: times, durations, host and port, notes, which quote order numbers;
 * - the count of requests and the number of each: shared work is done once per machine, and a lost answer is asked for again;
 * - of findings, all but cause and count: place and values are those of the order or page that happened to show it;
 * - of clauses about every answer, the number of cases, which is that of the answers;
 * - of CLI-045, unless it is broken, everything: it has a case for each second in which the client modified;
 * - the reason of a verdict, which is made from the others or quotes an answer.
 */
export function digestOf(results: Results): string {
  return createHash('sha256').update(canonicalResults(results)).digest('hex');
}

/**
 * The same results with the digest of what they are now. All results come through here, so this is where texts of a subject
 * lose what strict readers stop at.
 */
export function withDigest(results: Results): Results {
  const whole = withWholeCharacters(results);
  return { ...whole, digest: digestOf(whole) };
}

/** What {@link digestOf} is taken of: JSON without white space, in one fixed order. */
export function canonicalResults(results: Results): string {
  const { tool, contract, profile, subject, basis, strict, readOnly, scenarios, seed, depth, plan, verdict } = results;
  return JSON.stringify({
    format: 'tradecert-results-1',
    tool: tool.version,
    contract: contract.sha256,
    profile: profile?.sha256 ?? null,
    role: subject.role,
    basis: basis ?? null,
    strict: strict ?? false,
    readOnly: readOnly ?? false,
    scenarios: scenarios === undefined ? null : [scenarios.chosen, scenarios.of],
    seed,
    depth,
    planned: plan?.clauses ?? null,
    finished: results.unfinished !== true,
    verdict,
    clauses: results.clauses.map(canonicalClause),
    questions: results.questions.map(({ id, observed, pinned, drift }) => [id, observed, pinned, drift]),
  });
}

/** That a client computes the time for each of its modifies. */
const BY_TIME = 'CLI-045';

/** Clauses about every answer, and the one by time. */
const COUNTED_OTHERWISE: ReadonlySet<string> = new Set([
  ...loadCatalogue()
    .filter(({ passive }) => passive)
    .map(({ id }) => id),
  BY_TIME,
]);

function canonicalClause({ id, kind, verdict, cases, waiver, findings }: ClauseResult): unknown {
  const isCounted = !COUNTED_OTHERWISE.has(id);
  const causes = findings.map(({ cause, count }) => (isCounted ? `${cause} (${count})` : cause)).sort();
  const told = id === BY_TIME && findings.length === 0 ? null : verdict;
  return [id, kind, told, isCounted ? cases : null, waiver?.expires ?? null, causes];
}
