import type { Instrument, Order, OrderRequest } from '../../contract/order.js';
import type { Alteration } from '../../mock/behaviour.js';
import type { OrderName } from '../../mock/order-book.js';
import type { Props } from '../behaviours.js';
import type { OddInstrument } from './odd-instruments.js';

/** What the client is asked to do, before the order is known. */
export type Errand =
  | { readonly kind: 'list'; readonly stockGroupCd: string; readonly stockCd?: string }
  | { readonly kind: 'modify'; readonly order: OrderRequest; readonly change: Change };

/** Makes the members to change. */
export type Change = (order: Order, instrument: Instrument | null) => Readonly<Record<string, unknown>>;

/** One situation in which a client is watched. */
export interface Scenario {
  /** Kebab-case; part of the base URL under `--listen`. */
  readonly name: string;
  /** One sentence on what the service does. */
  readonly does: string;
  readonly errand: Errand;
  /** The clause that is broken where something else is declared than a careful client would. */
  readonly clause: string;
  /** The walk cannot be completed, so that a list is not what came of it. */
  readonly isHopeless?: true;
  /**
   * What is wrong in the answer can be read as what was meant, and need not be: a walk may be told as a failure, or whole;
   * a modify however. Nothing else of it is let pass.
   */
  readonly isDoubtful?: true;
  /** The one that its order is of, or that a walk has last; default those of the reference service alone. */
  readonly instrument?: OddInstrument;
  /** What its order is called; default one of many forms, by scenario and seed. */
  readonly orderName?: OrderName;
  /** An answer with status 200 to a modify, which was carried out, says neither yes nor no. */
  readonly isUnreadable?: true;
  /** Instruments on a page; default 10. */
  readonly pageSize?: number;
  /** How the service differs from the reference service; default not at all. */
  readonly alterations?: (props: Props) => readonly Alteration[];
  /** Not every client meets what it is about: one that does not ask for gzip, or does not try again. */
  readonly isOptional?: true;
  /** Differs from another one in its values only. */
  readonly isRepeating?: true;
}
