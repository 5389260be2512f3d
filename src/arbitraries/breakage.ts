import fc from 'fast-check';
import type { Instrument, Order, OrderRequest } from '../contract/order.js';
import { bytesOf, draftOf, short, textOf, withMember, type Draft, type Field } from './draft.js';
import { changing, misfit, NO_CHANGES, type Changes } from './structures.js';
import { plainBody } from './valid-body.js';

/** A body with one thing wrong with it, and that thing in plain words. */
export interface BrokenBody {
  readonly bytes: Uint8Array;
  readonly change: string;
  /** Without what is wrong with it: where that is accepted too, nothing was made of it, and another clause tells why. */
  readonly without?: BrokenBody;
}

/** Bodies, or why none can be made for the order: a plain sentence without a full stop. */
export type Made = fc.Arbitrary<BrokenBody> | string;

/** One way to depart from a plain body: the {@link plainBody} of the order with one edit. */
export interface Departure {
  /** In plain words: `orderPrice is the object {}`. */
  readonly way: string;
  /** Which order it must be sent for. */
  readonly needs: Partial<OrderRequest>;
  /** What the plain body beside it changes: the sibling that differs by the one edit. */
  readonly changes: Changes;
  /** Bodies for one order, or why none can be made. */
  readonly make: (order: Order, instrument: Instrument | null) => Made;
}

/** A departure that breaks exactly one clause, or one that no body breaks without breaking another. */
export interface Breakage extends Departure {
  readonly clause: string;
  /** The other one, where there is no body without it. */
  readonly beside?: string;
}

/** A departure on which the document is silent. */
export interface Oddity extends Departure {
  readonly question: string;
}

/** What an edit starts from. */
export interface Scene {
  readonly order: Order;
  readonly instrument: Instrument | null;
  /** The valid body that is edited. */
  readonly plain: Draft;
}

/** Which order a departure needs, and which conditions its plain body changes. */
export interface Place {
  readonly needs: Partial<OrderRequest>;
  readonly changes: Changes;
}

/** Any unfilled order, its conditions left alone. */
export const ANYWHERE: Place = { needs: {}, changes: NO_CHANGES };

/** An order that has a take-profit, whose price is changed. */
export const AT_TAKE_PROFIT: Place = { needs: { takeProfit: true }, changes: changing({ takeProfit: 'Y' }) };

/** An order that has a stop-loss, whose price is changed. */
export const AT_STOP_LOSS: Place = { needs: { stopLoss: true }, changes: changing({ stopLoss: 'Y' }) };

/** An order that has a trailing stop, which is kept on. */
export const AT_TRAILING: Place = {
  needs: { stopLoss: true, trailing: true },
  changes: changing({ trailing: 'Y' }),
};

/** Where a field means something: on an order that needs it. */
export const PLACE_OF: Readonly<Record<Field, Place>> = {
  stockCd: ANYWHERE,
  orderTypeCd: ANYWHERE,
  sideCd: ANYWHERE,
  orderDateTime: ANYWHERE,
  orderNo: ANYWHERE,
  orderQuantity: ANYWHERE,
  barrierPrice: { ...ANYWHERE, needs: { orderTypeCd: 'STOP' } },
  orderPrice: { ...ANYWHERE, needs: { orderTypeCd: 'LIMIT' } },
  profitRealizationYn: AT_TAKE_PROFIT,
  profitRealizationBarrierPrice: AT_TAKE_PROFIT,
  lossCutYn: AT_STOP_LOSS,
  lossCutBarrierPrice: AT_STOP_LOSS,
  lossTrackingYn: AT_TRAILING,
};

/** Where the N of a switch means something: on an order that has the condition. */
export const OFF_PLACE_OF: Readonly<Record<Switch, Place>> = {
  profitRealizationYn: { ...AT_TAKE_PROFIT, changes: changing({ takeProfit: 'N' }) },
  lossCutYn: { ...AT_STOP_LOSS, changes: changing({ stopLoss: 'N' }) },
  lossTrackingYn: { ...AT_TRAILING, changes: changing({ trailing: 'N' }) },
};

type Switch = 'profitRealizationYn' | 'lossCutYn' | 'lossTrackingYn';

/** Makes a departure of an edit. The edit sees only orders that fit its place. */
export function departure(way: string, place: Place, edit: (scene: Scene) => Made): Departure {
  const { needs, changes } = place;
  const make = (order: Order, instrument: Instrument | null): Made =>
    misfit(order, needs) ?? edit({ order, instrument, plain: draftOf(plainBody(order, changes, instrument)) });
  return { way, needs, changes, make };
}

/** A departure that breaks one clause. */
export function breakage(clause: string, way: string, place: Place, edit: (scene: Scene) => Made): Breakage {
  return { clause, ...departure(way, place, edit) };
}

/** A departure for an open question. */
export function oddity(question: string, way: string, place: Place, edit: (scene: Scene) => Made): Oddity {
  return { question, ...departure(way, place, edit) };
}

/** An edit that gives one member a raw JSON value. */
export function setting(field: string, raws: fc.Arbitrary<string>): (scene: Scene) => fc.Arbitrary<BrokenBody> {
  return ({ plain }) => settingIn(plain, field, raws);
}

/** Bodies of a draft with one member set to raw JSON values. */
export function settingIn(plain: Draft, field: string, raws: fc.Arbitrary<string>): fc.Arbitrary<BrokenBody> {
  return raws.map((raw) => broken(withMember(plain, field, raw), `${field} is ${short(raw)}`));
}

/** An edit that leaves nothing to chance. */
export function fixed(edit: (scene: Scene) => BrokenBody): (scene: Scene) => fc.Arbitrary<BrokenBody> {
  return (scene) => fc.constant(edit(scene));
}

/** The body that a draft spells. */
export function broken(draft: Draft, change: string): BrokenBody {
  return { bytes: bytesOf(textOf(draft)), change };
}
