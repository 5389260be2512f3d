import fc from 'fast-check';
import {
  allChanges,
  changing,
  NO_CONDITIONS,
  NO_CHANGES,
  kindOf,
  orderWith,
  type Changes,
  type Conditions,
} from '../arbitraries/structures.js';
import { plainBody, validBody } from '../arbitraries/valid-body.js';
import type { Reply } from '../client/service-client.js';
import {
  ORDER_TYPES,
  SIDES,
  type ModifyBody,
  type Order,
  type OrderRequest,
  type OrderType,
} from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { broken, pass, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { ownValues, priceBandOf } from './order-steps.js';
import { withBench, type Bench } from './sandwich.js';

/** What one structure of a valid body came to on one kind of order. */
interface Trial {
  readonly request: OrderRequest;
  readonly changes: Changes;
  readonly state: 'accepted' | 'refused' | 'unknown';
  readonly because: string;
  readonly reply?: Reply;
  readonly sibling?: Reply;
}

/** Orders by the conditions they have, with every change that the rules allow on them (2.4). */
const PLANS: readonly { readonly has: Conditions; readonly tries: readonly Changes[] }[] = [
  {
    has: { takeProfit: true, stopLoss: true, trailing: true },
    // A stop-loss switched off while its trailing stop is left as it is: the document does not say what that means.
    tries: allChanges().filter(({ stopLoss, trailing }) => !(stopLoss === 'N' && trailing === 'omit')),
  },
  {
    has: { takeProfit: true, stopLoss: true, trailing: false },
    tries: allChanges().filter(({ trailing }) => trailing === 'omit'),
  },
  {
    has: { takeProfit: false, stopLoss: true, trailing: true },
    tries: [changing({ trailing: 'Y' }), changing({ stopLoss: 'Y' }), changing({ trailing: 'N' })],
  },
  {
    has: { ...NO_CONDITIONS, takeProfit: true },
    tries: [changing({ takeProfit: 'Y' }), changing({ takeProfit: 'N' })],
  },
  { has: { ...NO_CONDITIONS, stopLoss: true }, tries: [changing({ stopLoss: 'Y' }), changing({ stopLoss: 'N' })] },
];

const trialsOfRun = new WeakMap<object, Promise<readonly Trial[]>>();

/** Every order type × side × change that the rules allow, made once per run. */
function allTrials(context: Context): Promise<readonly Trial[]> {
  let trials = trialsOfRun.get(context.client);
  if (trials === undefined) {
    const smoke = context.settings.depth === 'smoke';
    const lanes = ORDER_TYPES.flatMap((type, turn) =>
      (smoke ? SIDES.slice(turn, turn + 1) : SIDES).flatMap((side) =>
        PLANS.map(({ has, tries }) =>
          tryOnOrders(context, orderWith(type, side, has), tries.filter(changesSomething(type)).sort(switchingOffLast)),
        ),
      ),
    );
    trialsOfRun.set(context.client, (trials = Promise.all(lanes).then((all) => all.flat())));
  }
  return trials;
}

/** A MARKET order has no price of its own to move: what keeps its conditions as they are changes nothing at all. */
function changesSomething(type: OrderType): (changes: Changes) => boolean {
  return ({ takeProfit, stopLoss, trailing }) =>
    type !== 'MARKET' || takeProfit !== 'omit' || stopLoss !== 'omit' || trailing === 'N';
}

const switchesOff = (changes: Changes): boolean => Object.values(changes).includes('N');
const switchingOffLast = (a: Changes, b: Changes): number => Number(switchesOff(a)) - Number(switchesOff(b));

async function tryOnOrders(context: Context, request: OrderRequest, tries: readonly Changes[]): Promise<Trial[]> {
  const trials: Trial[] = [];
  let rest = tries;
  while (rest.length > 0) {
    const remaining = rest;
    const done = await withBench(context, request, (bench) => examineWhileWhole(bench, remaining, trials));
    if (typeof done !== 'number') {
      return [
        ...trials,
        ...remaining.map((changes): Trial => ({ request, changes, state: 'unknown', because: done.none })),
      ];
    }
    rest = remaining.slice(done);
  }
  return trials;
}

/** Tries one change after another on an order, until one cannot be taken back. Returns how many were tried. */
async function examineWhileWhole(bench: Bench, tries: readonly Changes[], trials: Trial[]): Promise<number> {
  let done = 0;
  for (const changes of tries) {
    const trial = await examineChanges(bench, changes);
    trials.push(trial.state === 'refused' ? await confirmOnFreshOrder(bench, trial) : trial);
    done += 1;
    if (switchesOff(changes) && trial.state !== 'refused') {
      const back = await bench.send({ body: ownValues(bench.held.order) });
      if (isAccepted(back.exchange)) continue;
      bench.held.spoil();
      break;
    }
  }
  return done;
}

/**
 * Generated prices first, then the plainest ones, then the order's own with only the conditions changed: a service may
 * have limits on prices that the document leaves open.
 */
async function examineChanges(bench: Bench, changes: Changes): Promise<Trial> {
  const { request } = bench.held;
  let reply: Reply | undefined;
  for (const body of bodiesOf(bench, changes)) {
    reply = await bench.send({ body });
    if (isAccepted(reply.exchange)) {
      if (!switchesOff(changes)) bench.sibling = reply;
      return { request, changes, state: 'accepted', because: '', reply };
    }
  }
  if (reply === undefined) return { request, changes, state: 'unknown', because: 'no body could be made' };
  const because = describeAnswer(`a modify that ${describeChanges(changes)}`, reply.exchange);
  if (!isRefusal(reply.exchange)) return { request, changes, state: 'unknown', because };
  const control = await bench.control();
  if (control.outcome !== 'pass') {
    return {
      request,
      changes,
      state: 'unknown',
      because: control.outcome === 'unverified' ? control.because : because,
    };
  }
  return { request, changes, state: 'refused', because, reply, ...(bench.sibling && { sibling: bench.sibling }) };
}

function* bodiesOf(bench: Bench, changes: Changes): Generator<ModifyBody> {
  const { context, held, instrument } = bench;
  const band = priceBandOf(context.settings);
  const name = `${kindOf(held.request)} ${changes.takeProfit} ${changes.stopLoss} ${changes.trailing}`;
  const seed = deriveSeed(context.settings.seed, name) | 0;
  try {
    const [generated] = fc.sample(validBody(held.order, changes, { band, instrument }), { seed, numRuns: 1 });
    if (generated !== undefined && movesConditions(generated, held.order)) yield generated;
    const plain = plainBody(held.order, changes, instrument);
    yield plain;
    yield { ...plain, barrierPrice: held.order.barrierPrice, orderPrice: held.order.orderPrice };
  } catch {
    // The order that the source handed over does not show the condition: nothing can be sent.
  }
}

/** Whether a condition that stays on gets another price: with its own, nothing would be changed. */
function movesConditions(body: ModifyBody, order: Order): boolean {
  const { profitRealizationYn, profitRealizationBarrierPrice, lossCutYn, lossCutBarrierPrice } = body;
  return (
    (profitRealizationYn !== 'Y' || profitRealizationBarrierPrice !== order.profitRealizationBarrierPrice) &&
    (lossCutYn !== 'Y' || lossCutBarrierPrice !== order.lossCutBarrierPrice)
  );
}

/** A refusal counts only if it does not hang on what the order went through before. */
async function confirmOnFreshOrder(bench: Bench, refused: Trial): Promise<Trial> {
  const { context } = bench;
  const again = await withBench(
    context,
    refused.request,
    async (fresh) => {
      fresh.held.spoil();
      return examineChanges(fresh, refused.changes);
    },
    { wait: false },
  );
  return 'none' in again ? refused : again;
}

/** The clause that a single change belongs to. */
const SINGLE: readonly { readonly clause: string; readonly changes: Partial<Changes> }[] = [
  { clause: 'TPS-001', changes: { takeProfit: 'Y' } },
  { clause: 'TPS-002', changes: { stopLoss: 'Y' } },
  { clause: 'TPS-003', changes: { trailing: 'Y' } },
  { clause: 'TPS-003', changes: { trailing: 'N' } },
  { clause: 'TPS-004', changes: { takeProfit: 'N' } },
  { clause: 'TPS-005', changes: { stopLoss: 'N' } },
];

function sameChanges(a: Changes, b: Changes): boolean {
  return a.takeProfit === b.takeProfit && a.stopLoss === b.stopLoss && a.trailing === b.trailing;
}

/** Whether one change by itself is refused everywhere, so that it explains the refusal of what contains it. */
function whollyRefused(trials: readonly Trial[], single: Partial<Changes>): boolean {
  const own = trials.filter(({ changes, state }) => sameChanges(changes, changing(single)) && state !== 'unknown');
  return own.length > 0 && own.every(({ state }) => state === 'refused');
}

function contains(changes: Changes, single: Partial<Changes>): boolean {
  return Object.entries(single).every(([condition, change]) => changes[condition as keyof Changes] === change);
}

/** Judges the change that one clause is about, made alone. */
const examineSingle: Examination = async (context) => {
  const trials = await allTrials(context);
  return SINGLE.filter(({ clause }) => clause === context.clause.id).flatMap(({ changes }) => {
    const own = trials.filter((trial) => sameChanges(trial.changes, changing(changes)));
    if (whollyRefused(trials, changes)) return own.filter(({ state }) => state === 'refused').map(refusedTrial);
    const accepted = own.filter(({ state }) => state === 'accepted');
    return accepted.length > 0 ? accepted.map(() => pass) : [unverified(own[0]?.because ?? 'no order was had')];
  });
};

/** Judges every combination that no single change explains. */
const examineCombinations: Examination = async (context) => {
  const trials = await allTrials(context);
  const explaining = SINGLE.filter(({ changes }) => whollyRefused(trials, changes));
  // Kinds of orders that the source does not have at all are told of by the clauses that need them.
  const kinds = new Set(trials.filter(({ state }) => state !== 'unknown').map(({ request }) => kindOf(request)));
  const outcomes = trials
    .filter(({ request }) => request.orderTypeCd !== 'MARKET' || kinds.has(kindOf(request)))
    .flatMap((trial): Outcome[] => {
      if (trial.state === 'accepted') return [pass];
      if (trial.state === 'unknown') return [unverified(trial.because)];
      return explaining.some(({ changes }) => contains(trial.changes, changes)) ? [] : [refusedTrial(trial)];
    });
  return outcomes.length > 0 ? outcomes : [unverified('each change by itself is refused')];
};

function refusedTrial(trial: Trial): Outcome {
  const { orderTypeCd, sideCd } = trial.request;
  return broken({
    cause: 'a change that the rules allow is refused',
    at: 'response',
    expected: `status 200 with data.success true for a ${orderTypeCd} ${sideCd} order: the modify ${describeChanges(trial.changes)}`,
    actual: trial.because,
    ...(trial.reply && { shown: showExchange(trial.reply.exchange) }),
    ...(trial.sibling && { sibling: showExchange(trial.sibling.exchange) }),
  });
}

const NAMES: Readonly<Record<keyof Changes, string>> = {
  takeProfit: 'take-profit',
  stopLoss: 'stop-loss',
  trailing: 'trailing stop',
};

function describeChanges(changes: Changes): string {
  const parts = (Object.keys(NAMES) as (keyof Changes)[])
    .filter((condition) => changes[condition] !== 'omit')
    .map((condition) =>
      changes[condition] === 'Y' ? `sets the ${NAMES[condition]}` : `switches off the ${NAMES[condition]}`,
    );
  return parts.length === 0 ? 'changes prices only' : parts.join(' and ');
}

/** Modifies in a row, each of which omits what was changed before it. */
const OMISSIONS: readonly Changes[] = [
  NO_CHANGES,
  changing({ takeProfit: 'Y' }),
  changing({ stopLoss: 'Y' }),
  NO_CHANGES,
  changing({ trailing: 'Y' }),
  changing({ takeProfit: 'Y' }),
  changing({ trailing: 'N' }),
  changing({ stopLoss: 'Y' }),
  changing({ takeProfit: 'N' }),
  changing({ stopLoss: 'Y' }),
];

/** Modifies while omitting a condition, then changes it, which is possible only if the order still has it. */
const examineOmission: Examination = async (context) => {
  const types = ORDER_TYPES.filter((type) => type !== 'MARKET');
  const kinds = types.flatMap((type) => SIDES.map((side) => ({ type, side })));
  const outcomes = await Promise.all(
    kinds.map(async ({ type, side }) => {
      const story = await tellStory(
        context,
        orderWith(type, side, { takeProfit: true, stopLoss: true, trailing: true }),
      );
      if (!('none' in story)) return story;
      const shorter = await tellStory(context, orderWith(type, side, { takeProfit: true, stopLoss: true }));
      return shorter;
    }),
  );
  const told = outcomes.flatMap((outcome) => ('none' in outcome ? [] : [...outcome]));
  const [none] = outcomes.flatMap((outcome) => ('none' in outcome ? [outcome.none] : []));
  return told.length > 0 ? told : [unverified(none ?? 'no order was had')];
};

async function tellStory(
  context: Context,
  request: OrderRequest,
): Promise<readonly Outcome[] | { readonly none: string }> {
  return withBench(context, request, async (bench) => {
    bench.held.spoil();
    const outcomes: Outcome[] = [];
    let before: Changes = NO_CHANGES;
    for (const changes of OMISSIONS) {
      if (changes.trailing !== 'omit' && !request.trailing) continue;
      const outcome = await examineSurvival(bench, before, changes);
      outcomes.push(outcome);
      if (outcome.outcome !== 'pass') break;
      before = changes;
    }
    return outcomes;
  });
}

/** The change is refused, although the order had the condition: then a fresh order must take it, for this to count. */
async function examineSurvival(bench: Bench, first: Changes, then: Changes): Promise<Outcome> {
  const after = await examineChanges(bench, then);
  if (after.state === 'accepted') return pass;
  if (after.state === 'unknown') return unverified(after.because);
  const alone = await confirmOnFreshOrder(bench, after);
  if (alone.state !== 'accepted') return unverified(`${after.because}, on a fresh order, too`);
  return broken({
    cause: 'a condition that a modify omitted can no longer be changed',
    at: 'response',
    expected: `acceptance of a modify that ${describeChanges(then)}, after one that ${describeChanges(first)} and omitted it`,
    actual: after.because,
    ...(after.reply && { shown: showExchange(after.reply.exchange) }),
    ...(alone.reply && { sibling: showExchange(alone.reply.exchange) }),
  });
}

/** Examinations of what changes of take-profit, stop-loss and trailing stop must come to, section 2.4. */
export const conditionExaminations: Examinations = {
  'TPS-001': examineSingle,
  'TPS-002': examineSingle,
  'TPS-003': examineSingle,
  'TPS-004': examineSingle,
  'TPS-005': examineSingle,
  'TPS-006': examineCombinations,
  'TPS-007': examineOmission,
};
