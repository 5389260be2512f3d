import { identityOf, type Order } from '../contract/order.js';
import { Seldom } from './seldom.js';

/** A type and a side of orders. */
export type Kind = Pick<Order, 'orderTypeCd' | 'sideCd'>;

/** Where so many orders of a type, of a side or of both are refused, and none takes a modify, they are as good as none. */
const LEAST_REFUSED = 4;

/** Which types and sides of orders take modifies. */
export class KindTakings {
  private readonly takenNames = new Set<string>();
  private readonly refused = new Map<string, Map<string, Order>>();
  private readonly dueAgain = new Map<string, Seldom>();

  noteTaken(order: Order): void {
    for (const name of namesOf(order)) this.takenNames.add(name);
  }

  noteRefused(order: Order): void {
    for (const name of namesOf(order).filter((one) => !this.takenNames.has(one)))
      this.refused.set(name, (this.refused.get(name) ?? new Map<string, Order>()).set(identityOf(order), order));
  }

  /** Takes back that it was refused: it was filled or closed. */
  forget(order: Order): void {
    for (const orders of this.refused.values()) orders.delete(identityOf(order));
  }

  /** Whether an order that is as good as none is to be tried again. */
  isDueAgain(kind: Kind): boolean {
    const due = this.dueAgain.get(nameOfKind(kind)) ?? new Seldom();
    this.dueAgain.set(nameOfKind(kind), due);
    return due.isDue();
  }

  /** Whether any order of this type and side took a modify. */
  areTaken(kind: Kind): boolean {
    return this.takenNames.has(nameOfKind(kind));
  }

  /**
   * Orders of this type, of this side or of both that were refused, if they are several and none took a modify, while others
   * did; of a type or a side alone, several kinds of them.
   */
  refusedLike(kind: Kind): readonly Order[] {
    if (this.takenNames.size === 0) return [];
    const all = namesOf(kind).map((name) =>
      this.takenNames.has(name) ? [] : [...(this.refused.get(name)?.values() ?? [])],
    );
    return (
      all.find(
        (orders, at) => orders.length >= LEAST_REFUSED && (at === 0 || new Set(orders.map(nameOfKind)).size > 1),
      ) ?? []
    );
  }
}

export const nameOfKind = ({ orderTypeCd, sideCd }: Kind): string => `${orderTypeCd} ${sideCd}`;

const namesOf = (kind: Kind): readonly string[] => [nameOfKind(kind), kind.orderTypeCd, kind.sideCd];
