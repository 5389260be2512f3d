import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Order } from '../contract/order.js';
import { ORDERS_FILE } from '../contract/order-record.js';
import { wholeJson } from '../contract/whole-characters.js';

/** Keeps the first values of orders on disk for as long as they may have others. */
export class OrderLog {
  /** Why orders are not in it, in a sentence; `undefined`: all of them are. */
  trouble: string | undefined;
  private readonly path: string;
  private isWritten: boolean;

  /** @param goesOn - it may have orders of an earlier part of the run, which stay first */
  constructor(outDir: string, goesOn = false) {
    this.path = join(outDir, ORDERS_FILE);
    this.isWritten = goesOn;
  }

  /** Writes an order before it is handed out. */
  keep(order: Order): void {
    try {
      appendFileSync(this.path, `${wholeJson(order)}\n`, { mode: 0o600 });
      this.isWritten = true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
      this.trouble ??= `${ORDERS_FILE} could not be written (${code}): were the run killed, nobody would know the first values of its orders.`;
    }
  }

  /** All orders are set back. */
  remove(): void {
    if (this.isWritten) rmSync(this.path, { force: true });
  }
}
