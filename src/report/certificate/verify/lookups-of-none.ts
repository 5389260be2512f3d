import { judgeLookupOfNone, OF_NONE, TWIN_OF_NONE } from '../../../oracle/lookup-of-none.js';
import type { RereadExchange } from './recorded-exchange.js';

/** What a lookup of no instrument is held against: the latest ones of its clause. */
interface Compared {
  accepted: RereadExchange | null;
  twin: RereadExchange | null;
}

/** Tells lookups of no instrument that were answered in spite of a wrong Authorization. */
export class LookupsOfNone {
  private readonly compared = new Map<string, Compared>();

  /**
   * To be given every exchange, in the order of the record.
   *
   * @returns whether it is such a lookup and was answered; `null` where what it is held against was not recorded whole
   */
  isAnswered(reread: RereadExchange): boolean | null {
    const { clause, expects, operation, way } = reread.exchange;
    if (operation !== 'listOrderableStocks') return false;
    const known = this.compared.get(clause) ?? { accepted: null, twin: null };
    this.compared.set(clause, known);
    if (expects === undefined) known.accepted = reread;
    if (way === TWIN_OF_NONE) known.twin = reread;
    const { accepted, twin } = known;
    if (way !== OF_NONE || accepted === null || twin === null) return false;
    if (accepted.isCut || twin.isCut) return null;
    return judgeLookupOfNone(reread.exchange, twin.exchange, accepted.exchange, way).outcome === 'broken';
  }
}
