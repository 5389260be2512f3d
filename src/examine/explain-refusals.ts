import { keepingOthers, NO_CHANGES, orderWith } from '../arbitraries/structures.js';
import { pricesOf } from '../arbitraries/price-room.js';
import { bodyOf } from '../arbitraries/valid-body.js';
import { amount } from '../contract/amount.js';
import { ASPECTS } from '../contract/aspects.js';
import { ORDER_TYPES, SIDES, type ModifyBody, type Order, type OrderRequest } from '../contract/order.js';
import { broken, observed, passIn, unverified, type Outcome } from '../contract/verdict.js';
import {
  clauseOf,
  describeRule,
  describeRules,
  isOfAge,
  isOfSending,
  isRefusedBy,
  isSettled,
  type Rule,
} from '../oracle/deciding-rule.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { sendYoungAndOld } from './age-trials.js';
import { onBehalfOf, type Context, type Examination, type Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { hasAccepted } from './experience.js';
import { priceBandOf, stepped, stepsWithin } from './order-steps.js';
import { adaptTo, adaptToNone } from './manner.js';
import type { Bench } from './sandwich.js';
import { isEnough, ORDERS_OF_EACH, sendBothWays, type Seen } from './sending-trials.js';
import { settlesAfterMs } from './settling.js';
import { withBench } from './with-bench.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

/** On whose behalf all of it is done. */
const OWN = 'MOD-071';
/** Requests at most to find a cause, and to try it once more. */
const MOST_REQUESTS = 40;
/** So many orders of the source are looked at for them. */
const MOST_LOOKED_AT = 40;

/** Orders of every type and side, the types in turn, with and without conditions, some with a trailing stop. */
const KINDS: readonly OrderRequest[] = SIDES.flatMap((_, turn) =>
  ORDER_TYPES.map((type, row) => {
    const has = (row + turn) % 2 === 1 || type === 'MARKET';
    return orderWith(type, SIDES[(row + turn) % SIDES.length] ?? 'BUY', {
      takeProfit: has,
      stopLoss: has,
      trailing: has && turn % 2 === 1,
    });
  }),
);
export const PRICED = KINDS.filter(({ orderTypeCd }) => orderTypeCd !== 'MARKET');
/** Of these, a new order each is modified in every run. */
export const OWN_KINDS = PRICED.filter((_, index) => index % 3 !== 2).slice(0, 8);

/** What decides which valid modifies are refused, with a pair that shows it. */
export interface Explained {
  readonly rule: Rule;
  /** It first, and others that all trials follow as well. */
  readonly rules: readonly [Rule, ...Rule[]];
  readonly refused: Exchange;
  readonly accepted: Exchange;
  /** How often it was tried once more, each way. */
  readonly times: { readonly refused: number; readonly accepted: number };
}

const explainedInRun = new WeakMap<object, Promise<Explained | null>>();
/** Requests that new orders were modified with in a run, to find a cause. */
const exploredInRun = new WeakMap<object, number>();
/** How often each rule was tried once more in a run, and did not hold or could not be tried. */
const triedInVain = new WeakMap<object, Map<string, number>>();
const MOST_IN_VAIN = 2;

/** What decides by what is known now, tried once more; asked again where nothing was found so far. */
export function explainRefusals(context: Context): Promise<Explained | null> {
  const { client } = context;
  const before = explainedInRun.get(client) ?? Promise.resolve(null);
  const explained = before.then((known) => known ?? explain(onBehalfOf(OWN, context)));
  explainedInRun.set(client, explained);
  return explained;
}

async function explain(context: Context): Promise<Explained | null> {
  const unfair = unfairRefusalsOf(context.client);
  if (!hasAccepted(context)) return null;
  if (unfair.rule === null && unfair.refusedOrders > 0) await explore(context);
  const rule = unfair.findRule();
  if (rule === null) return null;
  return isOfAge(rule) ? tryAges(context, rule) : tryOnceMore(context, rule);
}

/** How old orders are and how many came after them go together: a trial of the one sets them apart. */
async function tryAges(context: Context, rule: Rule): Promise<Explained | null> {
  const unfair = unfairRefusalsOf(context.client);
  const byTime = unfair.withAlike(rule).find(({ aspect }) => aspect === 'ageMs');
  const explained = await tryOnceMore(context, byTime ?? rule);
  const next = unfair.findRule();
  return explained ?? (next !== null && next.aspect !== byTime?.aspect ? tryOnceMore(context, next) : null);
}

/** Modifies further new orders, until something decides. */
async function explore(context: Context): Promise<void> {
  const unfair = unfairRefusalsOf(context.client);
  let requests = exploredInRun.get(context.client) ?? 0;
  for (let turn = 0; turn < MOST_LOOKED_AT && requests < MOST_REQUESTS && unfair.rule === null; turn += 1) {
    if (context.stop.aborted) break;
    const sent = await withBench(context, kindAt(turn), sendOnce, { ...NEW, asItComes: true });
    if (!('none' in sent)) requests += sent.requests;
  }
  exploredInRun.set(context.client, requests);
}

const NEW = { wait: false, fresh: true, isLast: true } as const;
const kindAt = (turn: number): OrderRequest => PRICED[turn % PRICED.length] ?? orderWith('LIMIT', 'BUY');

async function sendOnce(bench: Bench): Promise<{ readonly requests: number }> {
  const { exchange } = await bench.sendPlain(bench.validBody());
  if (!isRefusal(exchange)) return { requests: 1 };
  await bench.sendPlain(bodyOf(bench.held.order, NO_CHANGES, pricesOf(bench.held.order)));
  return { requests: 2 };
}

/** Sends what the rule refuses and what it does not. */
async function tryOnceMore(context: Context, rule: Rule): Promise<Explained | null> {
  const inVain = triedInVain.get(context.client) ?? new Map<string, number>();
  triedInVain.set(context.client, inVain);
  const name = describeRule(rule);
  const times = inVain.get(name) ?? 0;
  if (times >= MOST_IN_VAIN) return null;
  const explained = await tryRule(context, rule);
  if (explained === null) inVain.set(name, times + 1);
  return explained;
}

async function tryRule(context: Context, rule: Rule): Promise<Explained | null> {
  adaptTo(rule, context.client);
  const seen = await sendAgain(context, rule);
  const [refused, accepted] = [seen.refused[0], seen.accepted[0]];
  if (seen.contradicts && isOfSending(rule)) adaptToNone(context.client);
  if (seen.contradicts || !isEnough(seen) || refused === undefined || accepted === undefined) return null;
  const rules = unfairRefusalsOf(context.client).withAlike(rule);
  return { rule, rules, refused, accepted, times: { refused: seen.refused.length, accepted: seen.accepted.length } };
}

function sendAgain(context: Context, rule: Rule): Promise<Seen> {
  if (isOfSending(rule)) return sendBothWays(context, PRICED, rule);
  return isOfAge(rule) ? sendYoungAndOld(context, PRICED, rule) : sendBoth(context, rule);
}

/** In turn where one order can have both, on several orders. */
async function sendBoth(context: Context, rule: Rule): Promise<Seen> {
  const seen: Seen = { refused: [], accepted: [], contradicts: false, requests: 0 };
  for (let turn = 0; turn < MOST_LOOKED_AT && !seen.contradicts && !isEnough(seen); turn += 1) {
    if (context.stop.aborted || seen.requests >= MOST_REQUESTS) break;
    const isNew = turn % 4 !== 3;
    const isToShowBoth = ASPECTS[rule.aspect].of === 'request' && turn < PRICED.length;
    await withBench(context, kindAt(turn), (bench) => tryOn(bench, rule, seen, isToShowBoth), {
      ...{ wait: false, fresh: isNew, isLast: true, asItComes: true },
    });
  }
  return seen;
}

async function tryOn(bench: Bench, rule: Rule, seen: Seen, isToShowBoth: boolean): Promise<null> {
  const bodies = bodiesFor(bench);
  const isToRefuse = (body: ModifyBody): boolean => isRefusedBy(rule, bench.aspectsOf(body));
  if (!bodies.some(isToRefuse) && (isToShowBoth || seen.accepted.length >= ORDERS_OF_EACH)) return null;
  // It is set back in the end.
  seen.requests += 1;
  const shown: { refused?: Exchange; accepted?: Exchange } = {};
  for (let time = 0; time < 2 && !seen.contradicts; time += 1) {
    for (const wanted of ['accepted', 'refused'] as const) {
      // What was accepted since may have changed which are.
      const fitting = bodies.filter((body) => isToRefuse(body) === (wanted === 'refused'));
      const body = fitting[(2 * seen[wanted].length + time) % fitting.length];
      if (body === undefined) continue;
      // What is to be refused is not sent again at once: that may decide.
      const { exchange } = await (wanted === 'accepted' ? bench.sendPlain(body) : bench.sendNoted(body));
      seen.requests += 1;
      if ((wanted === 'accepted' ? isAccepted : isRefusal)(exchange)) shown[wanted] ??= exchange;
      else seen.contradicts = exchange.trouble === undefined;
    }
  }
  if (shown.refused) seen.refused.push(shown.refused);
  if (shown.accepted) seen.accepted.push(shown.accepted);
  return null;
}

/** In steps: a service may take prices in multiples of ten or a hundred of them only. */
const NEAR_AND_FAR = [1, 10, 2, 100, 3, 20, 4, 6, 7, 0];

/** Plain bodies near and further away from the order's own prices, each with other ones; after them, the same with its conditions. */
function bodiesFor({ context, held, prices: { grid } }: Bench): ModifyBody[] {
  const most = stepsWithin(held.order, grid, priceBandOf(context.settings));
  const orders = NEAR_AND_FAR.filter((count) => count <= most).map((count) => stepped(held.order, grid, count));
  return [NO_CHANGES, keepingOthers(held.order, NO_CHANGES)].flatMap((changes) =>
    orders.map((order) => bodyOf(order, changes, pricesOf(order))),
  );
}

/** What the rule that was found says of this clause: nothing where it is another clause's. */
export function outcomesOf(explained: Explained | null, clause: string): Outcome[] {
  if (explained === null || clauseOf(explained.rule) !== clause || !isSettled(explained.rule)) return [];
  const { rule, rules, refused, accepted, times } = explained;
  const asShown = isOfAge(rule) ? ', though the order source shows its order unfilled' : '';
  return [
    broken({
      cause: `valid modifies are refused by ${rules.map(({ aspect }) => ASPECTS[aspect].words).join(', or by ')}`,
      at: 'response',
      expected: 'status 200 with data.success true, as for the other valid modifies',
      actual: `${describeAnswer('it', refused)}${asShown}; all are refused where ${describeRules(rules)}, and no others (tried once more on ${times.refused} orders that are refused, and on ${times.accepted} that are not)`,
      shown: showExchange(refused),
      sibling: showExchange(accepted),
    }),
  ];
}

/** New orders that are each modified once, and what the run found out of those that were refused. */
const examineIdentity: Examination = async (context) => {
  const own = await onOrdersOf(context, OWN_KINDS, modifyNewOrder);
  const explained = await explainRefusals(context);
  return [...exceptExplained(own, explained), ...outcomesOf(explained, OWN), ...unexplained(context, explained)];
};

/** Orders that took none or outlived their modifies, for no reason that was found: they are not as good as never met. */
function unexplained({ client }: Context, explained: Explained | null): Outcome[] {
  const {
    outlivedOrders: outlived,
    ordersPassedBy,
    refusingOrders: refusing,
    isByAge,
    rule,
  } = unfairRefusalsOf(client);
  // Once others as old were accepted, nothing is told of those that were passed by for that.
  const passedBy = isByAge ? ordersPassedBy : [];
  // A rule of business, such as how often an order is modified, may take more to try once more than is sent.
  if (explained !== null || (rule !== null && !isSettled(rule))) return [];
  const others =
    passedBy.length === 0 ? '' : `, ${passedBy.length} more were passed by as it seemed to be for their age`;
  return [
    ...unlessFew(
      [...outlived, ...passedBy],
      `${outlived.length} orders that took modifies before refuse valid ones though the order source shows them unfilled${others}, and nothing that was looked at decides which`,
    ),
    ...unlessFew(
      refusing,
      `${refusing.length} orders took no modify though the order source shows them unfilled and others like them took some, and nothing that was looked at decides which`,
    ),
  ];
}

/** Trading may be halted in an instrument. */
function unlessFew(orders: readonly Order[], because: string): Outcome[] {
  return new Set(orders.map(({ stockCd }) => stockCd)).size < LEAST_OUTLIVED ? [] : [unverified(because)];
}

/** Of so many instruments: one alone may have been met by anything. */
const LEAST_OUTLIVED = 3;

export type OnOrder = (context: Context, kind: OrderRequest) => Promise<Outcome | { readonly none: string }>;

/** Tries it on an order of each kind that there is; of the first alone, where nothing is accepted: none is taken in vain. */
export async function onOrdersOf(
  context: Context,
  [first = orderWith('LIMIT', 'BUY'), ...others]: readonly OrderRequest[],
  tryOn: OnOrder,
): Promise<readonly Outcome[]> {
  const tried = [await tryOn(context, first)];
  const further = hasAccepted(context) ? context.timestamps.some(others) : [];
  tried.push(...(await Promise.all(further.map((kind) => tryOn(context, kind)))));
  const outcomes = tried.flatMap((one) => ('none' in one ? [] : [one]));
  if (outcomes.length > 0) return outcomes;
  return tried.flatMap((one) => ('none' in one ? [unverified(one.none)] : []));
}

/** What was refused by a rule that is told, it is told of once. */
export function exceptExplained(own: readonly Outcome[], explained: Explained | null): readonly Outcome[] {
  const passed = own.filter(({ outcome }) => outcome === 'pass');
  return explained === null || passed.length === 0 ? own : passed;
}

const modifyNewOrder: OnOrder = (context, kind) =>
  withBench(context, kind, (bench) => accepts(bench, 1), { fresh: true });

/** Whether an order takes plain valid modifies, so many in a row. */
export async function accepts(bench: Bench, times: number): Promise<Outcome> {
  for (let time = 0; time < times; time += 1) {
    const because = await bench.control();
    if (because !== null) return unverified(because);
  }
  return passIn(bench.sibling?.exchange.number);
}

/** Of all plain valid modifies; fewer may each be refused for a reason of its own, such as an order that was filled just then. */
const LEAST_UNEXPLAINED = 0.01;

const examineBusiness: Examination = async (context) => {
  const explained = await explainRefusals(context);
  if (explained !== null) return [observed(isSettled(explained.rule) ? [] : [describeRule(explained.rule)])];
  const ageMs = await settlesAfterMs(context);
  if (ageMs > 0) return [observed([`its order came less than some ${ageMs} ms before`])];
  const { unexplained, passed, rule } = unfairRefusalsOf(context.client);
  if (unexplained <= passed.of * LEAST_UNEXPLAINED) return [observed([])];
  const why =
    rule === null
      ? 'nothing that was looked at decides which are refused'
      : `they may be refused where ${describeRule(rule)}, which could not be tried once more`;
  return [unverified(`${amount(unexplained, 'refusal')} of valid modifies: ${why}`)];
};

/** Examinations of valid modifies that are refused, section 4.2. */
export const unfairRefusalExaminations: Examinations = {
  [OWN]: examineIdentity,
  'OPN-050': examineBusiness,
};
