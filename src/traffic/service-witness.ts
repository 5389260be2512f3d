import type { Answer } from '../contract/verdict.js';
import { Observer, OBSERVED_QUESTIONS } from '../oracle/observer.js';
import { judgePassively } from '../oracle/passive.js';
import type { Exchange } from '../wire/exchange.js';
import type { RoleRecord } from './role-record.js';

/** Judges a service by what it answers to others: the clauses that hold of any answer, and open questions. */
export class ServiceWitness {
  private readonly observer: Observer;
  private readonly record: RoleRecord;

  /** @param pins - answers that the profile pins, by question */
  constructor(record: RoleRecord, pins?: Readonly<Record<string, Answer>>) {
    this.record = record;
    this.observer = new Observer({}, pins);
  }

  see(exchange: Exchange): void {
    this.observer.see(exchange);
    judgePassively(exchange, (clause, outcome) =>
      this.record.report(clause, outcome, exchange.clause, exchange.number),
    );
  }

  /** Tells the answers to open questions, as far as they are known. */
  tell(): void {
    for (const question of OBSERVED_QUESTIONS) {
      const answer = this.observer.answer(question);
      if (answer !== undefined) this.record.observe(question, answer);
    }
  }
}
