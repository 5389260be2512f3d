import { malformedAuthorizations } from '../../../arbitraries/token.js';
import { loadCatalogue } from '../../../contract/catalogue.js';
import type { ClauseResult, Results } from '../../../contract/results.js';
import { BROKEN, unverified, type Outcome } from '../../../contract/verdict.js';
import {
  habitsFrom,
  isUndecided,
  judgeEnvelopeOf,
  judgeWrongGet,
  judgeWrongPost,
  type Habits,
} from '../../../oracle/operation-token.js';
import type { Exchange } from '../../../wire/exchange.js';
import { amount } from '../../verdict-words.js';
import type { Problems } from './problems.js';
import type { RereadExchange } from './recorded-exchange.js';

/** On whose behalf lookups show how the service refuses. */
const HABITS = 'OPS-001';
const WITHOUT = 'it has no Authorization header';

/** Each way in which an Authorization is wrong. */
const WAYS: readonly string[] = [WITHOUT, ...malformedAuthorizations('').map(({ way }) => way)];

/** Methods of the operations that the document only names, by clause. */
const METHODS: ReadonlyMap<string, string | null> = new Map(
  loadCatalogue('service').flatMap(({ id, operation }) => (operation === undefined ? [] : [[id, operation.method]])),
);

/** Clauses on the operations that the document only names. */
export const OPERATION_CLAUSES: readonly string[] = [...METHODS.keys()];

/** What was sent on behalf of one clause. */
interface Sent {
  /** With the token, and answered as it should be. */
  readonly accepted: Exchange[];
  /** By what is wrong with it. */
  readonly wrong: Map<string, Exchange>;
}

/** Stands for a request that is not in the record. */
const MISSING = unverified('what it takes is not in the record');

/** Judges the requests to operations that the document only names once more. */
export class RejudgedOperations {
  private readonly sent = new Map<string, Sent>();
  private readonly lookups: Sent = { accepted: [], wrong: new Map() };
  private isCut = false;

  see({ exchange, isCut }: RereadExchange): void {
    const { clause, operation, way, response } = exchange;
    if (!METHODS.has(clause)) return;
    const isLookup = operation === 'listOrderableStocks' && clause === HABITS;
    const sent = isLookup ? this.lookups : this.sentFor(clause);
    this.isCut ||= isCut;
    if (way !== undefined) sent.wrong.set(way, exchange);
    else if (response !== undefined && response.status >= 200 && response.status <= 299) {
      sent.accepted[Math.min(sent.accepted.length, 1)] = exchange;
    }
  }

  /**
   * Holds the clauses of the results against it.
   *
   * @returns ids of those that were judged again
   */
  compare({ clauses, stopped, unrecorded }: Results, problems: Problems): readonly string[] {
    if (this.isCut || unrecorded !== undefined) return [];
    const again = clauses.filter(
      ({ id, kind, verdict }) => METHODS.has(id) && (verdict === 'pass' || verdict === BROKEN[kind]),
    );
    for (const clause of again) {
      const isJudged = stopped === undefined || stopped.judged.includes(clause.id);
      const wrong = contradictionOf(clause, this.outcomesOf(clause.id), isJudged);
      if (wrong !== null) problems.add('evidence', `The clause ${clause.id} ${wrong}.`);
    }
    return again.map(({ id }) => id);
  }

  private sentFor(clause: string): Sent {
    let sent = this.sent.get(clause);
    if (sent === undefined) this.sent.set(clause, (sent = { accepted: [], wrong: new Map() }));
    return sent;
  }

  private outcomesOf(clause: string): readonly Outcome[] {
    const { accepted, wrong } = this.sentFor(clause);
    const habits = this.habits();
    if (METHODS.get(clause) === 'POST') return judgePosts(wrong, habits);
    const [first, last = first] = accepted;
    if (first === undefined || last === undefined) return [MISSING];
    const ofWrong = WAYS.map((way) =>
      judgeWay(way, wrong, (one, isAbsent) => judgeWrongGet(one, first, { way, isAbsent }, habits)),
    );
    return [...judgeEnvelopeOf(first), ...(first === last ? [MISSING] : judgeEnvelopeOf(last)), ...ofWrong];
  }

  private habits(): Habits {
    const [accepted] = this.lookups.accepted;
    return accepted === undefined
      ? { success: null, refusedWith: new Map() }
      : habitsFrom(accepted, this.lookups.wrong);
  }
}

/** No more are sent once one was accepted. */
function judgePosts(wrong: ReadonlyMap<string, Exchange>, habits: Habits): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  for (const way of WAYS) {
    const outcome = judgeWay(way, wrong, (one, isAbsent) => judgeWrongPost(one, { way, isAbsent }, habits));
    outcomes.push(outcome);
    if (outcome.outcome === 'broken') break;
  }
  return outcomes;
}

function judgeWay(
  way: string,
  wrong: ReadonlyMap<string, Exchange>,
  judge: (exchange: Exchange, isAbsent: boolean) => Outcome,
): Outcome {
  const exchange = wrong.get(way);
  return exchange === undefined || isUndecided(exchange) ? MISSING : judge(exchange, way === WITHOUT);
}

/** What a clause says of itself that the requests do not bear out; completes "The clause …". */
function contradictionOf(clause: ClauseResult, outcomes: readonly Outcome[], isJudged: boolean): string | null {
  const { verdict, cases, brokenCases = 0 } = clause;
  const count = (kind: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === kind).length;
  const broken = count('broken');
  if (verdict === 'pass' && broken > 0)
    return `comes to pass, but ${amount(broken, 'case')} of the recorded requests break it`;
  if (verdict === 'pass' && count('unverified') > 0)
    return 'comes to pass, but not all requests that it takes are in the record';
  if (isJudged ? broken !== brokenCases : broken < brokenCases) {
    return `is broken in ${amount(brokenCases, 'case')}, but in ${broken} of the recorded requests`;
  }
  return !isJudged || verdict !== 'pass' || outcomes.length === cases
    ? null
    : `was judged in ${amount(cases, 'case')}, the recorded requests have ${outcomes.length}`;
}
