import type { ClauseResult, CountedFinding } from './results.js';
import { SeenTexts, type SeenInstead } from './seen-instead.js';
import { brokenReason, heldReason, MOST_FINDINGS, openIn, openReason } from './verdict-reasons.js';
import { BROKEN } from './verdict.js';

/** The same result with its exchanges under the numbers that they have in the merged record. */
export function renumbered(clause: ClauseResult, offset: number): ClauseResult {
  const { findings, firstBrokenAt, shownBy } = clause;
  return {
    ...clause,
    findings: findings.map((finding) => ({
      ...finding,
      ...(finding.shown && { shown: withNumber(finding.shown, offset) }),
      ...(finding.sibling && { sibling: withNumber(finding.sibling, offset) }),
      ...(finding.seen && { seen: finding.seen.map((seen) => withNumber(seen, offset)) }),
    })),
    ...(firstBrokenAt !== undefined && { firstBrokenAt: firstBrokenAt + offset }),
    ...(shownBy && { shownBy: shownBy.map((exchange) => exchange + offset) }),
  };
}

function withNumber<Numbered extends Pick<SeenInstead, 'exchange'>>(numbered: Numbered, offset: number): Numbered {
  return numbered.exchange === undefined ? numbered : { ...numbered, exchange: numbered.exchange + offset };
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
    ...without(counted, 'shownBy'),
    verdict: BROKEN[own.kind],
    reason: brokenReason(broken, cases, broken - listed),
    findings,
    firstBrokenAt: Math.min(...judged.flatMap(({ firstBrokenAt }) => firstBrokenAt ?? [])),
    brokenCases: broken,
  };
}

/**
 * A clause on a client, from all shards that have seen something of it: any of them may have put it to the test.
 *
 * @returns `undefined` where none has
 */
export function joinTold(told: readonly ClauseResult[]): ClauseResult | undefined {
  const [first] = told;
  const [own = first, ...others] = told.filter(({ cases }) => cases > 0);
  if (own === undefined) return undefined;
  const all = [own, ...others];
  const cases = all.reduce((sum, clause) => sum + clause.cases, 0);
  const requests = all.reduce((sum, clause) => sum + clause.requests, 0);
  const broken = all.reduce((sum, { brokenCases = 0 }) => sum + brokenCases, 0);
  if (broken > 0) {
    const joined = joinPassive(own, others);
    const listed = joined.findings.reduce((sum, { count }) => sum + count, 0);
    return { ...joined, cases, requests, reason: brokenReason(broken, cases, broken - listed) };
  }
  const open = all.filter(({ verdict }) => verdict === 'unverified');
  if (open.length === 0) return own.verdict === 'pass' ? { ...joinPassive(own, others), requests } : own;
  const parts = open.map((clause) => openIn(clause.reason, clause.cases));
  const because = [...new Set(parts.flatMap((part) => part.because.split('; ')))].slice(0, MOST_REASONS).join('; ');
  const reason = openReason(
    parts.reduce((sum, part) => sum + part.open, 0),
    cases,
    because,
  );
  return { ...without(own, 'shownBy'), verdict: 'unverified', cases, requests, reason };
}

/** As many reasons as a run tells of one clause. */
const MOST_REASONS = 3;

/** The same object without some of its members. */
export function without<T extends object, Name extends keyof T>(whole: T, ...names: readonly Name[]): Omit<T, Name> {
  const left = Object.entries(whole).filter(([member]) => !(names as readonly string[]).includes(member));
  return Object.fromEntries(left) as Omit<T, Name>;
}

/** One cause, one finding, with the smallest case that any shard has of it. */
function joinFindings(judged: readonly ClauseResult[]): CountedFinding[] {
  const causes = new Map<string, CountedFinding[]>();
  for (const finding of judged.flatMap(({ findings }) => findings))
    causes.set(finding.cause, [...(causes.get(finding.cause) ?? []), finding]);
  return [...causes.values()]
    .map(joinAlike)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FINDINGS);
}

function joinAlike(alike: readonly CountedFinding[]): CountedFinding {
  const seen = new SeenTexts();
  for (const finding of alike) for (const one of seenIn(finding)) seen.add(one);
  const smallest = alike.reduce((one, other) => (sizeOf(other) < sizeOf(one) ? other : one));
  return { ...smallest, count: alike.reduce((sum, { count }) => sum + count, 0), ...seen.list() };
}

function seenIn({ seen, actual, at, count, shown }: CountedFinding): readonly SeenInstead[] {
  return seen ?? [{ actual, at, count, ...(shown && { exchange: shown.exchange }) }];
}

function sizeOf({ shown, at }: CountedFinding): number {
  return (shown?.requestBody?.length ?? 0) + (shown?.responseBody?.length ?? 0) + at.length;
}
