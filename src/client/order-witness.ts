import { identityOf, type Order, type ShownOrder } from '../contract/order.js';
import type { NoOrder } from './order-channels.js';
import type { OrderSupply } from './order-supply.js';

/** So often in a row a source that never showed any order is asked for one. */
const MOST_IN_VAIN = 3;
/** So often in a row one that shows orders may give no answer at all. */
const MOST_TROUBLES = 2;
/** So many orders at most are asked for in a run. */
const MOST_ASKED = 2_000;

/** Asks the order source how orders stand, as long as it tells. */
export class OrderWitness {
  private readonly supply: OrderSupply;
  /** Orders that are not unfilled any more, by their identity: they stay so. */
  private readonly closed = new Map<string, ShownOrder>();
  private asked = 0;
  private inVain = 0;
  private troubles = 0;
  private hasShown = false;
  /** Why it is not asked any more. */
  private givenUp: NoOrder | null = null;

  constructor(supply: OrderSupply) {
    this.supply = supply;
  }

  /** How the order stands now, or why that is not known. */
  async show(order: Order): Promise<ShownOrder | NoOrder> {
    if (this.givenUp !== null) return this.givenUp;
    const known = this.closed.get(identityOf(order));
    if (known !== undefined) return known;
    if (this.asked >= MOST_ASKED) return { none: `the order source was asked to show ${MOST_ASKED} orders before` };
    this.asked += 1;
    const shown = await this.supply.show(order);
    if ('none' in shown) return this.noteNone(shown);
    this.hasShown = true;
    this.troubles = 0;
    if (shown.state !== 'unfilled') this.closed.set(identityOf(order), shown);
    return shown;
  }

  private noteNone(none: NoOrder): NoOrder {
    this.inVain += 1;
    this.troubles = none.passing === true ? this.troubles + 1 : 0;
    const isFinal = none.shownWrongly === 'another order' || this.inVain >= MOST_IN_VAIN;
    if ((isFinal && !this.hasShown) || this.troubles > MOST_TROUBLES) this.givenUp = none;
    return none;
  }
}
