import { expect, test } from '@playwright/test';
import type { LegalTwin } from '../../../src/mock/behaviour.js';
import type { Call } from '../../../src/mock/call.js';
import { findFault } from '../../../src/mock/faults.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

/** What each of them alone explains is found out with modifies that the others refuse. */
const TOGETHER = [
  { names: ['busy-after-a-modify', 'no-change-refused'], clauses: ['MOD-010'], seed: 1 },
  { names: ['busy-after-a-modify', 'same-condition-refused'], clauses: ['MOD-010'], seed: 334 },
  { names: ['busy-after-a-modify', 'prices-only-rise'], clauses: ['MOD-010'], seed: 497 },
  { names: ['same-condition-refused', 'no-small-moves'], clauses: ['MOD-009'], seed: 360 },
  { names: ['no-change-refused', 'no-small-moves'], clauses: ['TPS-006', 'TPS-007'], seed: 1 },
  { names: ['coarse-price-grid', 'no-small-moves'], clauses: ['TPS-006', 'TPS-007'], seed: 1 },
  { names: ['prices-only-rise', 'stop-loss-only-nearer'], clauses: ['TPS-006', 'TPS-007'], seed: 584 },
  { names: ['barrier-reached-is-fixed', 'no-change-refused'], clauses: ['MOD-001'], seed: 66 },
  { names: ['limit-orders-move-far', 'price-must-change'], clauses: ['MOD-001', 'MOD-002'], seed: 1 },
  {
    names: ['no-change-refused', 'conditions-never-beside-prices'],
    clauses: ['TPS-003', 'TPS-006', 'TPS-007'],
    seed: 1,
  },
  {
    names: ['conditions-keep-a-distance', 'no-small-moves', 'prices-only-rise'],
    clauses: ['TPS-006', 'TPS-007'],
    seed: 427,
  },
];

for (const { names, clauses, seed } of TOGETHER) {
  test(`nothing is held against a service that is ${names.join(' and ')}`, async () => {
    const alterations = LEGAL_TWINS.filter(({ name }) => names.includes(name));
    expect(alterations).toHaveLength(names.length);
    const results = await certifyReference({ alterations }, { seed }, clauses);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

/** Limits that no named service has: refuses a valid modify where this holds. */
function limit(name: string, does: string, isRefused: (call: Call) => boolean): LegalTwin {
  return {
    name,
    does,
    apply: ({ checkBounds }) => ({
      checkBounds: (call) => checkBounds(call) ?? (isRefused(call) ? refuse('order-mismatch') : null),
    }),
  };
}

const PRICES_OR_CONDITIONS = limit(
  'prices-or-conditions',
  'Lets a modify change the prices of an order or its conditions, and not both.',
  ({ body, order }) => {
    const names = ['barrierPrice', 'orderPrice'] as const;
    const moves = order !== null && names.some((name) => name in body && body[name] !== order.values[name]);
    return moves && Object.keys(body).some((name) => /^(?:profitRealization|loss)/.test(name));
  },
);

/** As after the steps of an instrument became coarser: orders from before are off them. */
const ROUND_PRICES: LegalTwin = {
  name: 'round-prices',
  does: 'Takes another price only where it is a multiple of ten point units.',
  apply: (before) => ({
    checkBounds: (call) => {
      const { body, order, service } = call;
      const refusal = before.checkBounds(call);
      if (refusal !== null || order === null) return refusal;
      const { barrierPrice, orderPrice, takeProfit, stopLoss } = order.values;
      const unit = 10 * (service.catalogue.byCode.get(order.stockCd)?.pointUnit ?? 1);
      const isOdd = Object.entries({
        ...{ barrierPrice, orderPrice },
        profitRealizationBarrierPrice: takeProfit.price,
        lossCutBarrierPrice: stopLoss.price,
      }).some(([name, own]) => {
        const price = Number(body[name] ?? own);
        return price !== own && Math.abs(price / unit - Math.round(price / unit)) > 1e-6;
      });
      return isOdd ? refuse('price-not-positive') : null;
    },
  }),
};

for (const { others, seed } of [
  { others: [] as readonly string[], seed: 3 },
  { others: ['no-small-moves'], seed: 2 },
]) {
  test(`nothing is held against a service with prices on a grid that orders are not on: ${others.join()}`, async () => {
    const alterations = [ROUND_PRICES, ...LEGAL_TWINS.filter(({ name }) => others.includes(name))];
    const results = await certifyReference({ alterations }, { seed }, ['TPS-006', 'TPS-007']);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

test('nothing is held against a service that changes prices or conditions, and neither by little', async () => {
  const alterations = [PRICES_OR_CONDITIONS, ...LEGAL_TWINS.filter(({ name }) => name === 'no-small-moves')];
  for (const seed of [1, 768]) {
    const results = await certifyReference({ alterations }, { seed }, ['TPS-006', 'TPS-007']);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  }
});

const FAR_TAKE_PROFIT = limit(
  'far-take-profit',
  'Refuses to move the take-profit of a MARKET order by less than 0.5 %.',
  ({ body, order }) => {
    const own = order?.orderTypeCd === 'MARKET' ? order.values.takeProfit.price : 0;
    const distance = Math.abs(Number(body.profitRealizationBarrierPrice ?? own) - own);
    return distance > 0 && distance < own / 200;
  },
);

const FIXED_BARRIER = limit(
  'fixed-barrier',
  'Refuses another barrierPrice for a LIMIT_STOP order.',
  ({ body, order }) => order?.orderTypeCd === 'LIMIT_STOP' && body.barrierPrice !== order.values.barrierPrice,
);

for (const { unnamed, others } of [
  { unnamed: FAR_TAKE_PROFIT, others: ['no-change-refused'] },
  { unnamed: FIXED_BARRIER, others: ['five-points-a-tick', 'price-must-change'] },
]) {
  test(`nothing is held against a service that is ${unnamed.name}, ${others.join(' and ')}`, async () => {
    const alterations = [unnamed, ...LEGAL_TWINS.filter(({ name }) => others.includes(name))];
    const results = await certifyReference({ alterations }, {}, ['MOD-001', 'MOD-005']);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

/** Refused before anything is asked of the order, so that it stays busy with the modify before. */
const OF_SIGNATURES = ['SIG-001', 'SIG-002', 'SIG-003', 'SIG-004', 'SIG-005', 'SIG-006', 'SIG-007'];

for (const { fault, others = [] } of [
  { fault: 'missing-order-price-limit-stop' },
  { fault: 'body-in-a-string' },
  { fault: 'take-profit-added-beside-stop-loss' },
  { fault: 'true-is-one', others: OF_SIGNATURES },
]) {
  test(`${fault} is found though orders are busy after each modify`, async () => {
    const { clause, needs = {} } = findFault(fault);
    const alterations = LEGAL_TWINS.filter(({ name }) => name === 'busy-after-a-modify');
    const results = await certifyReference({ ...needs, alterations, faults: [fault] }, {}, [...others, clause]);
    const { kind, verdict } = resultOf(results, clause);
    expect(verdict).toBe(kind === 'required' ? 'fail' : 'warn');
  });
}
