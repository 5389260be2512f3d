import { createHash } from 'node:crypto';
import { watchedClock } from '../client/watched-clock.js';
import type { Results } from '../contract/results.js';
import { NOT_RUN_YET } from '../contract/run-verdict.js';
import { toPasteAnywhere } from '../contract/to-paste.js';
import { startLoopbackServer, type Answering } from '../gateway/loopback-server.js';
import { StaleTimestamps } from '../oracle/conduct/client-judge.js';
import type { Declared } from '../oracle/conduct/task.js';
import { clientSubject, type TrafficSettings } from '../traffic/traffic-settings.js';
import { RoleRecord, type ScenarioPart } from '../traffic/role-record.js';
import { TrafficLog } from '../traffic/traffic-log.js';
import {
  judgePlayed,
  settle,
  settleUntaken,
  troubleOf,
  type Played,
  type Records,
  type Trouble,
} from './judge-scenario.js';
import { readDeclared } from './read-declared.js';
import { blocksOf } from './divide-scenarios.js';
import { countScenarios, PLAIN, replayFlags, scopeNotes, scopeOf, type Scenario } from './scenarios.js';
import { openStage, secretsGiven, type Stage } from './stage.js';
import { TaskLog } from './task-log.js';

/** A client that is started elsewhere and walks the tasks by itself. */
export interface ListenOptions {
  readonly settings: TrafficSettings;
  readonly scenarios: readonly Scenario[];
  /** Which part of a run these scenarios are; absent: all of it. */
  readonly part?: ScenarioPart | undefined;
  /** Signs the tokens of the reference services. */
  readonly tokenKey: string;
  readonly toolVersion: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** The clock of this machine; default Date.now. */
  readonly wall?: () => number;
  /** Told of what the client does. */
  readonly onEvent?: (event: ListenEvent) => void;
}

/** A sign of the client. `name` is that of a task. */
export type ListenEvent =
  | { readonly kind: 'fetched' }
  | { readonly kind: 'request'; readonly name: string }
  | { readonly kind: 'declared'; readonly name: string; readonly declared: Declared['kind'] }
  /** What it declared is of no known shape. */
  | { readonly kind: 'refused'; readonly name: string; readonly because: string };

/** Where tasks are waiting for a client. */
export interface Listening {
  /** Where the tasks are, as JSON. */
  readonly tasksUrl: string;
  /** How many there are, plain ones included. */
  readonly tasks: number;
  /** Resolves once an outcome was declared for each task, or a client said that it is done. */
  readonly done: Promise<void>;
  /** What is known of what was sent; what was declared is judged at the end. */
  soFar(): Results;
  /**
   * Judges what was seen, and closes everything.
   *
   * @param early - why the client was not waited for; what was not seen is then open
   */
  end(early?: string): Promise<Results>;
}

const ROOT = '/__tradecert';

/** One task on offer. */
interface Offer {
  /** Its scenario's name; of plain ones, with a number behind it. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly stage: Stage;
  declared: Declared;
  isDeclared: boolean;
  /** Why the last declaration was refused, if it was. */
  refused: string | null;
  /** What was declared, by its digest; `null`: nothing was yet that counts. */
  taken: string | null;
  /** Something else was declared later on. */
  isContested: boolean;
}

/**
 * Offers every scenario at a base URL of its own, each between two plain ones, until the client is through.
 *
 * @throws SuiteError where the port cannot be had
 */
export async function listenForClient(options: ListenOptions): Promise<Listening> {
  const { settings, toolVersion, wall, scenarios, onEvent = () => undefined } = options;
  const clock = watchedClock(wall);
  const offers: Offer[] = [];
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  // There is no task, and so nothing declared, before it is there.
  let redactor: Pick<TrafficLog['redactor'], 'text'> = { text: () => '' };
  // First of all, since the port may be taken.
  const server = await startLoopbackServer(
    serving(
      offers,
      () => finish(),
      onEvent,
      (text) => redactor.text(text),
    ),
    options.port,
  );
  const log = new TrafficLog(settings);
  redactor = log.redactor;
  const record = new RoleRecord({
    settings,
    log,
    toolVersion,
    subject: clientSubject(settings, `${server.origin}/public/v1`),
    replay: (clause, during) => toPasteAnywhere(`client --listen 0 ${replayFlags(clause, during, settings)}`),
    part: options.part,
    now: clock.now,
  });
  const timestamps = new StaleTimestamps();
  const given = secretsGiven(settings);
  const tasks = new TaskLog((text) => log.redactor.text(text));
  for (const [index, scenario] of betweenPlainOnes(scenarios).entries()) {
    const name = scenario === PLAIN[scenario.errand.kind] ? `${scenario.name}-${index + 1}` : scenario.name;
    const stage = await openStage(scenario, {
      ...{ ...options, log, record, timestamps, given, clock, number: tasks.next() },
      onPassage: () => onEvent({ kind: 'request', name }),
    });
    const declared: Declared = { kind: 'nothing', because: 'no outcome was declared' };
    offers.push({ name, scenario, stage, declared, isDeclared: false, refused: null, taken: null, isContested: false });
  }
  return {
    tasksUrl: `${server.origin}${ROOT}/tasks`,
    tasks: offers.length,
    done,
    soFar: () => record.results(NOT_RUN_YET),
    end: async (early) => {
      await server.close();
      await Promise.all(offers.map(({ stage }) => stage.close()));
      judge({ record, tasks }, offers);
      const lost = await tasks.write(settings.outDir);
      if (lost !== null) record.notes.push(lost);
      tellOfGaps(record, offers, early);
      const played = countPlayed(offers, scenarios, options.part);
      record.notes.unshift(...scopeNotes(played));
      record.scenarios = scopeOf(played);
      const results = record.results(early === undefined ? null : 'the run ended before it was seen');
      log.close();
      return results;
    },
  };
}

/** Of a block, the plain task after one is the one before the next. */
function betweenPlainOnes(scenarios: readonly Scenario[]): Scenario[] {
  return blocksOf(scenarios).flatMap((block) =>
    block.flatMap((scenario, at) => {
      const plain = PLAIN[scenario.errand.kind];
      const around = scenario === plain ? [] : [scenario, plain];
      return at === 0 ? [plain, ...around] : around;
    }),
  );
}

/** What the results say of tasks of which nothing was declared, and of declarations that were refused. */
function tellOfGaps(record: RoleRecord, offers: readonly Offer[], early: string | undefined): void {
  const declared = offers.filter(({ isDeclared }) => isDeclared);
  if (declared.length < offers.length) {
    const why = early === undefined ? '' : `, since ${early}`;
    record.notes.push(`The run was ended early${why}: of ${offers.length} tasks, ${declared.length} were declared.`);
  }
  const refused = offers.filter((offer) => offer.refused !== null);
  if (refused.length > 0)
    record.notes.push(`What was declared of ${named(refused)} was refused: ${refused[0]?.refused ?? ''}.`);
  const contested = offers.filter(({ isContested }) => isContested);
  if (contested.length > 0)
    record.notes.push(`Another outcome was declared later on of ${named(contested)}: the first one counts.`);
}

function named([first, ...others]: readonly Offer[]): string {
  return `${first?.name ?? ''}${others.length > 0 ? `, and of ${others.length} more` : ''}`;
}

/** How many scenarios came to an end; the plain tasks around them are none. */
function countPlayed(offers: readonly Offer[], scenarios: readonly Scenario[], part: ScenarioPart | undefined): number {
  const declared = offers.filter(({ isDeclared }) => isDeclared);
  if (declared.length === offers.length) return countScenarios(scenarios, part?.scenarios);
  return declared.filter(({ scenario }) => scenario !== PLAIN[scenario.errand.kind]).length;
}

function serving(
  offers: readonly Offer[],
  finish: () => void,
  onEvent: (event: ListenEvent) => void,
  redact: (text: string) => string,
): Answering {
  return ({ method, url, body }) => {
    const [path = '', query] = url.split('?');
    if (method === 'GET' && path === `${ROOT}/tasks`) {
      onEvent({ kind: 'fetched' });
      const tasks = offers.map(({ name, stage }) => ({ scenario: name, baseUrl: stage.baseUrl, ...stage.task }));
      return Promise.resolve({ status: 200, json: tasks });
    }
    if (method === 'POST' && path === `${ROOT}/end`) {
      finish();
      return Promise.resolve({ status: 204 });
    }
    const offer = offers.find(({ name }) => method === 'POST' && path === `${ROOT}/outcomes/${name}`);
    if (offer === undefined) return Promise.resolve({ status: 404, json: { error: whyUnknown(method, path) } });
    const told = new URLSearchParams(query).get('status') ?? '';
    const status = told === '' ? undefined : Number(told);
    if (status !== undefined && !Number.isInteger(status))
      return Promise.resolve({ status: 400, json: { error: 'The status is no number.' } });
    const digest = createHash('sha256').update(`${told}\n${body}`).digest('hex');
    if (offer.taken !== null) return Promise.resolve(answerAgain(offer, digest, onEvent));
    offer.declared = readDeclared(offer.stage.task, { stdout: body, status, stopped: null }, redact);
    offer.isDeclared = true;
    const error = refusalOf(offer, body);
    if (error === null) offer.taken = digest;
    onEvent(
      error === null
        ? { kind: 'declared', name: offer.name, declared: offer.declared.kind }
        : { kind: 'refused', name: offer.name, because: error },
    );
    if (offers.every(({ isDeclared }) => isDeclared)) finish();
    return Promise.resolve(error === null ? { status: 204 } : { status: 400, json: { error } });
  };
}

/** A declaration after one that counts: the same once more is one whose answer was lost. */
function answerAgain(
  offer: Offer,
  digest: string,
  onEvent: (event: ListenEvent) => void,
): { readonly status: number; readonly json?: unknown } {
  if (digest === offer.taken) return { status: 204 };
  offer.isContested = true;
  const error = `The outcome of ${offer.name} was declared before, and the first one counts.`;
  onEvent({ kind: 'refused', name: offer.name, because: error });
  return { status: 409, json: { error } };
}

/** Why a declaration is none, and what it should be. An empty one is what a client that crashed has printed. */
function refusalOf(offer: Offer, body: string): string | null {
  const { declared, stage } = offer;
  offer.refused = declared.kind === 'nothing' && body.trim() !== '' ? declared.because : null;
  return offer.refused === null ? null : `It counts as no outcome: ${offer.refused}. ${EXPECTED[stage.task.task]}`;
}

const EXPECTED = {
  'list-instruments': 'Expected is a JSON array of the stockCd values, or {"error":"…"} with a status other than 0.',
  'modify-order': 'Expected is {"success":true}, {"success":false}, or {"error":"…"} with a status other than 0.',
} as const;

function whyUnknown(method: string, path: string): string {
  const isOutcome = method === 'POST' && path.startsWith(`${ROOT}/outcomes/`);
  return isOutcome ? `No task of this run is named ${JSON.stringify(path.slice(ROOT.length + 10, 100))}.` : KNOWN;
}

const KNOWN = `There is GET ${ROOT}/tasks, POST ${ROOT}/outcomes/SCENARIO and POST ${ROOT}/end.`;

function judge(records: Records, offers: readonly Offer[]): void {
  const played = offers.map(({ scenario, stage, declared, isDeclared }): Played | null => {
    stage.end();
    return stage.exchanges.length === 0 && !isDeclared ? null : judgePlayed(scenario, stage, declared);
  });
  for (const [index, { scenario, stage }] of offers.entries()) {
    const own = played[index];
    if (own === undefined || own === null) {
      settleUntaken(records, scenario, stage.number, `the task ${scenario.name} was not taken`);
    } else if (scenario === PLAIN[scenario.errand.kind]) {
      settle(records, scenario, own, null, null);
    } else {
      settle(records, scenario, own, troubleAt(played[index - 1]), troubleAt(played[index + 1]));
    }
  }
}

function troubleAt(played: Played | null | undefined): Trouble {
  return played === null || played === undefined ? 'it was not taken' : troubleOf(played);
}
