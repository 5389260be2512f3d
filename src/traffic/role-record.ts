import { loadCatalogue } from '../contract/catalogue.js';
import type { Clause } from '../contract/clause.js';
import { addTasks, whatNeverWorked, type GivenTasks } from '../contract/given-tasks.js';
import type { ClauseResult, Results, RunPlan, Shard, Watched } from '../contract/results.js';
import { withDigest } from '../contract/results-digest.js';
import { isOfModify, NOT_SELECTED } from '../contract/run-verdict.js';
import { DOES_NOT_APPLY, otherSideReason } from '../contract/verdict-reasons.js';
import { inapplicable, unverified, type Answer, type Outcome } from '../contract/verdict.js';
import { compileResults, questionResult } from '../examine/compile-results.js';
import { Tally } from '../examine/tally.js';
import { joinAnswers } from '../oracle/join-answers.js';
import { conductUnseen } from '../oracle/conduct/client-judge.js';
import { OBSERVED_QUESTIONS } from '../oracle/observer.js';
import { outcomeUnseen, PASSIVE_CLAUSES } from '../oracle/passive.js';
import { shownTemplate } from '../wire/shown-template.js';
import type { TrafficLog } from './traffic-log.js';
import type { TrafficSettings } from './traffic-settings.js';

/** Which part of a client's run this is. */
export interface ScenarioPart extends Shard {
  /** Names of the scenarios of all parts together. */
  readonly scenarios: readonly string[];
}

/** What a {@link RoleRecord} works with. */
export interface RoleRecordOptions {
  readonly settings: TrafficSettings;
  readonly log: TrafficLog;
  readonly toolVersion: string;
  /** Its role decides which clauses are judged. */
  readonly subject: Results['subject'];
  /** A command that shows a finding again, empty where none can; `during`: where it showed. */
  readonly replay: (clause: string, during?: string) => string;
  /** Whether the client was given tasks, and what it declares of them is known; default yes. */
  readonly hasTasks?: boolean;
  /** Absent: the whole run. */
  readonly part?: ScenarioPart | undefined;
  /** Told of each outcome as it is reported. */
  readonly onReport?: (clause: string, outcome: Outcome) => void;
  readonly now: () => number;
}

/** Clauses that only a client with a task can break, or only what it declares. */
const OF_TASKS: ReadonlySet<string> = new Set([
  ...['CLI-013', 'CLI-014', 'CLI-027'],
  ...['CLI-031', 'CLI-032', 'CLI-033', 'CLI-034', 'CLI-035', 'CLI-036', 'CLI-037', 'CLI-038'],
  ...['CLI-042', 'CLI-043', 'CLI-044', 'CLI-046', 'CLI-047'],
]);

/** Takes down what is said of one side of the traffic, and sums it up. */
export class RoleRecord {
  /** Plain sentences about the whole. */
  readonly notes: string[] = [];
  /** How many scenarios a client is watched in, where that is not all of them. */
  scenarios: Results['scenarios'];
  private tasks: GivenTasks | undefined;
  private readonly startedAtMs: number;
  private readonly tallies = new Map<string, Tally>();
  private readonly answers = new Map<string, Answer>();
  private readonly options: RoleRecordOptions;

  constructor(options: RoleRecordOptions) {
    this.options = options;
    this.startedAtMs = options.now();
  }

  /** @param exchange - the number of the one that was judged, or that the judgement was made at */
  report(clause: string, outcome: Outcome, during: string, exchange?: number): void {
    if (!this.isSelected(clause)) return;
    this.options.onReport?.(clause, outcome);
    const tally = this.tally(clause);
    tally.add(outcome, this.options.log.requests, during, exchange);
    tally.requests += 1;
  }

  /** Adds what became of a task. */
  count(tasks: GivenTasks): void {
    this.tasks = addTasks([this.tasks, tasks]);
  }

  /** Adds to the answer of an open question, where it was chosen. */
  observe(question: string, answer: Answer): void {
    if (!this.isSelected(question)) return;
    const before = this.answers.get(question);
    this.answers.set(question, joinAnswers(question, before === undefined ? [answer] : [before, answer]) ?? answer);
  }

  /**
   * Sums up what is known so far; more may come afterwards.
   *
   * @param reasonForOpen - why clauses of which nothing was seen are open, if the run did not come to its end
   */
  results(reasonForOpen: string | null): Results {
    const { settings, toolVersion, subject, log, now } = this.options;
    const catalogue = loadCatalogue(subject.role);
    log.flush();
    const { part } = this.options;
    const results = compileResults({
      subject,
      ...(part && { plan: this.planOf(part) }),
      ...(this.options.hasTasks === false && { basis: 'observed traffic' }),
      ...(this.scenarios && { scenarios: this.scenarios }),
      ...(this.tasks && { tasks: this.tasks }),
      settings,
      toolVersion,
      startedAtMs: this.startedAtMs,
      finishedAtMs: now(),
      notes: [...whatNeverWorked(this.tasks), ...this.notes, ...(log.trouble === undefined ? [] : [log.trouble])],
      requests: log.requests,
      unrecorded: log.unrecorded,
      clauses: catalogue.map((clause) => this.settle(clause, reasonForOpen)),
      questions: catalogue
        .filter((clause) => clause.question !== undefined && this.binds(clause))
        .map((clause) => questionResult(clause, this.answers.get(clause.id), settings.profile.pins?.[clause.id])),
    });
    return part === undefined ? results : withDigest({ ...results, watched: this.watched(catalogue) });
  }

  /** By this, the parts of one run are told from those of others; each has all clauses. */
  private planOf({ index, of, scenarios }: ScenarioPart): RunPlan {
    const { only, signingKey, signatureTemplate, signingKeyEncoding } = this.options.settings;
    const own = loadCatalogue(this.options.subject.role).filter(
      (clause) => this.binds(clause) && this.isSelected(clause.id),
    );
    return {
      clauses: own.map(({ id }) => id),
      ...(only !== null && { only }),
      ...{ shard: { index, of }, scenarios, orders: 'none' },
      ...(signingKey !== null && {
        signature: { template: shownTemplate(signatureTemplate), keyEncoding: signingKeyEncoding },
      }),
    };
  }

  /** What this part says of clauses and questions of which it has seen something. */
  private watched(catalogue: readonly Clause[]): Watched {
    return {
      clauses: catalogue.filter(({ id }) => this.tallies.has(id)).map((clause) => this.settle(clause, null)),
      answers: Object.fromEntries(this.answers),
    };
  }

  /** Traffic that others make has no scenarios. */
  private scenarioOf(during: string | undefined): { scenario?: string } {
    return during === undefined || this.options.hasTasks === false ? {} : { scenario: during };
  }

  private isSelected(clause: string): boolean {
    const { only } = this.options.settings;
    return only === null || only.includes(clause);
  }

  private binds({ role }: Clause): boolean {
    return role === 'both' || role === this.options.subject.role;
  }

  private settle(clause: Clause, reasonForOpen: string | null): ClauseResult {
    const { settings, replay } = this.options;
    const kind = settings.profile.kinds?.[clause.id] ?? clause.kind;
    const waiver = settings.profile.waivers?.find((candidate) => candidate.clause === clause.id);
    const known = this.tallies.get(clause.id);
    const answer = this.answers.get(clause.id);
    const of = (tally: Tally): ClauseResult =>
      tally.result(
        clause,
        kind,
        (during) => ({ replay: replay(clause.id, during), ...this.scenarioOf(during) }),
        waiver,
      );
    if (known !== undefined) return of(known);
    const tally = new Tally();
    tally.add(answer === undefined ? this.unseen(clause, reasonForOpen) : { outcome: 'observed', answer }, 0);
    return of(tally);
  }

  /** What a clause comes to of which nothing was said. */
  private unseen(clause: Clause, reasonForOpen: string | null): Outcome {
    const { subject } = this.options;
    if (!this.binds(clause)) {
      return inapplicable(otherSideReason(clause.role, subject.role));
    }
    if (!this.isSelected(clause.id)) return inapplicable(NOT_SELECTED);
    if (reasonForOpen !== null) return unverified(reasonForOpen);
    if (subject.role === 'client' && this.options.settings.readOnly === true && isOfModify(clause)) {
      return unverified('this run is read-only: the client was given no modify');
    }
    if (subject.role === 'client') {
      return this.options.hasTasks === false && OF_TASKS.has(clause.id)
        ? inapplicable(DOES_NOT_APPLY.ofTasks)
        : conductUnseen(clause.id);
    }
    if (PASSIVE_CLAUSES.includes(clause.id)) return outcomeUnseen(clause.id);
    if (OBSERVED_QUESTIONS.includes(clause.id)) return unverified('nothing that passed settles it');
    return inapplicable(DOES_NOT_APPLY.ofRuns);
  }

  private tally(id: string): Tally {
    let tally = this.tallies.get(id);
    if (tally === undefined) this.tallies.set(id, (tally = new Tally()));
    return tally;
  }
}
