import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FetchToken } from '../client/token-source.js';
import { subjectOf, type RunSubject } from '../cli/embedded-subject.js';
import { PRIVATE_VARIABLES } from '../cli/setting-names.js';
import { resolveSettings } from '../cli/settings.js';
import { runTokenCommand } from '../cli/token.js';
import type { Variables } from '../cli/setting-sources.js';
import type { HeldOrder } from '../client/order-desk.js';
import type { LookupEdits, ModifyRecipe, StockQuery } from '../client/request-recipe.js';
import type { Reply } from '../client/service-client.js';
import type { Order, OrderRequest } from '../contract/order.js';
import { ORDERS_FILE } from '../contract/order-record.js';
import type { Settings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { whyNotModified } from '../examine/not-modified.js';
import { OrderLog } from '../examine/order-log.js';
import { SET_BACK, setBack, showOf } from '../examine/set-back.js';
import { openSubject, timeoutMsOf, type Subject } from '../examine/subject.js';
import { addressWithoutSecrets, withoutSecretsIn } from '../examine/without-secrets.js';
import { atExit } from '../wire/at-exit.js';
import { ChangedOrders } from '../wire/changed-orders.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { CallsOfTest } from './calls-of-test.js';
import { rememberDoubt } from './doubt.js';
import { rememberProfile } from './judge.js';
import { OrdersOfWorker } from './orders-of-worker.js';
import { checkedEdits, checkedQuery, checkedRecipe, checkedWanted } from './test-calls.js';
import { whyNoneIsAccepted } from './valid-modify.js';

/** Settings without what is secret in them. */
export type OpenSettings = Pick<
  Settings,
  'baseUrl' | 'embedded' | 'environment' | 'signatureTemplate' | 'signingKeyEncoding' | 'rate' | 'readOnly' | 'profile'
>;

/** The service under test, with token and signature. Every exchange is recorded, without secrets. */
export interface Service {
  /** `POST /orders/modify`, signed; a recipe says what differs from what the document asks for. */
  modifyOrder(recipe: ModifyRecipe): Promise<Reply>;
  /** `GET /stocks/orders`; query parameters that are left out are not sent. */
  listOrderableStocks(query: StockQuery, edits?: LookupEdits): Promise<Reply>;
}

/** Why there is no order for a test. */
export interface NoOrderForTest {
  readonly none: string;
}

/** On whose behalf requests of a partner's tests are sent. */
const OWN_TEST = 'own-test';

/** How much longer than its own limit a call may take, with what else belongs to it. */
const AFTER_TIMEOUT_MS = 2_000;

const PLAIN_ORDER: OrderRequest = {
  ...{ orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled' },
  ...{ takeProfit: false, stopLoss: false, trailing: false },
};

/** What the tests of one worker share: the service under test, and what the present test did with it. */
export class Session {
  /** Of the present test: no other sends anything by it. */
  service: Service;
  readonly settings: OpenSettings;
  /** Exchanges of the present test. */
  exchanges: Exchange[] = [];
  private outputDir = '';
  private readonly subject: Subject;
  private readonly run: RunSubject;
  private readonly stopped = new AbortController();
  private calls = new CallsOfTest();
  private held: HeldOrder[] = [];
  private ending: Promise<unknown> = Promise.resolve();
  private orderLog: { readonly dir: string; readonly log: OrderLog; readonly letGo: () => void } | undefined;
  private mayHaveModified = false;
  /** Orders that the present test changed, or may have. */
  private readonly changed = new ChangedOrders();
  /** The service accepted a valid modify, so that what it refuses is refused for a reason of its own. */
  private isProven = false;

  private constructor(run: RunSubject, fetchToken: FetchToken | undefined, sharedDir: string | null) {
    const { baseUrl, embedded, environment, signatureTemplate, signingKeyEncoding, rate, readOnly, profile } =
      run.settings;
    this.run = run;
    const open = { embedded, environment, signatureTemplate, signingKeyEncoding, rate, readOnly, profile };
    this.settings = {
      ...withoutSecretsIn(open, run.settings),
      baseUrl: addressWithoutSecrets(baseUrl, run.settings),
    };
    this.subject = openSubject(run.settings, {
      stop: this.stopped.signal,
      record: (exchange) => this.record(exchange),
      fetchToken,
      throughWhich:
        sharedDir === null || embedded
          ? undefined
          : (source) => new OrdersOfWorker(source, { dir: sharedDir, baseUrl: this.settings.baseUrl }),
    });
    this.service = this.serviceFor(this.calls);
  }

  /**
   * Opens a session with the settings of the environment, `.env` and profile, as `npx playwright test` has them.
   *
   * @param workers - how many share the rate, and ask the order source
   * @param sharedDir - of several workers, where they note which of them has an order
   * @throws SuiteError where a setting does not hold
   */
  static async open(env: Variables, cwd: string, workers: number, sharedDir: string | null = null): Promise<Session> {
    if (env[PRIVATE_VARIABLES.examinerUrl] !== undefined) throw mixed();
    const { settings, tokenCommand } = await resolveSettings({
      ...{ flags: {}, env, cwd, now: new Date(), outDir: null },
      isKeyNeeded: false,
    });
    if (settings.orders?.kind === 'file' && workers > 1) throw sharedOrders();
    const rate = settings.rate === null ? null : settings.rate / workers;
    const fetchToken: FetchToken | null =
      tokenCommand && ((stop) => runTokenCommand(tokenCommand, { cwd, say: () => undefined, stop }));
    return new Session(await subjectOf({ ...settings, rate }), fetchToken ?? undefined, sharedDir);
  }

  /** @param outputDir - of the test; orders.jsonl there has each order until it is set back, also where this process is killed */
  beginTest(outputDir: string): void {
    this.outputDir = outputDir;
    this.calls = new CallsOfTest();
    this.service = this.serviceFor(this.calls);
  }

  /**
   * An order of the source for the present test alone. What is not asked for is as with an unfilled LIMIT BUY.
   *
   * @throws SuiteError where the test is over
   */
  async takeOrder(wanted: Partial<OrderRequest> = {}): Promise<Order | NoOrderForTest> {
    const request = { ...PLAIN_ORDER, ...checkedWanted(wanted) };
    return await this.calls.run(() => this.take(request));
  }

  private async take(request: OrderRequest): Promise<Order | NoOrderForTest> {
    const { orders } = this.subject;
    if (orders === null) return { none: whyNotModified(this.run.settings) ?? 'the profile does not claim modifyOrder' };
    const held = await orders.checkOut(request, { wait: false });
    if ('none' in held) return held;
    this.held.push(held);
    if (request.state === 'unfilled') this.keepFirstValues(held.order);
    return held.order;
  }

  /**
   * Ends a test: waits for what it has under way, sets its orders back, where it may have changed them, and gives them up.
   *
   * @returns plain sentences about the orders for which that failed
   * @throws SuiteError where a call had no end: the session is closed then, but for this
   */
  endTest(): Promise<readonly string[]> {
    const ended = this.end();
    this.ending = ended.catch(() => undefined);
    return ended;
  }

  private async end(): Promise<readonly string[]> {
    const isAtRest = await this.calls.end(timeoutMsOf(this.run.settings) + AFTER_TIMEOUT_MS);
    if (!isAtRest) await this.giveUpCalls();
    const { held } = this;
    const { notes: troubles } = await setBack(this.subject, this.ordersInDoubt(), {
      ...{ changed: this.changed, show: showOf(this.subject) },
    });
    for (const order of held) {
      if (troubles.length > 0) order.spoil();
      order.release();
    }
    if (troubles.length === 0) this.forgetFirstValues();
    this.orderLog?.letGo();
    this.orderLog = undefined;
    this.held = [];
    this.exchanges = [];
    this.mayHaveModified = false;
    this.changed.clear();
    if (!isAtRest) throw neverEnded(troubles);
    return troubles;
  }

  /** Those of the test, where it may have modified any, and those of earlier tests and hooks that it changed. */
  private ordersInDoubt(): readonly Order[] {
    const unfilled = this.held.filter(({ request }) => request.state === 'unfilled');
    const own = this.mayHaveModified ? unfilled.map(({ order }) => order) : [];
    return [...new Set([...own, ...this.changed.in(this.subject.orders?.handedOut() ?? [])])];
  }

  /** What was sent may have been done; what waits for its turn is not sent any more. */
  private async giveUpCalls(): Promise<void> {
    this.mayHaveModified = true;
    this.stopped.abort(new Error('the test ended'));
    await this.calls.end(AFTER_TIMEOUT_MS);
  }

  private serviceFor(calls: CallsOfTest): Service {
    const { client } = this.subject;
    return {
      modifyOrder: (recipe) =>
        calls.run(async () => {
          const checked = checkedRecipe(recipe);
          const because = whyNotModified(this.run.settings);
          if (because !== undefined) throw notModified(because);
          const reply = await client.modifyOrder(OWN_TEST, checked);
          if (!calls.isOver) await this.weigh(reply.exchange, checked);
          return reply;
        }),
      listOrderableStocks: (query, edits = {}) =>
        calls.run(async () => client.listOrderableStocks(OWN_TEST, checkedQuery(query), checkedEdits(edits))),
    };
  }

  /** Ends the session. An end of a test that is under way comes first: Playwright may have gone on without it. */
  async close(): Promise<void> {
    await this.ending;
    this.stopped.abort(new Error('the tests ended'));
    await this.subject.close();
    await this.run.release();
  }

  private keepFirstValues(order: Order): void {
    const dir = this.outputDir;
    mkdirSync(dir, { recursive: true });
    this.orderLog ??= {
      ...{ dir, log: new OrderLog(dir, this.run.settings) },
      letGo: atExit(() => process.stderr.write(leftText(dir))),
    };
    this.orderLog.log.keep(order);
  }

  private forgetFirstValues(): void {
    this.orderLog?.log.remove();
    try {
      if (this.orderLog !== undefined) rmdirSync(this.orderLog.dir);
    } catch {
      // The test has put something into it.
    }
  }

  /** Whom the tests speak to, in one sentence. */
  get whom(): string {
    const { embedded, baseUrl } = this.settings;
    return embedded
      ? 'Tests of your own run against the embedded reference service: no base URL is set (TRADECERT_BASE_URL).'
      : `Tests of your own run against ${baseUrl}.`;
  }

  /** Where a modify was refused before any valid one was accepted, finds out whether one is. */
  private async weigh(exchange: Exchange, recipe: ModifyRecipe): Promise<void> {
    if (isAccepted(exchange) && Object.keys(recipe).every((name) => name === 'body')) this.isProven = true;
    if (this.isProven || !isRefusal(exchange)) return;
    const because = await this.whyUnproven();
    this.isProven = because === null;
    if (because !== null) rememberDoubt(exchange, because);
  }

  private async whyUnproven(): Promise<string | null> {
    const own = this.held.find(({ request }) => request.state === 'unfilled');
    const order = own?.order ?? (await this.take(PLAIN_ORDER));
    if ('none' in order) return `there is no order for a valid modify: ${order.none}`;
    const { settings } = this.run;
    return whyNoneIsAccepted(order, { subject: this.subject, settings, clause: OWN_TEST, stop: this.stopped.signal });
  }

  private record(exchange: Exchange): void {
    rememberProfile(exchange, this.run.settings.profile);
    if (exchange.clause === SET_BACK) return;
    this.exchanges.push(exchange);
    const isFirstChange = this.changed.add(exchange);
    // Of a body that is no JSON, say, nobody knows which order it names.
    if (isFirstChange || (exchange.operation === 'modifyOrder' && !isRefusal(exchange))) this.mayHaveModified = true;
  }
}

/** Said where this process ends in the midst of a test, such as by `process.exit`. */
function leftText(dir: string): string {
  return `The orders of a test may not be set back; their first values are in ${join(dir, ORDERS_FILE)}.\n`;
}

function mixed(): SuiteError {
  return new SuiteError(
    'Tests of your own run apart from the conformance tests, which keep all secrets from their workers.',
    'Playwright configuration',
    'give your own tests a configuration without the global set-up of tradecert',
  );
}

function neverEnded(troubles: readonly string[]): SuiteError {
  return new SuiteError(
    ['A call of the test was under way long after its end, and was given up.', ...troubles].join(' '),
    'test',
    'wait for each call with await, and give the test the time it needs',
  );
}

function sharedOrders(): SuiteError {
  return new SuiteError(
    'Several workers would modify the same orders of one orders file.',
    'Playwright configuration',
    'set workers to 1, or name an order source that is a URL or a command',
  );
}

function notModified(because: string): SuiteError {
  return new SuiteError(
    `Nothing may be modified: ${because}.`,
    'settings',
    'take an order first: then the test is skipped',
  );
}
