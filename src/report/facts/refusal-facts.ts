import type { OperationId } from '../../contract/clause.js';
import { wholeBeginning } from '../../contract/whole-characters.js';
import type { RefusalCause, RefusalFacts } from './run-facts.js';
import { membersOf, type SeenExchange } from './seen-exchange.js';

/** Different causes that are told apart, those that are reported, and clauses that are named for each. */
const MOST_CAUSES = 500;
const MOST_REPORTED = 60;
const MOST_CLAUSES = 200;
const NAMED_CLAUSES = 4;
const LONGEST_CAUSE = 80;

interface Counted {
  readonly status: number | null;
  readonly cause: string;
  readonly operation: OperationId | null;
  readonly reply: 'refused' | 'unclear';
  readonly exchange: number;
  readonly clauses: Set<string>;
  count: number;
}

/** Counts what did not succeed by status and by what the body says of it. */
export class RefusalGathering {
  private readonly causes = new Map<string, Counted>();
  private total = 0;
  private others = 0;

  see(seen: SeenExchange): void {
    const { operation, answer, reply, number: exchange, clause } = seen;
    if (reply === 'accepted') return;
    this.total += 1;
    const status = answer?.status ?? null;
    const cause = causeOf(seen);
    const key = `${operation ?? ''} ${status ?? ''} ${reply} ${cause}`;
    let counted = this.causes.get(key);
    if (counted === undefined) {
      if (this.causes.size >= MOST_CAUSES) {
        this.others += 1;
        return;
      }
      counted = { status, cause, operation, reply, exchange, clauses: new Set(), count: 0 };
      this.causes.set(key, counted);
    }
    counted.count += 1;
    if (counted.clauses.size < MOST_CLAUSES) counted.clauses.add(clause);
  }

  facts(): RefusalFacts {
    const sorted = [...this.causes.values()].sort((a, b) => b.count - a.count || a.exchange - b.exchange);
    const left = sorted.slice(MOST_REPORTED).reduce((sum, { count }) => sum + count, 0);
    return {
      total: this.total,
      causes: sorted.slice(0, MOST_REPORTED).map(({ clauses, ...counted }): RefusalCause => {
        const named = [...clauses].slice(0, NAMED_CLAUSES);
        return { ...counted, clauses: named, moreClauses: clauses.size - named.length };
      }),
      others: this.others + left,
    };
  }
}

/** What is said of a refusal: the document does not show where, so the usual places are looked at. */
function causeOf({ answer, trouble }: SeenExchange): string {
  if (answer === null) return `no answer: ${trouble}`;
  if (answer.text === '') return 'no body';
  if (answer.json === undefined) return answer.isCut ? 'a long body' : 'a body that is no JSON';
  const body = membersOf(answer.json);
  for (const members of [body, membersOf(body['error']), membersOf(body['data'])]) {
    const word = ['cause', 'errorCode', 'error', 'reason', 'type'].map((name) => members[name]).find(isWord);
    const code = codeOf(members['code'] ?? members['errorCode'], answer.status);
    if (word !== undefined && code !== null && code !== word) return `${word} (${code})`;
    if (word !== undefined || code !== null) return word ?? `code ${code}`;
  }
  const message = [body['message'], body['error'], body['detail']].find((value) => typeof value === 'string');
  return typeof message === 'string' ? masked(message) : 'no cause in its body';
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][\w.:-]{0,59}$/.test(value);
}

/** A code that says more than the status does. */
function codeOf(value: unknown, status: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value) && value !== status) return String(value);
  return typeof value === 'string' && /^[\w.:-]{1,40}$/.test(value) && value !== String(status) ? value : null;
}

/** A sentence without the numbers that make each one another. */
function masked(message: string): string {
  return wholeBeginning(message, LONGEST_CAUSE).replace(/\d+/g, '#');
}
