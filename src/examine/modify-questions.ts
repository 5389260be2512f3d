import fc from 'fast-check';
import type { Oddity } from '../arbitraries/breakage.js';
import { oddities } from '../arbitraries/oddities.js';
import { changing, NO_CHANGES, orderWith } from '../arbitraries/structures.js';
import { oddPriceBody, plainBody, validBody } from '../arbitraries/valid-body.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import { SIDES, type Order, type OrderRequest } from '../contract/order.js';
import { deriveSeed } from '../contract/seed.js';
import { observed, unverified, type Outcome } from '../contract/verdict.js';
import { isAccepted, isRefusal } from '../wire/envelope.js';
import type { Exchange } from '../wire/exchange.js';
import { shownTemplate } from '../wire/shown-template.js';
import { coverage, resolveTemplate } from '../wire/signature-template.js';
import type { Context, Examination, Examinations } from './context.js';
import { ownValues, priceBandOf, priceChange, stepped } from './order-steps.js';
import type { Bench } from './sandwich.js';
import { withBench } from './with-bench.js';
import { withPlainBench } from './negatives.js';

/** How a service took a request that the document is silent about. */
type Reaction = 'accepted' | 'refused' | 'neither';

function reactionTo(exchange: Exchange): Reaction {
  if (isAccepted(exchange)) return 'accepted';
  return isRefusal(exchange) ? 'refused' : 'neither';
}

/**
 * Sends something odd after a valid modify that was accepted, and says how it was taken. `null`: the valid modify was
 * not accepted, so that nothing can be told.
 */
async function react(bench: Bench, recipe: (order: Order) => ModifyRecipe): Promise<Reaction | null> {
  const before = await bench.control();
  if (before !== null) return null;
  const reply = await bench.send(recipe(bench.prices.toBreak()));
  return reply.exchange.trouble === undefined ? reactionTo(reply.exchange) : null;
}

/** Answers a question by trying oddities: `{ "way": "accepted" | "refused", … }`, in the order of their names. */
const examineOddities: Examination = async (context) => {
  const { reactions, reasons } = await tryOddities(context);
  return answer(reactions, [...reasons]);
};

interface Tried {
  readonly reactions: Map<string, Reaction | 'could not be tried'>;
  readonly reasons: Set<string>;
}

async function tryOddities(context: Context): Promise<Tried> {
  const reactions: Tried['reactions'] = new Map();
  const reasons = new Set<string>();
  await Promise.all(
    [...byNeeds(oddities(context.clause.id))].map(async ([request, ways]) => {
      const tried = await withBench(context, request, async (bench) => {
        for (const oddity of ways) {
          const reaction = await tryOddity(context, bench, oddity);
          reactions.set(oddity.way, reaction ?? 'could not be tried');
          // What the order has become is anybody's guess: it is set back, and not used for a verdict.
          if (reaction !== 'refused') bench.held.spoil();
        }
      });
      if (tried !== undefined) reasons.add(tried.none);
    }),
  );
  return { reactions, reasons };
}

function byNeeds(ways: readonly Oddity[]): Iterable<[OrderRequest, readonly Oddity[]]> {
  const lanes = new Map<string, [OrderRequest, Oddity[]]>();
  for (const oddity of ways) {
    const request: OrderRequest = { ...orderWith('LIMIT', 'BUY'), ...oddity.needs };
    const key = JSON.stringify(request);
    const lane = lanes.get(key) ?? [request, []];
    lane[1].push(oddity);
    lanes.set(key, lane);
  }
  return lanes.values();
}

async function tryOddity(context: Context, bench: Bench, oddity: Oddity): Promise<Reaction | null> {
  const made = oddity.make(bench.prices.toBreak(), bench.prices.grid);
  if (typeof made === 'string') return null;
  const seed = deriveSeed(context.seed, oddity.way) | 0;
  const [body] = fc.sample(made, { seed, numRuns: 1 });
  return body === undefined ? null : react(bench, () => ({ body: body.bytes }));
}

function answer(reactions: ReadonlyMap<string, string>, reasons: readonly string[]): Outcome[] {
  const known = [...reactions].filter(([, reaction]) => reaction !== 'could not be tried');
  if (known.length === 0)
    return [unverified(reasons[0] ?? 'nothing of it could be tried on the orders that there were')];
  return [observed(Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1))))];
}

/** Answers a question by reactions to a few named requests on one plain order. */
function reactions(
  ways: (context: Context) => Readonly<Record<string, (order: Order, bench: Bench) => ModifyRecipe>>,
): Examination {
  return async (context) => {
    const seen = new Map<string, Reaction>();
    const tried = await withPlainBench(context, 0, async (bench) => {
      for (const [way, recipe] of Object.entries(ways(context))) {
        const reaction = await react(bench, (order) => recipe(order, bench));
        if (reaction !== null) seen.set(way, reaction);
      }
    });
    return answer(seen, tried === undefined ? [] : [tried.none]);
  };
}

const text = (order: Order): string => JSON.stringify(priceChange(order));
const now = (bench: Bench): number => bench.context.clock.nowSeconds();

const hexCase = reactions(() => ({
  'upper case': (order) => ({ body: text(order), signature: (hex) => hex.toUpperCase() }),
  'mixed case': (order) => ({
    body: text(order),
    signature: (hex) => hex.replace(/[a-f]/, (digit) => digit.toUpperCase()),
  }),
}));

const timestampSpellings = reactions(() => ({
  decimals: (order) => ({ body: text(order), timestamp: (now) => `${now}.5` }),
  'leading plus': (order) => ({ body: text(order), timestamp: (now) => `+${now}` }),
  'leading zero': (order) => ({ body: text(order), timestamp: (now) => `0${now}` }),
  exponent: (order) => ({ body: text(order), timestamp: (now) => now.toExponential() }),
}));

const identicalHeaders = reactions(() => ({
  'X-Signature twice': (order) => ({
    body: text(order),
    headers: (headers) => [...headers, ...headers.filter(([name]) => name.toLowerCase() === 'x-signature')],
  }),
  'X-Timestamp twice': (order) => ({
    body: text(order),
    headers: (headers) => [...headers, ...headers.filter(([name]) => name.toLowerCase() === 'x-timestamp')],
  }),
}));

const contentTypes = reactions(() => ({
  'no Content-Type': (order) => ({ body: text(order), contentType: null }),
  'application/json; charset=utf-8': (order) => ({ body: text(order), contentType: 'application/json; charset=utf-8' }),
  'application/JSON': (order) => ({ body: text(order), contentType: 'application/JSON' }),
  'text/plain': (order) => ({ body: text(order), contentType: 'text/plain' }),
  'application/x-www-form-urlencoded': (order) => ({
    body: text(order),
    contentType: 'application/x-www-form-urlencoded',
  }),
}));

/** Sends an accepted request once more, byte for byte. */
const replay: Examination = async (context) => {
  const seen = new Map<string, Reaction>();
  const tried = await withPlainBench(context, 1, async (bench) => {
    const timestamp = String(now(bench));
    const recipe = { body: text(bench.prices.toBreak()), timestamp };
    const isTaken = async (): Promise<boolean> => isAccepted((await bench.send(recipe)).exchange);
    // An order may be busy with the modify before.
    if (!(await isTaken()) && !(await isTaken())) return;
    seen.set('at once', reactionTo((await bench.send(recipe)).exchange));
    if ((await bench.control()) !== null) return;
    seen.set('after another modify', reactionTo((await bench.send(recipe)).exchange));
  });
  return answer(seen, tried === undefined ? [] : [tried.none]);
};

/** What the signature covers: each part altered after signing, where the declared template covers it at all. */
const coverageProbes: Examination = async (context) => {
  const declared = coverage(resolveTemplate(context.settings.signatureTemplate));
  const prefix = new URL(context.settings.baseUrl).pathname.replace(/\/$/, '');
  const probes: Readonly<Record<string, (order: Order, bench: Bench) => ModifyRecipe>> = {
    body: (order, bench) => ({
      body: text(order),
      signedOver: { body: Buffer.from(text(stepped(order, bench.prices.grid, 2))) },
    }),
    'white space of the body': (order) => ({
      body: JSON.stringify(priceChange(order), null, 1),
      signedOver: { body: Buffer.from(text(order)) },
    }),
    timestamp: (order) => ({ body: text(order), signedOver: { timestamp: (now) => String(now - 5) } }),
    method: (order) => ({ body: text(order), signedOver: { method: 'PUT' } }),
    path: (order) => ({ body: text(order), signedOver: { path: `${prefix}/stocks/orders` } }),
    token: (order) => ({ body: text(order), signedOver: { token: 'another.token.altogether' } }),
  };
  const seen = new Map<string, string>();
  const tried = await withPlainBench(context, 2, async (bench) => {
    for (const [part, recipe] of Object.entries(probes)) {
      if (part in { body: 1, timestamp: 1, method: 1, path: 1, token: 1 } && !declared.has(part as 'body')) {
        seen.set(part, 'not covered by the declared template');
        continue;
      }
      const reaction = await react(bench, (order) => recipe(order, bench));
      if (reaction !== null) seen.set(part, reaction === 'accepted' ? 'not covered' : 'covered');
    }
  });
  return answer(seen, tried === undefined ? [] : [tried.none]);
};

/** Which key signs: what the settings say, confirmed by an accepted modify. No secret of it is shown. */
const keyInUse: Examination = async (context) => {
  const result = await withPlainBench(context, 0, (bench) => bench.control());
  if (result !== null) return [unverified(typeof result === 'string' ? result : result.none)];
  const { signingKeyEncoding, signatureTemplate } = context.settings;
  return [observed({ keyEncoding: signingKeyEncoding, template: shownTemplate(signatureTemplate) })];
};

/** Switches a condition off and on again. */
const switchingOnAgain: Examination = async (context) => {
  const seen = new Map<string, Reaction>();
  const reasons: string[] = [];
  const stories = {
    'take-profit': { has: { takeProfit: true }, off: changing({ takeProfit: 'N' }) },
    'stop-loss': { has: { stopLoss: true }, off: changing({ stopLoss: 'N' }) },
    'trailing stop': { has: { stopLoss: true, trailing: true }, off: changing({ trailing: 'N' }) },
  };
  for (const [condition, { has, off }] of Object.entries(stories)) {
    const tried = await withBench(context, orderWith('LIMIT', 'BUY', has), async (bench) => {
      const switchedOff = await bench.send({ body: plainBody(bench.held.order, off, bench.instrument) });
      if (!isAccepted(switchedOff.exchange)) return;
      seen.set(condition, reactionTo((await bench.send({ body: ownValues(bench.held.order) })).exchange));
    });
    if (tried !== undefined) reasons.push(tried.none);
  }
  return answer(seen, reasons);
};

/** Prices all over the band, off the grid, and far away: which kinds are refused somewhere. */
const refusedPrices: Examination = async (context) => {
  const { reactions: seen } = await tryOddities(context);
  const band = priceBandOf(context.settings);
  const tried = await Promise.all(
    (['LIMIT', 'STOP', 'LIMIT_STOP'] as const).map((type, index) =>
      withBench(context, orderWith(type, SIDES[index] ?? 'BUY'), async (bench) => {
        const limits = { band, instrument: bench.instrument };
        const kinds = {
          'on the grid, inside the band': validBody(bench.held.order, NO_CHANGES, limits),
          'off the grid, inside the band': oddPriceBody(bench.held.order, NO_CHANGES, limits),
        };
        for (const [kind, arbitrary] of Object.entries(kinds)) {
          const runs = {
            seed: deriveSeed(context.seed, `${kind} ${type}`) | 0,
            numRuns: Math.max(1, Math.round(4 * context.scale)),
          };
          for (const body of fc.sample(arbitrary, runs)) {
            const reaction = await react(bench, () => ({ body }));
            if (reaction !== null && seen.get(kind) !== 'refused') seen.set(kind, reaction);
          }
        }
      }),
    ),
  );
  return answer(
    seen,
    tried.flatMap((result) => (result === undefined ? [] : [result.none])),
  );
};

/** What of an order's states can be seen through the two operations. */
const states: Examination = async (context) => {
  const result = await withPlainBench(context, 1, async (bench): Promise<Outcome> => {
    const before = await bench.control();
    if (before !== null) return unverified(before);
    const filled = await context.orders?.checkOut({ ...orderWith('LIMIT', 'BUY'), state: 'filled' }, { wait: false });
    if (filled === undefined || 'none' in filled) return unverified(filled?.none ?? 'no order source was named');
    const reply = await bench.send({ body: priceChange(filled.order) });
    filled.spoil();
    filled.release();
    return observed({
      'a modify of a filled order': reactionTo(reply.exchange),
      'other states': 'cannot be seen through the two operations',
    });
  });
  return ['none' in result ? unverified(result.none) : result];
};

/** Open questions that are answered by trying oddities of the body. */
const ODDITY_QUESTIONS = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 15, 16].map(
  (number) => `OPN-${String(number).padStart(3, '0')}`,
);

/** Examinations of the open questions that modifies answer. */
export const modifyQuestionExaminations: Examinations = {
  ...Object.fromEntries(ODDITY_QUESTIONS.map((id) => [id, examineOddities])),
  'OPN-006': switchingOnAgain,
  'OPN-014': refusedPrices,
  'OPN-021': states,
  'OPN-026': coverageProbes,
  'OPN-027': keyInUse,
  'OPN-029': replay,
  'OPN-030': hexCase,
  'OPN-031': timestampSpellings,
  'OPN-033': identicalHeaders,
  'OPN-043': contentTypes,
};
