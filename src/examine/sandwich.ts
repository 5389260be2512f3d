import { setTimeout as pause } from 'node:timers/promises';
import { asRequested, keepingOthers, misfit, neededFor, NO_CHANGES, type Changes } from '../arbitraries/structures.js';
import { pricesOf } from '../arbitraries/price-room.js';
import { bodyOf } from '../arbitraries/valid-body.js';
import type { Aspects } from '../contract/aspects.js';
import type { HeldOrder } from '../client/order-desk.js';
import type { Intent, ModifyRecipe } from '../client/request-recipe.js';
import type { Reply, ServiceClient } from '../client/service-client.js';
import { KEPT_BACK } from '../client/timestamps.js';
import type { Instrument, ModifyBody, Order } from '../contract/order.js';
import { broken, isLeftOpen, pass, unverified, type Outcome } from '../contract/verdict.js';
import { isRefusedBy, isSettled } from '../oracle/deciding-rule.js';
import { isDeclined } from '../oracle/refusal.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { pauseAfterModify } from './busy.js';
import type { Context } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { hasAccepted, noteAcceptance, noteAnswer, noteRefusal, whyHopeless } from './experience.js';
import { sendSettled } from './settling.js';
import { inOrder, isProven, noteProven, seeAccepted } from './few-timestamps.js';
import { otherWaysOf } from './other-ways.js';
import { OrderStanding } from './order-standing.js';
import { ownValues, priceBandOf, priceChange } from './order-steps.js';
import { isSameIn, PriceMoves } from './price-moves.js';
import { pastBreakdown, untilAnswered } from './resend.js';
import { whyHalted } from './instrument-takings.js';
import { learnTimestampUse } from './timestamp-use.js';
import { adaptTo, type Manner } from './manner.js';
import { unfairRefusalsOf, type Place } from './unfair-refusals.js';
import { triedApart } from './used-connection.js';

/** One edit of a valid modify, which must be refused. */
export interface Negative {
  /** What is wrong with it, in plain words: completes "accepted although …". */
  readonly way: string;
  /** The request, made from an order whose prices were moved a little, so that it would change something. */
  readonly recipe: (order: Order, bench: Bench) => ModifyRecipe | Promise<ModifyRecipe>;
  /** What the valid modifies beside it change, so that they differ from it by the one edit; default: prices only. */
  readonly changes?: Changes;
  /** HTTP lets a service turn it down in whatever way it likes: what neither accepts nor refuses it leaves nothing open. */
  readonly isOptional?: true;
  /** Its timestamp is that of another modify, so that it tells nothing where each is taken once. */
  readonly repeatsTimestamp?: true;
}

/** Where refusals come and go, an order that takes none of so many takes none at all. */
const TIMES_BY_CHANCE = 4;

/**
 * One held order with what is needed to put valid and invalid modifies to it in turn. Each negative stands between two
 * positives: accepted, one edit and refused, accepted again.
 */
export class Bench {
  /** The last valid modify, if it was accepted: the nearest sibling of a negative. */
  sibling: Reply | undefined;
  /** A plain modify that was refused with moved prices and accepted with the order's own. */
  refusedMove: Reply | undefined;
  private siblingChanges: Changes = NO_CHANGES;
  /** The last valid modify was not accepted: the order may be spent, and another one may do better. */
  isLost = false;
  private isSpelledOut = false;
  /** The last refusal of one that was sent in every way there is. */
  private refusedInFull: Exchange | null = null;
  /** Some valid modify was accepted. */
  isProven = false;
  /** Some modify of this order was accepted, as it was meant or not. */
  hasTaken = false;
  /** The last modify of this order that need not be refused was refused. */
  private wasRefused = false;
  /** No modify of this order was sent, so that there is nothing to set back. */
  isUntouched = true;
  /** Prices are chosen by rules against the document alone: what the service refuses by a rule of its own is to be seen refused. */
  heedsSettledOnly = false;
  /** The prices that its modifies are sent with. */
  readonly prices: PriceMoves;
  /** How its order stands, once one was refused. */
  readonly standing: OrderStanding;

  readonly context: Context;
  readonly held: HeldOrder;
  /** The record of the order's instrument, `null` where the lookup does not tell it. */
  readonly instrument: Instrument | null;

  constructor(context: Context, held: HeldOrder, instrument: Instrument | null) {
    this.context = context;
    const order = asRequested(held.order, held.request);
    this.held = Object.create(held, { order: { value: order, enumerable: true } }) as HeldOrder;
    this.instrument = instrument;
    this.standing = new OrderStanding(context, this.held.order);
    this.prices = new PriceMoves(this.held.order, instrument, {
      band: priceBandOf(context.settings),
      isOneEnough: () => context.timestamps.isOneEnough(context.clause.id),
      hasAccepted: () => hasAccepted(context),
      present: () => this.asItStands,
      avoids: (body) => this.avoids(body),
    });
  }

  /** Whether the service is known to refuse a valid body like this one against the document. */
  refuses(body: ModifyBody): boolean {
    const unfair = unfairRefusalsOf(this.context.client);
    return (unfair.hasRule || unfair.wantsBothPrices) && unfair.refuses(this.aspectsOf(body));
  }

  /** Whether it is better not sent: it is known to refuse one like it, against the document or by a rule of its own. */
  private avoids(body: ModifyBody): boolean {
    const { rule } = unfairRefusalsOf(this.context.client);
    if (rule === null || (this.heedsSettledOnly && !isSettled(rule))) return false;
    return isRefusedBy(rule, this.aspectsOf(body));
  }

  /** Whether it is known to refuse one for which prices it changes, alone or beside a condition, and this body is one. */
  refusesTogether(body: ModifyBody): boolean {
    const { rule } = unfairRefusalsOf(this.context.client);
    const isOfChange = rule?.aspect === 'together' || rule?.aspect === 'pricesChanged';
    return isOfChange && isRefusedBy(rule, this.aspectsOf(body));
  }

  /** Whether it is known to refuse whatever is sent for this order. */
  get isShunned(): boolean {
    return this.refuses(priceChange(this.held.order)) && this.refuses(this.validBody());
  }

  /** Whether it is known to refuse the order's first values, so that it would stay changed. */
  get staysChanged(): boolean {
    return this.refuses(ownValues(this.held.order));
  }

  /** Whether the service is known to refuse whatever is sent for it because of its age. */
  get isTooOld(): boolean {
    return unfairRefusalsOf(this.context.client).isTooOld(this.place);
  }

  /** Why the order is as good as none, since it takes no plain modify; `null`: it takes one, or tells nothing. */
  async whyNone(): Promise<string | null> {
    if (this.context.timestamps.areFew) return null;
    const refused = this.refusedInFull ?? (await this.refusalInEachWay());
    if (refused === null) return null;
    const { stockCd } = this.held.order;
    const { instruments } = unfairRefusalsOf(this.context.client);
    instruments.noteAskedInFull(stockCd);
    return instruments.mayBeHalted(stockCd) ? whyHalted([stockCd]) : describeAnswer('a valid modify', refused);
  }

  /** The refusal of a plain modify, sent in every way that its instrument was not asked in yet; `null`: one was not refused. */
  private async refusalInEachWay(): Promise<Exchange | null> {
    const { orderTypeCd, stockCd } = this.held.order;
    // A MARKET order has nothing but conditions that could be changed.
    const changes = orderTypeCd === 'MARKET' ? keepingOthers(this.held.order, NO_CHANGES) : NO_CHANGES;
    const { exchange } = await this.sendNoted(this.validBody(changes));
    if (!isRefusal(exchange) || (await this.withConditions(changes)) !== null) return null;
    if (unfairRefusalsOf(this.context.client).instruments.isAskedInFull(stockCd)) return exchange;
    const isTaken = await this.isTaken(this.inEachStride(changes), this.context.client);
    return isTaken === false ? exchange : null;
  }

  aspectsOf(body: ModifyBody): Aspects {
    const { context, held, instrument } = this;
    return unfairRefusalsOf(context.client).aspectsOf({ body, order: held.order, instrument }, this.place);
  }

  private get place(): Place {
    const { created } = this.held;
    return { created, moment: this.context.orders?.moment() ?? created.given };
  }

  /** Takes in that a modify of its order was accepted. */
  noteTaken(body: ModifyRecipe['body']): void {
    unfairRefusalsOf(this.context.client).noteTaken(this.held.order, body);
  }

  /**
   * Sends a plain valid body, and takes in what became of it. Where it is refused, once more at once, and over a new connection,
   * each as long as that helps.
   */
  async sendPlain(body: ModifyBody, manner: Manner = {}): Promise<Reply> {
    const unfair = unfairRefusalsOf(this.context.client);
    let reply = await this.sendNoted(body, manner);
    for (const way of ['at once', 'apart'] as const) {
      if (!isRefusal(reply.exchange) || !hasAccepted(this.context) || this.isTooOld) return reply;
      adaptTo(unfair.rule, this.context.client);
      if (!unfair.takeAgain(way)) continue;
      reply = await this.sendNoted(body, way === 'apart' ? { ...manner, isApart: true } : manner);
      unfair.noteAgain(this.held.order, reply.exchange, way);
    }
    return reply;
  }

  /** Sends a plain valid body once, in this manner, and takes in what became of it. */
  async sendNoted(body: ModifyBody, { client, ...intent }: Manner = {}): Promise<Reply> {
    const aspects = this.aspectsOf(body);
    const unfair = unfairRefusalsOf(this.context.client);
    const changesNothing = unfair.leavesAsItIs(this.held.order, body);
    const reply = await this.send({ body, ...intent }, undefined, client);
    unfair.note(this.held.order, { ...aspects, ...reply.sent }, reply.exchange, this.place);
    if (isRefusal(reply.exchange) && !changesNothing) unfair.noteRefusedChange(this.held.order);
    return reply;
  }

  /** The order with the prices, those of its conditions included, that accepted modifies gave it. */
  get asItStands(): Order {
    return unfairRefusalsOf(this.context.client).asItStands(this.held.order);
  }

  /** Whether accepted modifies left other prices than it first had. */
  get isMoved(): boolean {
    return !isSameIn(this.asItStands, this.held.order);
  }

  /**
   * @param clause - on whose behalf; default the one that the bench was opened for
   * @param client - by whom; default that of the run
   */
  async send(recipe: ModifyRecipe, clause?: string, client?: ServiceClient): Promise<Reply> {
    return pastBreakdown(() => this.sendOnce(recipe, clause, client));
  }

  private async sendOnce(
    recipe: ModifyRecipe,
    clause = this.context.clause.id,
    client = this.context.client,
  ): Promise<Reply> {
    this.isUntouched = false;
    const send = (): Promise<Reply> => client.modifyOrder(clause, recipe);
    return this.taken(recipe, await (client === this.context.client ? inOrder(this.context, send) : send()));
  }

  /**
   * Sends these by this client until one is accepted.
   *
   * @returns whether one was; `null` where the last was not answered
   */
  async isTaken(recipes: readonly ModifyRecipe[], client: ServiceClient): Promise<boolean | null> {
    this.isUntouched = false;
    for (const recipe of recipes) {
      const { exchange } = this.taken(recipe, await client.modifyOrder(this.context.clause.id, recipe));
      if (isAccepted(exchange)) return true;
      if (!isRefusal(exchange)) return null;
    }
    return false;
  }

  private taken(recipe: ModifyRecipe, reply: Reply): Reply {
    const isTaken = isAccepted(reply.exchange);
    if (isTaken) {
      this.hasTaken = true;
      this.noteTaken(recipe.body);
    }
    if (isTaken) noteProven(this.context, this.held.order, reply.exchange.sentAtMs);
    const isValid = recipe.expects !== 'refusal';
    if (isTaken || (isRefusal(reply.exchange) && isValid)) noteAnswer(this.context, isTaken, isValid);
    if (isTaken || isValid) this.wasRefused = isRefusal(reply.exchange);
    return reply;
  }

  /** With the conditions of the order that are not to be changed as they are, where the service is known to want them. */
  private spelledOut(changes: Changes): Changes {
    const isWanted = this.isSpelledOut || unfairRefusalsOf(this.context.client).wantsConditions;
    return isWanted ? keepingOthers(this.held.order, changes) : changes;
  }

  /** A valid body that changes the prices and the conditions named. */
  validBody(changes: Changes = NO_CHANGES): ModifyBody {
    return this.prices.body(this.spelledOut(changes));
  }

  /** A valid body to be made invalid, or to be sent oddly: its prices are never those of a control. */
  bodyToBreak(changes: Changes = NO_CHANGES): ModifyBody {
    return this.prices.bodyToBreak(this.spelledOut(changes));
  }

  /** Valid modifies with these changes: one that leaves the order's own prices where they are, and one that moves them. */
  stillAndMoved(changes: Changes): readonly ModifyRecipe[] {
    const { barrierPrice, orderPrice } = this.asItStands;
    const body = this.prices.body(changes);
    return [{ body: { ...body, barrierPrice, orderPrice } }, { body }];
  }

  /**
   * Valid modifies with these changes, if the order has these conditions, one for each way to move the prices, the order's
   * own prices first; far ones where these were accepted before.
   */
  inEachStride(changes: Changes): readonly ModifyRecipe[] {
    const { prices } = this;
    const usual = prices.stride;
    const fitting = misfit(this.held.order, neededFor(changes)) === null ? changes : NO_CHANGES;
    const { haveGoneFar } = otherWaysOf(this.context.client);
    const recipes = prices
      .strides()
      .filter(({ isFar }) => isFar !== true || haveGoneFar)
      .sort((a, b) => a.points - b.points)
      .map((stride) => {
        prices.stride = stride;
        return { body: this.validBody(fitting) };
      });
    prices.stride = usual;
    return recipes;
  }

  /** A valid body that leaves the prices, those of the conditions included, where accepted modifies put them. */
  bodyAtRest(changes: Changes): ModifyBody {
    return bodyOf(this.asItStands, changes, pricesOf(this.asItStands));
  }

  /**
   * Whether a valid body is refused for its prices: with those that the order has, the same change is accepted, and this
   * body is refused again. Which prices may follow which, the document does not say.
   */
  async refusesPricesOf(body: ModifyRecipe['body'], changes: Changes): Promise<boolean> {
    const atRest = await this.send({ body: this.bodyAtRest(changes) });
    if (!isAccepted(atRest.exchange)) return false;
    return isRefusal((await this.send({ body })).exchange);
  }

  /**
   * Sends a plain valid modify. Where moving the prices by the smallest step is refused, larger steps are tried, then the
   * order's own prices, and at last those that it has: what steps a service takes, the document does not say.
   *
   * @returns why it was not accepted; `null`: it was
   */
  async control(changes: Changes = NO_CHANGES): Promise<string | null> {
    const hopeless = whyHopeless(this.context);
    if (hopeless !== null) return hopeless;
    if (this.isTooOld) this.standing.noteTooOld();
    if (this.standing.isOver) return this.lose('no more modifies of this order are sent');
    const isFair = this.takeFairStride(changes);
    let reply = await this.sendPlain(this.validBody(changes));
    if (isRefusal(reply.exchange) && (await this.learnsOfTimestamps()))
      reply = await this.sendPlain(this.validBody(changes));
    if (isRefusal(reply.exchange)) reply = (await this.onceSettled(changes)) ?? reply;
    // Where no way to move prices is known to be taken, one refusal shows that it is so still: no other way is tried.
    if (isRefusal(reply.exchange) && !(await this.isOver()) && isFair) {
      const [known, refused] = [this.lessons, reply];
      reply = await otherWaysOf(this.context.client).inTurn(async () => {
        const again = this.lessons === known ? null : await this.asLearned(changes);
        return again ?? this.inOtherWays(changes, refused);
      });
    }
    this.isLost = !isAccepted(reply.exchange);
    this.refusedInFull = this.isLost && isRefusal(reply.exchange) && !this.hasTaken ? reply.exchange : null;
    if (this.isLost) {
      if (this.standing.isUnfilled) await this.judgeOutlived(changes);
      const because = describeAnswer('a valid modify', reply.exchange);
      noteRefusal(this.context, because);
      return isRefusal(reply.exchange) ? this.lose(because) : because;
    }
    this.standing.noteTaking();
    const { request, order } = this.held;
    noteAcceptance(this.context, { request, stockCd: order.stockCd, changes });
    this.isProven = true;
    this.sibling = reply;
    this.siblingChanges = changes;
    return null;
  }

  /** Once more, when the order has been there for a while; `null`: it was not accepted, or is not to be. */
  private async onceSettled(changes: Changes): Promise<Reply | null> {
    const { context, held } = this;
    if (unfairRefusalsOf(context.client).hasTakenAsNew(this.place)) return null;
    if (held.request.state !== 'unfilled' || context.timestamps.areFew) return null;
    return sendSettled(context, held, async (one) => {
      if (one === held) return this.sendNoted(this.validBody(changes));
      const bench = new Bench(context, one, await context.lookups.instrument(one.order.stockCd));
      return bench.sendNoted(bench.validBody());
    });
  }

  /** What the run knows of valid modifies that are refused, in a word to compare it by. */
  private get lessons(): string {
    const { rule, wantsConditions } = unfairRefusalsOf(this.context.client);
    return JSON.stringify([rule, wantsConditions]);
  }

  /** Once more, by what was learned of other orders meanwhile; `null`: it was not accepted. */
  private async asLearned(changes: Changes): Promise<Reply | null> {
    this.takeFairStride(changes);
    const reply = await this.sendPlain(this.validBody(changes));
    return isAccepted(reply.exchange) ? reply : null;
  }

  private async inOtherWays(changes: Changes, refused: Reply): Promise<Reply> {
    const ways = otherWaysOf(this.context.client);
    // What changes something else may be refused for that, and a MARKET order has no price that could be moved.
    const isPlain = changes === NO_CHANGES && this.held.order.orderTypeCd !== 'MARKET';
    const isFresh = !this.hasTaken && !this.held.isUsed;
    if (isPlain && !this.heedsSettledOnly && !ways.areDue(isFresh)) return refused;
    const reply = await this.inEachWay(changes, refused);
    const hasHelped = isAccepted(reply.exchange);
    if (isPlain || hasHelped) ways.note(hasHelped, isFresh);
    return reply;
  }

  private async inEachWay(changes: Changes, refused: Reply): Promise<Reply> {
    let reply = (await this.inOtherStrides(changes, refused)) ?? refused;
    if (isRefusal(reply.exchange) && this.isMoved) reply = await this.sendPlain(this.bodyAtRest(changes));
    if (!isRefusal(reply.exchange)) return reply;
    return (await this.withConditions(changes)) ?? reply;
  }

  /** After a refusal: whether nothing more is to be sent for the order. */
  private async isOver(): Promise<boolean> {
    await this.standing.look();
    if (this.isTooOld) this.standing.noteTooOld();
    return this.standing.isOver;
  }

  /** Whether the order takes no modify at all: without these changes, it may take one; where refusals come and go, one of a few. */
  private async judgeOutlived(changes: Changes): Promise<void> {
    const isByChance = unfairRefusalsOf(this.context.client).hasUnexplainedPassing;
    const times = isByChance ? TIMES_BY_CHANCE : changes === NO_CHANGES ? 0 : 1;
    for (let turn = 0; turn < times; turn += 1) {
      if (await this.takesPlain(isByChance ? { isApart: true } : {})) {
        this.standing.noteTaking();
        return;
      }
    }
    this.standing.noteTakingNone();
  }

  /** Whether it takes a modify that changes no condition; a MARKET order has nothing else to change. */
  private async takesPlain(manner: Manner): Promise<boolean> {
    if (this.held.order.orderTypeCd === 'MARKET') return true;
    return isAccepted((await this.sendNoted(this.bodyAtRest(NO_CHANGES), manner)).exchange);
  }

  private lose(because: string): string {
    this.isLost = true;
    const why = this.standing.why(this.hasTaken);
    return why === '' ? because : `${because}; ${why}`;
  }

  /** It took modifies and takes no more, or is closed: another one may do better. */
  get isOutlived(): boolean {
    return this.isLost && (this.standing.isUnfilled || this.standing.isOver);
  }

  /** Why nothing is told of an order that refused a modify: its source shows it closed, and another one takes its place; `null`: it does not. */
  async whyClosed(): Promise<string | null> {
    return (await this.standing.seesClosed()) ? this.lose('a valid modify was refused') : null;
  }

  /** Where this was left open and the last modify was refused: looks whether the order was closed meanwhile, so that another one does better. */
  async lookAfter(result: unknown): Promise<void> {
    if (!this.wasRefused || !isLeftOpen(result) || this.standing.isUnfilled || this.standing.isOver) return;
    await this.whyClosed();
  }

  /** The same with the conditions that the order has, which a service may want though they are not to be changed. */
  private async withConditions(changes: Changes): Promise<Reply | null> {
    const unfair = unfairRefusalsOf(this.context.client);
    if (this.isSpelledOut || keepingOthers(this.held.order, changes) === changes) return null;
    if (!hasAccepted(this.context) && !unfair.mayTryConditions()) return null;
    this.isSpelledOut = true;
    const reply = await this.sendPlain(this.validBody(changes));
    this.isSpelledOut = isAccepted(reply.exchange);
    unfair.wantsConditions ||= this.isSpelledOut;
    return this.isSpelledOut ? reply : null;
  }

  /**
   * Moves prices in another way where those that would be sent are better not sent.
   *
   * @returns whether there is one that the service is not known to refuse against the document
   */
  private takeFairStride(changes: Changes): boolean {
    return this.prices.takeFairStride(this.spelledOut(changes)) || !this.refuses(this.validBody(changes));
  }

  /** Whether it turns out that the service takes each timestamp once, so that the modify may have been refused for that. */
  private async learnsOfTimestamps(): Promise<boolean> {
    const { timestamps } = this.context;
    // What no other modify was accepted before was refused for no other one.
    if (!hasAccepted(this.context)) return false;
    const before = timestamps.manner;
    await learnTimestampUse(this);
    return timestamps.manner !== before;
  }

  private async inOtherStrides(changes: Changes, refused: Reply): Promise<Reply | null> {
    const { prices } = this;
    const usual = prices.stride;
    for (const stride of prices.strides().filter(({ points, steps }) => steps === 0 || points > usual.points)) {
      if (stride.steps === usual.steps && stride.points === usual.points) continue;
      prices.stride = stride;
      const reply = await this.sendPlain(this.validBody(changes));
      if (isAccepted(reply.exchange)) {
        if (stride.steps === 0) this.refusedMove ??= refused;
        if (stride.isFar) otherWaysOf(this.context.client).haveGoneFar = true;
        return reply;
      }
    }
    prices.stride = usual;
    return null;
  }

  /** Sends one negative between two positives. */
  async negative(negative: Negative): Promise<Outcome> {
    const { changes = NO_CHANGES, way } = negative;
    if (this.context.timestamps.areFew) return this.frugalNegative(negative);
    if (this.context.stop.aborted) return unverified('the run was stopped');
    if (this.sibling === undefined || this.siblingChanges !== changes) {
      const before = await this.control(changes);
      if (before !== null) return unverified(before);
    }
    const { timestamps } = this.context;
    const before = timestamps.manner;
    const judged = await this.putInvalid(way, this.recipeOf(negative));
    if (judged.outcome !== 'pass') return judged;
    this.sibling = undefined;
    const after = await this.control(changes);
    // It may have been refused for a timestamp that another one had.
    if (timestamps.manner !== before) return this.negative(negative);
    return after === null ? pass : unverified(`after it, ${after}`);
  }

  /**
   * The same where timestamps are few: one case has to do. An order that took a valid modify needs no other one before it, and
   * one of any order shows afterwards that the service takes modifies still.
   */
  private async frugalNegative({ changes = NO_CHANGES, way, recipe, repeatsTimestamp }: Negative): Promise<Outcome> {
    const { timestamps, clause } = this.context;
    if (timestamps.decided.has(clause.id) || repeatsTimestamp === true) return unverified(KEPT_BACK.because);
    const before = await this.seeTaken(changes);
    if (before !== null) return unverified(before);
    const judged = await this.putInvalid(way, this.recipeOf({ way, recipe }));
    if (judged.outcome !== 'pass') return judged;
    const after = await this.seeTakenStill(changes);
    if (after !== null) return unverified(`after it, ${after}`);
    timestamps.decided.add(clause.id);
    return pass;
  }

  /** Sends a valid modify; where timestamps are few, only if the order is not known to take them. */
  async seeTaken(changes?: Changes): Promise<string | null> {
    const isKnown = this.context.timestamps.areFew && isProven(this.context, this.held.order);
    return isKnown ? null : this.control(changes);
  }

  /** The same after invalid ones; where timestamps are few, one of any order will do. */
  async seeTakenStill(changes?: Changes): Promise<string | null> {
    const { timestamps, clock } = this.context;
    const control = (): Promise<string | null> => this.control(changes);
    return timestamps.areFew ? seeAccepted(this.context, clock.nowMs() - clock.offsetMs, control) : control();
  }

  /**
   * Sends one negative before the first valid modify of the order, which shows afterwards that it can be modified; that
   * the service accepts any modify at all must have been seen on another order.
   */
  async firstNegative(negative: Negative): Promise<Outcome> {
    if (!hasAccepted(this.context) || this.context.timestamps.areFew) return this.negative(negative);
    const judged = await this.putInvalid(negative.way, this.recipeOf(negative));
    if (judged.outcome === 'broken') return judged;
    const after = await this.control(negative.changes);
    return after === null ? judged : unverified(after);
  }

  private recipeOf({ recipe }: Negative): () => Promise<ModifyRecipe> {
    return async () => recipe(this.prices.toBreak(), this);
  }

  /**
   * Sends an invalid modify and judges its answer.
   *
   * @param way - what is wrong with it, in plain words: completes "accepted although …"
   * @param make - called anew for each time it is sent, since the recipe may tell the time
   * @param clause - on whose behalf; default the one that the bench was opened for
   */
  async putInvalid(way: string, make: () => Promise<ModifyRecipe>, clause?: string): Promise<Outcome> {
    const judged = this.judgeInvalid(way, await this.answerToInvalid(make, clause));
    const send = async (more: Intent): Promise<Exchange> =>
      (await this.sendOnce({ ...(await make()), expects: 'refusal', ...more }, clause)).exchange;
    return triedApart(this.context, judged, {
      apart: () => send({ isApart: true }),
      afterValid: async () => {
        await this.control(this.siblingChanges);
        return send({});
      },
    });
  }

  /**
   * Sends an invalid modify. One that is refused while the order is busy with the modify before tells nothing, and is sent
   * again.
   */
  private async answerToInvalid(make: () => Promise<ModifyRecipe>, clause?: string): Promise<Exchange> {
    const sent: { readonly recipe: ModifyRecipe; readonly isPerhapsBusy: boolean }[] = [];
    const send = async (recipe: ModifyRecipe): Promise<Exchange> => (await this.sendOnce(recipe, clause)).exchange;
    const exchange = await untilAnswered(this.context.stop, async () => {
      const recipe = { ...(await make()), expects: 'refusal' } as const;
      sent.push({ recipe, isPerhapsBusy: this.hasTaken });
      return send(recipe);
    });
    const last = sent.at(-1);
    if (last?.isPerhapsBusy !== true || !isRefusal(exchange)) return exchange;
    return this.answerAtRest(exchange, () => send(last.recipe));
  }

  private async answerAtRest(refused: Exchange, send: () => Promise<Exchange>): Promise<Exchange> {
    const pauseMs = await pauseAfterModify(this);
    let exchange = refused;
    // The first of two may be refused for what came before, too: a service may count instead of telling the time.
    for (let turn = 0; turn < 2 && pauseMs !== null && isRefusal(exchange); turn += 1) {
      await pause(pauseMs);
      exchange = await untilAnswered(this.context.stop, send);
    }
    return exchange;
  }

  /** Judges the answer to a modify that must be refused. */
  judgeInvalid(way: string, exchange: Exchange): Outcome {
    if (exchange.trouble !== undefined) return unverified(exchange.trouble.because);
    if (isDeclined(exchange)) return pass;
    if (!isAccepted(exchange)) {
      return unverified(`${describeAnswer('the invalid modify', exchange)}: neither accepted nor properly refused`);
    }
    return broken({
      cause: 'a modify that breaks this clause is accepted',
      at: 'response /data/success',
      expected: 'a refusal: any answer but status 200 with data.success true',
      actual: `status 200 with data.success true, although ${way}`,
      shown: showExchange(exchange),
      ...(this.sibling && { sibling: showExchange(this.sibling.exchange) }),
    });
  }
}
