import { ruleWalks } from '../../../arbitraries/rule-walks.js';
import type { ClauseResult, Results } from '../../../contract/results.js';
import { NOT_SELECTED } from '../../../contract/run-verdict.js';
import { BROKEN } from '../../../contract/verdict.js';
import { groupOfKeyIn, judgeGroupBesideKey } from '../../../oracle/group-beside-key.js';
import { BREAKDOWNS_THAT_REFUSE, isDeclined, isDoneAllTheSame, REFUSING_CLAUSES } from '../../../oracle/refusal.js';
import { isAccepted, isBreakdown } from '../../../wire/envelope.js';
import type { Exchange } from '../../../wire/exchange.js';
import { isJsonObject, parseJson } from '../../../wire/json.js';
import { amount } from '../../verdict-words.js';
import { LookupsOfNone } from './lookups-of-none.js';
import type { Problems } from './problems.js';
import type { RereadExchange } from './recorded-exchange.js';

/** Clauses that are also judged by the width of the window, which is one case more, without an invalid request. */
const ALSO_BY_WIDTH: ReadonlySet<string> = new Set(['CLK-006', 'CLK-007']);

/** Clauses that share walks: what breaks them is sent, whichever of them was selected. */
const OF_WALKS: ReadonlySet<string> = new Set(
  ruleWalks().flatMap(({ stretches }) => stretches.flatMap(({ wrong }) => wrong.map(({ clause }) => clause))),
);

/** The clause of numbers that no order has. */
const NO_ORDER = 'ORD-002';

interface Seen {
  refused: number;
  /** Answers with a 5xx: so many of them are as good as one refusal. */
  brokenDown: number;
  /** Answers that were not recorded whole: each may be either. */
  unknown: number;
  done: number;
  /** Number of the first one, or of the first in which the service did it all the same. */
  first: number;
}

/**
 * Reads again what became of the requests that were made invalid on purpose: for each clause that says what is refused,
 * those that were sent on its behalf.
 */
export class RefusedRequests {
  private readonly seen = new Map<string, Seen>();
  /** Numbers of orders that were modified as they should be. */
  private readonly orders = new Set<string>();
  /** Modifies that were done though they were to name no order, each with its number. */
  private readonly unnamed: { readonly number: number; readonly orderNo: string }[] = [];
  private readonly ofNone = new LookupsOfNone();
  /** How many such requests there are. */
  requests = 0;

  see(reread: RereadExchange): void {
    const { exchange, isCut } = reread;
    const keyGroup = groupOfKeyIn(exchange);
    const isAnswered =
      keyGroup === null ? this.ofNone.isAnswered(reread) : judgeGroupBesideKey(exchange, keyGroup).outcome === 'broken';
    if (exchange.expects !== 'refusal' && keyGroup === null) {
      if (exchange.operation === 'modifyOrder' && isAccepted(exchange)) this.orders.add(orderNoOf(exchange));
      return;
    }
    this.requests += 1;
    const seen = this.seen.get(exchange.clause) ?? { ...NOTHING, first: exchange.number };
    this.seen.set(exchange.clause, seen);
    if (isCut || isAnswered === null) seen.unknown += 1;
    else if (isAnswered || (keyGroup === null && isDoneAllTheSame(exchange))) {
      if (exchange.clause === NO_ORDER) {
        this.unnamed.push({ number: exchange.number, orderNo: orderNoOf(exchange) });
        return;
      }
      if (seen.done === 0) seen.first = exchange.number;
      seen.done += 1;
    } else if (isBreakdown(exchange)) seen.brokenDown += 1;
    else if (isDeclined(exchange)) seen.refused += 1;
  }

  /**
   * Holds the clauses of the results against it.
   *
   * @returns ids of those that were judged again
   */
  compare({ clauses, unrecorded = 0 }: Results, problems: Problems): readonly string[] {
    this.settleUnnamed();
    const again = clauses.filter(({ id, verdict }) => REFUSING_CLAUSES.has(id) && verdict !== 'unverified');
    for (const clause of again) {
      const seen = this.seen.get(clause.id) ?? NOTHING;
      const contradiction = contradictionOf(clause, { ...seen, unknown: seen.unknown + unrecorded });
      if (contradiction !== null) problems.add('evidence', `The clause ${clause.id} ${contradiction}.`);
    }
    return again.filter(({ verdict }) => verdict !== 'inapplicable').map(({ id }) => id);
  }

  /** A number that was changed may be that of an order which came later: such a modify breaks another clause. */
  private settleUnnamed(): void {
    const all = this.unnamed.splice(0);
    const done = all.filter(({ orderNo }) => !this.orders.has(orderNo));
    const seen = this.seen.get(NO_ORDER) ?? NOTHING;
    const first = done[0]?.number ?? seen.first;
    // A shard does not know the orders of another one, so that these may be told of either clause.
    const unknown = seen.unknown + all.length - done.length;
    this.seen.set(NO_ORDER, { ...seen, done: done.length, unknown, first });
  }
}

function orderNoOf({ request }: Exchange): string {
  const json = parseJson(request.text ?? '');
  return json.ok && isJsonObject(json.value) ? String(json.value['orderNo']) : '';
}

const NOTHING: Seen = { refused: 0, brokenDown: 0, unknown: 0, done: 0, first: 0 };

/** What a clause says of itself that the evidence does not bear out; completes "The clause …". */
function contradictionOf(clause: ClauseResult, seen: Seen): string | null {
  const { id, kind, verdict, cases, brokenCases = 0, reason } = clause;
  const { unknown, done, first } = seen;
  const refused = seen.refused + Math.floor(seen.brokenDown / BREAKDOWNS_THAT_REFUSE);
  const slack = unknown + (ALSO_BY_WIDTH.has(id) ? 1 : 0);
  if (verdict === 'inapplicable' && reason === NOT_SELECTED) {
    if (first === 0 || OF_WALKS.has(id)) return null;
    return `was not selected, but exchange ${first} is an invalid request on its behalf`;
  }
  if (verdict === 'inapplicable') {
    if (done === 0) return null;
    return `comes to inapplicable, but exchange ${first} has an invalid request of its own that was not refused`;
  }
  if (verdict === BROKEN[kind]) {
    return done + slack >= Math.max(1, brokenCases)
      ? null
      : `is broken in ${amount(brokenCases, 'case')}, but ${done} of the invalid requests recorded for it were not refused`;
  }
  if (done > 0) return `comes to ${verdict}, but exchange ${first} has an invalid request that was not refused`;
  return refused + slack >= cases
    ? null
    : `was judged in ${amount(cases, 'case')}, but ${amount(refused, 'invalid request')} recorded for it ${refused === 1 ? 'was' : 'were'} refused`;
}
