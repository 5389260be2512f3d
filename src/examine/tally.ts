import type { Clause, Kind } from '../contract/clause.js';
import type { Waiver } from '../contract/profile.js';
import type { ClauseResult, CountedFinding } from '../contract/results.js';
import { SeenTexts, type SeenInstead } from '../contract/seen-instead.js';
import { ANSWERED, brokenReason, heldReason, MOST_FINDINGS, openReason } from '../contract/verdict-reasons.js';
import { BROKEN, type Answer, type Finding, type Outcome, type Verdict } from '../contract/verdict.js';

interface Counted {
  finding: Finding;
  /** The clause on whose behalf the request was sent that showed it. */
  during: string | undefined;
  count: number;
  readonly seen: SeenTexts;
}

/** Passes on exchanges of other clauses that are named. */
const MOST_SHOWN_BY = 2;

const MOST_REASONS = 3;

/** Adds up the outcomes of one clause in bounded memory: one cause, one finding, with its smallest case. */
export class Tally {
  cases = 0;
  requests = 0;
  private passed = 0;
  private brokenCases = 0;
  private unlistedCauses = 0;
  private readonly causes = new Map<string, Counted>();
  private readonly open = new Map<string, number>();
  private inapplicableBecause: string | undefined;
  private lastAnswer: Answer | undefined;
  private firstBrokenAt: number | undefined;
  private readonly shownBy: number[] = [];

  /**
   * @param requestsSoFar - of the whole run
   * @param during - the clause that the request was sent for, where that is another one
   * @param exchange - the one that was judged, where the outcome is of one alone
   */
  add(outcome: Outcome, requestsSoFar: number, during?: string, exchange?: number): void {
    if (outcome.outcome === 'inapplicable') {
      this.inapplicableBecause ??= outcome.because;
      return;
    }
    this.cases += 1;
    switch (outcome.outcome) {
      case 'pass':
        this.passed += 1;
        this.noteExchange(outcome.exchange ?? exchange);
        break;
      case 'broken':
        this.addFinding(outcome.finding, requestsSoFar, during);
        break;
      case 'unverified':
        if (this.open.size < 50 || this.open.has(outcome.because)) {
          this.open.set(outcome.because, (this.open.get(outcome.because) ?? 0) + 1);
        }
        break;
      case 'observed':
        this.lastAnswer = outcome.answer;
        break;
    }
  }

  /** Some case was broken: whatever else comes, the clause stays so. */
  get isBroken(): boolean {
    return this.brokenCases > 0;
  }

  /** The last answer to an open question, `undefined` if none was observed. */
  get answer(): Answer | undefined {
    return this.lastAnswer;
  }

  private noteExchange(exchange: number | undefined): void {
    if (exchange === undefined || this.shownBy.length >= MOST_SHOWN_BY || this.shownBy.includes(exchange)) return;
    this.shownBy.push(exchange);
  }

  private addFinding(finding: Finding, requestsSoFar: number, during: string | undefined): void {
    this.brokenCases += 1;
    this.firstBrokenAt = Math.min(this.firstBrokenAt ?? Infinity, finding.shown?.exchange ?? requestsSoFar);
    const known = this.causes.get(finding.cause);
    if (known !== undefined) {
      known.count += 1;
      if (weight(finding) < weight(known.finding)) Object.assign(known, { finding, during });
      known.seen.add(seenIn(finding));
    } else if (this.causes.size < MOST_FINDINGS) {
      const seen = new SeenTexts();
      seen.add(seenIn(finding));
      this.causes.set(finding.cause, { finding, during, count: 1, seen });
    } else {
      this.unlistedCauses += 1;
    }
  }

  /** What the clause comes to. Worst wins; no outcome at all is our own error and is said so. */
  result(
    clause: Clause,
    kind: Kind,
    seenAgain: (during?: string) => Pick<CountedFinding, 'replay' | 'scenario'>,
    waiver: Waiver | undefined,
  ): ClauseResult {
    const [verdict, reason] = this.settle(kind);
    const findings: CountedFinding[] = [...this.causes.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ finding, count, seen, during }) => ({ ...finding, count, ...seen.list(), ...seenAgain(during) }));
    return {
      id: clause.id,
      sentence: clause.sentence,
      kind,
      role: clause.role,
      section: clause.section,
      verdict,
      cases: this.cases,
      requests: this.requests,
      reason,
      findings,
      ...(this.firstBrokenAt === undefined ? {} : { firstBrokenAt: this.firstBrokenAt }),
      ...(this.brokenCases === 0 ? {} : { brokenCases: this.brokenCases }),
      ...(verdict === 'pass' && this.shownBy.length > 0 && { shownBy: this.shownBy }),
      ...(waiver === undefined ? {} : { waiver: { reason: waiver.reason, expires: waiver.expires } }),
    };
  }

  private settle(kind: Kind): [Verdict, string] {
    if (this.brokenCases > 0) {
      return [BROKEN[kind], brokenReason(this.brokenCases, this.cases, this.unlistedCauses)];
    }
    const because = saidOnce([...this.open.keys()])
      .slice(0, MOST_REASONS)
      .join('; ');
    if (this.open.size > 0 && this.lastAnswer === undefined) {
      return ['unverified', openReason(this.cases - this.passed, this.cases, because)];
    }
    if (this.lastAnswer !== undefined)
      return ['observed', because === '' ? ANSWERED : `recorded; not all could be: ${because}`];
    if (this.passed > 0) return ['pass', heldReason(this.passed)];
    if (this.inapplicableBecause !== undefined) return ['inapplicable', this.inapplicableBecause];
    return ['unverified', 'nothing was put to the test; please report this as an error of tradecert'];
  }
}

/** Reasons without those that another one gives and adds to. */
function saidOnce(reasons: readonly string[]): readonly string[] {
  return reasons.filter((reason) => !reasons.some((other) => other.endsWith(`: ${reason}`)));
}

function seenIn({ actual, at, shown }: Finding): SeenInstead {
  return { actual, at, count: 1, ...(shown && { exchange: shown.exchange }) };
}

function weight(finding: Finding): number {
  return (finding.shown?.requestBody?.length ?? 0) + (finding.shown?.responseBody?.length ?? 0) + finding.at.length;
}
