import type { Instrument, Order, OrderRequest } from '../../contract/order.js';
import type { Alteration } from '../../mock/behaviour.js';
import type { OrderName } from '../../mock/order-book.js';
import type { Situation } from '../../oracle/declared/situation.js';
import type { Props } from '../behaviours.js';
import type { OddInstrument } from './odd-instruments.js';

/** What the client is asked to do, before the order is known. */
export type Errand =
  | { readonly kind: 'list'; readonly stockGroupCd: string; readonly stockCd?: string }
  | { readonly kind: 'modify'; readonly order: OrderRequest; readonly change: Change };

/** Makes the members to change. */
export type Change = (order: Order, instrument: Instrument | null) => Readonly<Record<string, unknown>>;

/** One situation in which a client is watched. */
export interface Scenario extends Situation {
  /** Kebab-case; part of the base URL under `--listen`. */
  readonly name: string;
  /** One sentence on what the service does. */
  readonly does: string;
  readonly errand: Errand;
  /** The one that its order is of, or that a walk has last; default those of the reference service alone. */
  readonly instrument?: OddInstrument;
  /** What its order is called; default one of many forms, by scenario and seed. */
  readonly orderName?: OrderName;
  /** Instruments on a page; default 10. */
  readonly pageSize?: number;
  /** How the service differs from the reference service; default not at all. */
  readonly alterations?: (props: Props) => readonly Alteration[];
  /** Differs from another one in its values only. */
  readonly isRepeating?: true;
}
