import { leastAge, mostAge, type CreatedBetween, type SupplyMoment } from '../client/order-age.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Aspects } from '../contract/aspects.js';
import { identityOf, type ModifyBody, type Order } from '../contract/order.js';
import type { ModifyCase, Prices } from '../oracle/modify-aspects.js';
import { aspectsOf, FIRST } from '../oracle/modify-aspects.js';
import {
  clauseOf,
  decidingRules,
  isOfAge,
  isOfKind,
  isRefusedBy,
  isSettled,
  MOST_ALIKE,
  type Rule,
  type Trial,
} from '../oracle/deciding-rule.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { InstrumentTakings } from './instrument-takings.js';
import type { Kind } from './kind-takings.js';
import { conditionsIn, pricesAfter } from './order-steps.js';

/** Trials that are kept of each order, and of all of them: more tell nothing new. */
const MOST_ACCEPTED_OF_AN_ORDER = 4;
const MOST_REFUSED_OF_AN_ORDER = 8;
const MOST_TRIALS = 1_500;
/** So many are sent again at once, however few of them are accepted. */
const FIRST_AGAIN = 3;
/** So many are sent again over a new connection in a run. */
const MOST_APART = 200;
/** Ages that differ by less are the same, as well as they are known. */
const HARDLY_OLDER_MS = 100;
/** Aspects of how old an order is. */
const AGES: readonly string[] = ['ageMs', 'ordersAfter'];
/** What decides is looked for again once there are so many times as many trials, or refused ones among them. */
const GROWTH = 1.1;

/** So many of the prices that an order had before are kept. */
const MOST_HAD_BEFORE = 50;

/** So many orders of a kind in a row are put aside because the service refuses whatever is sent for them. */
const MOST_SHUNNED = 4;

/** So many orders of a kind are asked for in a run in place of those whose instruments may be halted. */
const MOST_LOOKED_FURTHER = 3;

/** So many orders are tried with their conditions where nothing was accepted so far. */
const MOST_TRIED = 3;

/** What is known of an order that valid modifies were sent for. */
interface Met {
  /** With the prices and conditions that accepted modifies gave it. */
  present: Order;
  /** Its prices before, the last ones. */
  hadBefore: readonly Prices[];
  accepted: number;
  refused: number;
  /** What was refused since the last one that was accepted. */
  refusedLast: readonly Trial[];
  /** It takes none, whatever is sent for it, though its source shows it unfilled. */
  isOutlived: boolean;
  previous?: 'accepted' | 'refused';
  /** It refused a plain valid modify that would have changed something. */
  hasRefusedChange?: true;
  /** Where the latest accepted one is kept among the trials, once there were many. */
  latestAt?: number;
}

/** How a refused one is sent again: as it was, or over a new connection. */
type Again = 'at once' | 'apart';

/** What a run learned of the valid modifies that were refused, while others were accepted. */
export class UnfairRefusals {
  private readonly met = new Map<string, Met>();
  private readonly passedBy = new Map<string, Order>();
  /** Which instruments take modifies. */
  readonly instruments = new InstrumentTakings();
  private readonly lookedFurther = new Map<string, number>();
  private readonly trials: Trial[] = [];
  /** Those that were accepted when they were sent again at once. */
  private readonly passing = new Set<Trial>();
  /** Rules that fit, the best of them first. */
  private suspects: readonly Rule[] = [];
  /** How many trials there are, and refused ones, when it is asked again what decides; before, only where one does not follow what is suspected. */
  private dueAt = 0;
  private dueAtRefused = 0;
  private refused = 0;
  /** Plain valid modifies, whatever became of them. */
  private plain = 0;
  private isBesideChance = false;
  /** Age of the youngest order that a modify was accepted of. */
  private youngestMs = Infinity;
  private readonly shunned = new Map<string, number>();
  private triedConditions = 0;
  /** Whether a modify was accepted once the conditions of its order were in it, though they were not to be changed. */
  wantsConditions = false;
  /** Whether changes of one price of an order with two were refused, and those of both accepted, whenever they were tried. */
  wantsBothPrices = false;
  /** Refused ones that were sent again at once, and those of them that were accepted then. */
  private readonly again = { 'at once': { sent: 0, accepted: 0 }, apart: { sent: 0, accepted: 0 } };

  /** What the modify of an order is like, were it sent now. */
  aspectsOf(given: Pick<ModifyCase, 'body' | 'order' | 'instrument'>, place: Place): Aspects {
    const known = this.meet(given.order);
    return aspectsOf({
      ...given,
      present: known.present,
      hadBefore: known.hadBefore,
      ...leastAge(place.created, place.moment),
      modifiesBefore: known.accepted,
      previous: known.previous ?? (known.accepted === 0 ? FIRST : undefined),
    });
  }

  /** Whether an order has all that a body says already. */
  leavesAsItIs(order: Order, body: ModifyBody): boolean {
    const present: Partial<Record<string, unknown>> = { ...this.meet(order).present };
    return Object.entries(body).every(([name, value]) => present[name] === value);
  }

  /** The order with the prices, those of its conditions included, that accepted modifies gave it. */
  asItStands(order: Order): Order {
    return pricesAfter(order, this.meet(order).present);
  }

  /** Takes in that a modify of an order was accepted, whatever it was sent for. */
  noteTaken(order: Order, body: ModifyRecipe['body']): void {
    const known = this.meet(order);
    known.accepted += 1;
    known.refusedLast = [];
    known.isOutlived = false;
    known.hadBefore = [...known.hadBefore, known.present].slice(-MOST_HAD_BEFORE);
    known.present = pricesAfter({ ...known.present, ...conditionsIn(body) }, body);
    this.instruments.noteTaken(order);
  }

  /**
   * Takes in what became of a plain valid modify.
   *
   * @param place - once it was answered
   */
  note(order: Order, aspects: Aspects, exchange: Exchange, place: Place): void {
    const isTaken = isAccepted(exchange);
    const known = this.met.get(identityOf(order));
    if (known === undefined || !(isTaken || isRefusal(exchange))) return;
    known.previous = isTaken ? 'accepted' : 'refused';
    this.plain += 1;
    if (isTaken) this.youngestMs = Math.min(this.youngestMs, leastAge(place.created, place.moment).ageMs);
    if (!isTaken) this.instruments.noteRefused(order);
    // Those that are accepted are counted, whatever they were sent for.
    const count = isTaken ? known.accepted : (known.refused += 1);
    const contradicts = this.suspects.some((rule) => isRefusedBy(rule, aspects) === isTaken);
    const isOneMore = count > (isTaken ? MOST_ACCEPTED_OF_AN_ORDER : MOST_REFUSED_OF_AN_ORDER);
    if (!contradicts && isOneMore && isTaken)
      this.noteLatest(known, { aspects, isAccepted: true, order: identityOf(order) });
    if (!contradicts && (isOneMore || this.trials.length >= MOST_TRIALS)) return;
    const age = isTaken ? {} : mostAge(place.created, place.moment);
    const trial = { aspects: { ...aspects, ...age }, isAccepted: isTaken, order: identityOf(order) };
    this.trials.push(trial);
    if (!isTaken) {
      this.refused += 1;
      known.refusedLast = [...known.refusedLast, trial];
    }
    if (contradicts) this.dueAt = 0;
  }

  /** Keeps the latest of an order that took many, in place of the one before: it tells how many it takes. Its age, the first ones tell. */
  private noteLatest(known: Met, { aspects, ...trial }: Trial): void {
    const others = Object.fromEntries(Object.entries(aspects).filter(([name]) => !AGES.includes(name)));
    known.latestAt ??= this.trials.length;
    this.trials[known.latestAt] = { ...trial, aspects: others };
  }

  /** Takes in that an order which refused modifies is unfilled all the same, by its source. */
  noteUnfilled(order: Order): void {
    const known = this.meet(order);
    known.refusedLast = known.refusedLast.map((trial) => {
      const marked = { ...trial, isUnfilled: true } as const;
      const at = this.trials.indexOf(trial);
      if (at >= 0) this.trials[at] = marked;
      if (this.passing.delete(trial)) this.passing.add(marked);
      return marked;
    });
    this.dueAt = 0;
  }

  /** Takes in that such an order, which took modifies before, takes none however it is changed. */
  noteOutlived(order: Order): void {
    this.meet(order).isOutlived = true;
  }

  /** Orders that took modifies before and take none now, though their source shows them unfilled. */
  get outlivedOrders(): readonly Order[] {
    return [...this.met.values()].flatMap(({ isOutlived, present }) => (isOutlived ? [present] : []));
  }

  /** Takes in that no more modifies of an order are sent, since the service seems to refuse it for its age. */
  notePassedBy(order: Order): void {
    this.passedBy.set(identityOf(order), order);
  }

  /** Orders that were passed by for their age. */
  get ordersPassedBy(): readonly Order[] {
    return [...this.passedBy.values()];
  }

  /** Whether the order took a modify before. */
  hasTaken(order: Order): boolean {
    return this.meet(order).accepted > 0;
  }

  /** Whether the service is known to refuse orders from some age on. */
  get isByAge(): boolean {
    return this.rule !== null && isOfAge(this.rule);
  }

  /** Whether a modify was accepted of an order that was hardly older than one of this place. */
  hasTakenAsNew({ created, moment }: Place): boolean {
    return this.youngestMs <= leastAge(created, moment).ageMs + HARDLY_OLDER_MS;
  }

  /** Whether the service is known to refuse whatever is sent for an order of this age, by time or by the orders after it: either may be why. */
  isTooOld({ created, moment }: Place): boolean {
    const age = leastAge(created, moment);
    return this.isByAge && this.suspects.some((rule) => isOfAge(rule) && isRefusedBy(rule, age));
  }

  /**
   * Whether orders of this type and side are not worth being taken, since every one of them was refused for it; not where
   * anything else decides which are refused, as far as is known.
   */
  putsAside(kind: Kind): boolean {
    const { rule } = this;
    return (rule === null || isOfKind(rule)) && this.instruments.putsAside(kind);
  }

  /** Whether what is refused is worth being sent again; it counts as sent from now on, so that many at once are no more than one by one. */
  takeAgain(way: Again): boolean {
    const again = this.again[way];
    const isWorthIt = again.accepted * 2 >= again.sent - FIRST_AGAIN && (way === 'at once' || again.sent < MOST_APART);
    if (isWorthIt) again.sent += 1;
    return isWorthIt;
  }

  /** Takes in what became of a refused one that was sent again at once. */
  noteAgain(order: Order, exchange: Exchange, way: Again): void {
    if (!isAccepted(exchange)) return;
    this.again[way].accepted += 1;
    // It came a little later as well, which is enough where only so many are taken in a time.
    if (way === 'apart') return;
    const refused = this.trials.findLast(({ isAccepted: isTaken, order: of }) => !isTaken && of === identityOf(order));
    if (refused !== undefined) this.passing.add(refused);
    this.dueAt = 0;
  }

  /** Whether any refused one was accepted over a new connection. */
  get hasPassedApart(): boolean {
    return this.again.apart.accepted > 0;
  }

  /** Whether any refused one was accepted when it was sent again at once. */
  get hasPassing(): boolean {
    return this.passed.count > 0;
  }

  /** Refused ones, of those that were looked at, that were not accepted when they were sent again at once. */
  get unexplained(): number {
    return this.trials.filter((trial) => !trial.isAccepted && !this.passing.has(trial)).length;
  }

  /** How many were accepted when they were sent again at once, of so many plain valid modifies. */
  get passed(): { readonly count: number; readonly of: number } {
    return { count: this.again['at once'].accepted, of: this.plain };
  }

  /** What decides, as far as is known by now; `null`: nothing does. */
  get rule(): Rule | null {
    const isDue = this.trials.length >= this.dueAt || this.refused >= this.dueAtRefused;
    return isDue ? this.findRule() : this.suspected;
  }

  /** The same by all that is known. */
  findRule(): Rule | null {
    const all = decidingRules(this.trials);
    const beside = all.length === 0 && this.passing.size > 0 ? this.lasting() : [];
    this.suspects = [...all, ...beside];
    this.isBesideChance = beside.length > 0;
    this.dueAt = Math.ceil((this.trials.length + 1) * GROWTH);
    this.dueAtRefused = Math.ceil((this.refused + 1) * GROWTH);
    return this.suspected;
  }

  private get suspected(): Rule | null {
    return this.suspects[0] ?? null;
  }

  /** What decides where those are left out that were refused by chance, as it seems. */
  private lasting(): readonly Rule[] {
    return decidingRules(this.trials.filter((trial) => !this.passing.has(trial)));
  }

  /** A rule, and those that fit all that was sent as well. */
  withAlike(rule: Rule): readonly [Rule, ...Rule[]] {
    const trials = this.isBesideChance ? this.trials.filter((trial) => !this.passing.has(trial)) : this.trials;
    const alike = decidingRules(trials).filter((one) => one.aspect !== rule.aspect && clauseOf(one) === clauseOf(rule));
    return [rule, ...alike.slice(0, MOST_ALIKE - 1)];
  }

  /** Whether some refusals come and go, and no rule explains these. */
  get hasUnexplainedPassing(): boolean {
    return this.hasPassing && (this.rule === null || this.isBesideChance);
  }

  /** Whether the service is known to refuse some against the document. */
  get hasRule(): boolean {
    return this.rule !== null && isSettled(this.rule);
  }

  /** Whether the service refuses a modify like this one against the document, so that it is better not sent. */
  refuses(aspects: Aspects): boolean {
    const { rule } = this;
    if (rule !== null && isSettled(rule) && isRefusedBy(rule, aspects)) return true;
    const isOne = aspects.pricesChanged === 'barrierPrice' || aspects.pricesChanged === 'orderPrice';
    return this.wantsBothPrices && aspects.orderTypeCd === 'LIMIT_STOP' && isOne;
  }

  /** Counts an order that is tried with its conditions though nothing was accepted so far; `false`: enough were. */
  mayTryConditions(): boolean {
    this.triedConditions += 1;
    return this.triedConditions <= MOST_TRIED;
  }

  /** Counts an order of a kind that is asked for in place of one that may be halted; `false`: the last ones were no better. */
  mayLookFurther(kind: string): boolean {
    return countedUpTo(this.lookedFurther, kind, MOST_LOOKED_FURTHER);
  }

  /** Counts an order of a kind that is put aside for a rule against the document; `false`: the last ones were no better. */
  mayShunMore(kind: string): boolean {
    return countedUpTo(this.shunned, kind, MOST_SHUNNED);
  }

  /** Takes in that an order of a kind is put aside for nothing. */
  noteFair(kind: string): void {
    this.shunned.delete(kind);
  }

  /** Orders no modify of which was accepted, where others were. */
  get refusedOrders(): number {
    return [...this.met.values()].filter(({ accepted, refused }) => accepted === 0 && refused > 0).length;
  }

  /** Takes in that a plain valid modify was refused which would have changed something: a service may refuse others for that. */
  noteRefusedChange(order: Order): void {
    this.meet(order).hasRefusedChange = true;
    this.instruments.noteRefusedKind(order);
  }

  /** Orders that took no modify though their source shows them unfilled, where others of their instrument and of their kind took some. */
  get refusingOrders(): readonly Order[] {
    return [...this.met.values()].flatMap(({ accepted, hasRefusedChange, refusedLast, present }) => {
      const isOpen = accepted === 0 && hasRefusedChange === true && refusedLast.some(({ isUnfilled }) => isUnfilled);
      return isOpen && this.instruments.areTakenLike(present) ? [present] : [];
    });
  }

  private meet(order: Order): Met {
    const known = this.met.get(identityOf(order)) ?? {
      present: order,
      hadBefore: [],
      accepted: 0,
      refused: 0,
      refusedLast: [],
      isOutlived: false,
    };
    this.met.set(identityOf(order), known);
    return known;
  }
}

/** Counts one more of this name; `false`: there are more than so many. */
function countedUpTo(counts: Map<string, number>, name: string, most: number): boolean {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count <= most;
}

/** When a modify of an order is sent, or was answered. */
export interface Place {
  readonly created: CreatedBetween;
  readonly moment: SupplyMoment;
}

const byRun = new WeakMap<object, UnfairRefusals>();

/** What the run of this client learned. */
export function unfairRefusalsOf(client: object): UnfairRefusals {
  const known = byRun.get(client) ?? new UnfairRefusals();
  byRun.set(client, known);
  return known;
}
