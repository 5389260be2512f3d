import { expect, test } from '@playwright/test';
import type { Profile } from '../../../src/contract/profile.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import type { ReferenceOptions } from '../../../src/mock/reference-service.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-002', 'TPS-001', 'TPS-002', 'TPS-003', 'TPS-004', 'TPS-005', 'TPS-006', 'TPS-007'];
const MODIFY_ONLY: Profile = { claims: ['modifyOrder'] };

/** A gateway that serves modify alone, so that nothing tells the point unit of an order's instrument. */
const WITHOUT_LOOKUP: Alteration = {
  name: 'without-lookup',
  does: 'Has no lookup.',
  apply: (before) => ({
    route: (call) => {
      const refusal = before.route(call);
      return call.operation === 'listOrderableStocks' ? refuse('unknown-path') : refusal;
    },
  }),
};

const COARSE = LEGAL_TWINS.filter(({ name }) => name === 'coarse-price-grid');

async function brokenOf(reference: ReferenceOptions): Promise<string[]> {
  const results = await certifyReference(reference, { profile: MODIFY_ONLY }, CLAUSES);
  return results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
}

test('nothing is held against a service with a coarse grid of prices where no lookup tells it', async () => {
  expect(COARSE).toHaveLength(1);
  expect(await brokenOf({ alterations: [...COARSE, WITHOUT_LOOKUP] })).toEqual([]);
});

for (const [fault, clause] of [
  ['stop-loss-fixed', 'TPS-002'],
  ['one-condition-at-a-time', 'TPS-006'],
  ['omitted-take-profit-lost', 'TPS-007'],
] as const) {
  test(`${fault} is found on ${clause} where no lookup tells the grid of prices`, async () => {
    expect(await brokenOf({ alterations: [...COARSE, WITHOUT_LOOKUP], faults: [fault] })).toEqual([clause]);
  });
}

test('where the lookup lists no instrument, no quantity is held against a service that takes it', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'lists-nothing');
  expect(alterations).toHaveLength(1);
  const clauses = ['ORD-005', 'ORD-006', 'ORD-007', 'MOD-009'];
  const results = await certifyReference({ alterations }, {}, clauses);
  const because = 'unverified: the lookup tells no bounds of the instrument of the order';
  const told = clauses.map((id) => resultOf(results, id)).map(({ verdict, reason }) => `${verdict}: ${reason}`);
  expect(told).toEqual([because, because, because, 'pass: held in 15 cases']);
});
