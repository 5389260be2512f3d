import { encodeQuery, type StockQuery } from '../client/request-recipe.js';

const MOST_QUERIES = 10_000;

/** Tells whether a service answers the same lookup now with a success, now with a refusal. */
export class LookupHistory {
  private readonly accepted = new Set<string>();
  private readonly refusedSince = new Set<string>();
  /** One was accepted, then refused, then accepted. */
  isFickle = false;

  /** @param status - of the answer; `undefined`: there was none */
  see(query: StockQuery, status: number | undefined): void {
    if (status === undefined) return;
    const key = encodeQuery(query);
    if (status >= 200 && status <= 299) {
      this.isFickle ||= this.refusedSince.has(key);
      if (this.accepted.size < MOST_QUERIES) this.accepted.add(key);
    } else if (isRefusalForItself(status) && this.accepted.has(key)) this.refusedSince.add(key);
  }
}

/** Neither for the token, nor for the pace in so many words. */
function isRefusalForItself(status: number): boolean {
  return status >= 400 && status <= 499 && ![401, 403, 429].includes(status);
}
