import type { Outcome } from '../../../../contract/verdict.js';

/** How often a clause was put to the test, and how it came out. */
export interface Counted {
  readonly cases: number;
  /** How often something was said of it, also that it does not apply: what the results count as its requests. */
  readonly said: number;
  readonly broken: number;
  /** Could not be tested. */
  readonly open: number;
  /** What breaks it first, such as `exchange 12`; empty where nothing does. */
  readonly first: string;
}

const NOTHING: Counted = { cases: 0, said: 0, broken: 0, open: 0, first: '' };

/** Outcomes by clause. */
export class CountedOutcomes {
  private readonly byClause = new Map<string, Counted>();

  /** @param where - what is judged, such as `exchange 12` */
  add(clause: string, { outcome }: Outcome, where: string): void {
    const isBroken = outcome === 'broken';
    this.merge(clause, {
      cases: outcome === 'inapplicable' ? 0 : 1,
      said: 1,
      broken: isBroken ? 1 : 0,
      open: outcome === 'unverified' ? 1 : 0,
      first: isBroken ? where : '',
    });
  }

  /** Adds those of others, but for some clauses. */
  addAll(others: CountedOutcomes, but: (clause: string) => boolean): void {
    for (const [clause, counted] of others.byClause) if (!but(clause)) this.merge(clause, counted);
  }

  of(clause: string): Counted {
    return this.byClause.get(clause) ?? NOTHING;
  }

  private merge(clause: string, { cases, said, broken, open, first }: Counted): void {
    const before = this.of(clause);
    this.byClause.set(clause, {
      cases: before.cases + cases,
      said: before.said + said,
      broken: before.broken + broken,
      open: before.open + open,
      first: before.first || first,
    });
  }
}
