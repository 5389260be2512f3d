import fc from 'fast-check';
import { changing, NO_CHANGES, orderWith, type Conditions } from '../arbitraries/structures.js';
import { validBody } from '../arbitraries/valid-body.js';
import type { Aspects } from '../contract/aspects.js';
import type { Reply } from '../client/service-client.js';
import { ORDER_TYPES, SIDES, type OrderType, type Side } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { broken, pass, passIn, unverified, type Outcome } from '../contract/verdict.js';
import { clauseOf, describeRule, isRefusedBy, type Rule } from '../oracle/deciding-rule.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import { onBehalfOf, type Context, type Examination, type Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import type { ChangedOrder } from './fixed-prices-doubts.js';
import { judgeFixedPrices, pricesOf, pricesSeenOn, tryUntilAccepted } from './fixed-prices.js';
import { explainRefusals, outcomesOf } from './explain-refusals.js';
import { whyHalted } from './instrument-takings.js';
import { pricesTogether } from './prices-together.js';
import { priceBandOf, priceChange, stepped, stepsWithin } from './order-steps.js';
import { whyForAWhile } from './quiet.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

/** What a plain price change came to for one order type and side. */
interface Cell extends ChangedOrder {
  readonly state: 'accepted' | 'refused' | 'unknown' | 'no order';
  readonly because: string;
  /** The refusal. */
  readonly reply?: Reply;
  /** What the refused modify was like. */
  readonly aspects?: Aspects;
  /** Number of the exchange that was accepted. */
  readonly accepted?: number;
}

/** Generated bodies that are held at a time. */
const MOST_AT_ONCE = 50;

/** So many other values of a price are tried of an order whose like took none of all that there are. */
const FEW_PRICES = 6;

/** Prices are also moved this far: a service may have a coarser grid than that of point units. */
const LONG_STEPS = [10, 100, 1000];

const matrices = new WeakMap<object, Promise<readonly Cell[]>>();

/** One plain price change for every type and side, made once per run. */
function acceptanceMatrix(context: Context): Promise<readonly Cell[]> {
  let matrix = matrices.get(context.client);
  if (matrix === undefined) {
    const shared = onBehalfOf('MOD-002', context);
    const cells = ORDER_TYPES.flatMap((type, row) =>
      SIDES.filter((_, column) => !context.timestamps.areFew || row === column).map((side) => ({ type, side })),
    );
    matrix = Promise.all(cells.map(({ type, side }) => examineCell(shared, type, side)))
      .then((all) => refusedAgain(shared, all))
      .then((all) => exceptExplained(context, all));
    matrices.set(context.client, matrix);
  }
  return matrix;
}

/**
 * Refusals stand where an order that took a modify takes one after them, and they come again after that: otherwise the
 * moment may be to blame, such as a token that has ended. Only the first that stands was tried for its moment on the way
 * ({@link whyForAWhile}): a service may refuse a plain modify of a MARKET order, which changes nothing, at any moment.
 */
async function refusedAgain(context: Context, cells: readonly Cell[]): Promise<readonly Cell[]> {
  const accepted = cells.filter(({ state }) => state === 'accepted');
  const sibling = accepted.find(({ orderTypeCd }) => orderTypeCd !== 'MARKET') ?? accepted[0];
  if (sibling === undefined || cells.every(({ state }) => state !== 'refused')) return cells;
  const request = orderWith(sibling.orderTypeCd, sibling.sideCd);
  const control = await withBench(context, request, (bench) => bench.control());
  const since = typeof control === 'string' ? control : control?.none;
  const askAgain = async (cell: Cell): Promise<Cell> => {
    if (cell.state !== 'refused') return cell;
    if (since !== undefined) return { ...cell, state: 'unknown', because: `${cell.because}; after it, ${since}` };
    return examineCell(context, cell.orderTypeCd, cell.sideCd, FEW_PRICES);
  };
  return Promise.all(cells.map(askAgain));
}

/**
 * Nothing is held against the service that is left to it, or is another clause's, where that was found to decide; but types and
 * sides that are refused altogether.
 */
async function exceptExplained(context: Context, cells: readonly Cell[]): Promise<readonly Cell[]> {
  if (cells.every(({ state }) => state !== 'refused')) return cells;
  const rule = (await explainRefusals(context))?.rule;
  return exceptHalted(context, exceptRefusedBy(rule, cells));
}

/**
 * Trading in an instrument may be halted: a type and side is held against the service only where other orders of one of its
 * instruments take modifies, or orders of several instruments were refused.
 */
async function exceptHalted(context: Context, cells: readonly Cell[]): Promise<readonly Cell[]> {
  const own: Cell[] = [];
  for (const cell of cells) own.push(cell.state === 'refused' ? await orHalted(context, cell) : cell);
  return own;
}

/** Orders of the same type and side, which a source may have of other instruments. */
const ALIKE: readonly Partial<Conditions>[] = [
  {},
  { stopLoss: true },
  { takeProfit: true },
  { takeProfit: true, stopLoss: true },
  { takeProfit: true, stopLoss: true, trailing: true },
];

async function orHalted(context: Context, cell: Cell): Promise<Cell> {
  const { orderTypeCd, sideCd, aspects } = cell;
  const isMarket = orderTypeCd === 'MARKET';
  // A plain modify of a MARKET order changes nothing, and its refusal tells nothing.
  const refusedOn = isMarket || aspects?.stockCd === undefined ? [] : [String(aspects.stockCd)];
  const { instruments } = unfairRefusalsOf(context.client);
  for (const conditions of ALIKE.filter(({ takeProfit }) => !isMarket || takeProfit)) {
    if (instruments.isForKind(refusedOn)) return cell;
    const tried = await withBench(
      context,
      orderWith(orderTypeCd, sideCd, conditions),
      async (bench) => {
        const because = await bench.control(isMarket ? changing({ takeProfit: 'Y' }) : NO_CHANGES);
        return { isTaken: because === null, ...acceptedBy(bench), stockCd: bench.held.order.stockCd };
      },
      { wait: false, fresh: true, isLast: true, asItComes: true },
    );
    if ('none' in tried) continue;
    const { isTaken, stockCd, ...accepted } = tried;
    if (isTaken) return { orderTypeCd, sideCd, state: 'accepted', because: '', ...accepted };
    refusedOn.push(stockCd);
  }
  return instruments.isForKind(refusedOn) ? cell : { ...cell, state: 'unknown', because: whyHalted(refusedOn) };
}

function exceptRefusedBy(rule: Rule | undefined, cells: readonly Cell[]): readonly Cell[] {
  if (rule === undefined || [null, 'MOD-001'].includes(clauseOf(rule))) return cells;
  const because = `valid modifies are refused where ${describeRule(rule)}`;
  const isExplained = (cell: Cell): boolean =>
    cell.state === 'refused' && isRefusedBy(rule, cell.aspects ?? {}) && !isOfLine(cells, cell);
  return cells.map((cell) => (isExplained(cell) ? { ...cell, state: 'unknown', because } : cell));
}

/** @param mostPrices - so many values of each price are tried at most */
async function examineCell(
  context: Context,
  orderTypeCd: OrderType,
  sideCd: Side,
  mostPrices = Infinity,
): Promise<Cell> {
  const request = orderWith(orderTypeCd, sideCd);
  const place = { orderTypeCd, sideCd };
  const tryOn = async (bench: Bench): Promise<Cell> => {
    const control = await bench.control();
    const prices = pricesSeenOn(bench);
    if (control === null)
      return { ...place, prices, state: 'accepted', because: '', ...acceptedBy(bench), ...stuckAt(bench) };
    const body = priceChange(bench.prices.next());
    const aspects = bench.aspectsOf(body);
    const reply = await bench.send({ body });
    const because = describeAnswer(`a price change of a ${orderTypeCd} ${sideCd} order`, reply.exchange);
    if (isAccepted(reply.exchange))
      return { ...place, state: 'accepted', because: '', accepted: reply.exchange.number };
    if (!isRefusal(reply.exchange)) return { ...place, state: 'unknown', because, reply };
    const moment = await whyForAWhile(bench, [{ body: priceChange(bench.prices.next()) }]);
    if (moment !== null) return { ...place, state: 'unknown', because: moment, reply };
    const accepted = await moveOneAlone(bench, mostPrices);
    if (accepted !== undefined) return { ...place, state: 'accepted', because: '', accepted };
    return { ...place, state: 'refused', because, reply, aspects };
  };
  const cell = await withBench(context, request, tryOn, { isWantedRefused: true });
  if ('none' in cell) return { ...place, state: 'no order', because: cell.none };
  if (cell.state !== 'refused' || orderTypeCd !== 'MARKET') return cell;
  // Without prices a plain modify of a MARKET order changes nothing, which a service may refuse; a take-profit it can change.
  const changed = await withBench(
    context,
    orderWith(orderTypeCd, sideCd, { takeProfit: true }),
    (bench) => bench.control(changing({ takeProfit: 'Y' })),
    { isWantedRefused: true },
  );
  return changed === null ? { ...place, state: 'accepted', because: '' } : cell;
}

/**
 * Moves one of two prices and leaves the other where it is: a barrier that is reached, say, may be fixed.
 *
 * @returns number of the exchange that was accepted, if any was
 */
async function moveOneAlone(bench: Bench, mostPrices: number): Promise<number | undefined> {
  const prices = pricesOf(bench.held.order.orderTypeCd);
  if (prices.length < 2) return undefined;
  for (const price of prices) {
    const last = await tryUntilAccepted(bench, [price], [], mostPrices);
    if (last !== undefined && isAccepted(last.exchange)) return last.exchange.number;
  }
  return undefined;
}

function acceptedBy({ sibling }: Bench): Pick<Cell, 'accepted'> {
  return sibling === undefined ? {} : { accepted: sibling.exchange.number };
}

function stuckAt({ refusedMove }: Bench): Partial<Cell> {
  if (refusedMove === undefined) return {};
  return { because: describeAnswer('a price change', refusedMove.exchange), reply: refusedMove };
}

/** Whether a whole row or column of the matrix was refused, while something else was accepted. */
function whollyRefused(cells: readonly Cell[], member: 'orderTypeCd' | 'sideCd', value: string): boolean {
  const own = cells.filter((cell) => cell[member] === value && (cell.state === 'accepted' || cell.state === 'refused'));
  return (
    own.length > 0 && own.every(({ state }) => state === 'refused') && cells.some(({ state }) => state === 'accepted')
  );
}

/** Whether all orders of its type, or of its side, were refused. */
function isOfLine(cells: readonly Cell[], { orderTypeCd, sideCd }: Cell): boolean {
  return whollyRefused(cells, 'orderTypeCd', orderTypeCd) || whollyRefused(cells, 'sideCd', sideCd);
}

/** Judges one row or column: broken where every order of it is refused and others are accepted. */
function judgeLine(cells: readonly Cell[], member: 'orderTypeCd' | 'sideCd', value: string): Outcome[] {
  const own = cells.filter((cell) => cell[member] === value);
  if (whollyRefused(cells, member, value)) return own.filter(({ state }) => state === 'refused').map(refusedCell);
  const accepted = own.filter(({ state }) => state === 'accepted');
  if (accepted.length > 0) return accepted.map((cell) => passIn(cell.accepted));
  return [unverified(own[0]?.because ?? 'no order was had')];
}

function refusedCell(cell: Cell): Outcome {
  return broken({
    cause: 'a valid price change is refused',
    at: 'response',
    expected: 'status 200 with data.success true, since the order source calls the order unfilled',
    actual: cell.because,
    ...(cell.reply === undefined ? {} : { shown: showExchange(cell.reply.exchange) }),
  });
}

function ofType(orderTypeCd: OrderType): Examination {
  return async (context) => {
    const cells = await acceptanceMatrix(context);
    const accepted = cells.filter((cell) => cell.orderTypeCd === orderTypeCd && cell.state === 'accepted');
    const isAsked = orderTypeCd === 'LIMIT_STOP' && !context.timestamps.areFew;
    const together = await pricesTogether(context, isAsked ? accepted.map(({ sideCd }) => sideCd) : []);
    // What is told of prices that move together, or each alone, is told of prices that move.
    const fixed = together.length > 0 ? null : await judgeFixedPrices(context, orderTypeCd, cells);
    return fixed ?? [...judgeLine(cells, 'orderTypeCd', orderTypeCd), ...together];
  };
}

const ofEachSide: Examination = async (context) => {
  const cells = await acceptanceMatrix(context);
  return SIDES.flatMap((side) => judgeLine(cells, 'sideCd', side));
};

/**
 * Every type and side, and prices all over the band. A price that is refused where a plainer one is accepted may be a
 * limit of the service's own: it is recorded under an open question and not judged here.
 */
const anyPriceChange: Examination = async (context) => {
  const cells = await acceptanceMatrix(context);
  const outcomes = cells.flatMap((cell): Outcome[] => {
    if (cell.state === 'accepted') return [passIn(cell.accepted)];
    if (cell.state !== 'refused') return [];
    return isOfLine(cells, cell)
      ? []
      : [cells.some(({ state }) => state === 'accepted') ? refusedCell(cell) : unverified(cell.because)];
  });
  if (outcomes.length === 0) outcomes.push(unverified(cells[0]?.because ?? 'no order was had'));
  const accepted = cells.filter(({ state, orderTypeCd }) => state === 'accepted' && orderTypeCd !== 'MARKET');
  const tried = context.timestamps.some(accepted, 0);
  const sampled = (await Promise.all(tried.map((cell) => samplePrices(context, cell)))).flat();
  const stuck = accepted.filter(({ prices }) => prices?.isStuck === true);
  // One order whose price cannot be moved may be at a limit of the service's own; all of them are not.
  if (stuck.length > 0 && stuck.length === accepted.length && sampled.length === 0) return stuck.map(refusedCell);
  const unfair = unfairRefusalsOf(context.client).rule === null ? null : await explainRefusals(context);
  const told = outcomesOf(unfair, 'MOD-001');
  return [...outcomes.filter(({ outcome }) => told.length === 0 || outcome === 'pass'), ...sampled, ...told];
};

/** Valid bodies with other prices than the order's own that were accepted, as passes. */
async function samplePrices(context: Context, { orderTypeCd, sideCd }: Cell): Promise<Outcome[]> {
  const request = orderWith(orderTypeCd, sideCd);
  const passes = await withBench(context, request, async (bench) => {
    const outcomes: Outcome[] = [];
    for (const body of generatedBodies(context, bench)) {
      const reply = await bench.send({ body });
      if (isAccepted(reply.exchange)) outcomes.push(pass);
    }
    return outcomes;
  });
  return 'none' in passes ? [] : passes;
}

function* generatedBodies(context: Context, bench: Bench): Generator<string> {
  const { order, request } = bench.held;
  const band = priceBandOf(context.settings);
  const arbitrary = validBody(order, NO_CHANGES, { band, instrument: bench.instrument });
  const numRuns = Math.max(1, Math.round(6 * context.scale));
  // A few at a time: in a deep run they are many.
  for (let done = 0; done < numRuns; done += MOST_AT_ONCE) {
    const seed = deriveSeed(context.seed, `${request.orderTypeCd} ${request.sideCd} ${done}`) | 0;
    for (const body of fc.sample(arbitrary, { seed, numRuns: Math.min(MOST_AT_ONCE, numRuns - done) })) {
      if (body.barrierPrice !== order.barrierPrice || body.orderPrice !== order.orderPrice) yield JSON.stringify(body);
    }
  }
  const most = stepsWithin(order, bench.instrument, band);
  for (const steps of LONG_STEPS.filter((far) => far <= most)) {
    yield JSON.stringify(priceChange(stepped(order, bench.instrument, steps)));
  }
}

/** Examinations of what a valid modify must come to, sections 2.1, 2.2 and 4.2. */
export const acceptanceExaminations: Examinations = {
  'MOD-001': anyPriceChange,
  'MOD-002': ofType('LIMIT'),
  'MOD-003': ofType('STOP'),
  'MOD-004': ofType('LIMIT_STOP'),
  'MOD-005': ofType('MARKET'),
  'MOD-006': ofEachSide,
};
