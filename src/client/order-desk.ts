import type { Order, OrderRequest, ShownOrder } from '../contract/order.js';
import type { ChangedOrders } from '../wire/changed-orders.js';
import type { CreatedBetween, SupplyMoment } from './order-age.js';
import type { NoOrder } from './order-channels.js';
import type { OrderSupply } from './order-supply.js';
import { OrderWitness } from './order-witness.js';
import { Turns } from './turns.js';

/** An order that is held by one clause alone. */
export interface HeldOrder {
  /** As it was when first handed out, and as it is to be given back. */
  readonly order: Order;
  readonly request: OrderRequest;
  readonly created: CreatedBetween;
  /** Someone held it before. */
  readonly isUsed: boolean;
  /**
   * Marks its state as in doubt: it is handed out again only to those for whom one in doubt will do.
   *
   * @param because - why, where that says more than that its modifies may not have been taken back
   */
  spoil(because?: string): void;
  readonly isSpoiled: boolean;
  /** An accepted modify named it since it was handed out, its holder's or another one. */
  readonly isNamed: boolean;
  /** Gives it up, in its first state unless said otherwise. */
  release(options?: Release): void;
}

/** What became of an order that is given up. */
export interface Release {
  /** The service accepted its first values; default: as it was when it was handed out. */
  readonly isSetBack?: boolean;
  /** It has other values than its first ones, and is handed out again as it is; default: as it was when it was handed out. */
  readonly isChanged?: boolean;
  /** Others of its kind are handed out before it; default false. */
  readonly isLast?: boolean;
  /** Its first values may not have been sent, because the run was stopped; default false. */
  readonly isLeft?: boolean;
}

/** How an order is asked for. */
export interface CheckOut {
  /** Whether to wait for an order that others hold; default true. */
  readonly wait?: boolean;
  /** Whether to ask the source for another one before one that was given up is used again; default false. */
  readonly fresh?: boolean;
  /** Whether one whose state is in doubt, but that was set back, will do where there is no other; default false. */
  readonly doubtful?: boolean;
  /** The place by age, from 0 for the oldest to 1 for the newest, of any free unfilled order; default: any of its kind. */
  readonly age?: number;
}

/** Settings of an {@link OrderDesk}. */
export interface OrderDeskOptions {
  /** Longest wait for an order that others hold; default 20 minutes. */
  readonly longestWaitMs?: number;
  readonly stopSignal?: AbortSignal;
  /** Milliseconds since any moment; default: even. */
  readonly now?: () => number;
  /** Told of each unfilled order before it is handed out for the first time. */
  readonly onNew?: (order: Order) => void;
}

interface Entry {
  readonly order: Order;
  readonly request: OrderRequest;
  readonly created: CreatedBetween;
  held: boolean;
  /** An accepted modify named it since it was handed out last. */
  isNamed: boolean;
  spoiled: boolean;
  /** Why it was spoiled. */
  because?: string | undefined;
  isSetBack: boolean;
  isChanged: boolean;
  isLeft: boolean;
  isUsed: boolean;
}

/** One kind of order: everything that was asked for in the same words. */
interface Shelf {
  readonly entries: Entry[];
  /** First come, first served. An entry is handed over held; `null`: look again. */
  readonly waiting: ((entry: Entry | null) => void)[];
  /** Ends with the last question to the source: one at a time, so that no answer is overtaken. */
  asking: Promise<unknown>;
  /** The source has no more of them. */
  exhausted: NoOrder | null;
  failures: number;
}

/** How often a source that breaks down is asked for the same kind again. */
const MOST_FAILURES = 3;
/** So often in a row, for whatever kind, a source may break down after having been waited for so long, in milliseconds. */
const MOST_SLOW_FAILURES = 3;
const SLOW_MS = 2_000;

/**
 * Hands out orders of the user's source, each to one clause at a time, and remembers all of them. Given-up orders are
 * handed out again; where all are held and the source has no more, one waits for one's turn.
 */
export class OrderDesk {
  private readonly supply: OrderSupply;
  private readonly turns: Turns;
  private readonly witness: OrderWitness;
  private underWay = 0;
  private readonly longestWaitMs: number;
  private readonly onNew: (order: Order) => void;
  private readonly shelves = new Map<string, Shelf>();
  private readonly known = new Map<string, Entry>();
  private readonly now: () => number;
  private slowFailures = 0;
  private lastSlowFailureMs = -Infinity;
  /** Why the source is not asked any more. */
  private givenUp: NoOrder | null = null;
  private stopped = false;

  constructor(supply: OrderSupply, options: OrderDeskOptions = {}) {
    const { longestWaitMs = 20 * 60_000, stopSignal, now = () => performance.now(), onNew } = options;
    this.onNew = onNew ?? (() => undefined);
    this.now = now;
    this.supply = supply;
    this.turns = new Turns(supply.mostAtOnce ?? Infinity);
    this.witness = new OrderWitness(supply);
    this.longestWaitMs = longestWaitMs;
    this.stopped = stopSignal?.aborted === true;
    stopSignal?.addEventListener('abort', () => this.stop(), { once: true });
  }

  /**
   * An order of that kind, once it is free, or why there is none.
   *
   * @param options - `wait: false` for who already holds an order, since two who wait for each other's never end;
   *   `fresh: true` for one that no one held before, as long as the source has any
   */
  async checkOut(wanted: OrderRequest, options: CheckOut = {}): Promise<HeldOrder | NoOrder> {
    const { wait = true, fresh = false, doubtful = false, age } = options;
    if (age !== undefined) return this.ofAge(age);
    const shelf = this.shelfOf(wanted);
    for (;;) {
      if (this.stopped) return STOPPED;
      const found = (fresh ? undefined : takeInTurn(shelf)) ?? (await this.ask(shelf, wanted, fresh));
      if (!('none' in found)) return this.hand(found, shelf);
      // one may have come back while the source was asked
      const freed = takeInTurn(shelf);
      if (freed !== undefined) return this.hand(freed, shelf);
      const isWorthWaiting = wait && shelf.entries.some(isComingBack);
      const setBack = doubtful && !isWorthWaiting ? takeSetBack(shelf) : undefined;
      if (setBack !== undefined) return this.hand(setBack, shelf);
      if (!isWorthWaiting && !(wait && doubtful && shelf.entries.some(({ held }) => held)))
        return whySpoiled(shelf) ?? found;
      const turn = await this.wait(shelf);
      if (turn === 'late') return { none: 'others held every such order for too long' };
      if (turn !== null) return this.hand(turn, shelf);
    }
  }

  private ofAge(age: number): HeldOrder | NoOrder {
    const free = [...this.known.values()]
      .filter(({ held, spoiled, request }) => !held && !spoiled && request.state === 'unfilled')
      .sort((a, b) => Date.parse(a.order.orderDateTime) - Date.parse(b.order.orderDateTime));
    const entry = free[Math.round(age * (free.length - 1))];
    if (this.stopped || entry === undefined) return this.stopped ? STOPPED : ALL_HELD;
    entry.held = true;
    return this.hand(entry, this.shelfOf(entry.request));
  }

  /** Now, and how far the source has got. */
  moment(): SupplyMoment {
    const given = this.known.size;
    return { atMs: this.now(), asked: given + this.underWay, given };
  }

  /** How an order stands by its source, or why that is not known. */
  show(order: Order): Promise<ShownOrder | NoOrder> {
    return this.turns.run(() => this.witness.show(order));
  }

  /** Whether an order was given up with other values than its first ones, and when the source made it; `undefined`: it made none. */
  placeOf({ orderDateTime, orderNo }: Order): Readonly<Pick<Entry, 'isChanged' | 'created'>> | undefined {
    return this.known.get(JSON.stringify([orderDateTime, orderNo]));
  }

  /** Whether an order with this number was handed out. */
  knows(orderNo: string): boolean {
    return [...this.known.values()].some(({ order }) => order.orderNo === orderNo);
  }

  /**
   * Takes in which orders a modify named; marks those that it changed, or may have, while no one held them as in doubt: its body
   * named another order.
   */
  spoilUnheld(changed: ChangedOrders): void {
    const named = new Set(changed.numbers);
    const same = [...this.known.values()].filter(({ order }) => named.has(order.orderNo));
    for (const entry of same) entry.isNamed = true;
    if (same.every(({ held }) => held)) return;
    const meant = new Set(changed.in(same.map(({ order }) => order)));
    for (const entry of same) if (!entry.held && meant.has(entry.order)) entry.spoiled = true;
  }

  /** Every unfilled order that may differ from how it was handed out, with its first values, so that it can be set back. */
  inDoubt(): readonly Order[] {
    return this.unfilled(({ spoiled, held, isChanged }) => spoiled || held || isChanged);
  }

  /** Every unfilled order that was given up before its first values were sent. */
  left(): readonly Order[] {
    return this.unfilled(({ isLeft }) => isLeft);
  }

  /** Every unfilled order that was handed out, with its first values. */
  handedOut(): readonly Order[] {
    return this.unfilled(() => true);
  }

  /** A filled order is never set back: there is nothing left of it to be set, whatever became of a modify. */
  private unfilled(which: (entry: Entry) => boolean): readonly Order[] {
    const entries = [...this.known.values()].filter((entry) => entry.request.state === 'unfilled' && which(entry));
    return entries.map(({ order }) => order);
  }

  close(): Promise<void> {
    this.stop();
    return this.supply.close();
  }

  private shelfOf(wanted: OrderRequest): Shelf {
    const { orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing } = wanted;
    const kind = [orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing].join(' ');
    const shelf = this.shelves.get(kind) ?? {
      entries: [],
      waiting: [],
      asking: Promise.resolve(),
      exhausted: null,
      failures: 0,
    };
    this.shelves.set(kind, shelf);
    return shelf;
  }

  /** A new order from the source, already held. */
  private ask(shelf: Shelf, wanted: OrderRequest, fresh: boolean): Promise<Entry | NoOrder> {
    const answer = shelf.asking.then(async (): Promise<Entry | NoOrder> => {
      if (shelf.exhausted !== null) return shelf.exhausted;
      const free = fresh ? undefined : takeInTurn(shelf);
      if (free !== undefined) return free;
      return this.turns.run(async () => {
        this.underWay += 1;
        const asked = this.moment();
        try {
          const supplied = await this.fetch(wanted);
          return 'none' in supplied ? noteNone(shelf, supplied) : this.add(shelf, supplied.order, wanted, asked);
        } finally {
          this.underWay -= 1;
        }
      });
    });
    shelf.asking = answer.catch(() => undefined);
    return answer;
  }

  private async fetch(wanted: OrderRequest): Promise<{ readonly order: Order } | NoOrder> {
    if (this.givenUp !== null) return this.givenUp;
    if (this.stopped) return STOPPED;
    const askedAtMs = this.now();
    const supplied = await this.supply.fetch(wanted);
    if ('none' in supplied && supplied.passing === true) this.noteFailure(supplied, askedAtMs);
    else this.slowFailures = 0;
    return supplied;
  }

  /** Those that were waited for at the same time count once; one that comes at once costs no time, and does not count. */
  private noteFailure({ none }: NoOrder, askedAtMs: number): void {
    const failedAtMs = this.now();
    if (failedAtMs - askedAtMs < SLOW_MS || askedAtMs < this.lastSlowFailureMs) return;
    this.lastSlowFailureMs = failedAtMs;
    this.slowFailures += 1;
    if (this.slowFailures < MOST_SLOW_FAILURES) return;
    this.givenUp ??= { none: `the order source was given up: it failed ${this.slowFailures} times in a row (${none})` };
  }

  private add(shelf: Shelf, order: Order, wanted: OrderRequest, asked: SupplyMoment): Entry | NoOrder {
    const identity = JSON.stringify([order.orderDateTime, order.orderNo]);
    const before = this.known.get(identity);
    if (before === undefined) {
      const entry = {
        order,
        request: wanted,
        created: { asked, given: this.moment() },
        held: true,
        isNamed: false,
        spoiled: false,
        isSetBack: false,
        isChanged: false,
        isLeft: false,
        isUsed: false,
      };
      this.known.set(identity, entry);
      if (wanted.state === 'unfilled') this.onNew(order);
      shelf.entries.push(entry);
      return entry;
    }
    // the source gives the same order again: there is one of its kind, and it goes round
    if (before.spoiled) return noteNone(shelf, spoiledFor(before));
    if (!shelf.entries.includes(before)) return noteNone(shelf, TWICE);
    if (before.held) return noteNone(shelf, ALL_HELD);
    before.held = true;
    return before;
  }

  private hand(entry: Entry, shelf: Shelf): HeldOrder {
    let released = false;
    const { order, request, created, isUsed } = entry;
    entry.isUsed = true;
    entry.isNamed = false;
    return {
      order,
      request,
      created,
      isUsed,
      spoil: (because) => {
        entry.spoiled = true;
        entry.because = because ?? entry.because;
      },
      get isSpoiled() {
        return entry.spoiled;
      },
      get isNamed() {
        return entry.isNamed;
      },
      release: ({ isSetBack = entry.isSetBack, isChanged = entry.isChanged, isLast = false, isLeft = false } = {}) => {
        if (released) return;
        released = true;
        entry.isSetBack = isSetBack;
        entry.isChanged = isChanged;
        entry.isLeft = isLeft;
        if (isLast) shelf.entries.push(...shelf.entries.splice(shelf.entries.indexOf(entry), 1));
        passOn(entry, shelf);
      },
    };
  }

  private wait(shelf: Shelf): Promise<Entry | 'late' | null> {
    if (this.stopped) return Promise.resolve(null);
    return new Promise((resolve) => {
      const turn = (entry: Entry | null): void => {
        clearTimeout(timer);
        resolve(entry);
      };
      const timer = setTimeout(() => {
        shelf.waiting.splice(shelf.waiting.indexOf(turn), 1);
        resolve('late');
      }, this.longestWaitMs);
      shelf.waiting.push(turn);
    });
  }

  private stop(): void {
    this.stopped = true;
    for (const shelf of this.shelves.values()) for (const turn of shelf.waiting.splice(0)) turn(null);
  }
}

const STOPPED: NoOrder = { none: 'the run was stopped' };
const TWICE: NoOrder = { none: 'the order source gave one order for two kinds of orders' };
const ALL_HELD: NoOrder = { none: 'the order source has no further order' };

const NOT_TAKEN_BACK = 'each that the order source has was modified in a way that may not have been taken back';

function spoiledFor({ because = NOT_TAKEN_BACK }: Entry): NoOrder {
  return { none: `no order of this kind is left: ${because}` };
}

function whySpoiled(shelf: Shelf): NoOrder | undefined {
  const last = shelf.entries.findLast(({ spoiled }) => spoiled);
  return last && spoiledFor(last);
}

/** A free order in doubt that was set back. */
function takeSetBack(shelf: Shelf): Entry | undefined {
  const free = shelf.entries.find(({ held, spoiled, isSetBack }) => !held && spoiled && isSetBack);
  if (free !== undefined) free.held = true;
  return free;
}

/** A free order, unless others wait for it. */
function takeInTurn(shelf: Shelf): Entry | undefined {
  if (shelf.waiting.length > 0) return undefined;
  const free = shelf.entries.find(({ held, spoiled }) => !held && !spoiled);
  if (free !== undefined) free.held = true;
  return free;
}

function isComingBack({ held, spoiled }: Entry): boolean {
  return held && !spoiled;
}

/** A source that broke down is asked again a few times, one that has no such order is not. */
function noteNone(shelf: Shelf, none: NoOrder): NoOrder {
  if (none.passing === true) shelf.failures += 1;
  const isFinal = none.passing !== true || shelf.failures >= MOST_FAILURES;
  if (isFinal) shelf.exhausted = none;
  return none;
}

function passOn(entry: Entry, shelf: Shelf): void {
  if (!entry.spoiled) {
    const next = shelf.waiting.shift();
    entry.held = next !== undefined;
    next?.(entry);
    return;
  }
  entry.held = false;
  // nothing else is left to wait for: all look again whether the source has more, or whether this one will do
  if (!shelf.entries.some(isComingBack)) for (const turn of shelf.waiting.splice(0)) turn(null);
}
