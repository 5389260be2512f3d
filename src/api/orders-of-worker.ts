import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NoOrder } from '../client/order-channels.js';
import type { OrderSupply } from '../client/order-supply.js';
import { sleepFor, type Sleep } from '../client/pace.js';
import { claimUnlessHeld, type RunClaim } from '../cli/run-claim.js';
import type { Order, OrderRequest, ShownOrder } from '../contract/order.js';
import { SuiteError } from '../contract/suite-error.js';

/** What is needed to tell the orders of one worker from those of the others. */
export interface OrdersOfWorkerOptions {
  /** A folder of all workers. In it, each order that one of them had has a folder, in which its claim lies. */
  readonly dir: string;
  /** Address of the service: another one may give the same numbers. */
  readonly baseUrl: string;
  readonly sleep?: Sleep;
}

/** A worker whose test failed ends while the next one begins: so often, and so long apart, the source is asked once more. */
const MOST_ASKED_AGAIN = 10;
const APART_MS = 300;

/**
 * An order source that several workers ask, each of which hands out orders for itself: an order is one worker's alone, until
 * that worker ends. What another one changes of it would pass for its first values.
 */
export class OrdersOfWorker implements OrderSupply {
  readonly mostAtOnce?: number;
  private readonly supply: OrderSupply;
  private readonly options: OrdersOfWorkerOptions;
  private readonly claims = new Map<string, RunClaim>();

  constructor(supply: OrderSupply, options: OrdersOfWorkerOptions) {
    this.supply = supply;
    if (supply.mostAtOnce !== undefined) this.mostAtOnce = supply.mostAtOnce;
    this.options = options;
  }

  /** @throws SuiteError where the source goes on giving what another worker has, or that cannot be found out */
  async fetch(request: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    const { sleep = sleepFor } = this.options;
    for (let asked = 0; asked <= MOST_ASKED_AGAIN;) {
      const supplied = await this.supply.fetch(request);
      if ('none' in supplied) return supplied;
      const found = this.claim(supplied.order);
      if (found === 'own') return supplied;
      if (found === 'perhaps changed') continue;
      asked += 1;
      await sleep(APART_MS);
    }
    throw ofAnother();
  }

  show(order: Order): Promise<ShownOrder | NoOrder> {
    return this.supply.show(order);
  }

  async close(): Promise<void> {
    for (const claim of this.claims.values()) claim.release();
    this.claims.clear();
    await this.supply.close();
  }

  /** @returns `perhaps changed` for an order that is this worker's from now on, and may have been another's as the source told it */
  private claim({ orderDateTime, orderNo }: Order): 'own' | 'perhaps changed' | 'held' {
    const identity = JSON.stringify([this.options.baseUrl, orderDateTime, orderNo]);
    const name = createHash('sha256').update(identity).digest('hex');
    if (this.claims.has(name)) return 'own';
    const dir = join(this.options.dir, name);
    const isFirst = makeFolder(dir);
    const claim = claimUnlessHeld(dir);
    if (claim === null) return 'held';
    this.claims.set(name, claim);
    return isFirst ? 'own' : 'perhaps changed';
  }
}

/** @returns whether it was not there */
function makeFolder(dir: string): boolean {
  try {
    return mkdirSync(dir, { recursive: true }) !== undefined;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new SuiteError(
      `Several workers note in ${dir} which of them has an order, and that cannot be written (${code}): set workers to 1, or outputDir to a folder that can be written.`,
      'Playwright configuration',
      'set workers to 1, or outputDir to a folder that can be written',
    );
  }
}

/** All in one sentence: of an error in a test, Playwright shows no more. */
function ofAnother(): SuiteError {
  const remedy = 'set workers to 1, or let the source give each order once';
  return new SuiteError(`The order source gave an order that another worker has: ${remedy}.`, 'order source', remedy);
}
