/** When the source made an order: after the one moment, and before the other. */
export interface CreatedBetween {
  readonly asked: SupplyMoment;
  readonly given: SupplyMoment;
}

/** A moment of the run, and how far the order source had got by then. */
export interface SupplyMoment {
  readonly atMs: number;
  /** So many orders it had been asked for, those that are under way included. */
  readonly asked: number;
  /** So many it had given. */
  readonly given: number;
}

/** How long an order is there at least, and how many came after it, at this moment before its answer. */
export function leastAge({ given }: CreatedBetween, moment: SupplyMoment): Age {
  return { ageMs: moment.atMs - given.atMs, ordersAfter: Math.max(0, moment.given - given.asked) };
}

/** The same, at most, at this moment after an answer. */
export function mostAge({ asked }: CreatedBetween, moment: SupplyMoment): Age {
  return { ageMs: moment.atMs - asked.atMs, ordersAfter: moment.asked - asked.given - 1 };
}

interface Age {
  readonly ageMs: number;
  readonly ordersAfter: number;
}
