import { findClause } from '../contract/catalogue.js';
import type { Answer } from '../contract/verdict.js';
import { isRefusal } from '../wire/envelope.js';
import type { Exchange, RecordedResponse } from '../wire/exchange.js';
import { isJsonObject } from '../wire/json.js';
import { BoundedSet } from './bounded-set.js';
import { skeletonOf } from './value-shape.js';

/** Shapes of refusals of one operation. */
const MOST_SHAPES = 12;
/** Codes of refusals. */
export const MOST_REFUSAL_CODES = 60;
const LONGEST_CODE = 60;
/** Statuses that come and go with the load of a service. */
const PASSING = new Set([429, 503]);
/** Clauses beyond the open questions for which modifies are sent that may be accepted or refused. */
const OPEN_CLAUSES: ReadonlySet<string> = new Set(['MOD-008', 'MOD-009']);

/** What refusals of one operation look like. */
export class ObservedRefusals {
  private readonly shapes = new Map<string, Answer>();
  private readonly codes = new BoundedSet(MOST_REFUSAL_CODES);
  private readonly statuses = new Map<string, Set<number>>();
  private hasSeenError = false;

  /** Takes in one answer to the operation; any that is no refusal is passed over. */
  see(exchange: Exchange, { status, json }: RecordedResponse): void {
    if (PASSING.has(status) || !(isRefusal(exchange) || status >= 500)) return;
    if (isPutToTheTest(exchange)) this.seeStatus(exchange.clause, status);
    // With status 200, such as of a page without instruments, the code is that of a success (section 4.1).
    const isError = status < 200 || status > 299;
    this.hasSeenError ||= isError;
    if (!json.ok) return;
    if (isError && isJsonObject(json.value)) {
      this.seeCode(json.value);
      if (isJsonObject(json.value['error'])) this.seeCode(json.value['error']);
    }
    if (status !== 400 || this.shapes.size >= MOST_SHAPES) return;
    const shape = skeletonOf(json.value);
    this.shapes.set(JSON.stringify(shape), shape);
  }

  /** The answer to OPN-035, 036 or 037; `undefined` where nothing was seen. */
  answer(question: string): Answer | undefined {
    switch (question) {
      case 'OPN-035':
        return this.shapes.size === 0 ? undefined : this.sortedShapes();
      case 'OPN-036':
        return this.hasSeenError ? this.codes.sorted() : undefined;
      case 'OPN-037':
        return this.statuses.size === 0 ? undefined : this.statusesByClause();
      default:
        return undefined;
    }
  }

  private seeStatus(clause: string, status: number): void {
    let statuses = this.statuses.get(clause);
    if (statuses === undefined) this.statuses.set(clause, (statuses = new Set()));
    statuses.add(status);
  }

  private seeCode(body: Readonly<Record<string, unknown>>): void {
    for (const name of ['code', 'errorCode']) {
      const code = body[name];
      if (typeof code === 'number' || typeof code === 'string') this.codes.add(String(code).slice(0, LONGEST_CODE));
    }
  }

  private sortedShapes(): Answer {
    return [...this.shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }

  private statusesByClause(): Answer {
    const sorted = [...this.statuses].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([clause, statuses]) => [clause, [...statuses].sort((a, b) => a - b)]));
  }
}

/**
 * Whether a refusal says something of the clause that it was sent for. Of a valid request, such as one between two invalid
 * ones, it does not: it may be for a wrong key, or for the moment. Of what others send, it is not known what is valid.
 */
function isPutToTheTest({ clause, expects, way }: Exchange): boolean {
  if (expects === 'refusal' || way !== undefined || OPEN_CLAUSES.has(clause)) return true;
  const kind = findClause(clause)?.kind;
  return kind === undefined || kind === 'observe';
}
