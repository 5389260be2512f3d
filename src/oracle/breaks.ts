import { broken, type Outcome } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import { showExchange } from './show-exchange.js';

/** Where the outcomes of an answer go. */
export type Report = (clauseId: string, outcome: Outcome) => void;

/** One way in which an answer breaks a clause. */
export interface Break {
  readonly clause: string;
  /** No values of the run: breaks of the same cause are one. */
  readonly cause: string;
  /** Into the body of the answer; of a missing member, where it should be. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** Breaks of one answer, each cause of a clause once, with the first place and how often. Made only where one is. */
export class Breaks {
  readonly #found = new Map<string, { readonly first: Break; count: number }>();

  add(found: Break): void {
    const key = `${found.clause} ${found.cause}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { first: found, count: 1 });
    else known.count += 1;
  }

  concerns(clause: string): boolean {
    for (const { first } of this.#found.values()) if (first.clause === clause) return true;
    return false;
  }

  /**
   * One broken outcome per clause and cause.
   *
   * @param total - what was counted, such as `100 records`
   */
  report(exchange: Exchange, report: Report, total: string): void {
    for (const { first, count } of this.#found.values()) {
      const often = count > 1 ? `; so in ${count} of ${total}` : '';
      report(
        first.clause,
        broken({
          cause: first.cause,
          at: `response ${first.pointer}`,
          expected: first.expected,
          actual: `${first.actual}${often}`,
          shown: showExchange(exchange, first.pointer),
        }),
      );
    }
  }
}

/** Reports one break that is not about a place in the body. */
export function reportBroken(
  report: Report,
  exchange: Exchange,
  clause: string,
  found: { readonly cause: string; readonly at: string; readonly expected: string; readonly actual: string },
): void {
  report(clause, broken({ ...found, shown: showExchange(exchange) }));
}
