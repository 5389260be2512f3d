/**
 * Tests of your own against the service under test: `import { test, expect, judge } from 'tradecert/test'`.
 * See docs/extending.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { _baseTest, type TestInfo } from '@playwright/test';
import { withoutStack } from '../cli/last-resort.js';
import type { Order, OrderRequest } from '../contract/order.js';
import { SuiteError } from '../contract/suite-error.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Exchange } from '../wire/exchange.js';
import { Session, type OpenSettings, type Service } from './session.js';

export { expect } from './matchers.js';
export { isAccepted, isRefusal, judge, type Judgeable } from './judge.js';
export type { OpenSettings, Service } from './session.js';
export type { LookupEdits, ModifyRecipe, StockQuery } from '../client/request-recipe.js';
export type { Reply } from '../client/service-client.js';
export type { Order, OrderRequest } from '../contract/order.js';
export type { ClauseResult } from '../contract/results.js';
export type { Exchange } from '../wire/exchange.js';

/** What a test works with. */
export interface Fixtures {
  /** The service under test: what is sent has token and signature. */
  readonly service: Service;
  /** An unfilled LIMIT BUY of the order source; set back after the test. Without one the test is skipped. */
  readonly order: Order;
  /** Takes an order of another kind, also several; set back after the test. Without one the test is skipped. */
  readonly takeOrder: (wanted?: Partial<OrderRequest>) => Promise<Order>;
}

/** What all tests of a worker share. */
export interface WorkerFixtures {
  /** The settings of the run, without secrets. */
  readonly settings: OpenSettings;
  /** Not for tests: what the fixtures are made of. */
  readonly session: Session;
}

const MOST_SHOWN = 50;

/** Playwright empties the folder that this one is in before the first test. */
const ORDERS_OF_WORKERS = '.orders-of-workers';

/** A call under way has its own limit, 30 s unless the profile has another one, and setting orders back one of 60 s. */
const LONGEST_END_MS = 180_000;

/* eslint-disable no-empty-pattern -- Playwright asks for a pattern */

/** Playwright's test with the service under test in place of browsers, whose `request` would put credentials into reports. */
export const test = _baseTest.extend<Fixtures, WorkerFixtures>({
  session: [
    async ({}, use, { config, project, workerIndex }) => {
      const { workers, projects } = config;
      // One folder for the workers of all projects.
      const dir = workers > 1 ? join((projects[0] ?? project).outputDir, ORDERS_OF_WORKERS) : null;
      const session = await Session.open(process.env, process.cwd(), workers, dir).catch((error: unknown) => {
        throw error instanceof SuiteError ? withoutStack(error) : error;
      });
      if (workerIndex === 0) process.stdout.write(`${session.whom}\n`);
      await use(session);
      await session.close();
    },
    { scope: 'worker', timeout: LONGEST_END_MS },
  ],
  settings: [({ session }, use) => use(session.settings), { scope: 'worker' }],
  // For every test, and every hook that takes orders: it is set up before these, and ended after them.
  service: [
    async ({ session }, use, info) => {
      session.beginTest(info.outputDir);
      await use(session.service);
      const { exchanges } = session;
      for (const trouble of await session.endTest()) {
        info.annotations.push({ type: 'not set back', description: trouble });
      }
      if (info.status !== info.expectedStatus) attach(exchanges, info);
    },
    // Setting orders back has time of its own, also where the test has used up all of its own.
    { auto: true, timeout: LONGEST_END_MS },
  ],
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- begun for a hook, too, and ended with all that it took
  takeOrder: async ({ session, service: _service }, use, info) => {
    await use(async (wanted) => {
      const order = await session.takeOrder(wanted);
      if ('none' in order) info.skip(true, `unverified: ${order.none}`);
      return order as Order;
    });
  },
  order: async ({ takeOrder }, use) => use(await takeOrder()),
});

/**
 * What a failed test sent, and what came back: redacted, and bounded in size. It is a file of its own, since most of
 * Playwright's reporters write down nothing that is attached as a text.
 */
function attach(exchanges: readonly Exchange[], info: TestInfo): void {
  const lines = exchanges.slice(-MOST_SHOWN).map((exchange) => `${JSON.stringify(showExchange(exchange))}\n`);
  const path = info.outputPath('exchanges.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join(''), { mode: 0o600 });
  info.attachments.push({ name: 'exchanges.jsonl', path, contentType: 'application/jsonl' });
}
