import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { changing, NO_CHANGES, orderWith, type Changes } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/service-client.js';
import { SIDES, type Order, type OrderRequest } from '../contract/order.js';
import { inapplicable, type Outcome } from '../contract/verdict.js';
import { coverage, resolveTemplate } from '../wire/signing.js';
import type { Context, Examination, Examinations } from './context.js';
import { examineLane } from './lane.js';
import { ownValues, stepped } from './order-steps.js';
import { withBench, type Bench, type Negative } from './sandwich.js';

/**
 * Puts each negative to an order, between two positives.
 *
 * @param negatives - made from the clause's seed, so that they are the same in every run with it
 * @param spread - over how many kinds of orders at least; beyond the number of negatives they take turns again
 */
export async function examineNegatives(
  context: Context,
  negatives: readonly Negative[],
  spread: 'few kinds' | 'all kinds' = 'few kinds',
): Promise<readonly Outcome[]> {
  const kinds =
    spread === 'all kinds' && context.settings.depth !== 'smoke' ? ALL_KINDS : ALL_KINDS.slice(0, FEW_KINDS);
  const lanes = kinds.map((kind, at) => {
    const own = negatives.filter((_, index) => index % kinds.length === at);
    const turn = negatives[at % negatives.length];
    return { kind, items: own.length > 0 || turn === undefined || spread === 'few kinds' ? own : [turn] };
  });
  const settled = await Promise.all(
    lanes.map(({ kind, items }, at) =>
      examineLane(
        items,
        (task) => withKindOf(context, kind, at, task),
        (bench, negative) => bench.negative({ changes: changesOf(bench.held.order), ...negative }),
      ),
    ),
  );
  return settled.flat().flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
}

/** Negatives are put to this many kinds of orders at once, where the kind does not matter. */
const FEW_KINDS = 3;

/** Every type and side; every other one has conditions, so that bodies of both forms are signed. */
const ALL_KINDS: readonly OrderRequest[] = (['LIMIT', 'STOP', 'LIMIT_STOP'] as const).flatMap((type, row) =>
  SIDES.map((side, column) => {
    const has = (row + column) % 2 === 1;
    return orderWith(type, side, { takeProfit: has, stopLoss: has });
  }),
);

/** A bench on an order of this kind, or else on any plain one. */
async function withKindOf(
  context: Context,
  kind: OrderRequest,
  turn: number,
  task: (bench: Bench) => Promise<null>,
): Promise<{ readonly none: string } | null> {
  const missing = await withBench(context, kind, task);
  return missing === null ? null : withPlainBench(context, turn, task);
}

/** What the bodies below change: the conditions that the order has. */
function changesOf({ profitRealizationYn, lossCutYn }: Order): Changes {
  if (profitRealizationYn !== 'Y' || lossCutYn !== 'Y') return NO_CHANGES;
  return CHANGE_BOTH;
}

const CHANGE_BOTH = changing({ takeProfit: 'Y', stopLoss: 'Y' });

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

/** A valid body that gives the order, as it is handed in, its values: its conditions included, where it has some. */
export function bodyOf(order: Order): string {
  return JSON.stringify(ownValues(order));
}

/** A negative that only touches the signature header. */
function signatureEdit(way: string, edit: (computed: string) => string | null): Negative {
  return { way, recipe: (order) => ({ body: bodyOf(order), signature: edit }) };
}

const missing: Examination = (context) =>
  examineNegatives(context, [signatureEdit('it has no X-Signature header', () => null)], 'all kinds');

const empty: Examination = (context) =>
  examineNegatives(context, [signatureEdit('its X-Signature is empty', () => '')]);

const otherKey: Examination = (context) => {
  const keys = fc.sample(fc.uint8Array({ minLength: 32, maxLength: 64 }), {
    seed: context.seed | 0,
    numRuns: times(context, 2),
  });
  return examineNegatives(
    context,
    [
      ...keys.map((bytes) => withKey('it is signed with another key', Buffer.from(bytes))),
      withKey('it is signed with an empty key', Buffer.alloc(0)),
      withKey('it is signed with the token as the key', Buffer.from(context.settings.token)),
    ],
    'all kinds',
  );
};

function withKey(way: string, key: Buffer): Negative {
  return { way, recipe: (order) => ({ body: bodyOf(order), key: createSecretKey(key) }) };
}

const wrongDigits: Examination = (context) => {
  const random = fc.sample(fc.uint8Array({ minLength: 64, maxLength: 64 }), {
    seed: context.seed | 0,
    numRuns: times(context, 2),
  });
  const places = fc.sample(fc.nat(127), { seed: (context.seed + 1) | 0, numRuns: times(context, 6) });
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
    return examineNegatives(context, negatives(context), source === 'body' ? 'all kinds' : 'few kinds');
  };
}

const alteredBody = altered('body', () => [
  {
    way: 'its body was altered after signing (the original was not sent)',
    recipe: (order, bench) => signedAs(order, bodyOf(stepped(order, bench.grid, 2))),
  },
  {
    way: 'its body was altered after signing (the original had been sent and accepted)',
    recipe: async (order, bench) => {
      const timestamp = String(bench.context.clock.nowSeconds());
      const original = bodyOf(stepped(order, bench.grid, 2));
      await bench.send({ body: original, timestamp });
      return { ...signedAs(order, original), timestamp };
    },
  },
  {
    way: 'its body was altered after signing in its order number only',
    recipe: (order) => signedAs(order, bodyOf({ ...order, orderNo: `${order.orderNo}0` })),
  },
  {
    way: 'its body was altered after signing in its last number only',
    recipe: (order) =>
      signedAs(
        order,
        bodyOf(order).replace(/(\d)(?=[^\d]*$)/, (digit) => String((Number(digit) + 1) % 10)),
      ),
  },
  {
    way: 'its body is signed as if it were empty',
    recipe: (order) => signedAs(order, ''),
  },
]);

function signedAs(order: Order, signedBody: string): ModifyRecipe {
  return { body: bodyOf(order), signedOver: { body: Buffer.from(signedBody) } };
}

const alteredTimestamp = altered('timestamp', () =>
  [-20, -1, 1, 20].map((seconds) => ({
    way: 'its X-Timestamp was altered after signing',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { timestamp: (now) => String(now + seconds) } }),
  })),
);

const alteredPath = altered('path', (context) => {
  const prefix = new URL(context.settings.baseUrl).pathname.replace(/\/$/, '');
  return ['/stocks/orders', '/orders/cancel', '/orders/modify/'].map((path) => ({
    way: 'it is signed for another path',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { path: prefix + path } }),
  }));
});

const alteredMethod = altered('method', () =>
  ['GET', 'PUT', 'DELETE'].map((method) => ({
    way: 'it is signed for another method',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { method } }),
  })),
);

const alteredToken = altered('token', (context) => [
  {
    way: 'it is signed for another token',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { token: `${context.settings.token.slice(0, -6)}AAAAAA` } }),
  },
  {
    way: 'it is signed as if it had no token',
    recipe: (order) => ({ body: bodyOf(order), signedOver: { token: '' } }),
  },
]);

const twoHeaders: Examination = (context) => {
  const wrong = Buffer.from(
    fc.sample(fc.uint8Array({ minLength: 64, maxLength: 64 }), { seed: context.seed | 0, numRuns: 1 })[0] ?? [],
  ).toString('hex');
  return examineNegatives(context, [
    {
      way: 'a second X-Signature with a wrong value follows the right one',
      recipe: (order) => ({ body: bodyOf(order), headers: (headers) => [...headers, ['X-Signature', wrong]] }),
    },
    {
      way: 'an X-Signature with a wrong value comes before the right one',
      recipe: (order) => ({ body: bodyOf(order), headers: (headers) => [['X-Signature', wrong], ...headers] }),
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
