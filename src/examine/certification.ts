import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Clause, Kind } from '../contract/clause.js';
import { loadCatalogue } from '../contract/catalogue.js';
import { joinPassive } from '../contract/merge-clauses.js';
import type { Order } from '../contract/order.js';
import { BlockWatch, PLAIN_LOOKUP } from '../client/block-watch.js';
import type { OrderDesk } from '../client/order-desk.js';
import type { LookupEdits } from '../client/service-client.js';
import type { FetchToken } from '../client/token-source.js';
import type { ClauseResult, Results, Watched } from '../contract/results.js';
import { NOT_SELECTED, whyUnclaimed } from '../contract/run-verdict.js';
import { deriveSeed } from '../contract/seed.js';
import type { Settings } from '../contract/settings.js';
import { otherSideReason } from '../contract/verdict-reasons.js';
import { inapplicable, unverified, type Answer, type Outcome } from '../contract/verdict.js';
import { judgePassively, outcomeUnseen } from '../oracle/passive.js';
import { OBSERVED_QUESTIONS, Observer } from '../oracle/observer.js';
import type { Exchange } from '../wire/exchange.js';
import { sleepFor, type Busyness, type Sleep } from '../client/pace.js';
import type { Steps } from '../client/service-clock.js';
import { steadyClock } from '../client/steady-clock.js';
import { compileResults, questionResult, replayCommand } from './compile-results.js';
import { comesLast, type EarlierPart } from './earlier-part.js';
import { EvidenceLog } from './evidence.js';
import { examinationOrder } from './examination-order.js';
import { examinations } from './examinations.js';
import { whyNotModified } from './not-modified.js';
import { OutageGuard, REACHABILITY } from './outage.js';
import { planOf } from './run-plan.js';
import { OrderLog } from './order-log.js';
import { openSubject, type AfterwardsLimits, type Subject } from './subject.js';
import { changedBy, doubtfulOrders, SET_BACK, setBack } from './set-back.js';
import { Tally } from './tally.js';
import { sampleTraffic } from './sample-traffic.js';
import { Turns } from './turns.js';

/** Clauses examined at the same time. Each is mostly one request after another; connections bound the rest. */
const CLAUSES_AT_ONCE = 24;

/** How long what is under way has for its end, where the run ends before all is judged. */
const LONGEST_END_MS = 10_000;

/** How far a run is. */
export interface Progress {
  readonly planned: number;
  readonly done: number;
  readonly requests: number;
  /** Clauses broken so far, by verdict. */
  readonly failed: number;
  readonly warned: number;
  /** All waits for a plain lookup that tells whether the service is still there. */
  readonly isInDoubt?: boolean;
}

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
  private readonly tallies = new Map<string, Tally>();
  /** Requests by the clause on whose behalf they were sent. */
  private readonly sent: Map<string, number>;
  private readonly running = new Map<string, Promise<ClauseResult>>();
  private readonly finished = new Map<string, ClauseResult>();
  private readonly turns = new Turns(CLAUSES_AT_ONCE);
  private readonly planned = new Set<string>();
  private readonly evidence: EvidenceLog;
  private readonly orderLog: OrderLog;
  private readonly observer: Observer;
  private readonly subject: Subject;
  private readonly stopped = new AbortController();
  private readonly outage: OutageGuard;
  private readonly blocks: BlockWatch;
  private readonly judged = new Set<string>();
  /** Why nothing more is begun, once that is so. */
  private ending: string | null = null;
  private readonly startedAtMs: number;
  private readonly notes: string[];
  private readonly now: () => number;
  private isClosed = false;
  /** Aborted when nothing of the run is waited for any more. */
  private readonly over = new AbortController();
  private requests: number;
  private answers = 0;
  private readonly changed: Set<string>;
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
    this.sent = new Map(earlier?.sent);
    this.notes = [...(earlier?.notes ?? [])];
    this.judgedBefore = new Set(earlier?.judged.keys());
    this.changed = new Set(earlier?.changed);
    this.leftOrders = earlier?.orders ?? [];
    this.observer = new Observer(earlier?.answers);
    this.evidence = new EvidenceLog(settings.outDir, { unrecordedBefore: earlier?.unrecorded });
    this.orderLog = new OrderLog(settings.outDir, earlier !== undefined);
    for (const [id, result] of earlier?.judged ?? []) {
      this.judged.add(id);
      this.finished.set(id, result);
      this.running.set(id, Promise.resolve(result));
    }
    const only = settings.only === null ? null : new Set(settings.only);
    this.examinable = this.catalogue.filter(({ id, role }) => role !== 'client' && (only === null || only.has(id)));
    // Every request under way listens for the end of the run.
    setMaxListeners(0, this.stopped.signal);
    const watching = {
      hold: (task: () => Promise<void>): Promise<void> => this.subject.pace.hold(task),
      giveUp: (because: string): void => void this.windDown(because),
      stop: this.stopped.signal,
      sleep: options.sleep,
    };
    this.blocks = new BlockWatch({
      ask: (target) => this.askPlainly({ target }, { blocks: PLAIN_LOOKUP }),
      ...watching,
    });
    this.subject = openSubject(settings, {
      now: this.now,
      wall: options.wall ?? (options.now === undefined ? Date.now : undefined),
      stop: this.stopped.signal,
      numberedBefore: earlier?.requests,
      record: (exchange) => this.record(exchange),
      blocks: this.blocks,
      onOrder: (order) => this.orderLog.keep(order),
      onSpent: () => void this.windDown(spentReason(settings)),
      onLongPause: (pauseMs) => void this.windDown(pauseReason(pauseMs)),
      fetchToken: options.fetchToken,
      onTokenTrouble: (because) => this.noteOnce(because),
    });
    this.outage = new OutageGuard({ ask: (mostMs) => this.askPlainly({}, { mostMs }), ...watching });
    if (settings.maxTimeMs !== undefined) void this.endAfter(settings.maxTimeMs);
  }

  /**
   * Takes in an exchange of the earlier part that its results do not count yet. To be called before anything is planned.
   */
  replay(exchange: Exchange): void {
    this.judge(exchange);
  }

  /**
   * Of a run that goes on: waits until no timestamp can be one that its earlier part sent, and sets the orders back that
   * it left. To be awaited before anything is planned.
   */
  async takeUp(): Promise<void> {
    const { earlier, sleep = sleepFor } = this.options;
    if (earlier === undefined) return;
    const waitMs = earlier.lastModifyAtMs + LONGEST_BACK_MS - this.now();
    if (waitMs > 0) await sleep(Math.min(waitMs, LONGEST_BACK_MS), this.stopped.signal);
    if (this.stopped.signal.aborted) return;
    const { refused, unanswered } = await setBack(this.subject, this.leftOrders);
    // Of the others, such as filled ones, nothing shows that they are not as they were.
    this.leftOrders = [...unanswered, ...refused.filter(({ orderNo }) => earlier.changed.has(orderNo))];
  }

  /**
   * Begins to examine these ahead of being asked, several at a time, in an order of its own; passive clauses are judged
   * after all others.
   */
  plan(ids: readonly string[]): void {
    for (const id of ids) this.planned.add(id);
    const planned = this.catalogue.filter(({ id }) => this.planned.has(id));
    for (const { id } of examinationOrder(planned)) void this.examine(id);
  }

  /** The result of one clause; examines it now if that has not begun. Never rejects for what a service does. */
  examine(id: string): Promise<ClauseResult> {
    const known = this.running.get(id);
    if (known !== undefined) return known;
    this.planned.add(id);
    const clause = this.catalogue.find((candidate) => candidate.id === id);
    if (clause === undefined) return Promise.reject(new Error(`No clause has the id ${id}.`));
    const result = (
      comesLast(clause) ? this.examineLast(clause) : this.turns.run(() => this.examineActive(clause))
    ).then((settled) => {
      const result = this.orBrokenBefore(settled);
      this.finished.set(id, result);
      return result;
    });
    this.running.set(id, result);
    return result;
  }

  progress(): Progress {
    const settled = [...this.finished.values()];
    return {
      planned: this.planned.size,
      done: settled.length,
      requests: this.requests,
      failed: settled.filter(({ verdict }) => verdict === 'fail').length,
      warned: settled.filter(({ verdict }) => verdict === 'warn').length,
      ...(this.outage.isInDoubt && { isInDoubt: true }),
    };
  }

  /**
   * What is known now, when the evidence of it is on disk; planned clauses that are not done are `unverified` with the
   * reason given.
   */
  results(reasonForOpen: string): Results {
    this.evidence.flush();
    const { settings, toolVersion } = this.options;
    const questions = this.catalogue.filter(({ question }) => question !== undefined);
    return compileResults({
      subject: { role: 'service', baseUrl: settings.baseUrl },
      settings,
      plan: planOf(
        settings,
        this.catalogue.filter(({ id }) => this.planned.has(id)),
      ),
      ...this.stoppedEarly(reasonForOpen),
      toolVersion,
      startedAtMs: this.startedAtMs,
      finishedAtMs: this.now(),
      notes: [
        ...this.notes,
        ...stepNote(this.subject.clock.steps),
        ...[this.evidence.trouble, this.orderLog.trouble].filter((trouble) => trouble !== undefined),
      ],
      requests: this.requests,
      unrecorded: this.evidence.unrecorded,
      clauses: this.catalogue.map((clause) =>
        this.withAllSent(clause, this.known(clause) ?? this.unfinished(clause, reasonForOpen)),
      ),
      questions: questions.map((clause) =>
        questionResult(clause, this.answerOf(clause), settings.profile.pins?.[clause.id]),
      ),
    });
  }

  /** Which clauses are judged, where not all that were planned are, or the run has not come to its end. */
  private stoppedEarly(reasonForOpen: string): Pick<Results, 'stopped'> {
    const isOpen = [...this.planned].some((id) => !this.finished.has(id));
    if (this.ending === null && !isOpen && this.isClosed) return {};
    const judged = this.catalogue.flatMap(({ id }) => (this.judged.has(id) ? [id] : []));
    const watched = this.watchedOf(this.examinable.filter(comesLast));
    return { stopped: { because: this.ending ?? reasonForOpen, judged, watched } };
  }

  /**
   * What the answers of this run say of clauses that it was not asked for: of those about every answer, and of questions
   * that any answer may settle. It is one part of a run where others are asked for them.
   */
  watched(): Watched {
    return this.watchedOf(this.examinable.filter((clause) => comesLast(clause) && !this.planned.has(clause.id)));
  }

  private watchedOf(clauses: readonly Clause[]): Watched {
    const answers = clauses
      .filter(({ id }) => OBSERVED_QUESTIONS.includes(id))
      .map(({ id }) => [id, this.observer.answer(id)]);
    return {
      clauses: clauses.filter((clause) => this.isWatched(clause)).map((clause) => this.settle(clause)),
      answers: Object.fromEntries(answers.filter(([, answer]) => answer !== undefined)) as Watched['answers'],
    };
  }

  /** Whether answers of the run said anything of a clause about every answer. */
  private isWatched(clause: Clause): boolean {
    return clause.passive && this.unasked(clause) === undefined && this.isSeen(clause.id);
  }

  private isSeen(id: string): boolean {
    return this.tally(id).cases > 0 || this.options.earlier?.watched.has(id) === true;
  }

  private answerOf({ id }: Clause): Answer | undefined {
    const { earlier } = this.options;
    return this.judgedBefore.has(id) ? earlier?.answers[id] : this.tallies.get(id)?.answer;
  }

  /** The result of a clause that is done. Answers that came since then count for clauses about every answer. */
  private known(clause: Clause): ClauseResult | undefined {
    const result = this.finished.get(clause.id);
    return result !== undefined && this.isWatched(clause) ? this.settle(clause) : result;
  }

  /** Others may have something sent on its behalf as well, also after it was judged. */
  private withAllSent({ id, passive }: Clause, result: ClauseResult): ClauseResult {
    return passive || !this.planned.has(id) ? result : { ...result, requests: this.sent.get(id) ?? 0 };
  }

  /** The orders of the run; `null` where nothing is modified. */
  get orders(): OrderDesk | null {
    return this.subject.orders;
  }

  /** Aborted once the run is stopped. */
  get stopSignal(): AbortSignal {
    return this.stopped.signal;
  }

  /** Stops sending; examinations that are under way end `unverified`. */
  stop(reason: string): void {
    if (this.stopped.signal.aborted) return;
    if (this.ending === null) this.notes.push(reason);
    this.ending ??= reason;
    this.stopped.abort(new Error(this.ending));
  }

  /** Begins nothing more; stops where all that is under way has come to its end, or has had time enough to. */
  private async windDown(reason: string): Promise<void> {
    if (this.ending !== null) return;
    this.ending = reason;
    this.notes.push(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
    this.subject.pace.end(reason);
    const sleep = this.options.sleep ?? sleepFor;
    await Promise.race([this.subject.pace.idle(), sleep(LONGEST_END_MS, this.stopped.signal)]);
    this.stop(reason);
  }

  private async endAfter(maxTimeMs: number): Promise<void> {
    await (this.options.sleep ?? sleepFor)(maxTimeMs, this.over.signal);
    if (!this.over.signal.aborted)
      await this.windDown(`the time of the run was up (--max-time ${shownDuration(maxTimeMs)})`);
  }

  /** Whether the service answers at all, by a connection of its own. */
  private async askPlainly(edits: LookupEdits, limits: AfterwardsLimits): Promise<Exchange> {
    let exchange: Exchange | undefined;
    await this.subject.afterwards(
      async (client) => {
        const query = { stockGroupCd: 'ALL', stockCd: '', nextKey: '' };
        ({ exchange } = await client.listOrderableStocks(REACHABILITY, query, edits));
      },
      this.stopped.signal,
      limits,
    );
    if (exchange === undefined) throw new Error('No lookup was sent.');
    return exchange;
  }

  /** Waits for what was begun, sets the orders back, closes connections, and flushes the evidence. */
  async close(): Promise<void> {
    await Promise.all(this.running.values());
    this.over.abort();
    const { notes } = await setBack(this.subject, this.ordersToSetBack());
    if (notes.length === 0) this.orderLog.remove();
    this.notes.push(...notes, ...busyNote(this.subject.pace.busyness));
    await this.subject.close();
    this.isClosed = true;
    this.evidence.close();
  }

  /** Each once, with the values that it had at first. */
  private ordersToSetBack(): readonly Order[] {
    const orders = [...this.leftOrders, ...doubtfulOrders(this.subject, this.changed)];
    const identities = orders.map(({ orderDateTime, orderNo }) => `${orderDateTime} ${orderNo}`);
    return orders.filter((_, at) => identities.indexOf(identities[at] ?? '') === at);
  }

  private async examineActive(clause: Clause): Promise<ClauseResult> {
    const tally = this.tally(clause.id);
    const barred = this.barred(clause);
    if (barred !== undefined) {
      tally.add(barred, this.requests);
      return this.settle(clause);
    }
    const examination = examinations[clause.id];
    if (examination === undefined) throw new Error(`Clause ${clause.id} has no examination.`);
    const { settings } = this.options;
    const { steps } = this.subject.clock;
    try {
      const outcomes = await examination({
        ...this.subject,
        settings: { ...settings, token: this.subject.tokens.present },
        clause,
        seed: deriveSeed(settings.seed, clause.id),
        scale: this.options.scale ?? SCALE_OF[settings.depth],
        stop: this.stopped.signal,
        observer: this.observer,
      });
      const isSilent = outcomes.some(({ outcome }) => outcome !== 'inapplicable') && (await this.isSilent());
      const isTimed = !clause.modifies || this.subject.clock.steps.count === steps.count;
      const known = isTimed ? outcomes : [...outcomes.filter(({ outcome }) => outcome === 'pass'), unverified(STEPPED)];
      for (const outcome of isSilent ? [this.silence()] : this.asFarAsJudged(clause, known))
        tally.add(outcome, this.requests);
    } catch (error) {
      if (this.ending === null) {
        this.notes.push(
          `The examination of ${clause.id} broke down, which is an error of tradecert: ${errorName(error)}.`,
        );
      }
      tally.add(unverified(this.ending ?? 'the examination broke down'), this.requests);
    }
    return this.settle(clause);
  }

  /** Whether the service has not answered a single request, so that nothing can be said of it, not even of its address. */
  private async isSilent(): Promise<boolean> {
    if (this.answers === 0) await this.subject.lookups.manner();
    return this.answers === 0;
  }

  private silence(): Outcome {
    return unverified(`no request was answered: ${this.firstTrouble ?? 'none was sent'}`);
  }

  /** Clauses about every answer of the run, and questions that the answers settle, come after all others. */
  private async examineLast(clause: Clause): Promise<ClauseResult> {
    const others = this.catalogue.filter((other) => !comesLast(other) && this.planned.has(other.id));
    await Promise.all(others.map(({ id }) => this.examine(id)));
    const tally = this.tally(clause.id);
    const barred = this.barred(clause);
    if (barred === undefined) {
      this.traffic ??= this.turns.run(() => sampleTraffic(this.subject));
      await this.traffic;
      if (!clause.passive) return this.turns.run(() => this.examineActive(clause));
    }
    if (this.unasked(clause) === undefined && this.isSeen(clause.id)) return this.settle(clause);
    // Answers may still come, so that this is no case of theirs.
    const unseen = new Tally();
    unseen.requests = tally.requests;
    unseen.add(barred ?? (this.answers === 0 ? this.silence() : outcomeUnseen(clause.id)), this.requests);
    return this.settle(clause, unseen);
  }

  /** Why a clause is not put to the test in this run, if so. */
  private barred(clause: Clause): Outcome | undefined {
    if (this.ending !== null) return unverified(this.ending);
    return this.unasked(clause);
  }

  /** Why the settings keep a clause from being put to the test, if they do. */
  private unasked(clause: Clause): Outcome | undefined {
    const { settings } = this.options;
    if (clause.operation !== undefined) return undefined;
    const unclaimed = whyUnclaimed(clause, settings.profile.claims);
    if (unclaimed !== undefined) return inapplicable(unclaimed);
    const because = clause.modifies ? whyNotModified(settings) : undefined;
    return because === undefined ? undefined : unverified(because);
  }

  private record(exchange: Exchange): void {
    // What was under way when the run was stopped may end after its evidence.
    if (this.isClosed) return;
    this.requests += 1;
    if (exchange.response !== undefined) this.answers += 1;
    this.firstTrouble ??= exchange.trouble?.because;
    this.outage.see(exchange);
    this.blocks.see(exchange);
    for (const orderNo of changedBy(exchange)) this.changed.add(orderNo);
    this.evidence.write(exchange);
    this.tally(exchange.clause).requests += 1;
    this.sent.set(exchange.clause, (this.sent.get(exchange.clause) ?? 0) + 1);
    this.judge(exchange);
  }

  private judge(exchange: Exchange): void {
    // Open questions are settled before the orders are set back.
    if (exchange.clause !== SET_BACK) this.observer.see(exchange);
    judgePassively(exchange, (id, outcome) => {
      const judged = this.tally(id);
      judged.add(outcome, exchange.number, exchange.clause === id ? undefined : exchange.clause, exchange.number);
      judged.requests += 1;
    });
  }

  private noteOnce(note: string): void {
    if (!this.notes.includes(note)) this.notes.push(note);
  }

  /** What an examination found that the end of the run may have cut short: what is broken is so all the same. */
  private asFarAsJudged({ id }: Clause, outcomes: readonly Outcome[]): readonly Outcome[] {
    if (this.ending === null) {
      this.judged.add(id);
      return outcomes;
    }
    return [...outcomes.filter(({ outcome }) => outcome === 'broken'), unverified(this.ending)];
  }

  private tally(id: string): Tally {
    let tally = this.tallies.get(id);
    if (tally === undefined) this.tallies.set(id, (tally = new Tally()));
    return tally;
  }

  private kindOf(clause: Clause): Kind {
    return this.options.settings.profile.kinds?.[clause.id] ?? clause.kind;
  }

  private settle(clause: Clause, tally = this.tally(clause.id)): ClauseResult {
    const { settings } = this.options;
    const replay = (during?: string): { replay: string } => ({
      replay: replayCommand(this.replayed(clause.id, during), settings),
    });
    const waiver = settings.profile.waivers?.find((candidate) => candidate.clause === clause.id);
    const result = tally.result(clause, this.kindOf(clause), replay, waiver);
    const before = this.options.earlier?.watched.get(clause.id);
    return clause.passive && before !== undefined ? joinPassive(result, [before]) : result;
  }

  /** What an earlier part found broken stays so, also where it does not show again. */
  private orBrokenBefore(result: ClauseResult): ClauseResult {
    const before = this.options.earlier?.broken.get(result.id);
    return before !== undefined && result.brokenCases === undefined ? before : result;
  }

  /** The clause, and the one for which the telling request was sent, so that it is sent again. */
  private replayed(id: string, during: string | undefined): string {
    return this.catalogue.some((clause) => clause.id === during) ? `${id},${during ?? ''}` : id;
  }

  /** A clause that is not done; one about every answer may be broken already. */
  private unfinished(clause: Clause, reason: string): ClauseResult {
    const isBroken = this.tallies.get(clause.id)?.isBroken ?? false;
    const isBrokenBefore = this.options.earlier?.watched.get(clause.id)?.brokenCases !== undefined;
    if (this.planned.has(clause.id) && (isBroken || isBrokenBefore)) return this.settle(clause);
    const tally = new Tally();
    if (clause.role === 'client') tally.add(inapplicable(otherSideReason(clause.role, 'service')), 0);
    else if (this.planned.has(clause.id)) tally.add(unverified(reason), 0);
    else tally.add(inapplicable(NOT_SELECTED), 0);
    return this.orBrokenBefore(tally.result(clause, this.kindOf(clause), () => ({ replay: '' }), undefined));
  }
}

/** What a modify came to may have its reason in its timestamp. */
const STEPPED = "this machine's clock was stepped meanwhile";

function busyNote({ count, longestMs }: Busyness): string[] {
  if (count === 0) return [];
  const seconds = Number((longestMs / 1000).toPrecision(3));
  return [`The service was busy ${count === 1 ? 'once' : `${count} times`}; its longest pause was ${seconds} s.`];
}

function stepNote({ count, sumMs }: Steps): string[] {
  if (count === 0) return [];
  const by = `${sumMs < 0 ? 'back' : 'forward'} by ${Number((Math.abs(sumMs) / 1000).toFixed(1))} s`;
  const times = count === 1 ? '' : ` in ${count} steps`;
  return [`The clock of this machine was set ${by}${times} during the run; what was under way is unverified.`];
}

/** As `--max-time` takes it. */
function shownDuration(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  return ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`;
}

function spentReason({ maxRequests = 0 }: Settings): string {
  return `all requests that the run may send were sent (--max-requests ${maxRequests})`;
}

function pauseReason(pauseMs: number): string {
  return `the service is busy: it asked for a pause of ${shownDuration(Math.ceil(pauseMs / 1000) * 1000)}`;
}

/** The kind of error and where it was thrown, but not its text, which may quote an answer. */
function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const place = /\/(src|dist)\/[\w./-]+:\d+/.exec(error.stack ?? '')?.[0] ?? '';
  return `${error.name} at ${place.slice(1) || createHash('sha256').update(error.message).digest('hex').slice(0, 8)}`;
}

/** Opens a certification. Sends nothing yet. */
export function openCertification(options: CertificationOptions): Promise<Certification> {
  return Promise.resolve(new Certification(options));
}
