import { dataOf } from '../../wire/envelope.js';
import type { Exchange } from '../../wire/exchange.js';
import { isJsonObject } from '../../wire/json.js';
import type { Bounds } from '../modify-body.js';

const MOST_INSTRUMENTS = 100_000;

/** What bounds orders (2.7), as the answers to lookups had it last. */
export class KnownBounds {
  private readonly instruments = new Map<string, Bounds>();

  /** Takes in one answer. */
  learn(exchange: Exchange): void {
    if (exchange.operation !== 'listOrderableStocks') return;
    const details = dataOf(exchange)?.['details'];
    if (!Array.isArray(details)) return;
    for (const record of details) {
      if (this.instruments.size >= MOST_INSTRUMENTS) return;
      if (isBounded(record)) this.instruments.set(record.stockCd, record);
    }
  }

  of(stockCd: string): Bounds | null {
    return this.instruments.get(stockCd) ?? null;
  }
}

function isBounded(record: unknown): record is Bounds & { readonly stockCd: string } {
  if (!isJsonObject(record)) return false;
  const numbers = [record['minOrderQuantity'], record['maxOrderQuantity'], record['orderUnit']];
  return typeof record['stockCd'] === 'string' && numbers.every((value) => typeof value === 'number');
}
