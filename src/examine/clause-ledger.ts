import { KEPT_BACK } from '../client/timestamps.js';
import type { Clause, Kind } from '../contract/clause.js';
import { joinPassive } from '../contract/merge-clauses.js';
import type { ClauseResult, Watched } from '../contract/results.js';
import { NOT_SELECTED } from '../contract/run-verdict.js';
import type { Settings } from '../contract/settings.js';
import { otherSideReason } from '../contract/verdict-reasons.js';
import { inapplicable, unverified, type Answer, type Outcome } from '../contract/verdict.js';
import type { AnsweredQuestion } from '../oracle/drift.js';
import { OBSERVED_QUESTIONS, type Observer } from '../oracle/observer.js';
import { judgePassively } from '../oracle/passive.js';
import type { Exchange } from '../wire/exchange.js';
import { questionResult, replayCommand } from './compile-results.js';
import { comesLast, type EarlierPart } from './earlier-part.js';
import type { Progress } from './progress.js';
import { SET_BACK } from './set-back.js';
import { Tally } from './tally.js';
import { whyUnasked } from './why-unasked.js';

/** What a {@link ClauseLedger} works with. */
export interface ClauseLedgerOptions {
  /** The whole of it, in order. */
  readonly catalogue: readonly Clause[];
  readonly settings: Settings;
  readonly observer: Observer;
  /** Of a run that goes on. */
  readonly earlier: EarlierPart | undefined;
}

/** What is known of each clause in the course of a run: which are planned, their outcomes so far, and their results. */
export class ClauseLedger {
  private readonly options: ClauseLedgerOptions;
  private readonly planned = new Set<string>();
  private readonly tallies = new Map<string, Tally>();
  /** Requests by the clause on whose behalf they were sent. */
  private readonly sent: Map<string, number>;
  private readonly finished = new Map<string, ClauseResult>();
  /** Clauses that were put to the test wholly. */
  private readonly judged = new Set<string>();
  /** Clauses that came to nothing since the run had ended by then. */
  private readonly cutOff = new Set<string>();

  constructor(options: ClauseLedgerOptions) {
    this.options = options;
    this.sent = new Map(options.earlier?.sent);
    for (const [id, result] of options.earlier?.judged ?? []) {
      this.judged.add(id);
      this.finished.set(id, result);
    }
  }

  plan(id: string): void {
    this.planned.add(id);
  }

  /** Clauses that are planned, in the order of the catalogue. */
  get plannedClauses(): readonly Clause[] {
    return this.options.catalogue.filter(({ id }) => this.planned.has(id));
  }

  /** How many clauses are planned, are done, and are broken so far, by verdict. */
  progress(): Pick<Progress, 'planned' | 'done' | 'cutOff' | 'failed' | 'warned'> {
    const settled = [...this.finished.values()];
    return {
      planned: this.planned.size,
      done: settled.length,
      ...(this.cutOff.size > 0 && { cutOff: this.cutOff.size }),
      failed: settled.filter(({ verdict }) => verdict === 'fail').length,
      warned: settled.filter(({ verdict }) => verdict === 'warn').length,
    };
  }

  /** Whether a planned clause is not done. */
  get isOpen(): boolean {
    return [...this.planned].some((id) => !this.finished.has(id));
  }

  /** Ids of the clauses that were put to the test wholly, in the order of the catalogue. */
  get judgedIds(): readonly string[] {
    return this.options.catalogue.flatMap(({ id }) => (this.judged.has(id) ? [id] : []));
  }

  /** Of these, without what this part of the run left open. */
  get decidedIds(): readonly string[] {
    const { earlier } = this.options;
    return this.judgedIds.filter(
      (id) => earlier?.judged.has(id) === true || this.finished.get(id)?.verdict !== 'unverified',
    );
  }

  tally(id: string): Tally {
    let tally = this.tallies.get(id);
    if (tally === undefined) this.tallies.set(id, (tally = new Tally()));
    return tally;
  }

  /** Counts a request for the clause on whose behalf it was sent. */
  count({ clause }: Exchange): void {
    this.tally(clause).requests += 1;
    this.sent.set(clause, (this.sent.get(clause) ?? 0) + 1);
  }

  /** Judges an exchange by the clauses about every answer. */
  judge(exchange: Exchange): void {
    // Open questions are settled before the orders are set back.
    if (exchange.clause !== SET_BACK) this.options.observer.see(exchange);
    judgePassively(exchange, (id, outcome) => {
      const judged = this.tally(id);
      judged.add(outcome, exchange.number, exchange.clause === id ? undefined : exchange.clause, exchange.number);
      judged.requests += 1;
    });
  }

  /**
   * Takes in what an examination found.
   *
   * @param number - of the last request by then
   * @param ending - why the run ends, which may have cut it short: what is broken is so all the same
   */
  take({ id }: Clause, outcomes: readonly Outcome[], number: number, ending: string | null): void {
    if (ending === null) this.judged.add(id);
    const broken = outcomes.filter(({ outcome }) => outcome === 'broken');
    const known = ending === null ? withoutKeptBack(outcomes) : [...broken, unverified(ending)];
    for (const outcome of known) this.tally(id).add(outcome, number);
  }

  /**
   * The result of a clause as it stands. What an earlier part found broken stays so, also where it does not show again.
   *
   * @param ending - why the run ends
   */
  finish(settled: ClauseResult, ending: string | null): ClauseResult {
    const result = this.orBrokenBefore(settled);
    if (ending !== null && result.verdict === 'unverified') this.cutOff.add(result.id);
    this.finished.set(result.id, result);
    return result;
  }

  settle(clause: Clause, tally = this.tally(clause.id)): ClauseResult {
    const { settings, earlier } = this.options;
    const replay = (during?: string): { replay: string } => ({
      replay: replayCommand(this.replayed(clause.id, during), settings),
    });
    const waiver = settings.profile.waivers?.find((candidate) => candidate.clause === clause.id);
    const result = tally.result(clause, this.kindOf(clause), replay, waiver);
    const before = earlier?.watched.get(clause.id);
    return clause.passive && before !== undefined ? joinPassive(result, [before]) : result;
  }

  /** Whether answers of the run said anything of a clause. */
  isSeen({ id }: Clause): boolean {
    return this.tally(id).cases > 0 || this.options.earlier?.watched.has(id) === true;
  }

  /** What answers said of clauses about every answer, and of questions that any answer may settle. */
  watched(clauses: readonly Clause[]): Watched {
    const answers = clauses
      .filter(({ id }) => OBSERVED_QUESTIONS.includes(id))
      .map(({ id }) => [id, this.options.observer.answerOfRun(id)]);
    return {
      clauses: clauses.filter((clause) => this.isWatched(clause)).map((clause) => this.settle(clause)),
      answers: Object.fromEntries(answers.filter(([, answer]) => answer !== undefined)) as Watched['answers'],
    };
  }

  /** Of clauses that the run was not asked for, as {@link watched}: it is one part of a run where others are asked for them. */
  watchedUnplanned(clauses: readonly Clause[]): Watched {
    return this.watched(clauses.filter((clause) => comesLast(clause) && !this.planned.has(clause.id)));
  }

  /** What is known now of every clause; planned ones that are not done are `unverified` with the reason given. */
  results(reasonForOpen: string): ClauseResult[] {
    return this.options.catalogue.map((clause) =>
      this.withAllSent(clause, this.known(clause) ?? this.unfinished(clause, reasonForOpen)),
    );
  }

  /** What is known now of every open question. */
  questions(): AnsweredQuestion[] {
    const { catalogue, settings } = this.options;
    const questions = catalogue.filter(({ question }) => question !== undefined);
    return questions.map((clause) => questionResult(clause, this.answerOf(clause), settings.profile.pins?.[clause.id]));
  }

  private isWatched(clause: Clause): boolean {
    return clause.passive && whyUnasked(clause, this.options.settings) === undefined && this.isSeen(clause);
  }

  private answerOf({ id }: Clause): Answer | undefined {
    const { earlier } = this.options;
    return earlier?.judged.has(id) === true ? earlier.answers[id] : this.tallies.get(id)?.answer;
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

  private kindOf(clause: Clause): Kind {
    return this.options.settings.profile.kinds?.[clause.id] ?? clause.kind;
  }

  private orBrokenBefore(result: ClauseResult): ClauseResult {
    const before = this.options.earlier?.broken.get(result.id);
    return before !== undefined && result.brokenCases === undefined ? before : result;
  }

  /** The clause, and the one for which the telling request was sent, so that it is sent again. */
  private replayed(id: string, during: string | undefined): string {
    return this.options.catalogue.some((clause) => clause.id === during) ? `${id},${during ?? ''}` : id;
  }

  /** A clause that is not done; one about every answer may be broken already. */
  private unfinished(clause: Clause, reason: string): ClauseResult {
    const isPlanned = this.planned.has(clause.id);
    const isBroken = this.tallies.get(clause.id)?.isBroken ?? false;
    const isBrokenBefore = this.options.earlier?.watched.get(clause.id)?.brokenCases !== undefined;
    if (isPlanned && (isBroken || isBrokenBefore)) return this.settle(clause);
    const tally = new Tally();
    if (clause.role === 'client') tally.add(inapplicable(otherSideReason(clause.role, 'service')), 0);
    else tally.add(isPlanned ? unverified(reason) : inapplicable(NOT_SELECTED), 0);
    return this.orBrokenBefore(tally.result(clause, this.kindOf(clause), () => ({ replay: '' }), undefined));
  }
}

/** What was not sent since timestamps are few leaves nothing open where other cases were decided. */
function withoutKeptBack(outcomes: readonly Outcome[]): readonly Outcome[] {
  const isKeptBack = (one: Outcome): boolean => one.outcome === 'unverified' && one.because.includes(KEPT_BACK.because);
  const decided = outcomes.filter((one) => one.outcome !== 'unverified' && one.outcome !== 'inapplicable');
  return decided.length === 0 ? outcomes : outcomes.filter((one) => !isKeptBack(one));
}
