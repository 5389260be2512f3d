import { expect, test } from '@playwright/test';
import type { OrderType } from '../../../src/contract/order.js';
import type { Profile } from '../../../src/contract/profile.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import type { ReferenceOptions } from '../../../src/mock/reference-service.js';
import { makeCatalogue, USUAL_SEED } from '../../../src/mock/catalogue.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-002', 'MOD-003', 'MOD-004'];

async function verdictsOf(reference: ReferenceOptions, profile: Profile = {}): Promise<string[]> {
  const results = await certifyReference(reference, { profile }, CLAUSES);
  return CLAUSES.map((id) => resultOf(results, id).verdict);
}

async function reasonOf(clause: string, reference: ReferenceOptions, profile: Profile = {}): Promise<string> {
  const results = await certifyReference(reference, { profile }, CLAUSES);
  expect(resultOf(results, clause).verdict).toBe('unverified');
  return resultOf(results, clause).reason;
}

function offering(name: string, apply: Alteration['apply']): Alteration {
  return { name, does: 'Has other orders.', apply };
}

/** Refuses another orderPrice or barrierPrice for orders of these types. */
function fixedFor(...types: readonly OrderType[]): Alteration {
  return {
    name: 'fixed',
    does: 'Lets no price of some types move.',
    apply: (before) => ({
      checkBounds: (call) => {
        const { body, order } = call;
        if (order === null || !types.includes(order.orderTypeCd)) return before.checkBounds(call);
        const { barrierPrice, orderPrice } = order.values;
        const isSame = (body['barrierPrice'] ?? 0) === barrierPrice && (body['orderPrice'] ?? 0) === orderPrice;
        return isSame ? before.checkBounds(call) : refuse('order-not-modifiable');
      },
    }),
  };
}

/** The usual instruments, their prices in steps so many times smaller. */
function onFinerGrid(times: number): NonNullable<ReferenceOptions['catalogue']> {
  const usual = makeCatalogue(USUAL_SEED);
  const instruments = usual.instruments.map((one) => ({
    ...one,
    pointUnit: Number((one.pointUnit / times).toPrecision(3)),
  }));
  return { ...usual, instruments, byCode: new Map(instruments.map((one) => [one.stockCd, one])) };
}

const LIMIT_FIXED: ReferenceOptions = { faults: ['limit-price-fixed'] };

test('a type whose price is fixed is found where all orders are for one instrument', async () => {
  expect(await verdictsOf({ ...LIMIT_FIXED, instruments: 1 })).toEqual(['fail', 'pass', 'pass']);
});

test('two types whose prices are fixed are both found where the third moves the same prices', async () => {
  expect(await verdictsOf({ alterations: [fixedFor('LIMIT', 'STOP')] })).toEqual(['fail', 'fail', 'pass']);
});

for (const finer of [1_000, 100_000]) {
  test(`prices that move far only are found to move on a grid ${finer} times finer`, async () => {
    const catalogue = onFinerGrid(finer);
    const alterations = LEGAL_TWINS.filter(({ name }) => name === 'limit-orders-move-far');
    expect(await verdictsOf({ alterations, catalogue })).toEqual(['pass', 'pass', 'pass']);
    expect(await verdictsOf({ ...LIMIT_FIXED, catalogue })).toEqual(['fail', 'pass', 'pass']);
  });
}

/** Moves prices of LIMIT_STOP orders upwards alone, and far. */
const FAR_AND_UP: Alteration = {
  name: 'far-and-up',
  does: 'Moves prices of LIMIT_STOP orders upwards alone, and far.',
  apply: ({ checkBounds }) => ({
    checkBounds: (call) => {
      const { body, order } = call;
      const isTaken = (name: 'barrierPrice' | 'orderPrice'): boolean => {
        const [now, next] = [order?.values[name] ?? 0, Number(body[name])];
        return next === now || next >= now * 1.012;
      };
      const isOf = order?.orderTypeCd === 'LIMIT_STOP';
      const isRefused = isOf && !(isTaken('barrierPrice') && isTaken('orderPrice'));
      return checkBounds(call) ?? (isRefused ? refuse('order-not-modifiable') : null);
    },
  }),
};

test('prices that move upwards alone, and far, are found to move, though none can be set back', async () => {
  expect(await verdictsOf({ alterations: [FAR_AND_UP] })).toEqual(['pass', 'pass', 'pass']);
});

test('what is fixed in all orders is not said of one type', async () => {
  expect(await verdictsOf({ alterations: [fixedFor('LIMIT', 'STOP', 'LIMIT_STOP')] })).toEqual([
    'pass',
    'pass',
    'pass',
  ]);
});

test('a price that moves in orders of no type may be limited for all of them', async () => {
  const reference = { alterations: [fixedFor('LIMIT', 'LIMIT_STOP')] };
  expect(await verdictsOf(reference)).toEqual(['unverified', 'pass', 'unverified']);
  const reason = await reasonOf('MOD-002', reference);
  expect(reason).toContain(
    "no other orderPrice of a LIMIT order was accepted, which may be a limit of the service's own",
  );
  expect(reason).toContain('the orderPrice of no other type of order was seen to move');
});

test('nothing is held against a type with orders that buy only', async () => {
  const buying = offering('buying', (before) => ({
    offers: (wanted) => (wanted.orderTypeCd !== 'LIMIT' || wanted.sideCd.startsWith('BUY')) && before.offers(wanted),
  }));
  const reason = await reasonOf('MOD-002', { ...LIMIT_FIXED, alterations: [buying] });
  expect(reason).toContain('no two new orders of which one buys and one sells');
});

test('nothing is held against a type whose orders are used ones', async () => {
  const given = new Set<string>();
  const once = offering('once', (before) => ({
    offers: (wanted) => {
      const kind = JSON.stringify(Object.entries(wanted).sort());
      if (given.has(kind)) return false;
      given.add(kind);
      return before.offers(wanted);
    },
  }));
  expect(await reasonOf('MOD-002', { ...LIMIT_FIXED, alterations: [once] })).toContain(
    'the order source had no new order',
  );
});

test('nothing is held against a type where hardly any price is near enough', async () => {
  const reason = await reasonOf('MOD-002', LIMIT_FIXED, { limits: { priceBand: 0.0001 } });
  expect(reason).toContain('too few prices to try');
});
