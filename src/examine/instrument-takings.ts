import { identityOf, type Order } from '../contract/order.js';
import { KindTakings, nameOfKind, type Kind } from './kind-takings.js';

/** So many orders of an instrument in a row are refused where it may be halted. */
const LEAST_REFUSED = 2;

/** What became of the valid modifies of one instrument. */
interface Takings {
  /** Orders that were refused since the last that took one. */
  readonly refused: Map<string, Order>;
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
  private readonly takenOrders = new Set<string>();
  private readonly kinds = new KindTakings();

  noteTaken(order: Order): void {
    this.takenOrders.add(identityOf(order));
    const own = this.of(order.stockCd);
    own.isTaken = true;
    own.isAskedInFull = false;
    own.refused.clear();
    this.kinds.noteTaken(order);
  }

  /** One that took a modify before may be worn out, or filled. */
  noteRefused(order: Order): void {
    if (!this.takenOrders.has(identityOf(order))) this.of(order.stockCd).refused.set(identityOf(order), order);
  }

  /** The same of a modify that would have changed something: one that changes nothing says nothing of the kind of its order. */
  noteRefusedKind(order: Order): void {
    if (!this.takenOrders.has(identityOf(order))) this.kinds.noteRefused(order);
  }

  /** Takes back that it was refused: it was filled or closed. */
  forget(order: Order): void {
    this.of(order.stockCd).refused.delete(identityOf(order));
    this.kinds.forget(order);
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
    return refused.size >= LEAST_REFUSED && [...refused.values()].some((order) => this.kinds.areTaken(order));
  }

  /** Whether orders of its instrument took modifies, and orders of its type and side. */
  areTakenLike(order: Order): boolean {
    return this.byCode.get(order.stockCd)?.isTaken === true && this.kinds.areTaken(order);
  }

  /**
   * Whether orders of a kind that were all refused, of these instruments, were refused for their kind: some other order of one
   * of the instruments takes modifies; or they are of several, and no instrument is known that may be halted.
   */
  isForKind(stockCds: readonly string[]): boolean {
    if (stockCds.some((stockCd) => this.takes(stockCd))) return true;
    return new Set(stockCds).size > 1 && ![...this.byCode.keys()].some((stockCd) => this.mayBeHalted(stockCd));
  }

  /**
   * Whether orders of this type and side are as good as none: several were refused for it, and none took a modify. Ever more
   * seldom one is tried all the same.
   */
  putsAside(kind: Kind): boolean {
    const refused = this.kinds.refusedLike(kind);
    if (refused.length === 0 || !this.isForKind(refused.map(({ stockCd }) => stockCd))) return false;
    return !this.kinds.isDueAgain(kind);
  }

  /** Whether it took a modify, and not several kinds of its orders were refused since. */
  private takes(stockCd: string): boolean {
    const own = this.byCode.get(stockCd);
    return own?.isTaken === true && new Set([...own.refused.values()].map(nameOfKind)).size < LEAST_REFUSED;
  }

  private of(stockCd: string): Takings {
    const own = this.byCode.get(stockCd) ?? {
      refused: new Map<string, Order>(),
      isTaken: false,
      isAskedInFull: false,
    };
    this.byCode.set(stockCd, own);
    return own;
  }
}

const NONE: ReadonlyMap<string, Order> = new Map();

/** Said of a type and side whose orders are put aside. */
export function whyPutAside(kind: Kind): string {
  return `no ${nameOfKind(kind)} order took a modify so far, nor did several like it`;
}

/** Said of orders that tell nothing, since trading in their instruments may be halted. */
export function whyHalted(stockCds: readonly string[]): string {
  const codes = [...new Set(stockCds)].join(', ');
  return `no modify of any order of ${codes} is accepted, while those of other instruments are: trading in it may be halted; hand over orders of another instrument`;
}
