import { inUnits } from '../arbitraries/decimal.js';
import { pricesOf } from '../arbitraries/price-room.js';
import type { Changes } from '../arbitraries/structures.js';
import { bodyOf, plainBody } from '../arbitraries/valid-body.js';
import type { Instrument, ModifyBody, Order } from '../contract/order.js';
import { onRoundPrices, ownValues, staysWithin, stepped, stepsWithin } from './order-steps.js';

/** Controls move prices by 0 to 4 steps in turn, negatives by 5, so that no two requests in a row are the same. */
export const MOST_STEPS = 5;

/** Where prices like these are refused, they are moved by ten steps first, then by eleven more each time, to other last digits. */
const [FIRST_SHIFT, SHIFT] = [2 * MOST_STEPS, 2 * MOST_STEPS + 1];
const MOST_SHIFTS = 20;

/** Far moves go so far at least, above and below the order's own prices, as parts of the price: back is more than 1 % as well. */
const FAR = 0.0102;
/** To a multiple of so many point units, the first for which there is room: the order may be off a coarser grid. */
const ROUND = [100, 10, 1];

/** A way to move prices from one modify to the next. */
export interface Stride {
  /** The step, in point units. */
  readonly points: number;
  /** How many different prices; 0: the order's own only. */
  readonly steps: number;
  /** Prices go to round ones far away and back, each time away from where they stand. */
  readonly isFar?: true;
}

const itself = (body: ModifyBody): ModifyBody => body;

const STILL: Stride = { points: 0, steps: 0 };

/** What prices are chosen by. */
export interface PriceChoice {
  /** How far prices stay from the order's own, as a fraction. */
  readonly band: number;
  /** One modify is all that is sent of the order: it moves no price, so that nothing has to be set back. */
  readonly isOneEnough: () => boolean;
  /** Whether the service accepted any modify so far: if not, fewer ways are tried. */
  readonly hasAccepted: () => boolean;
  /** The order with the prices that accepted modifies gave it. */
  readonly present: () => Order;
  /** Whether a body is better not sent. */
  readonly avoids: (body: ModifyBody) => boolean;
}

/** The prices that modifies of one order are sent with: others each time, moved in one of the ways that there are. */
export class PriceMoves {
  private turn = 0;
  /** The way in which prices are moved now. */
  stride: Stride;

  private readonly order: Order;
  private readonly instrument: Instrument | null;
  private readonly choice: PriceChoice;

  /** @param instrument - the record of the order's instrument, `null` where the lookup does not tell it */
  constructor(order: Order, instrument: Instrument | null, choice: PriceChoice) {
    this.order = order;
    this.instrument = instrument;
    this.choice = choice;
    this.stride = this.strides()[0] ?? STILL;
  }

  /** The instrument with steps in which the service was seen to let prices move. */
  get grid(): Instrument | null {
    if (this.instrument === null) return null;
    return { ...this.instrument, pointUnit: inUnits(Math.max(1, this.stride.points), this.instrument.pointUnit) };
  }

  /** Whether its prices move at all, as far as was seen. */
  get canMove(): boolean {
    return this.stride.steps > 0;
  }

  /** Whether they move by single point units, as far as was seen. */
  get moveFinely(): boolean {
    return this.stride.points === 1;
  }

  /** Ways to move the prices, the smallest step first, then none at all, and far at last. Each leaves them within the band. */
  strides(): Stride[] {
    const { instrument } = this;
    if (this.choice.isOneEnough()) return [STILL];
    const far = this.farStride();
    const isFew = far.length > 0 && !this.choice.hasAccepted();
    const near = (isFew ? [1, 10] : [1, 10, 100]).map((points): Stride => {
      const unit = instrument === null ? null : { pointUnit: inUnits(points, instrument.pointUnit) };
      return { points, steps: Math.min(MOST_STEPS, this.roomFor(unit)) };
    });
    const usable = near.filter(({ steps, points }) => steps > 0 && (points === 1 || instrument !== null));
    return [...usable, STILL, ...far];
  }

  private farStride(): Stride[] {
    const { instrument, order } = this;
    if (instrument === null || !(instrument.pointUnit > 0)) return [];
    if (this.farOrder(1) === null || this.farOrder(-1) === null) return [];
    const furthest = Math.max(...Object.values(pricesOf(order))) * FAR;
    return [{ points: Math.ceil(furthest / instrument.pointUnit), steps: 1, isFar: true }];
  }

  private roomFor(unit: Pick<Instrument, 'pointUnit'> | null): number {
    return stepsWithin(this.order, unit, this.choice.band);
  }

  /** The order with prices that differ from those of the request before. */
  next(further = 0): Order {
    this.turn += 1;
    const { steps, isFar } = this.stride;
    if (isFar) return this.farFromPresent(further);
    return steps === 0 ? this.order : stepped(this.order, this.grid, (this.turn % steps) + further);
  }

  /** The order that a negative starts from: its prices are never those of a control. */
  toBreak(): Order {
    return this.fairest((further) => this.beyond(further), ownValues);
  }

  /** A valid body with the changes: its prices are others than those of the request before. */
  body(changes: Changes): ModifyBody {
    return this.fairest((further) => this.bodyAt(this.next(further), changes), itself);
  }

  /** A valid body to be made invalid, or to be sent oddly: its prices are never those of a control. */
  bodyToBreak(changes: Changes): ModifyBody {
    return this.fairest((further) => this.bodyAt(this.beyond(further), changes), itself);
  }

  private bodyAt(order: Order, changes: Changes): ModifyBody {
    const { steps, isFar } = this.stride;
    return steps === 0 || isFar ? bodyOf(order, changes, pricesOf(order)) : plainBody(order, changes, this.grid);
  }

  private beyond(further: number): Order {
    const { steps, isFar } = this.stride;
    if (isFar) return this.farOrder(-1) ?? this.order;
    return stepped(this.order, this.grid, steps + further);
  }

  /** Far from the prices that it has: its first ones where those were left, or else others. */
  private farFromPresent(further: number): Order {
    const present = this.choice.present();
    const others = [this.order, this.farOrder(1), this.farOrder(-1)].filter(
      (far): far is Order => far !== null && !isSameIn(far, present),
    );
    return others[further] ?? others[0] ?? this.order;
  }

  /** With all prices far above or below; `null` where the band has no room for that. */
  private farOrder(direction: 1 | -1): Order | null {
    const { order, instrument, choice } = this;
    if (instrument === null) return null;
    for (const points of ROUND) {
      const far = onRoundPrices(order, inUnits(points, instrument.pointUnit), direction, FAR);
      if (!isSameIn(far, order) && staysWithin(order, far, choice.band)) return far;
    }
    return null;
  }

  /** The first that is not better not sent, with prices so many steps further away. */
  private fairest<T>(make: (further: number) => T, bodyFor: (made: T) => ModifyBody): T {
    const first = make(0);
    const { steps, isFar } = this.stride;
    if (steps === 0 || !this.choice.avoids(bodyFor(first))) return first;
    const furthest = Math.min(this.roomFor(this.grid) - 2 * MOST_STEPS, MOST_SHIFTS * SHIFT);
    const [from, to, by] = isFar ? [1, 2, 1] : [FIRST_SHIFT, furthest, SHIFT];
    for (let further = from; further <= to; further += by) {
      const made = make(further);
      if (!this.choice.avoids(bodyFor(made))) return made;
    }
    return first;
  }

  /**
   * Takes another way to move prices where those that would be sent are better not sent.
   *
   * @returns whether there is one
   */
  takeFairStride(changes: Changes): boolean {
    const { turn } = this;
    const isFair = (): boolean => {
      const body = this.body(changes);
      // So that the next one is the same.
      this.turn = turn;
      return !this.choice.avoids(body);
    };
    if (isFair()) return true;
    const usual = this.stride;
    for (const stride of this.strides()) {
      this.stride = stride;
      if (isFair()) return true;
    }
    this.stride = usual;
    return false;
  }
}

/** Whether two states of an order have the same prices, those of conditions included. */
export function isSameIn(one: Order, other: Order): boolean {
  return JSON.stringify(ownValues(one)) === JSON.stringify(ownValues(other));
}
