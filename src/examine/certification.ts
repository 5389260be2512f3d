import { loadCatalogue } from '../contract/catalogue.js';
import type { Clause, OperationId } from '../contract/clause.js';
import { identityOf, type Order } from '../contract/order.js';
import type { ClauseResult, Results, Watched } from '../contract/results.js';
import { deriveSeed } from '../contract/seed.js';
import { serviceTasks } from '../contract/service-tasks.js';
import type { Settings } from '../contract/settings.js';
import { unverified, type Outcome } from '../contract/verdict.js';
import { DATES_CONTRADICT, DATES_LEFT_OUT } from '../contract/verdict-reasons.js';
import { BlockWatch, PLAIN_LOOKUP } from '../client/block-watch.js';
import type { OrderDesk } from '../client/order-desk.js';
import { sleepFor, type Sleep } from '../client/pace.js';
import type { LookupEdits } from '../client/request-recipe.js';
import { steadyClock } from '../client/steady-clock.js';
import type { FetchToken } from '../client/token-source.js';
import type { WatchOptions } from '../client/watch-options.js';
import { Turns } from '../client/turns.js';
import { SeenDeeds } from '../oracle/seen-deeds.js';
import { Observer } from '../oracle/observer.js';
import { outcomeUnseen } from '../oracle/passive.js';
import { ChangedOrders } from '../wire/changed-orders.js';
import { isAccepted, isOfGateway } from '../wire/envelope.js';
import { isJsonObject, parseJson } from '../wire/json.js';
import type { Exchange } from '../wire/exchange.js';
import { ClauseLedger } from './clause-ledger.js';
import { compileResults } from './compile-results.js';
import { comesLast, type EarlierPart } from './earlier-part.js';
import type { Examination } from './context.js';
import { EvidenceLog } from './evidence.js';
import { examinationOrder } from './examination-order.js';
import { examinations } from './examinations.js';
import { refusesFirst } from './manner.js';
import { OrderLog } from './order-log.js';
import { OutageGuard, REACHABILITY } from './outage.js';
import { pauseReason, RunEnd, spentReason } from './run-end.js';
import { areModifiesRefusedAtTimes } from './quiet.js';
import { breakdownNote, busyNote, fewTimestampsNote, fickleNotes, stepNote } from './run-notes.js';
import { planOf } from './run-plan.js';
import { sampleTraffic } from './sample-traffic.js';
import type { Progress } from './progress.js';
import { doubtfulOrders, SET_BACK, setBack, setBackOnce, showOf, STALL_OF_GONE_MS } from './set-back.js';
import { openSubject, type AfterwardsLimits, type Subject } from './subject.js';
import { unfairRefusalsOf } from './unfair-refusals.js';
import { Tally } from './tally.js';
import { whyUnasked } from './why-unasked.js';

/** Clauses examined at the same time. Each is mostly one request after another; connections bound the rest. */
const CLAUSES_AT_ONCE = 24;

/** What a certification needs beside the settings. */
export interface CertificationOptions {
  readonly settings: Settings;
  readonly toolVersion: string;
  /** Local time in milliseconds since the epoch; default: even, also where the machine's clock is set. */
  readonly now?: () => number;
  /** The machine's clock, which is watched for steps; default: its own, where `now` is left out. */
  readonly wall?: () => number;
  /** Gets a fresh token where the present one ends or is refused; default: there is no other than that of the settings. */
  readonly fetchToken?: FetchToken | undefined;
  /** Waits; default by the machine's clock. */
  readonly sleep?: Sleep;
  /** Multiplies the number of generated cases; default by depth. */
  readonly scale?: number;
  /** Of a run that goes on: its earlier part, whose folder it goes on in. See {@link Certification.takeUp}. */
  readonly earlier?: EarlierPart | undefined;
}

const SCALE_OF = { smoke: 0.5, standard: 1, deep: 8 } as const;

/** Further back than the client moves a timestamp that it used, or the first look at a service. */
const LONGEST_BACK_MS = 16_000;

/** One run against one service: transport, clock, order desk, evidence, and the outcome of each clause. */
export class Certification {
  /** The whole catalogue, in order. */
  readonly catalogue = loadCatalogue();
  /** Clauses that this run can be asked for: of the service's role, and in `settings.only`. */
  readonly examinable: readonly Clause[];
  /** Clauses of which the earlier part says all that is to be said. */
  readonly judgedBefore: ReadonlySet<string>;
  private readonly running = new Map<string, Promise<ClauseResult>>();
  private readonly turns = new Turns(CLAUSES_AT_ONCE);
  private readonly ledger: ClauseLedger;
  private readonly evidence: EvidenceLog;
  private readonly orderLog: OrderLog;
  private readonly observer: Observer;
  private readonly subject: Subject;
  private readonly end: RunEnd;
  private readonly outage: OutageGuard;
  private readonly blocks: BlockWatch;
  private readonly startedAtMs: number;
  private readonly notes: string[];
  private readonly now: () => number;
  private isClosed = false;
  /** The service stopped answering. */
  private isGone = false;
  private settingBack: Progress['settingBack'] | null = null;
  private requests: number;
  private answers = 0;
  private readonly changed: ChangedOrders;
  private readonly deeds: SeenDeeds;
  /** Of those, where no answer says whether the modify was done. */
  private readonly unclear = new ChangedOrders();
  private lastUnclearAtMs = -Infinity;
  /** Numbers that a modify was accepted for, and that no order of the source has. */
  private readonly strangers = new Set<string>();
  /** Operations that the service did what was asked by, in this part of the run. */
  private readonly accepted = new Set<string>();
  /** Of these, the first look was refused. */
  private readonly doubted = new Set<OperationId>();
  /** Orders of the earlier part that are not set back yet. */
  private leftOrders: readonly Order[];
  private firstTrouble: string | undefined;
  private traffic: Promise<void> | undefined;
  private readonly options: CertificationOptions;

  constructor(options: CertificationOptions) {
    this.options = options;
    this.now = options.now ?? steadyClock();
    const { settings, earlier } = options;
    this.startedAtMs = earlier?.startedAtMs ?? this.now();
    this.requests = earlier?.requests ?? 0;
    this.notes = [...(earlier?.notes ?? [])];
    this.judgedBefore = new Set(earlier?.judged.keys());
    this.changed = new ChangedOrders(earlier?.changed);
    this.deeds = new SeenDeeds(earlier?.deeds);
    this.leftOrders = earlier?.orders ?? [];
    this.observer = new Observer(earlier?.answers, settings.profile.pins);
    this.evidence = new EvidenceLog(settings.outDir, {
      unrecordedBefore: earlier?.unrecorded,
      recordedBefore: earlier && earlier.requests - earlier.unrecorded,
    });
    this.orderLog = new OrderLog(settings.outDir, settings, earlier !== undefined);
    this.ledger = new ClauseLedger({ catalogue: this.catalogue, settings, observer: this.observer, earlier });
    for (const [id, result] of earlier?.judged ?? []) this.running.set(id, Promise.resolve(result));
    const only = settings.only === null ? null : new Set(settings.only);
    this.examinable = this.catalogue.filter(({ id, role }) => role !== 'client' && (only === null || only.has(id)));
    this.end = new RunEnd({
      pace: () => this.subject.pace,
      note: (sentence) => void this.notes.push(sentence),
      sleep: options.sleep,
    });
    const watching: WatchOptions = {
      hold: (task) => this.subject.pace.hold(task),
      giveUp: (because) => void this.end.windDown(because),
      stop: this.end.signal,
      sleep: options.sleep,
    };
    this.blocks = new BlockWatch({
      ask: (target) => this.askPlainly({ target }, { blocks: PLAIN_LOOKUP }),
      known: () => this.subject,
      ...watching,
    });
    this.subject = openSubject(settings, {
      now: this.now,
      wall: options.wall ?? (options.now === undefined ? Date.now : undefined),
      stop: this.end.signal,
      sleep: options.sleep,
      numberedBefore: earlier?.requests,
      record: (exchange) => this.record(exchange),
      blocks: this.blocks,
      onOrder: (order) => this.orderLog.keep(order),
      onSpent: () => void this.end.windDown(spentReason(settings.maxRequests)),
      onLongPause: (pauseMs) => void this.end.windDown(pauseReason(pauseMs)),
      fetchToken: options.fetchToken,
      onTokenTrouble: (because) => this.noteOnce(because),
    });
    this.outage = new OutageGuard({
      ...watching,
      ask: (mostMs) => this.askPlainly({}, { mostMs }),
      giveUp: (because) => {
        this.isGone = true;
        void this.end.windDown(because, 0);
      },
    });
    if (settings.maxTimeMs !== undefined) void this.end.windDownAfter(settings.maxTimeMs);
  }

  /**
   * Takes in an exchange of the earlier part that its results do not count yet. To be called before anything is planned.
   */
  replay(exchange: Exchange): void {
    this.deeds.see(exchange);
    this.ledger.judge(exchange);
  }

  /**
   * Of a run that goes on: waits until no timestamp can be one that its earlier part sent, and sets the orders back that
   * it left. To be awaited before anything is planned.
   */
  async takeUp(): Promise<void> {
    const { earlier, sleep = sleepFor } = this.options;
    if (earlier === undefined) return;
    const waitMs = earlier.lastModifyAtMs + LONGEST_BACK_MS - this.now();
    if (waitMs > 0) await sleep(Math.min(waitMs, LONGEST_BACK_MS), this.end.signal);
    if (this.end.signal.aborted) return;
    const { refused, unanswered } = await setBack(this.subject, this.leftOrders, { sleep });
    // Of the others nothing shows that they are not as they were.
    const changed = new Set(earlier.changed.in(this.leftOrders));
    this.leftOrders = [...unanswered, ...refused.filter((order) => changed.has(order))];
  }

  /**
   * Begins to examine these ahead of being asked, several at a time, in an order of its own; passive clauses are judged
   * after all others.
   */
  plan(ids: readonly string[]): void {
    for (const id of ids) this.ledger.plan(id);
    for (const { id } of examinationOrder(this.ledger.plannedClauses)) void this.examine(id);
  }

  /** The result of one clause; examines it now if that has not begun. Never rejects for what a service does. */
  examine(id: string): Promise<ClauseResult> {
    const known = this.running.get(id);
    if (known !== undefined) return known;
    this.ledger.plan(id);
    const clause = this.catalogue.find((candidate) => candidate.id === id);
    if (clause === undefined) return Promise.reject(new Error(`No clause has the id ${id}.`));
    const settled = comesLast(clause) ? this.examineLast(clause) : this.turns.run(() => this.examineActive(clause));
    const result = settled.then((known) => this.ledger.finish(known, this.end.because));
    this.running.set(id, result);
    return result;
  }

  progress(): Progress {
    return {
      ...this.ledger.progress(),
      requests: this.requests,
      ...(this.outage.isInDoubt && { isInDoubt: true }),
      ...(this.settingBack && { settingBack: this.settingBack }),
    };
  }

  /**
   * What is known now, when the evidence of it is on disk; planned clauses that are not done are `unverified` with the
   * reason given.
   */
  results(reasonForOpen: string): Results {
    this.evidence.flush();
    const { settings, toolVersion } = this.options;
    const clauses = this.ledger.results(reasonForOpen);
    return compileResults({
      subject: { role: 'service', baseUrl: settings.baseUrl },
      settings,
      plan: planOf(settings, this.ledger.plannedClauses),
      ...this.stoppedEarly(reasonForOpen),
      toolVersion,
      startedAtMs: this.startedAtMs,
      finishedAtMs: this.now(),
      notes: [
        ...this.notes,
        ...stepNote(this.subject.clock.steps),
        ...fewTimestampsNote(this.subject.timestamps.areFew),
        ...[this.evidence.trouble, ...this.orderLog.troubles].filter((trouble) => trouble !== undefined),
      ],
      requests: this.requests,
      unrecorded: this.evidence.unrecorded,
      tasks: serviceTasks({ clauses, readOnly: settings.readOnly }, this.deeds),
      clauses,
      questions: this.ledger.questions(),
    });
  }

  /** Which clauses are judged, where not all that were planned are, or the run has not come to its end. */
  private stoppedEarly(reasonForOpen: string): Pick<Results, 'stopped'> {
    const refused = this.refusedAnew();
    if (this.end.because === null && refused === null && !this.ledger.isOpen && this.isClosed) return {};
    const judged = refused === null ? this.ledger.judgedIds : this.ledger.decidedIds;
    const watched = this.ledger.watched(this.examinable.filter(comesLast));
    return { stopped: { because: this.end.because ?? refused ?? reasonForOpen, judged, watched } };
  }

  /** Why what this part of a run left open says nothing of the service: its earlier part was served what this one was refused. */
  private refusedAnew(): string | null {
    const before = this.options.earlier?.accepted;
    const refused = [...this.doubted].some((operation) => before?.has(operation) && !this.accepted.has(operation));
    return refused ? REFUSED_ANEW : null;
  }

  /** Takes in that an operation was refused before this part of the run began. */
  doubt(operation: OperationId): void {
    this.doubted.add(operation);
  }

  /**
   * What the answers of this run say of clauses that it was not asked for: of those about every answer, and of questions
   * that any answer may settle. It is one part of a run where others are asked for them.
   */
  watched(): Watched {
    return this.ledger.watchedUnplanned(this.examinable);
  }

  /** The token that the run goes on with: where it had ended, or was about to, a fresh one if one can be had. */
  token(): Promise<string> {
    return this.subject.tokens.lasting();
  }

  /** The orders of the run; `null` where nothing is modified. */
  get orders(): OrderDesk | null {
    return this.subject.orders;
  }

  /** Aborted once the run is stopped. */
  get stopSignal(): AbortSignal {
    return this.end.signal;
  }

  /** Stops sending; examinations that are under way end `unverified`. */
  stop(reason: string): void {
    this.end.stop(reason);
    if (!this.isClosed) this.evidence.flush();
  }

  /** Says a sentence about the run as a whole in its results, once. */
  noteOnce(note: string): void {
    if (!this.notes.includes(note)) this.notes.push(note);
  }

  /** Goes by this machine's clock: the `Date` of the answers is known not to be that of the service. */
  leaveDatesOut(): void {
    this.subject.clock.leaveDatesOut();
    this.noteOnce(DATES_LEFT_OUT);
  }

  /** Whether the service answers at all, by a connection of its own. */
  private async askPlainly(edits: LookupEdits, limits: AfterwardsLimits): Promise<Exchange> {
    let exchange: Exchange | undefined;
    await this.subject.afterwards(
      async (client) => {
        const query = { stockGroupCd: 'ALL', stockCd: '', nextKey: '' };
        ({ exchange } = await client.listOrderableStocks(REACHABILITY, query, edits));
      },
      this.end.signal,
      limits,
    );
    if (exchange === undefined) throw new Error('No lookup was sent.');
    return exchange;
  }

  /** Waits for what was begun, sets the orders back, closes connections, and flushes the evidence. */
  async close(): Promise<void> {
    await Promise.all(this.running.values());
    this.end.reached();
    const { client, clock, lookups, pace, tokens } = this.subject;
    if (clock.isContradictory) this.noteOnce(DATES_CONTRADICT);
    const { sleep } = this.options;
    const { notes } = await setBack(this.subject, this.ordersToSetBack(), {
      ...{ sleep, changed: this.changed, stallMs: this.isGone ? STALL_OF_GONE_MS : undefined },
      refusedAs: (order) => this.refusedAs(order),
      refusesFirst: refusesFirst(unfairRefusalsOf(client).rule),
      wantsBothPrices: unfairRefusalsOf(client).wantsBothPrices,
      asItStands: (order) => unfairRefusalsOf(client).asItStands(order),
      show: showOf(this.subject),
      onProgress: (settingBack) => (this.settingBack = settingBack),
    });
    this.settingBack = null;
    if (notes.length === 0) await this.setBackAgain();
    if (notes.length === 0) this.orderLog.remove();
    this.notes.push(...strangersNote(this.strangers));
    if (clock.isContradictory) this.noteOnce(DATES_CONTRADICT);
    this.notes.push(...notes, ...busyNote(pace.busyness));
    const atTimes = { lookups: lookups.areRefusedAtTimes, modifies: areModifiesRefusedAtTimes(client) };
    // With a fresh token they may have been refused for the one that had ended.
    if (!tokens.isRenewed) this.notes.push(...fickleNotes(atTimes));
    await this.subject.close();
    this.isClosed = true;
    this.evidence.close();
  }

  /**
   * A modify without an answer may be done later than what set its order back: that is sent once more, when some seconds have
   * passed since the last of them. What is refused then was set back before. Orders that the end of the run left after a
   * refusal are set back as well: the refused modify may have been done.
   */
  private async setBackAgain(): Promise<void> {
    const { orders } = this.subject;
    const unclear = this.unclear.in(orders?.handedOut() ?? []);
    const again = [...new Set([...unclear, ...(orders?.left() ?? [])])];
    if (again.length === 0) return;
    const waitMs = unclear.length === 0 ? 0 : Math.min(LATE_MS, this.lastUnclearAtMs + LATE_MS - this.now());
    if (waitMs > 0 && !this.end.signal.aborted) await (this.options.sleep ?? sleepFor)(waitMs, this.end.signal);
    await setBackOnce(this.subject, again);
  }

  /** What is refused in common with others by a rule of the service: an order for its age, or first values for what they are. */
  private refusedAs(order: Order): string | null {
    const { client, orders } = this.subject;
    const place = orders?.placeOf(order);
    if (orders === null || place === undefined) return null;
    const unfair = unfairRefusalsOf(client);
    if (unfair.isTooOld({ created: place.created, moment: orders.moment() })) return 'old';
    return place.isChanged && unfair.hasRule ? `${order.orderTypeCd} ${order.sideCd}` : null;
  }

  /** Each once, with the values that it had at first. */
  private ordersToSetBack(): readonly Order[] {
    const orders = [...this.leftOrders, ...doubtfulOrders(this.subject, this.changed)];
    const identities = orders.map(identityOf);
    return orders.filter((_, at) => identities.indexOf(identities[at] ?? '') === at);
  }

  private async examineActive(clause: Clause): Promise<ClauseResult> {
    const tally = this.ledger.tally(clause.id);
    const barred = this.barred(clause);
    if (barred !== undefined) {
      tally.add(barred, this.requests);
      return this.ledger.settle(clause);
    }
    const examination = examinations[clause.id];
    if (examination === undefined) throw new Error(`Clause ${clause.id} has no examination.`);
    try {
      const outcomes = await this.putToTheTest(clause, examination);
      const isSilent = outcomes.some(({ outcome }) => outcome !== 'inapplicable') && (await this.isSilent());
      if (isSilent) tally.add(this.silence(), this.requests);
      else this.ledger.take(clause, outcomes, this.requests, this.end.because);
    } catch (error) {
      if (this.end.because === null) this.notes.push(breakdownNote(clause.id, error));
      tally.add(unverified(this.end.because ?? 'the examination broke down'), this.requests);
    }
    return this.ledger.settle(clause);
  }

  /** What its examination finds, as far as the clock of this machine lets it. */
  private async putToTheTest(clause: Clause, examination: Examination): Promise<readonly Outcome[]> {
    const { settings, scale = SCALE_OF[settings.depth] } = this.options;
    // What it finds out of timestamps, all other modifies go by.
    const isFirst =
      clause.id === TIMESTAMPS_FIRST || !this.ledger.plannedClauses.some(({ id }) => id === TIMESTAMPS_FIRST);
    if (clause.modifies && !isFirst) await this.examine(TIMESTAMPS_FIRST);
    const { steps } = this.subject.clock;
    const outcomes = await examination({
      ...this.subject,
      settings: { ...settings, token: this.subject.tokens.present },
      clause,
      seed: deriveSeed(settings.seed, clause.id),
      scale,
      stop: this.end.signal,
      observer: this.observer,
    });
    if (!clause.modifies || this.subject.clock.steps.count === steps.count) return outcomes;
    return [...outcomes.filter(({ outcome }) => outcome === 'pass'), unverified(STEPPED)];
  }

  /** Whether the service has not answered a single request, so that nothing can be said of it, not even of its address. */
  private async isSilent(): Promise<boolean> {
    if (this.answers === 0) await this.subject.lookups.manner();
    return this.answers === 0;
  }

  /** What was cut off when the run was stopped says nothing of the service. */
  private silence(): Outcome {
    if (this.firstTrouble === undefined && this.end.because !== null) return unverified(this.end.because);
    return unverified(`no request was answered: ${this.firstTrouble ?? 'none was sent'}`);
  }

  /** Clauses about every answer of the run, and questions that the answers settle, come after all others. */
  private async examineLast(clause: Clause): Promise<ClauseResult> {
    const others = this.ledger.plannedClauses.filter((other) => !comesLast(other));
    await Promise.all(others.map(({ id }) => this.examine(id)));
    const tally = this.ledger.tally(clause.id);
    const barred = this.barred(clause);
    if (barred === undefined) {
      this.traffic ??= this.turns.run(() => sampleTraffic(this.subject, this.options.settings));
      await this.traffic;
      if (!clause.passive) return this.turns.run(() => this.examineActive(clause));
    }
    if (whyUnasked(clause, this.options.settings) === undefined && this.ledger.isSeen(clause))
      return this.ledger.settle(clause);
    // Answers may still come, so that this is no case of theirs.
    const unseen = new Tally();
    unseen.requests = tally.requests;
    unseen.add(barred ?? (this.answers === 0 ? this.silence() : outcomeUnseen(clause.id)), this.requests);
    return this.ledger.settle(clause, unseen);
  }

  /** Why a clause is not put to the test in this run, if so. */
  private barred(clause: Clause): Outcome | undefined {
    return this.end.because === null ? whyUnasked(clause, this.options.settings) : unverified(this.end.because);
  }

  private record(exchange: Exchange): void {
    // What was under way when the run was stopped may end after its evidence.
    if (this.isClosed) return;
    this.requests += 1;
    if (exchange.response !== undefined) this.answers += 1;
    if (exchange.trouble?.kind !== 'stopped') this.firstTrouble ??= exchange.trouble?.because;
    if (exchange.operation !== null && isAccepted(exchange)) this.accepted.add(exchange.operation);
    this.deeds.see(exchange);
    this.outage.see(exchange);
    this.blocks.see(exchange);
    const isFirstChange = this.changed.add(exchange);
    this.lookForOthers(exchange);
    this.evidence.write(exchange);
    // Were the run killed now, its record would tell that this order is to be set back; one that was asked to end may be soon.
    if (isFirstChange || this.end.because !== null) this.evidence.flush();
    this.ledger.count(exchange);
    this.ledger.judge(exchange);
  }

  /** An invalid body may name another order than the one it was made for, and be right to the service. */
  private lookForOthers(exchange: Exchange): void {
    const changed = new ChangedOrders();
    const { orders } = this.subject;
    if (orders === null || !changed.add(exchange)) return;
    orders.spoilUnheld(changed);
    if (!isAccepted(exchange)) {
      if (exchange.clause === SET_BACK || !mayBeDoneLater(exchange)) return;
      this.unclear.add(exchange);
      this.lastUnclearAtMs = this.now();
      return;
    }
    const number = numberIn(exchange);
    if (number !== null && !orders.knows(number) && !this.leftOrders.some(({ orderNo }) => orderNo === number))
      this.strangers.add(number);
  }
}

const TIMESTAMPS_FIRST = 'CLK-008';

/** So long after a modify that was not answered it may still be done, as behind a gateway that gave up waiting. */
const LATE_MS = 10_000;

function mayBeDoneLater(exchange: Exchange): boolean {
  return exchange.trouble !== undefined || isOfGateway(exchange);
}

/** That an accepted body names; `null` where it cannot be read. */
function numberIn({ request }: Exchange): string | null {
  const json = parseJson(request.text ?? '');
  const number = json.ok && isJsonObject(json.value) ? json.value['orderNo'] : null;
  return typeof number === 'string' || typeof number === 'number' ? String(number) : null;
}

const MOST_STRANGERS = 10;

function strangersNote(numbers: ReadonlySet<string>): string[] {
  if (numbers.size === 0) return [];
  const named = [...numbers]
    .slice(0, MOST_STRANGERS)
    .map((number) => JSON.stringify(number.slice(0, 40)))
    .join(', ');
  const more = numbers.size > MOST_STRANGERS ? `, and ${numbers.size - MOST_STRANGERS} more` : '';
  return [
    `Modifies that were to name no order were accepted, with these numbers: ${named}${more}. Where one is that of an order which was not handed over, that order was changed.`,
  ];
}

const REFUSED_ANEW =
  'what the service accepted in the earlier part of the run, it refused in this one (are the token, the key and the signature template right?)';

/** What a modify came to may have its reason in its timestamp. */
const STEPPED = "this machine's clock was stepped meanwhile";

/** Opens a certification. Sends nothing yet. */
export function openCertification(options: CertificationOptions): Promise<Certification> {
  return Promise.resolve(new Certification(options));
}
