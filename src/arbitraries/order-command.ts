import type fc from 'fast-check';
import type { ModifyBody } from '../contract/order.js';
import type { Breakage } from './breakage.js';
import type { Change, Changes } from './structures.js';

/** A condition of an order. */
interface ConditionModel {
  /** The new order came with it. */
  readonly has: boolean;
  readonly on: boolean;
  /** 0 while it is off. */
  readonly price: number;
}

/** What is known of an order between two modifications. */
export interface OrderModel {
  barrierPrice: number;
  orderPrice: number;
  takeProfit: ConditionModel;
  stopLoss: ConditionModel;
  trailing: boolean;
  /** False once an answer left it open what the order has become: nothing more is tried. */
  known: boolean;
}

/** An answer that is not the one to expect. */
export interface Violation {
  /** What was sent, in plain words. */
  readonly way: string;
  readonly bytes: Uint8Array;
  /** The clause that the body breaks; `null` for a valid one. */
  readonly clause: string | null;
  readonly expected: 'accepted' | 'refused';
  readonly actual: 'accepted' | 'refused';
}

/** The order at the service. */
export interface ModifiedOrder {
  /** Sends the body of a step; `unknown` where the answer says neither yes nor no. */
  modify(bytes: Uint8Array, step: Step): Promise<'accepted' | 'refused' | 'unknown'>;
  /** Takes note of an answer that was not to be expected. It may throw, so that the sequence is shrunk. */
  violated(violation: Violation): void;
}

/** One modification as data: valid with what it changes, or invalid with the clause that it breaks and how. */
export type Step = {
  /** In plain words: `sets the take-profit`. */
  readonly way: string;
  readonly bytes: Uint8Array;
  /** What a report shows of the body. */
  readonly shown: string;
} & (
  { readonly changes: Changes; readonly body: ModifyBody } | { readonly clause: string; readonly breakage: Breakage }
);

/** A step as a command for `fc.asyncModelRun`. */
export class OrderCommand implements fc.AsyncCommand<OrderModel, ModifiedOrder> {
  readonly step: Step;

  constructor(step: Step) {
    this.step = step;
  }

  /** Whether the document says what becomes of this step on the order as it is. */
  check(model: Readonly<OrderModel>): boolean {
    const { known, takeProfit, stopLoss, trailing } = model;
    if (!known) return false;
    if ('clause' in this.step) return true;
    const { changes, body } = this.step;
    if (!changesAnything(model, changes, body)) return false;
    return (
      (changes.takeProfit === 'omit' || takeProfit.on) &&
      (changes.stopLoss === 'omit' || stopLoss.on) &&
      (changes.trailing === 'omit' || (trailing && stopLoss.on)) &&
      // A trailing stop that outlives its stop-loss: what becomes of it is not said.
      !(changes.stopLoss === 'N' && changes.trailing === 'omit' && trailing)
    );
  }

  async run(model: OrderModel, real: ModifiedOrder): Promise<void> {
    const { step } = this;
    const expected = 'clause' in step ? 'refused' : 'accepted';
    const actual = await real.modify(step.bytes, step);
    if (actual !== expected) model.known = false;
    else if ('body' in step) apply(model, step.changes, step.body);
    if (actual === expected || actual === 'unknown') return;
    const clause = 'clause' in step ? step.clause : null;
    real.violated({ way: step.way, bytes: step.bytes, clause, expected, actual });
  }

  toString(): string {
    return `${'clause' in this.step ? `breaks ${this.step.clause}` : this.step.way}: ${this.step.shown}`;
  }
}

/** Whether the order would differ afterwards: what a service makes of a modify that changes nothing, nobody has said. */
function changesAnything(model: Readonly<OrderModel>, changes: Changes, body: ModifyBody): boolean {
  const after = { ...model };
  apply(after, changes, body);
  return (
    after.barrierPrice !== model.barrierPrice ||
    after.orderPrice !== model.orderPrice ||
    after.takeProfit.on !== model.takeProfit.on ||
    after.takeProfit.price !== model.takeProfit.price ||
    after.stopLoss.on !== model.stopLoss.on ||
    after.stopLoss.price !== model.stopLoss.price ||
    after.trailing !== model.trailing
  );
}

/** Takes over what an accepted body changes; what it omits stays as it is. */
function apply(model: OrderModel, changes: Changes, body: ModifyBody): void {
  model.barrierPrice = body.barrierPrice;
  model.orderPrice = body.orderPrice;
  model.takeProfit = changed(model.takeProfit, changes.takeProfit, body.profitRealizationBarrierPrice);
  model.stopLoss = changed(model.stopLoss, changes.stopLoss, body.lossCutBarrierPrice);
  if (changes.trailing !== 'omit') model.trailing = changes.trailing === 'Y';
}

function changed(before: ConditionModel, change: Change, price = 0): ConditionModel {
  return change === 'omit' ? before : { has: before.has, on: change === 'Y', price };
}
