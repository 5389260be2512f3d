import { identityOf, type Order } from '../contract/order.js';

/** So many orders of an instrument in a row are refused where it may be halted. */
const LEAST_REFUSED = 2;

/** What became of the valid modifies of one instrument. */
interface Takings {
  /** Orders that were refused since the last that took one, with their types and sides. */
  readonly refused: Map<string, string>;
  isTaken: boolean;
  /** Whether one of them was asked with prices that move in every way. */
  isAskedInFull: boolean;
}

/**
 * Which instruments take modifies: trading in one may be halted, and then no order of it takes any, which the document leaves
 * to the service.
 */
export class InstrumentTakings {
  private readonly byCode = new Map<string, Takings>();
  private readonly takenKinds = new Set<string>();
  private readonly takenOrders = new Set<string>();

  noteTaken(order: Order): void {
    this.takenOrders.add(identityOf(order));
    const own = this.of(order.stockCd);
    own.isTaken = true;
    own.isAskedInFull = false;
    own.refused.clear();
    this.takenKinds.add(kindOf(order));
  }

  /** One that took a modify before may be worn out, or filled. */
  noteRefused(order: Order): void {
    if (!this.takenOrders.has(identityOf(order))) this.of(order.stockCd).refused.set(identityOf(order), kindOf(order));
  }

  /** Takes back that it was refused: it was filled or closed. */
  forget(order: Order): void {
    this.of(order.stockCd).refused.delete(identityOf(order));
  }

  /** Whether an order of it was refused with prices that move in every way, so that one modify is enough to ask the next one. */
  isAskedInFull(stockCd: string): boolean {
    return this.byCode.get(stockCd)?.isAskedInFull === true;
  }

  noteAskedInFull(stockCd: string): void {
    this.of(stockCd).isAskedInFull = true;
  }

  /** Whether several orders of the instrument were refused, and none took a modify since. */
  areRefused(stockCd: string): boolean {
    return (this.byCode.get(stockCd)?.refused.size ?? 0) >= LEAST_REFUSED;
  }

  /** Whether that may be for the instrument: orders of other instruments took modifies, of a type and side that is refused there. */
  mayBeHalted(stockCd: string): boolean {
    const refused = this.byCode.get(stockCd)?.refused ?? NONE;
    return refused.size >= LEAST_REFUSED && [...refused.values()].some((kind) => this.takenKinds.has(kind));
  }

  /**
   * Whether orders of a kind that were all refused, of these instruments, were refused for their kind: some other order of one
   * of the instruments takes modifies; or they are of several, and no instrument is known that may be halted.
   */
  isForKind(stockCds: readonly string[]): boolean {
    if (stockCds.some((stockCd) => this.takes(stockCd))) return true;
    return new Set(stockCds).size > 1 && ![...this.byCode.keys()].some((stockCd) => this.mayBeHalted(stockCd));
  }

  /** Whether it took a modify, and not several kinds of its orders were refused since. */
  private takes(stockCd: string): boolean {
    const own = this.byCode.get(stockCd);
    return own?.isTaken === true && new Set(own.refused.values()).size < LEAST_REFUSED;
  }

  private of(stockCd: string): Takings {
    const own = this.byCode.get(stockCd) ?? {
      refused: new Map<string, string>(),
      isTaken: false,
      isAskedInFull: false,
    };
    this.byCode.set(stockCd, own);
    return own;
  }
}

const NONE: ReadonlyMap<string, string> = new Map();

const kindOf = ({ orderTypeCd, sideCd }: Order): string => `${orderTypeCd} ${sideCd}`;

/** Said of orders that tell nothing, since trading in their instruments may be halted. */
export function whyHalted(stockCds: readonly string[]): string {
  const codes = [...new Set(stockCds)].join(', ');
  return `no modify of any order of ${codes} is accepted, while those of other instruments are: trading in it may be halted; hand over orders of another instrument`;
}
