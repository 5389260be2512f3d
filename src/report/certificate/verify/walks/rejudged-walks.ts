import { STOCK_GROUPS, type StockGroup } from '../../../../contract/order.js';
import type { ClauseResult, Results } from '../../../../contract/results.js';
import { BROKEN, pass, unverified, type Outcome } from '../../../../contract/verdict.js';
import {
  begun,
  blinkingInstrument,
  compareWithGroups,
  goneInstruments,
  groupsInTurns,
  groupsOf,
  isDifferent,
  isDoubtful,
  isEndless,
  IN_TURNS,
  isSettled,
  judgeAfterRefusal,
  judgeAll,
  judgeForeign,
  judgeLastPageAgain,
  judgePageOf,
  judgeSame,
  judgeStrangers,
  MOST_WALKS,
  OWN_GROUPS,
  REFUSED_BEFORE,
  ROUNDS_AT_ONCE,
  strangersIn,
  WALKS_AFTER_REFUSAL,
  whyNotComparable,
  type Difference,
} from '../../../../oracle/group-walks.js';
import { isComplete, readPage, type Walk } from '../../../../oracle/walk.js';
import {
  judgeEnd,
  judgeKeysAccepted,
  judgeLastPage,
  judgeProgress,
  judgeRepeats,
} from '../../../../oracle/walk-verdicts.js';
import type { Exchange } from '../../../../wire/exchange.js';
import { amount } from '../../../verdict-words.js';
import { isLeftOut } from '../../../../contract/run-verdict.js';
import type { Problems } from '../problems.js';
import type { RereadExchange } from '../recorded-exchange.js';
import { groupAskedFor, queryOf, RereadWalks, type PartWalks } from './reread-walks.js';

const GROUP_CLAUSE = 'LKP-004';
const SAME_CLAUSE = 'PAG-007';

/** Single lookups of {@link GROUP_CLAUSE} of one group: by a code, at the same time as others, and in turns with others. */
interface Singles {
  readonly byCode: Outcome[];
  readonly atOnce: Outcome[];
  readonly inTurns: Outcome[];
}

/** What the judges work with. */
interface Seen extends Pick<PartWalks, 'shared' | 'again'> {
  readonly singles: ReadonlyMap<StockGroup, Singles>;
  /** Instruments that {@link SAME_CLAUSE} asked for by their code, and whether they came. */
  readonly asked: ReadonlyMap<string, boolean>;
}

/** Stands for a request that a judgement takes and that the record does not have. */
const MISSING = unverified('what it takes is not in the record');

const JUDGES: ReadonlyMap<string, (seen: Seen) => readonly Outcome[]> = new Map([
  ['LKP-004', judgeGroups],
  ['LKP-007', (seen) => [judgeAllAgain(seen)]],
  ['PAG-002', (seen) => begunWalks(seen).map(judgeKeysAccepted)],
  ['PAG-003', (seen) => begunWalks(seen).map(judgeProgress)],
  ['PAG-004', (seen) => begunWalks(seen).map(judgeEnd)],
  ['PAG-005', judgeEachRepeat],
  ['PAG-006', judgeEachEnd],
  ['PAG-007', judgeEachGroup],
]);

/** Clauses that are judged by walks over pages. */
export const WALK_CLAUSES: readonly string[] = [...JUDGES.keys()];

/** Judges the recorded walks over pages once more. */
export class RejudgedWalks {
  private readonly walks: RereadWalks;
  private readonly singles = new Map<StockGroup, Singles>();
  private readonly asked = new Map<string, boolean>();
  private isVague = false;

  constructor(results: Results) {
    this.walks = new RereadWalks(results);
    this.isVague = results.unrecorded !== undefined;
  }

  see(reread: RereadExchange, problems: Problems): void {
    const { exchange, isCut } = reread;
    this.walks.see(reread, problems);
    if (exchange.walk !== undefined || exchange.operation !== 'listOrderableStocks') return;
    if (isCut && (exchange.clause === GROUP_CLAUSE || exchange.clause === SAME_CLAUSE)) this.isVague = true;
    const query = queryOf(exchange.request.target);
    const code = query.get('stockCd') ?? '';
    if (exchange.clause === SAME_CLAUSE && code !== '' && exchange.way !== REFUSED_BEFORE) {
      const page = readPage(exchange);
      const came = typeof page !== 'string' && page.stockCds.includes(code);
      this.asked.set(code, came || this.asked.get(code) === true);
    }
    if (exchange.clause !== GROUP_CLAUSE) return;
    const group = STOCK_GROUPS.find((one) => one === query.get('stockGroupCd'));
    if (group === undefined) return;
    const known = this.singles.get(group) ?? { byCode: [], atOnce: [], inTurns: [] };
    this.singles.set(group, known);
    known[howAsked(exchange)].push(judgePageOf(group, exchange, 'by itself'));
  }

  /**
   * Holds the clauses of the results against it.
   *
   * @returns ids of those that were judged again
   */
  compare(results: Results, problems: Problems): readonly string[] {
    this.walks.end(problems);
    if (this.isVague || this.walks.all.some(({ isVague }) => isVague)) return [];
    const parts = this.walks.all.map((part) => ({ ...part, singles: this.singles, asked: this.asked }));
    const own = results.clauses.filter(({ id, reason }) => JUDGES.has(id) && !isLeftOut(reason));
    const again = own.filter(({ verdict }) => verdict !== 'unverified');
    for (const clause of again) {
      const tallies = parts.map((seen) => tallyOf(JUDGES.get(clause.id)?.(seen) ?? []));
      if (clause.verdict === 'inapplicable' && parts.every((seen) => begunWalks(seen).length === 0)) {
        problems.add('evidence', `The clause ${clause.id} comes to inapplicable, but the record has no walk.`);
        continue;
      }
      const isJudged = results.stopped === undefined || results.stopped.judged.includes(clause.id);
      const wrong = tallies.map((tally) => contradictionOf(clause, tally, isJudged));
      const [first] = wrong;
      if (first == null || wrong.includes(null)) continue;
      problems.add('evidence', `The clause ${clause.id} ${first}${parts.length > 1 ? ', and so in each part' : ''}.`);
    }
    return again.filter(({ verdict }) => verdict !== 'inapplicable').map(({ id }) => id);
  }
}

function howAsked(exchange: Exchange): keyof Singles {
  if (exchange.way === IN_TURNS) return 'inTurns';
  return groupAskedFor(exchange) === null ? 'byCode' : 'atOnce';
}

interface WalkTally {
  readonly cases: number;
  readonly broken: number;
  readonly open: number;
}

function tallyOf(outcomes: readonly Outcome[]): WalkTally {
  const count = (kind: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === kind).length;
  return { cases: outcomes.length - count('inapplicable'), broken: count('broken'), open: count('unverified') };
}

/** What a clause says of itself that the walks do not bear out; completes "The clause …". */
function contradictionOf(clause: ClauseResult, { cases, broken, open }: WalkTally, isJudged: boolean): string | null {
  const { kind, verdict, brokenCases = 0 } = clause;
  const isBroken = verdict === BROKEN[kind] && brokenCases > 0;
  if (!isBroken && broken > 0)
    return `comes to ${verdict}, but ${amount(broken, 'case')} of the recorded walks break it`;
  if (isBroken && (isJudged ? broken !== brokenCases : broken < brokenCases)) {
    return `is broken in ${amount(brokenCases, 'case')}, but in ${broken} of the recorded walks`;
  }
  if (verdict === 'pass' && open > 0)
    return `comes to pass, but ${amount(open, 'case')} of the recorded walks cannot tell`;
  if (verdict === 'inapplicable' ? cases === 0 : !isJudged || cases === clause.cases) return null;
  return `was judged in ${amount(clause.cases, 'case')}, the recorded walks have ${cases}`;
}

/** All walks that clauses on paging look at. */
function begunWalks({ shared }: Seen): readonly Walk[] {
  const walks: Walk[] = [];
  for (const group of STOCK_GROUPS) {
    const own = shared.get(group) ?? [];
    walks.push(...own);
    if (own.some(isEndless)) break;
  }
  return begun(walks);
}

/** Hands out, one after the other, the walks that a clause had made for itself. */
function furtherWalks({ again }: Seen, clause: string): (group: string) => Walk | null {
  const left = [...(again.get(clause) ?? [])];
  return (group) => {
    const index = left.findIndex((walk) => walk.group === group);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };
}

function judgeEachRepeat(seen: Seen): readonly Outcome[] {
  const further = furtherWalks(seen, 'PAG-005');
  return begunWalks(seen).map((walk) => {
    if (!isDoubtful(walk)) return judgeRepeats(walk, null);
    const again = further(walk.group);
    return again === null ? MISSING : judgeRepeats(walk, again);
  });
}

function judgeEachEnd(seen: Seen): readonly Outcome[] {
  const further = furtherWalks(seen, 'PAG-006');
  return begunWalks(seen).map((walk) => {
    const outcome = judgeLastPage(walk, () => true);
    if (outcome.outcome !== 'broken') return outcome;
    const again = further(walk.group);
    return again === null ? MISSING : judgeLastPageAgain(walk, again);
  });
}

function judgeEachGroup(seen: Seen): readonly Outcome[] {
  const further = furtherWalks(seen, SAME_CLAUSE);
  const groups = groupsOf(begunWalks(seen));
  const again = groups.map((group) => {
    const walks = [...(seen.shared.get(group) ?? [])];
    while (walks.length < MOST_WALKS && walks.every(isComplete) && !isSettled(walks)) {
      const again = further(group);
      if (again === null) return MISSING;
      walks.push(again);
    }
    const because = whyNotComparable(walks);
    return because === null ? judgeSameGroup(walks, seen) : unverified(because);
  });
  return [...again, ...groups.slice(0, WALKS_AFTER_REFUSAL).map((group) => judgeRefused(seen, group, further))];
}

function judgeRefused({ shared }: Seen, group: StockGroup, further: (group: string) => Walk | null): Outcome {
  const walks = (shared.get(group) ?? []).slice(-1);
  const because = whyNotComparable(walks);
  if (because !== null) return unverified(because);
  for (let made = 0; made === 0 || (made === 1 && !isSettled(walks)); made += 1) {
    const walk = further(group);
    if (walk === null) return MISSING;
    walks.push(walk);
  }
  return judgeAfterRefusal(walks);
}

function judgeSameGroup(walks: readonly Walk[], { asked }: Seen): Outcome {
  const blinking = blinkingInstrument(walks);
  if (blinking !== undefined) return judgeSame(walks, blinking);
  for (const code of goneInstruments(walks)) {
    const came = asked.get(code);
    if (came === undefined) return MISSING;
    if (came) return judgeSame(walks, code);
  }
  return judgeSame(walks, undefined);
}

function judgeGroups(seen: Seen): readonly Outcome[] {
  const further = furtherWalks(seen, GROUP_CLAUSE);
  const outcomes = OWN_GROUPS.flatMap((group) => judgeGroup(seen, group, further));
  if (outcomes.some(({ outcome }) => outcome === 'broken')) return outcomes;
  const expected = ROUNDS_AT_ONCE * OWN_GROUPS.length;
  const atOnce = OWN_GROUPS.flatMap((group) => seen.singles.get(group)?.atOnce ?? []);
  const broken = atOnce.filter(({ outcome }) => outcome === 'broken');
  const passed = Math.min(atOnce.length, expected) - broken.length;
  const missing = Math.max(0, expected - atOnce.length);
  return [...outcomes, ...broken, ...times(passed, pass), ...times(missing, MISSING), ...judgeTurns(seen)];
}

/** One for each group whose pages were asked for in turns. */
function judgeTurns({ shared, singles }: Seen): readonly Outcome[] {
  const walks = STOCK_GROUPS.flatMap((group) => shared.get(group)?.[0] ?? []);
  return groupsInTurns(walks)
    .filter((group) => group !== 'ALL')
    .map((group) => {
      const own = singles.get(group)?.inTurns ?? [];
      return own.find(({ outcome }) => outcome === 'broken') ?? own[0] ?? MISSING;
    });
}

function judgeGroup(seen: Seen, group: StockGroup, further: (group: string) => Walk | null): readonly Outcome[] {
  const walks = seen.shared.get(group) ?? [];
  const ofWalks = walks.map(judgeForeign);
  if (ofWalks.some(({ outcome }) => outcome === 'broken')) return ofWalks;
  const [[own], [all]] = [walks, seen.shared.get('ALL') ?? []];
  if (own === undefined || all === undefined) return [...ofWalks, MISSING];
  const strangers = strangersIn(own, all);
  const [ownAgain, allAgain] = strangers.length === 0 ? [own, all] : [further(group), further('ALL')];
  const elsewhere = ownAgain === null || allAgain === null ? MISSING : judgeStrangers(strangers, ownAgain, allAgain);
  const byCode = seen.singles.get(group)?.byCode ?? [];
  const ofCode = byCode.find(({ outcome }) => outcome === 'broken') ?? byCode[0];
  return [...ofWalks, elsewhere, ofCode ?? ([...own.instruments.keys()].at(-1) ? MISSING : pass)];
}

function times(count: number, outcome: Outcome): readonly Outcome[] {
  return Array.from({ length: Math.max(0, count) }, () => outcome);
}

function judgeAllAgain(seen: Seen): Outcome {
  const first = differenceOf((group) => seen.shared.get(group)?.[0] ?? null);
  if (first === null) return MISSING;
  if (typeof first === 'string') return unverified(first);
  if (!isDifferent(first)) return pass;
  const second = differenceOf(furtherWalks(seen, 'LKP-007'));
  if (second === null) return MISSING;
  return typeof second === 'string' ? unverified(second) : judgeAll(first, second);
}

function differenceOf(walkOf: (group: StockGroup) => Walk | null): Difference | string | null {
  const [all, ...groups] = (['ALL', ...OWN_GROUPS] as const).map(walkOf);
  if (all == null || groups.includes(null)) return null;
  return compareWithGroups(
    all,
    groups.filter((walk) => walk !== null),
  );
}
