import { readPage, WalkRecorder, type Walk, type WalkEnd } from '../../src/oracle/walk.js';
import { dataOf } from '../../src/wire/envelope.js';
import type { Exchange } from '../../src/wire/exchange.js';
import { enveloped, madeExchange, someData, someInstrument } from './exchange-builder.js';

/** A page made by hand: its key, and the codes of its instruments or whole records. */
export interface MadePage {
  readonly hasNext?: unknown;
  readonly nextKey?: unknown;
  readonly codes?: readonly string[];
  readonly details?: unknown;
}

/** The answer that holds a page; with a key there is a further one, unless said otherwise. */
export function pageExchange(made: MadePage, number = 1): Exchange {
  const nextKey = 'nextKey' in made ? made.nextKey : '';
  const { hasNext = nextKey !== '', codes = [] } = made;
  const { details = codes.map((stockCd) => someInstrument({ stockCd })) } = made;
  return madeExchange({ number, body: enveloped(someData({ hasNext, nextKey, details })) });
}

/** Has pages taken in as answers 1, 2, and so on. */
export function recorded(pages: readonly MadePage[], group = 'ALL'): WalkRecorder {
  const recorder = new WalkRecorder(group);
  for (const [index, made] of pages.entries()) {
    const exchange = pageExchange(made, index + 1);
    const page = readPage(exchange);
    if (typeof page === 'string') throw new Error(page);
    recorder.add(exchange, page, dataOf(exchange)?.['nextKey']);
  }
  return recorder;
}

/** A walk over pages; complete, unless it ended otherwise. */
export function walked(pages: readonly MadePage[], end: WalkEnd = { kind: 'complete' }, group = 'ALL'): Walk {
  return recorded(pages, group).finish(end);
}
