import type { Order, ShownState } from '../contract/order.js';
import type { Context } from './context.js';
import { hasAccepted } from './experience.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

const TOOK_BEFORE = 'others of the same order were accepted before';
const PERHAPS_TIRED =
  'the service may take only so many modifies of an order, or none for a while after one or after a refusal';

/** Said of an order that took modifies, and then no more: how often one can be modified, the document does not say. */
export const PERHAPS_WORN_OUT = `${TOOK_BEFORE}: ${PERHAPS_TIRED}, or it was filled or its trading halted meanwhile`;

/** How an order stands that refused a valid modify: whether it takes any more, by its source and by what the run learned. */
export class OrderStanding {
  private readonly context: Context;
  private readonly order: Order;
  /** Since the last refusal; `null`: nothing is known that explains it. */
  private state: ShownState | 'too old' | null = null;

  constructor(context: Context, order: Order) {
    this.context = context;
    this.order = order;
  }

  /** Looks at it by its source, after a refusal. That one is unfilled which took no modify so far says nothing. */
  async look(): Promise<void> {
    this.state = null;
    if (!hasAccepted(this.context)) return;
    const unfair = unfairRefusalsOf(this.context.client);
    const state = await this.shown();
    const isOpen = state === null || state === 'unfilled';
    if (!isOpen) unfair.instruments.forget(this.order);
    if (!isOpen || unfair.hasTaken(this.order)) this.state = state;
  }

  /** Whether its source shows, after a refusal, that it is filled or closed. */
  async seesClosed(): Promise<boolean> {
    const state = await this.shown();
    if (state !== null && state !== 'unfilled') this.state = state;
    return this.isClosed;
  }

  /** Whether its source shows, after a refusal, that it is unfilled. */
  async seesUnfilled(): Promise<boolean> {
    return (await this.shown()) === 'unfilled';
  }

  private async shown(): Promise<ShownState | null> {
    const { orders, client } = this.context;
    const shown = await orders?.show(this.order);
    if (shown === undefined || 'none' in shown) return null;
    if (shown.state === 'unfilled') unfairRefusalsOf(client).noteUnfilled(this.order);
    return shown.state;
  }

  /** The service is known to refuse it for its age; where it is closed, that says more. */
  noteTooOld(): void {
    if (this.isClosed) return;
    this.state = 'too old';
    unfairRefusalsOf(this.context.client).notePassedBy(this.order);
  }

  /** It takes modifies: it was refused for what was sent. */
  noteTaking(): void {
    this.state = null;
  }

  /** It is unfilled, and takes none however it is changed. */
  noteTakingNone(): void {
    unfairRefusalsOf(this.context.client).noteOutlived(this.order);
  }

  get isUnfilled(): boolean {
    return this.state === 'unfilled';
  }

  get isClosed(): boolean {
    return this.state === 'filled' || this.state === 'closed';
  }

  /** Whether nothing more is to be sent for it. */
  get isOver(): boolean {
    return this.isClosed || this.state === 'too old';
  }

  /** In plain words, of an order that took modifies or not; empty: nothing is known. */
  why(hasTaken: boolean): string {
    switch (this.state) {
      case null:
        return hasTaken ? PERHAPS_WORN_OUT : '';
      case 'too old':
        return 'the service refuses orders that are there for so long, or so many others after them';
      case 'unfilled':
        return `${TOOK_BEFORE}, and the order source shows it unfilled still: ${PERHAPS_TIRED}`;
      case 'filled':
      case 'closed':
        return `by now the order source shows it ${this.state}`;
    }
  }
}
