import type { Results } from '../../../contract/results.js';
import { makeCatalogue, USUAL_SEED } from '../../../mock/catalogue.js';
import { readPage } from '../../../oracle/walk.js';
import { stableStringify } from '../../../wire/json.js';
import type { RereadExchange } from './recorded-exchange.js';

/** Whole records that are those of the reference service: another service has not one, with its prices. */
const ENOUGH = 3;
/** Records of its instruments that are looked at, where they are others. */
const MOST_LOOKED_AT = 1_000;

/** Looks in the record for the instruments of the reference service, by which it shows under whatever address. */
export class ReferenceAnswers {
  private readonly records: ReadonlyMap<unknown, string> = new Map(
    makeCatalogue(USUAL_SEED).instruments.map((instrument) => [instrument.stockCd, stableStringify(instrument)]),
  );
  private readonly found = new Set<unknown>();
  private lookedAt = 0;

  see({ exchange }: RereadExchange): void {
    const isOver = this.found.size >= ENOUGH || this.lookedAt >= MOST_LOOKED_AT;
    if (exchange.operation !== 'listOrderableStocks' || isOver) return;
    const page = readPage(exchange);
    if (typeof page === 'string') return;
    for (const record of page.records) {
      const own = this.records.get(record['stockCd']);
      if (own === undefined) continue;
      this.lookedAt += 1;
      if (stableStringify(record) === own) this.found.add(record['stockCd']);
    }
  }

  /** What that means for the results, where they do not say it themselves. */
  limits({ subject, plan }: Results): string[] {
    if (subject.role !== 'service' || plan?.embedded === true || this.found.size < ENOUGH) return [];
    return [
      'The instruments are, to the last digit, those of the reference service that comes with tradecert: this says nothing of any other service.',
    ];
  }
}
