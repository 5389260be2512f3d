import type { Instrument, Order } from '../contract/order.js';
import type { Outcome } from '../contract/verdict.js';
import type { WatchedClock } from '../client/watched-clock.js';
import { startGateway, type Gateway } from '../gateway/gateway.js';
import { catalogueOf, makeCatalogue, type Catalogue } from '../mock/catalogue.js';
import { startReferenceService, type ReferenceService } from '../mock/reference-service.js';
import {
  CLIENT_QUESTIONS,
  ClientJudge,
  GivenSecrets,
  type ClientFacts,
  type ReportConduct,
  type StaleTimestamps,
} from '../oracle/conduct/client-judge.js';
import type { Task } from '../oracle/conduct/task.js';
import { mayBeLeft } from '../oracle/declared/done-task.js';
import type { Bounds } from '../oracle/modify-body.js';
import type { Exchange } from '../wire/exchange.js';
import { decodeKey } from '../wire/decode-key.js';
import { resolveTemplate } from '../wire/signature-template.js';
import type { TrafficSettings } from '../traffic/traffic-settings.js';
import type { RoleRecord } from '../traffic/role-record.js';
import type { TrafficLog } from '../traffic/traffic-log.js';
import { openElsewhere } from './elsewhere.js';
import { nameOrder } from './scenarios/order-names.js';
import type { Scenario } from './scenarios.js';
import { TOLERANCE } from './tolerance.js';

/** What a stage needs of the run around it. */
export interface StageSurroundings {
  readonly settings: TrafficSettings;
  /** Signs the tokens of the reference services. */
  readonly tokenKey: string;
  readonly log: TrafficLog;
  readonly record: RoleRecord;
  /** The timestamps that the client has used in all stages. */
  readonly timestamps: StaleTimestamps;
  /** What it was given for all of them. */
  readonly given: GivenSecrets;
  /** Number of the task. */
  readonly number: number;
  /** Tells the time of what passes. */
  readonly clock: WatchedClock;
  /** Called for each passage. */
  readonly onPassage?: () => void;
}

/** One scenario with its service, and the client's judge before it. */
export interface Stage {
  readonly number: number;
  readonly baseUrl: string;
  readonly task: Task;
  readonly exchanges: readonly Exchange[];
  /** Whether the client met what the scenario is about. */
  readonly isReached: boolean;
  /** What the walk of its task has to tell, in the order of the pages. */
  readonly stockCds: readonly string[];
  /** Of the instrument of its order. */
  readonly bounds: Bounds | null;
  /** What of the client reached another origin; `null`: nobody was sent there. */
  credentialsElsewhere(): Outcome | null;
  /** What the service said of requests that it refused though they break no clause, each once. */
  readonly refusals: readonly string[];
  /** Reports what only the end shows. */
  end(): void;
  close(): Promise<void>;
}

/** The secrets that a client is given for each of its tasks. */
export function secretsGiven(settings: TrafficSettings): GivenSecrets {
  const { token, signingKey } = settings;
  return new GivenSecrets({ token, signingKeyText: signingKey, key: keyOf(settings) });
}

function keyOf({ signingKey, signingKeyEncoding }: TrafficSettings): ClientFacts['key'] {
  return signingKey === null ? null : decodeKey(signingKey, signingKeyEncoding);
}

/** Starts a service that behaves as the scenario says, with a gateway before it. */
export async function openStage(scenario: Scenario, around: StageSurroundings): Promise<Stage> {
  const { settings, log, record } = around;
  const { seed, token, signatureTemplate, signingKey, signingKeyEncoding, env } = settings;
  const key = keyOf(settings);
  let isReached = scenario.alterations === undefined;
  const elsewhere =
    scenario.clause === 'CLI-042' ? await openElsewhere({ token, key, signingKeyText: signingKey }) : null;
  const catalogue = makeStock(scenario, seed);
  const service = await startReferenceService({
    ...{ seed, signatureTemplate, signingKey: signingKey ?? '', signingKeyEncoding },
    ...{ tokenKey: around.tokenKey, signatureEnv: env, clock: around.clock.wall },
    catalogue,
    nameOrder: () => nameOrder(scenario, seed),
    ...(scenario.pageSize !== undefined && { pageSize: scenario.pageSize }),
    alterations: [
      ...TOLERANCE,
      ...(scenario.alterations?.({ reached: () => void (isReached = true), elsewhere: elsewhere?.origin ?? '' }) ?? []),
    ],
  });
  const { pathname: prefix, origin } = new URL(service.baseUrl);
  const task = makeTask(scenario, service, (stockCd) => catalogue.byCode.get(stockCd) ?? null);
  const exchanges: Exchange[] = [];
  const known = task.task === 'modify-order' ? new Map([[task.order.orderNo, task.order]]) : new Map<string, Order>();
  // Known once the gateway listens, and never asked for before.
  const origins: string[] = [];
  const facts: ClientFacts = {
    ...{ prefix, origins, env, token, signingKeyText: signingKey },
    template: resolveTemplate(signatureTemplate),
    key,
    order: (orderNo) => known.get(orderNo) ?? null,
    instrument: (stockCd) => catalogue.byCode.get(stockCd) ?? null,
    task,
    mayBeLeft: mayBeLeft(scenario),
    clockSlackMs: 0,
  };
  const judge = new ClientJudge(facts, around.timestamps, around.given);
  const reportAt =
    (at?: number): ReportConduct =>
    (clause, outcome) =>
      record.report(clause, outcome, scenario.name, at);
  const gateway: Gateway = await startGateway({
    target: origin,
    now: around.clock.now,
    clockSetByMs: around.clock.setByMs,
    onPassage: (passage) => {
      const exchange = log.record(scenario.name, prefix, passage, around.number);
      exchanges.push(exchange);
      elsewhere?.sent(passage.request.headers);
      judge.see(passage, exchange, reportAt(exchange.number));
      around.onPassage?.();
    },
    onTrouble: (error) => {
      const what = error instanceof Error ? error.name : 'unknown';
      record.notes.push(
        `A passage of ${scenario.name} was not judged (${what}): please report this as an error of tradecert.`,
      );
    },
  });
  origins.push(gateway.origin);
  const selected = catalogue.instruments.filter(({ stockGroupCd, stockCd }) => {
    if (task.task !== 'list-instruments') return false;
    const isOfGroup = task.stockGroupCd === 'ALL' || task.stockGroupCd === stockGroupCd;
    return isOfGroup && (task.stockCd === '' || task.stockCd === stockCd);
  });
  const instrument = task.task === 'modify-order' ? facts.instrument(task.order.stockCd) : null;
  return {
    number: around.number,
    baseUrl: `${gateway.origin}${prefix}`,
    task,
    exchanges,
    get isReached() {
      return isReached;
    },
    stockCds: selected.map(({ stockCd }) => stockCd),
    get refusals() {
      return judge.refusals;
    },
    bounds: instrument === null ? null : boundsOf(instrument),
    credentialsElsewhere: () => (elsewhere !== null && isReached ? elsewhere.judge(exchanges.at(-1)) : null),
    end: () => {
      judge.end(reportAt(exchanges.at(-1)?.number));
      for (const id of CLIENT_QUESTIONS) {
        const answer = judge.answer(id);
        if (answer !== undefined) record.observe(id, answer);
      }
    },
    close: async () => {
      await gateway.close();
      await Promise.all([service.close(), elsewhere?.close()]);
    },
  };
}

function boundsOf({ minOrderQuantity, maxOrderQuantity, orderUnit }: Bounds): Bounds {
  return { minOrderQuantity, maxOrderQuantity, orderUnit };
}

/** The instruments that there are. */
function makeStock({ errand, instrument }: Scenario, seed: number): Catalogue {
  const usual = makeCatalogue(seed);
  const [first] = usual.instruments;
  if (instrument === undefined || first === undefined) return usual;
  const odd = { ...first, ...instrument, pipUnit: instrument.pointUnit };
  return catalogueOf(errand.kind === 'modify' ? [odd] : [...usual.instruments, odd]);
}

function makeTask(
  { errand }: Scenario,
  service: ReferenceService,
  instrument: (stockCd: string) => Instrument | null,
): Task {
  if (errand.kind === 'list') {
    return { task: 'list-instruments', stockGroupCd: errand.stockGroupCd, stockCd: errand.stockCd ?? '' };
  }
  const order = service.makeOrder(errand.order);
  if (order === null) throw new Error('The reference service has no order of this kind.');
  return { task: 'modify-order', order, change: errand.change(order, instrument(order.stockCd)) };
}
