import { Pace } from '../../src/client/pace.js';
import { ServiceClient } from '../../src/client/service-client.js';
import { ServiceClock } from '../../src/client/service-clock.js';
import { Timestamps } from '../../src/client/timestamps.js';
import { Transport } from '../../src/client/transport.js';
import { clauseById } from '../../src/contract/catalogue.js';
import type { Settings } from '../../src/contract/settings.js';
import type { Answer, Outcome } from '../../src/contract/verdict.js';
import type { Context, Examinations } from '../../src/examine/context.js';
import { lookupExaminations } from '../../src/examine/lookup.js';
import { lookupQuestionExaminations } from '../../src/examine/lookup-questions.js';
import { lookupTokenExaminations } from '../../src/examine/lookup-token.js';
import { Lookups } from '../../src/examine/lookups.js';
import { operationExaminations } from '../../src/examine/operations.js';
import { pagingExaminations } from '../../src/examine/paging.js';
import type { Quietly } from '../../src/examine/subject.js';
import { Observer } from '../../src/oracle/observer.js';
import { judgePassively } from '../../src/oracle/passive.js';
import type { Exchange } from '../../src/wire/exchange.js';
import { Redactor } from '../../src/wire/redaction.js';
import { decodeKey } from '../../src/wire/decode-key.js';
import { resolveTemplate } from '../../src/wire/signature-template.js';
import { LOOKUP_TOKEN, startLookupService, type LookupService, type LookupServiceOptions } from './lookup-service.js';
import { someSettings } from './some-settings.js';

/** Examinations that need nothing but lookups. */
export const LOOKUP_EXAMINATIONS: Examinations = {
  ...lookupExaminations,
  ...pagingExaminations,
  ...lookupTokenExaminations,
  ...operationExaminations,
  ...lookupQuestionExaminations,
};

/** A run of lookup clauses against one service. */
export class LookupRun {
  readonly exchanges: Exchange[] = [];
  readonly passiveBreaks = new Set<string>();
  readonly observer = new Observer();
  readonly service: LookupService;
  readonly lookups: Lookups;
  private readonly settings: Settings;
  private readonly client: ServiceClient;
  private readonly transport: Transport;
  private readonly clock = new ServiceClock(Date.now);
  private readonly quietly: Quietly = (task) => task(this.client);

  constructor(service: LookupService, different: Partial<Settings>) {
    this.service = service;
    this.settings = someSettings({ baseUrl: service.baseUrl, token: LOOKUP_TOKEN, ...different });
    const { baseUrl, token, signingKey } = this.settings;
    this.transport = new Transport({ origin: new URL(baseUrl).origin });
    this.client = new ServiceClient({
      baseUrl,
      token,
      signingKey: signingKey === null ? null : decodeKey(signingKey, 'utf8'),
      template: resolveTemplate('concat'),
      transport: this.transport,
      pace: new Pace({ now: Date.now }),
      redactor: new Redactor([{ name: 'token', value: token }]),
      clock: this.clock,
      recorder: (exchange) => this.record(exchange),
      env: {},
    });
    this.lookups = new Lookups({
      client: this.client,
      settings: this.settings,
      quietly: this.quietly,
      sleep: () => Promise.resolve(),
    });
  }

  /** Outcomes of one clause. */
  async outcomes(id: string): Promise<readonly Outcome[]> {
    const examination = LOOKUP_EXAMINATIONS[id];
    if (examination === undefined) throw new Error(`no examination of ${id}`);
    const context: Context = {
      settings: this.settings,
      clause: clauseById(id),
      seed: 7,
      client: this.client,
      clock: this.clock,
      orders: null,
      lookups: this.lookups,
      scale: 1,
      quietly: this.quietly,
      timestamps: new Timestamps(),
      onConnections: (_, task) => task([this.client]),
      observer: this.observer,
      stop: new AbortController().signal,
    };
    return examination(context);
  }

  /** The worst of a clause's outcomes, in one word. */
  async verdict(id: string): Promise<Outcome['outcome']> {
    const kinds = new Set((await this.outcomes(id)).map(({ outcome }) => outcome));
    return WORST_FIRST.find((kind) => kinds.has(kind)) ?? 'unverified';
  }

  /** Why a clause is open. */
  async reason(id: string): Promise<string> {
    const outcomes = await this.outcomes(id);
    return outcomes.flatMap((one) => ('because' in one ? [one.because] : [])).join('; ');
  }

  async answer(id: string): Promise<Answer | undefined> {
    const found = (await this.outcomes(id)).find((one) => one.outcome === 'observed');
    return found?.outcome === 'observed' ? found.answer : undefined;
  }

  /** Clauses that break, of all that need lookups only; with those that any answer breaks. */
  async broken(ids: readonly string[] = LOOKUP_CLAUSES): Promise<readonly string[]> {
    const verdicts = await Promise.all(ids.map(async (id) => [id, await this.verdict(id)] as const));
    const broken = verdicts.filter(([, verdict]) => verdict === 'broken').map(([id]) => id);
    return [...new Set([...broken, ...this.passiveBreaks])].sort();
  }

  async close(): Promise<void> {
    await this.transport.close();
    await this.service.close();
  }

  private record(exchange: Exchange): void {
    this.exchanges.push(exchange);
    this.observer.see(exchange);
    judgePassively(exchange, (id, { outcome }) => {
      if (outcome === 'broken') this.passiveBreaks.add(id);
    });
  }
}

const WORST_FIRST = ['broken', 'unverified', 'observed', 'pass', 'inapplicable'] as const;

/** Clauses on lookups that can break. */
export const LOOKUP_CLAUSES: readonly string[] = [
  ...Object.keys(lookupExaminations),
  ...Object.keys(pagingExaminations),
  ...Object.keys(lookupTokenExaminations),
].sort();

/** Runs a task against a service of its own. */
export async function withLookupRun<T>(
  options: LookupServiceOptions,
  task: (run: LookupRun) => Promise<T>,
  different: Partial<Settings> = {},
): Promise<T> {
  const run = new LookupRun(await startLookupService(options), different);
  try {
    return await task(run);
  } finally {
    await run.close();
  }
}
