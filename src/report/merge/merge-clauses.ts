import type { ClauseResult, CountedFinding } from '../../contract/results.js';
import { brokenReason, heldReason, MOST_FINDINGS } from '../../contract/verdict-reasons.js';
import { BROKEN, type ShownExchange } from '../../contract/verdict.js';

/** The same result with its exchanges under the numbers that they have in the merged record. */
export function renumbered(clause: ClauseResult, offset: number): ClauseResult {
  const { findings, firstBrokenAt } = clause;
  return {
    ...clause,
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.shown && { shown: withNumber(finding.shown, offset) }),
      ...(finding.sibling && { sibling: withNumber(finding.sibling, offset) }),
    })),
    ...(firstBrokenAt !== undefined && { firstBrokenAt: firstBrokenAt + offset }),
  };
}

function withNumber(shown: ShownExchange, offset: number): ShownExchange {
  return { ...shown, exchange: shown.exchange + offset };
}

/**
 * A clause about every answer, from what each shard's answers said of it.
 *
 * @param own - of the shard that was asked for it; what it says stands where no answer said anything
 * @param watched - of the others
 */
export function joinPassive(own: ClauseResult, watched: readonly ClauseResult[]): ClauseResult {
  const judged = [own, ...watched].filter(
    ({ verdict, brokenCases }) => verdict === 'pass' || brokenCases !== undefined,
  );
  if (judged.length === 0) return own;
  const total = (of: (clause: ClauseResult) => number): number => judged.reduce((sum, clause) => sum + of(clause), 0);
  const cases = total((clause) => clause.cases);
  const broken = total(({ brokenCases = 0 }) => brokenCases);
  const counted = { ...own, cases, requests: total(({ requests }) => requests) };
  if (broken === 0) return { ...counted, verdict: 'pass', reason: heldReason(cases) };
  const findings = joinFindings(judged);
  const listed = findings.reduce((sum, { count }) => sum + count, 0);
  return {
    ...counted,
    verdict: BROKEN[own.kind],
    reason: brokenReason(broken, cases, broken - listed),
    findings,
    firstBrokenAt: Math.min(...judged.flatMap(({ firstBrokenAt }) => firstBrokenAt ?? [])),
    brokenCases: broken,
  };
}

/** One cause, one finding, with the smallest case that any shard has of it. */
function joinFindings(judged: readonly ClauseResult[]): CountedFinding[] {
  const causes = new Map<string, CountedFinding>();
  for (const finding of judged.flatMap(({ findings }) => findings)) {
    const known = causes.get(finding.cause);
    const smaller = known === undefined || sizeOf(finding) < sizeOf(known) ? finding : known;
    causes.set(finding.cause, { ...smaller, count: finding.count + (known?.count ?? 0) });
  }
  return [...causes.values()].sort((a, b) => b.count - a.count).slice(0, MOST_FINDINGS);
}

function sizeOf({ shown, at }: CountedFinding): number {
  return (shown?.requestBody?.length ?? 0) + (shown?.responseBody?.length ?? 0) + at.length;
}
