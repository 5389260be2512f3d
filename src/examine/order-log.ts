import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from '../contract/order.js';
import { ORDERS_FILE } from '../contract/order-record.js';
import { wholeJson } from '../contract/whole-characters.js';
import type { SecretSettings } from './secrets.js';
import { withoutSecretsIn } from './without-secrets.js';

const HAS_SECRET = `An order of the source holds the token or a key of this run, which is not written to ${ORDERS_FILE}: were the run killed, that order could not be found by it.`;

/** Keeps the first values of orders on disk for as long as they may have others. */
export class OrderLog {
  /** Why orders are not in it as they are, in sentences. */
  readonly troubles = new Set<string>();
  private readonly path: string;
  private readonly settings: SecretSettings;
  private isWritten: boolean;

  /** @param goesOn - it may have orders of an earlier part of the run, which stay first */
  constructor(outDir: string, settings: SecretSettings, goesOn = false) {
    this.path = join(outDir, ORDERS_FILE);
    this.settings = settings;
    this.isWritten = goesOn;
  }

  /** Writes an order before it is handed out, without secrets that its source put into it. */
  keep(order: Order): void {
    const line = wholeJson(order);
    const kept = wholeJson(withoutSecretsIn(order, this.settings));
    if (kept !== line) this.troubles.add(HAS_SECRET);
    try {
      appendFileSync(this.path, `${kept}\n`, { mode: 0o600 });
      this.isWritten = true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
      this.troubles.add(
        `${ORDERS_FILE} could not be written (${code}): were the run killed, nobody would know the first values of its orders.`,
      );
    }
  }

  /** All orders are set back. */
  remove(): void {
    if (this.isWritten) rmSync(this.path, { force: true });
  }
}
