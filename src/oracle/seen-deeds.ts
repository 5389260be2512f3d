import type { Deeds } from '../contract/service-tasks.js';
import { isAccepted, isLastPage } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';

/** Counts what a service was seen to do, exchange by exchange. */
export class SeenDeeds implements Deeds {
  modifies: number;
  walks: number;

  /** @param before - what an earlier part of the run counted */
  constructor({ modifies, walks }: Deeds = { modifies: 0, walks: 0 }) {
    [this.modifies, this.walks] = [modifies, walks];
  }

  see(exchange: Exchange): void {
    if (exchange.operation === 'modifyOrder' && isAccepted(exchange)) this.modifies += 1;
    if (isLastPage(exchange)) this.walks += 1;
  }
}
