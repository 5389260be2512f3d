import type { ClauseResult, Results } from '../../../../contract/results.js';
import { BROKEN } from '../../../../contract/verdict.js';
import { CLIENT_CLAUSES, ClientJudge, StaleTimestamps } from '../../../../oracle/conduct/client-judge.js';
import type { ClientFacts } from '../../../../oracle/conduct/client-facts.js';
import { KnownBounds } from '../../../../oracle/conduct/known-bounds.js';
import { mayBeLeft } from '../../../../oracle/declared/done-task.js';
import { judgeTold, settled } from '../../../../oracle/declared/judge-told.js';
import { TASKS_FILE, type RecordedTask, type TakenTask } from '../../../../oracle/declared/recorded-task.js';
import type { Exchange } from '../../../../wire/exchange.js';
import { parseTemplate } from '../../../../wire/signature-template.js';
import { amount } from '../../../verdict-words.js';
import { isLeftOut } from '../../../../contract/run-verdict.js';
import type { Problems } from '../problems.js';
import type { RereadExchange } from '../recorded-exchange.js';
import { CountedOutcomes, type Counted } from './counted-outcomes.js';
import { CountedTasks } from './counted-tasks.js';
import { recordedPassage, TOKEN_PLACEHOLDER } from './recorded-passage.js';

/** Clauses whose judges see in the record what they saw in the traffic only in part: a token is a placeholder there. */
export const SEEN_IN_PART: readonly string[] = ['AUT-003', 'AUT-004', 'SIG-002'];

/** Clauses that take the signing key, and what bounds their cases: requests of these clauses. */
const OF_SIGNATURES = /^SIG-0(?:0[3-9]|1[01])$|^CLI-050$/;
/** What else takes a secret. */
const OF_TOKENS = /^CLI-(?:00[56]|05[23])$/;
const KEY_CLAUSE = 'CLI-007';
const ELSEWHERE_CLAUSE = 'CLI-042';
/** Of traffic, it is not known how far the clock of whoever recorded it was off. */
const BY_CLOCK: readonly string[] = ['CLK-006', 'CLK-007', 'CLI-045'];

/** Clauses that rest on what the service answered, and on what the body of a modify says. */
const OF_ANSWERS = /^CLI-0(?:2[1-8]|3[1-8]|4[3467])$/;
const OF_BODIES = /^(?:MOD|ORD|TPS|CLI-01)|^CLI-04[157]$/;

/** Clauses of a client's run of which nothing but the number of their cases can be made again. */
export const ONLY_COUNTED: readonly string[] = CLIENT_CLAUSES.filter(
  (id) => OF_SIGNATURES.test(id) || OF_TOKENS.test(id) || id === KEY_CLAUSE || id === ELSEWHERE_CLAUSE,
);

/** How far clauses were made again. */
export interface RejudgedConduct {
  readonly whole: readonly string[];
  readonly inPart: readonly string[];
}

/** One task, or all of some traffic, as far as it was read. */
interface Watch {
  readonly judge: ClientJudge;
  readonly task: TakenTask | null;
  readonly counted: CountedOutcomes;
  readonly exchanges: Exchange[];
  isBodyVague: boolean;
  isPageVague: boolean;
}

/** Judges what a client sent, and what it declared, once more. */
export class ConductJudge {
  private readonly results: Results;
  private readonly tasks: ReadonlyMap<number, RecordedTask> | null;
  private readonly timestamps = new StaleTimestamps();
  private readonly watches = new Map<number, Watch>();
  private readonly ended = new Set<number>();
  private readonly bounds = new KnownBounds();
  private readonly counted = new CountedOutcomes();
  private readonly countedTasks = new CountedTasks();
  private readonly vague = { isBodyVague: false, isPageVague: false };
  private requests = 0;
  private redirected = 0;

  /** @param tasks - `null`: of traffic, in which there are none */
  constructor(results: Results, tasks: ReadonlyMap<number, RecordedTask> | null) {
    this.results = results;
    this.tasks = tasks;
  }

  see(reread: RereadExchange, problems: Problems): void {
    const { exchange } = reread;
    const number = this.tasks === null ? 0 : (exchange.origin?.task ?? 0);
    const watch = this.ended.has(number) ? null : this.watchOf(number);
    if (watch === null) {
      problems.add('evidence', `Exchange ${exchange.number} is of no task that ${TASKS_FILE} has it for.`);
      return;
    }
    this.requests += 1;
    const { passage, isBodyVague, isPageVague } = recordedPassage(reread);
    watch.isBodyVague ||= isBodyVague;
    watch.isPageVague ||= isPageVague;
    if (watch.task === null) this.bounds.learn(exchange);
    else watch.exchanges.push(exchange);
    const at = `exchange ${exchange.number}`;
    watch.judge.see(passage, exchange, (clause, outcome) => watch.counted.add(clause, outcome, at));
    if (watch.exchanges.length === watch.task?.requests) this.end(number, watch);
  }

  /** Settles what only the end shows, and holds the clauses of the results against all of it. */
  compare(problems: Problems): RejudgedConduct {
    this.endAll(problems);
    if (this.tasks !== null) this.countedTasks.compare(this.results, problems);
    const decided = this.results.clauses.filter(({ id, reason }) => CLIENT_CLAUSES.includes(id) && !isLeftOut(reason));
    const isCounted = ({ id }: ClauseResult): boolean => !id.startsWith('OPN-');
    for (const clause of decided.filter(isCounted)) this.compareOne(clause, problems);
    for (const clause of this.results.clauses) this.compareRequests(clause, problems);
    const told = decided.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail' || verdict === 'warn');
    const isInPart = ({ id }: ClauseResult): boolean => !ONLY_COUNTED.includes(id) && !this.isWhole(id);
    return {
      whole: told.map(({ id }) => id).filter((id) => this.isWhole(id)),
      inPart: told.filter(isInPart).map(({ id }) => id),
    };
  }

  private watchOf(number: number): Watch | null {
    const known = this.watches.get(number);
    if (known !== undefined) return known;
    if (this.tasks === null) return this.open(number, null);
    const task = this.tasks.get(number);
    return task === undefined || 'untaken' in task ? null : this.open(number, task);
  }

  private open(number: number, task: TakenTask | null): Watch {
    const judge = new ClientJudge(this.factsOf(task), this.timestamps);
    const counted = new CountedOutcomes();
    // What follows what is not known where something is missing.
    const isPageVague = this.results.unrecorded !== undefined;
    const watch: Watch = { judge, task, counted, exchanges: [], isBodyVague: false, isPageVague };
    this.watches.set(number, watch);
    return watch;
  }

  private factsOf(task: TakenTask | null): ClientFacts {
    const given = task?.task ?? null;
    const order = given?.task === 'modify-order' ? given.order : null;
    return {
      prefix: pathOf(this.results.subject.baseUrl),
      origins: [],
      template: parseTemplate('{body}'),
      key: null,
      env: {},
      token: TOKEN_PLACEHOLDER,
      signingKeyText: null,
      order: (orderNo) => (task === null ? undefined : order?.orderNo === orderNo ? order : null),
      instrument: (stockCd) => (task === null ? this.bounds.of(stockCd) : task.bounds),
      task: given,
      mayBeLeft: task !== null && mayBeLeft(task.situation),
      clockSlackMs: 0,
    };
  }

  private end(number: number, watch: Watch): void {
    const { judge, task } = watch;
    const where = task === null ? 'what the end shows' : `task ${number} (${task.scenario})`;
    judge.end((clause, outcome) => watch.counted.add(clause, outcome, where));
    if (task !== null) {
      this.settle(watch, task, where);
      this.countedTasks.add(task, watch.exchanges, judge.refusals, watch.isPageVague);
    }
    this.vague.isBodyVague ||= watch.isBodyVague;
    this.vague.isPageVague ||= watch.isPageVague;
    this.counted.addAll(watch.counted, (clause) => isVague(clause, watch));
    this.watches.delete(number);
    this.ended.add(number);
  }

  private settle({ counted, exchanges }: Watch, task: TakenTask, where: string): void {
    const { situation, declared, stockCds, isReached, because, isCut } = task;
    const judged = judgeTold({ situation, task: task.task, stockCds, exchanges, declared });
    for (const { clause, outcome } of settled(situation, judged, { isReached, because })) {
      counted.add(clause, outcome, where);
    }
    if (situation.clause === ELSEWHERE_CLAUSE && isReached) this.redirected += 1;
    if (isCut === true) this.vague.isPageVague = true;
  }

  private endAll(problems: Problems): void {
    if (this.tasks === null) {
      for (const [number, watch] of [...this.watches]) this.end(number, watch);
      return;
    }
    for (const [number, task] of this.tasks) {
      if ('untaken' in task)
        this.counted.add(task.situation.clause, { outcome: 'unverified', because: task.untaken }, '');
      else if (!this.ended.has(number)) this.endEarly(number, task, problems);
    }
  }

  private endEarly(number: number, task: TakenTask, problems: Problems): void {
    const watch = this.watchOf(number);
    if (watch === null) return;
    const recorded = watch.exchanges.length;
    if (recorded !== task.requests && this.results.unrecorded === undefined) {
      const sent = amount(task.requests, 'request');
      problems.add('evidence', `Task ${number} (${task.scenario}) had ${sent}, but ${recorded} were recorded.`);
    }
    this.end(number, watch);
  }

  private isWhole(id: string): boolean {
    if (ONLY_COUNTED.includes(id) || SEEN_IN_PART.includes(id) || this.results.unrecorded !== undefined) return false;
    if (this.tasks === null && BY_CLOCK.includes(id)) return false;
    return !isVague(id, this.vague);
  }

  /** What is said of a clause counts as a request of it. */
  private compareRequests({ id, verdict, cases, requests, reason }: ClauseResult, problems: Problems): void {
    const isJudged = CLIENT_CLAUSES.includes(id) && !isLeftOut(reason);
    const said = isJudged ? this.countedOf(id).said : 0;
    const isDecided = verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
    const least = !isJudged || this.isWhole(id) ? said : isDecided ? Math.min(cases, said) : 0;
    const most = isJudged && this.mayBeMore(id) ? Infinity : said;
    if (requests >= least && requests <= most) return;
    const counted = amount(requests, 'request');
    problems.add('evidence', `The clause ${id} counts ${counted}, the recorded requests and tasks have ${said} of it.`);
  }

  private compareOne({ id, kind, verdict, cases, brokenCases = 0 }: ClauseResult, problems: Problems): void {
    const counted = this.countedOf(id);
    const isBroken = verdict === BROKEN[kind] && brokenCases > 0;
    const say = (what: string): void => problems.add('evidence', `The clause ${id} ${what}.`);
    if (this.isBrokenForSure(id, counted) && !isBroken) {
      // Of a recording, what rests on a part that was taken out of it counts for nothing.
      if (this.tasks !== null || verdict !== 'unverified') say(`comes to ${verdict}, but ${counted.first} breaks it`);
      return;
    }
    if (verdict === 'inapplicable' && counted.cases > 0 && this.isWhole(id)) {
      say(`comes to inapplicable, but the recorded requests and tasks have ${amount(counted.cases, 'case')} of it`);
    }
    if (verdict !== 'pass' && !isBroken) return;
    if (!this.isWhole(id)) {
      if (!this.mayBeMore(id) && cases > counted.cases) say(saysCases(cases, counted));
    } else if (isBroken && brokenCases !== counted.broken) {
      say(`is broken in ${amount(brokenCases, 'case')}, but in ${counted.broken} of the recorded requests and tasks`);
    } else if (cases !== counted.cases) {
      say(saysCases(cases, counted));
    } else if (verdict === 'pass' && counted.open > 0) {
      say(`comes to pass, but ${amount(counted.open, 'case')} of the record could not be verified`);
    }
  }

  private isBrokenForSure(id: string, { broken }: Counted): boolean {
    return broken > 0 && !ONLY_COUNTED.includes(id) && !(this.tasks === null && BY_CLOCK.includes(id));
  }

  /** Whether there may have been more cases than can be counted here. */
  private mayBeMore(id: string): boolean {
    return this.results.unrecorded !== undefined || isVague(id, this.vague);
  }

  private countedOf(id: string): Counted {
    if (id === KEY_CLAUSE) return onlyCases(this.requests);
    if (OF_SIGNATURES.test(id)) return { ...this.counted.of('SIG-002'), broken: 0, open: 0, first: '' };
    if (id !== ELSEWHERE_CLAUSE) return this.counted.of(id);
    return onlyCases(this.redirected + this.counted.of(id).cases);
  }
}

const onlyCases = (cases: number): Counted => ({ cases, said: cases, broken: 0, open: 0, first: '' });

function saysCases(cases: number, counted: Counted): string {
  return `was judged in ${amount(cases, 'case')}, the recorded requests and tasks have ${counted.cases}`;
}

function isVague(clause: string, of: Pick<Watch, 'isBodyVague' | 'isPageVague'>): boolean {
  return (of.isPageVague && OF_ANSWERS.test(clause)) || (of.isBodyVague && OF_BODIES.test(clause));
}

/** The path of a base URL, such as `/public/v1`. */
function pathOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).pathname.replace(/\/$/, '');
  } catch {
    return '';
  }
}
