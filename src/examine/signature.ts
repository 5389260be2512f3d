import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { orderWith } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/service-client.js';
import { SIDES, type Order } from '../contract/order.js';
import { inapplicable, unverified, type Outcome } from '../contract/verdict.js';
import { coverage, resolveTemplate } from '../wire/signing.js';
import type { Context, Examination, Examinations } from './context.js';
import { priceChange, stepped } from './order-steps.js';
import { withBench, type Bench, type Negative } from './sandwich.js';

/**
 * Puts each negative to a plain order, between two positives.
 *
 * @param negatives - made from the clause's seed, so that they are the same in every run with it
 */
export async function examineNegatives(context: Context, negatives: readonly Negative[]): Promise<readonly Outcome[]> {
  const lanes = new Map<number, Negative[]>();
  negatives.forEach((negative, index) => {
    const lane = index % LANES;
    lanes.set(lane, [...(lanes.get(lane) ?? []), negative]);
  });
  const outcomes = await Promise.all([...lanes.values()].map((lane, index) => examineInTurn(context, lane, index)));
  return outcomes.flat();
}

/** Negatives are spread over this many orders at once. */
const LANES = 3;

async function examineInTurn(context: Context, negatives: readonly Negative[], lane: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let rest = negatives;
  while (rest.length > 0) {
    const remaining = rest;
    const tried = await withPlainBench(context, lane, async (bench) => {
      let done = 0;
      for (const negative of remaining) {
        const outcome = await bench.negative(negative);
        outcomes.push(outcome);
        done += 1;
        if (outcome.outcome === 'broken') break;
      }
      return done;
    });
    if (typeof tried !== 'number') return [...outcomes, ...remaining.map(() => unverified(tried.none))];
    rest = remaining.slice(tried);
  }
  return outcomes;
}

/** A bench on whatever plain order the source has; the type and side do not matter here. */
export async function withPlainBench<T>(
  context: Context,
  turn: number,
  task: (bench: Bench) => Promise<T>,
): Promise<T | { readonly none: string }> {
  let none = { none: 'the order source has no unfilled order' };
  const requests = (['LIMIT', 'STOP', 'LIMIT_STOP'] as const).flatMap((orderTypeCd, type) =>
    SIDES.map((_, side) => orderWith(orderTypeCd, SIDES[(side + turn + type) % SIDES.length] ?? 'BUY')),
  );
  for (const request of requests) {
    const result = await withBench(context, request, task);
    if (typeof result !== 'object' || result === null || !('none' in result)) return result;
    none = result;
  }
  return none;
}

function body(order: Order): string {
  return JSON.stringify(priceChange(order));
}

/** A negative that only touches the signature header. */
function signatureEdit(way: string, edit: (computed: string) => string | null): Negative {
  return { way, recipe: (order) => ({ body: body(order), signature: edit }) };
}

const missing: Examination = (context) =>
  examineNegatives(context, [signatureEdit('it has no X-Signature header', () => null)]);

const empty: Examination = (context) =>
  examineNegatives(context, [signatureEdit('its X-Signature is empty', () => '')]);

const otherKey: Examination = (context) => {
  const keys = fc.sample(fc.uint8Array({ minLength: 32, maxLength: 64 }), {
    seed: context.seed | 0,
    numRuns: times(context, 2),
  });
  return examineNegatives(context, [
    ...keys.map((bytes) => withKey('it is signed with another key', Buffer.from(bytes))),
    withKey('it is signed with an empty key', Buffer.alloc(0)),
    withKey('it is signed with the token as the key', Buffer.from(context.settings.token)),
  ]);
};

function withKey(way: string, key: Buffer): Negative {
  return { way, recipe: (order) => ({ body: body(order), key: createSecretKey(key) }) };
}

const wrongDigits: Examination = (context) => {
  const random = fc.sample(fc.uint8Array({ minLength: 64, maxLength: 64 }), {
    seed: context.seed | 0,
    numRuns: times(context, 2),
  });
  const places = fc.sample(fc.nat(127), { seed: (context.seed + 1) | 0, numRuns: times(context, 2) });
  return examineNegatives(context, [
    signatureEdit('its X-Signature lacks the last two digits', (hex) => hex.slice(0, -2)),
    signatureEdit('its X-Signature lacks the first two digits', (hex) => hex.slice(2)),
    signatureEdit('its X-Signature is the first half of the signature', (hex) => hex.slice(0, 64)),
    signatureEdit('its X-Signature is the first 8 digits of the signature', (hex) => hex.slice(0, 8)),
    signatureEdit('its X-Signature has two more digits', (hex) => `${hex}00`),
    signatureEdit('its X-Signature is the signature twice', (hex) => hex + hex),
    signatureEdit('its X-Signature is 128 zeros', () => '0'.repeat(128)),
    signatureEdit(
      'its X-Signature has only the first 64 digits right',
      (hex) => hex.slice(0, 64) + flipAll(hex.slice(64)),
    ),
    signatureEdit(
      'its X-Signature has only the last 64 digits right',
      (hex) => flipAll(hex.slice(0, 64)) + hex.slice(64),
    ),
    signatureEdit('its X-Signature has its first digit wrong', (hex) => flipAt(hex, 0)),
    signatureEdit('its X-Signature has its last digit wrong', (hex) => flipAt(hex, 127)),
    ...places.map((at) => signatureEdit('its X-Signature has one digit wrong', (hex) => flipAt(hex, at))),
    ...random.map((bytes) =>
      signatureEdit('its X-Signature is 128 random digits', () => Buffer.from(bytes).toString('hex')),
    ),
  ]);
};

function flipAt(hex: string, at: number): string {
  return hex.slice(0, at) + flipAll(hex.charAt(at)) + hex.slice(at + 1);
}

/** Each digit becomes another digit. */
function flipAll(hex: string): string {
  return hex.replace(/[0-9a-f]/g, (digit) => ((parseInt(digit, 16) + 7) % 16).toString(16));
}

const base64: Examination = (context) =>
  examineNegatives(context, [
    signatureEdit('its X-Signature is base64', (hex) => Buffer.from(hex, 'hex').toString('base64')),
    signatureEdit('its X-Signature is base64url', (hex) => Buffer.from(hex, 'hex').toString('base64url')),
    signatureEdit('its X-Signature is the base64 of the hexadecimal text', (hex) =>
      Buffer.from(hex).toString('base64'),
    ),
  ]);

/** Examines that what the template covers cannot be altered after signing. */
function altered(
  source: 'body' | 'timestamp' | 'path' | 'method' | 'token',
  negatives: (context: Context) => Negative[],
): Examination {
  return (context) => {
    const covered = coverage(resolveTemplate(context.settings.signatureTemplate));
    if (!covered.has(source)) {
      return Promise.resolve([inapplicable(`the declared signature template does not cover the ${source}`)]);
    }
    return examineNegatives(context, negatives(context));
  };
}

const alteredBody = altered('body', () => [
  {
    way: 'its body was altered after signing (the original was not sent)',
    recipe: (order, bench) => signedAs(order, body(stepped(order, bench.instrument, 2))),
  },
  {
    way: 'its body was altered after signing (the original had been sent and accepted)',
    recipe: async (order, bench) => {
      const timestamp = String(bench.context.clock.nowSeconds());
      const original = body(stepped(order, bench.instrument, 2));
      await bench.send({ body: original, timestamp });
      return { ...signedAs(order, original), timestamp };
    },
  },
  {
    way: 'its body was altered after signing in its order number only',
    recipe: (order) => signedAs(order, body({ ...order, orderNo: `${order.orderNo}0` })),
  },
  {
    way: 'its body is signed as if it were empty',
    recipe: (order) => signedAs(order, ''),
  },
]);

function signedAs(order: Order, signedBody: string): ModifyRecipe {
  return { body: body(order), signedOver: { body: Buffer.from(signedBody) } };
}

const alteredTimestamp = altered('timestamp', () =>
  [-20, -1, 1, 20].map((seconds) => ({
    way: 'its X-Timestamp was altered after signing',
    recipe: (order) => ({ body: body(order), signedOver: { timestamp: (now) => String(now + seconds) } }),
  })),
);

const alteredPath = altered('path', (context) => {
  const prefix = new URL(context.settings.baseUrl).pathname.replace(/\/$/, '');
  return ['/stocks/orders', '/orders/cancel', '/orders/modify/'].map((path) => ({
    way: 'it is signed for another path',
    recipe: (order) => ({ body: body(order), signedOver: { path: prefix + path } }),
  }));
});

const alteredMethod = altered('method', () =>
  ['GET', 'PUT', 'DELETE'].map((method) => ({
    way: 'it is signed for another method',
    recipe: (order) => ({ body: body(order), signedOver: { method } }),
  })),
);

const alteredToken = altered('token', (context) => [
  {
    way: 'it is signed for another token',
    recipe: (order) => ({ body: body(order), signedOver: { token: `${context.settings.token.slice(0, -6)}AAAAAA` } }),
  },
  {
    way: 'it is signed as if it had no token',
    recipe: (order) => ({ body: body(order), signedOver: { token: '' } }),
  },
]);

const twoHeaders: Examination = (context) => {
  const wrong = Buffer.from(
    fc.sample(fc.uint8Array({ minLength: 64, maxLength: 64 }), { seed: context.seed | 0, numRuns: 1 })[0] ?? [],
  ).toString('hex');
  return examineNegatives(context, [
    {
      way: 'a second X-Signature with a wrong value follows the right one',
      recipe: (order) => ({ body: body(order), headers: (headers) => [...headers, ['X-Signature', wrong]] }),
    },
    {
      way: 'an X-Signature with a wrong value comes before the right one',
      recipe: (order) => ({ body: body(order), headers: (headers) => [['X-Signature', wrong], ...headers] }),
    },
  ]);
};

function times(context: Context, atStandard: number): number {
  return Math.max(1, Math.round(atStandard * context.scale));
}

/** Examinations of the signature clauses, section 5. */
export const signatureExaminations: Examinations = {
  'SIG-001': missing,
  'SIG-002': empty,
  'SIG-003': otherKey,
  'SIG-004': wrongDigits,
  'SIG-005': base64,
  'SIG-006': alteredBody,
  'SIG-007': alteredTimestamp,
  'SIG-008': alteredPath,
  'SIG-009': alteredMethod,
  'SIG-010': alteredToken,
  'SIG-011': twoHeaders,
};
