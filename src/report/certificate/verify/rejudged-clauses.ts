import type { ClauseResult, Results } from '../../../contract/results.js';
import { BROKEN, type Outcome } from '../../../contract/verdict.js';
import { judgePassively, PASSIVE_CLAUSES } from '../../../oracle/passive.js';
import type { Exchange } from '../../../wire/exchange.js';
import { isLeftOut } from '../../../contract/run-verdict.js';
import { amount } from '../../verdict-words.js';
import type { Problems } from './problems.js';
import type { RereadExchange } from './recorded-exchange.js';

interface Judged {
  cases: number;
  broken: number;
  /** Number of an exchange that breaks it. */
  first: number;
}

/** Judges the recorded answers once more by the clauses that hold of every answer. */
export class RejudgedClauses {
  private readonly judged = new Map<string, Judged>();
  /** Answers whose bodies were not recorded whole. */
  cut = 0;
  answers = 0;

  see({ exchange, isCut }: RereadExchange): void {
    if (exchange.response === undefined) return;
    this.answers += 1;
    if (isCut) this.cut += 1;
    else judgePassively(exchange, (clause, outcome) => this.take(clause, outcome, exchange));
  }

  /** How often the recorded answers put a clause to the test. */
  casesOf(clause: string): number {
    return this.judged.get(clause)?.cases ?? 0;
  }

  private take(clause: string, { outcome }: Outcome, { number }: Exchange): void {
    const judged = this.judged.get(clause) ?? { cases: 0, broken: 0, first: number };
    if (outcome === 'broken' && judged.broken === 0) judged.first = number;
    judged.cases += 1;
    if (outcome === 'broken') judged.broken += 1;
    this.judged.set(clause, judged);
  }

  /**
   * Holds the clauses of the results against what came out.
   *
   * @returns ids of those that were judged again
   */
  compare({ clauses, unrecorded = 0 }: Results, problems: Problems): readonly string[] {
    const isWhole = this.cut === 0 && unrecorded === 0;
    const own = clauses.filter(({ id }) => PASSIVE_CLAUSES.includes(id));
    for (const clause of own) this.compareLeftOut(clause, problems);
    const again = own.filter(({ verdict }) => verdict !== 'inapplicable' && verdict !== 'unverified');
    for (const clause of again) this.compareOne(clause, isWhole, problems);
    return again.map(({ id }) => id);
  }

  /** What was not selected or not claimed is left out whatever the answers are, and the limits say so. */
  private compareLeftOut({ id, verdict, reason }: ClauseResult, problems: Problems): void {
    const { cases = 0, broken = 0, first = 0 } = this.judged.get(id) ?? {};
    if (verdict !== 'inapplicable' || cases === 0 || isLeftOut(reason)) return;
    const what =
      broken > 0 ? `exchange ${first} breaks it` : `the recorded answers have ${amount(cases, 'case')} of it`;
    problems.add('evidence', `The clause ${id} comes to inapplicable, but ${what}.`);
  }

  private compareOne({ id, kind, verdict, cases }: ClauseResult, isWhole: boolean, problems: Problems): void {
    const judged = this.judged.get(id) ?? { cases: 0, broken: 0, first: 0 };
    if (judged.broken > 0 && verdict !== BROKEN[kind]) {
      problems.add('evidence', `The clause ${id} comes to ${verdict}, but exchange ${judged.first} breaks it.`);
    } else if (!isWhole) {
      return; // what was not recorded whole may have been the rest
    } else if (judged.broken === 0 && verdict !== 'pass') {
      problems.add('evidence', `The clause ${id} comes to ${verdict}, but no recorded answer breaks it.`);
    } else if (judged.cases !== cases) {
      problems.add(
        'evidence',
        `The clause ${id} was judged in ${amount(cases, 'case')}, the recorded answers have ${judged.cases}.`,
      );
    }
  }
}
