import { loadCatalogue } from '../../../contract/catalogue.js';
import type { ClauseResult, Results } from '../../../contract/results.js';
import { isSent, plannedClauses } from '../certified-scope.js';
import { amount } from '../../verdict-words.js';
import type { Problems } from './problems.js';
import type { RejudgedClauses } from './rejudged-clauses.js';
import type { RereadExchange } from './recorded-exchange.js';

const PASSIVE: ReadonlySet<string> = new Set(loadCatalogue().flatMap(({ id, passive }) => (passive ? [id] : [])));

/** From how many to how many requests a clause may count. */
interface Room {
  readonly least: number;
  readonly most: number;
}

const NONE: Room = { least: 0, most: 0 };

/** Counts what a service was sent on behalf of each clause. */
export class CountedRequests {
  private readonly sent = new Map(loadCatalogue().map(({ id }) => [id, 0]));

  see({ exchange: { clause } }: RereadExchange): void {
    const before = this.sent.get(clause);
    if (before !== undefined) this.sent.set(clause, before + 1);
  }

  /**
   * Holds the requests that the clauses of a service's run count against those of the record.
   *
   * @param every - has seen the same exchanges
   */
  compare(results: Results, every: RejudgedClauses, problems: Problems): void {
    const planned = new Set(plannedClauses(results).map(({ id }) => id));
    for (const clause of results.clauses) {
      const { least, most } = planned.has(clause.id) ? this.roomOf(clause, results, every) : NONE;
      if (clause.requests >= least && clause.requests <= most) continue;
      const recorded = least === most ? `${least}` : `${least} to ${most}`;
      problems.add(
        'evidence',
        `The clause ${clause.id} counts ${amount(clause.requests, 'request')}, the record has ${recorded} of it.`,
      );
    }
  }

  private roomOf({ id, verdict, cases }: ClauseResult, results: Results, every: RejudgedClauses): Room {
    const isOurs = isSent(results);
    const { unrecorded = 0 } = results;
    const own = isOurs ? (this.sent.get(id) ?? 0) : 0;
    if (!PASSIVE.has(id)) return { least: own, most: isOurs ? own + unrecorded : 0 };
    const more = own + unrecorded;
    // Of one that nothing was seen of, or that is left out, answers that came late may not be counted.
    if (verdict === 'unverified' || verdict === 'inapplicable') return { least: 0, most: every.casesOf(id) + more };
    return { least: cases, most: cases + more };
  }
}
