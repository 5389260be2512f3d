import { orderWith } from '../arbitraries/structures.js';
import type { ModifyRecipe } from '../client/request-recipe.js';
import type { Order } from '../contract/order.js';
import type { Examination } from './context.js';
import {
  bodyOf,
  examineNegatives,
  examineOnFullOrder,
  examineWhereThereIs,
  IN_CHUNKS,
  withBlanks,
} from './negatives.js';
import { ownValues, priceChange, stepped } from './order-steps.js';
import type { Negative } from './sandwich.js';

/** Examines that no body is accepted under the signature of another one. @clause SIG-006 */
export const examineAlteredBodies: Examination = async (context) => [
  ...(await examineNegatives(context, ALTERED_BODIES, 'each type and side')),
  ...(await examineOnFullOrder(context, ALTERED_MEMBERS)),
  ...(await examineWhereThereIs(context, WITH_CONDITIONS, ALTERED_CONDITIONS)),
];

const ALTERED_BODIES: readonly Negative[] = [
  {
    way: 'its body was altered after signing (the original was not sent)',
    recipe: (order, bench) => signedAs(order, bodyOf(stepped(order, bench.prices.grid, 2))),
  },
  alteredAfterwards('its body was altered', (_, moved) => moved),
  {
    way: 'its body was altered after signing in its order number only',
    recipe: (order) => signedAs(order, bodyOf({ ...order, orderNo: `${order.orderNo}0` })),
  },
  {
    way: 'its body was altered after signing in its last number only',
    recipe: (order) => signedAs(order, bodyOf(order).replace(LAST_DIGIT, another)),
  },
  {
    way: 'its body, of more than 16 KiB of white space, was altered after signing in its last member only',
    recipe: (order) => ({
      body: withBlanks(bodyOf(order)),
      signedOver: { body: withBlanks(bodyOf(order).replace(LAST_DIGIT, another)) },
    }),
  },
  {
    way: 'its body, which comes in chunks, is signed as if it were empty',
    recipe: (order) => ({ ...signedAs(order, ''), ...IN_CHUNKS }),
    isOptional: true,
  },
  {
    way: 'its body is signed as if it were empty',
    recipe: (order) => signedAs(order, ''),
  },
];

/** Each member alone, but for orderNo and lossCutBarrierPrice, the last number: the bodies above have those. */
const ALTERED_MEMBERS: readonly Negative[] = (
  [
    'stockCd',
    'orderTypeCd',
    'sideCd',
    'orderDateTime',
    'orderQuantity',
    'barrierPrice',
    'orderPrice',
    'profitRealizationYn',
    'profitRealizationBarrierPrice',
    'lossCutYn',
    'lossTrackingYn',
  ] as const
).map((member) => ({
  way: `its body was altered after signing in its ${member} only`,
  recipe: (order) => {
    const sent = ownValues(order);
    return signedAs(order, JSON.stringify({ ...sent, [member]: otherThan(sent[member]) }));
  },
}));

const WITH_CONDITIONS = orderWith('LIMIT', 'BUY', { takeProfit: true, stopLoss: true });

/** What a service may leave out of what it verifies, or remembers as verified: only some modifies have it (2.4). */
const ALTERED_CONDITIONS: readonly Negative[] = [
  ...(['profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const).map((price) =>
    alteredAfterwards(`its ${price} alone was altered`, (order, moved) => ({ ...order, [price]: moved[price] })),
  ),
  alteredAfterwards('conditions were added to its body', (order) => priceChange(order)),
];

/**
 * The signature of another body that was sent and accepted just before.
 *
 * @param original - that other body, made from the order that is sent and from the same with its prices moved
 */
function alteredAfterwards(what: string, original: (order: Order, moved: Order) => Order): Negative {
  return {
    repeatsTimestamp: true,
    way: `${what} after signing (the original had been sent and accepted)`,
    recipe: async (order, bench) => {
      const timestamp = String(bench.context.clock.nowSeconds());
      const before = bodyOf(original(order, stepped(order, bench.prices.grid, 2)));
      await bench.send({ body: before, timestamp });
      return { ...signedAs(order, before), timestamp };
    },
  };
}

/** Another value of the same type: of a switch, its other one. */
function otherThan(value: string | number | undefined): string | number {
  // From 2 to the power of 53 on, the next whole number may be the same.
  if (typeof value === 'number') return value + 1 === value ? value / 2 : value + 1;
  if (value === 'Y') return 'N';
  return value === undefined || value === 'N' ? 'Y' : `${value}0`;
}

const LAST_DIGIT = /\d(?=\D*$)/;
const another = (digit: string): string => String((Number(digit) + 1) % 10);

function signedAs(order: Order, signedBody: string): ModifyRecipe {
  return { body: bodyOf(order), signedOver: { body: Buffer.from(signedBody) } };
}
