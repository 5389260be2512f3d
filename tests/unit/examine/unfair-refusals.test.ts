import { expect, test } from '@playwright/test';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-071', 'MOD-072', 'OPN-050'];

const UNFAIR: readonly (readonly [fault: string, clause: string, where: string])[] = [
  ['one-shard-lost', 'MOD-071', 'the last character of its orderNo is 7 or 8'],
  ['midnight-order-refused', 'MOD-071', 'the hour of its orderDateTime is 0'],
  ['cheap-orders-fixed', 'MOD-001', 'price that it changes is at most'],
  ['no-spread-refused', 'MOD-001', 'isSpreadUsage of its instrument is false'],
  ['one-in-five-refused', 'MOD-072', 'were accepted when they were sent again at once'],
];

for (const [fault, clause, where] of UNFAIR) {
  test(`what decides is told once, with a pair that shows it: ${fault}`, async () => {
    const results = await certifyReference({ faults: [fault] }, {}, CLAUSES);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([clause]);
    const [finding, ...more] = resultOf(results, clause).findings;
    expect(more).toEqual([]);
    expect(finding?.actual).toContain(where);
    expect(finding?.shown?.status).toBe(400);
    expect(finding?.sibling?.status).toBe(200);
  });
}

test('orders that are named in many ways are all modified by a service that refuses none', async () => {
  const results = await certifyReference({ faults: [] }, {}, CLAUSES);
  for (const id of CLAUSES.slice(0, 3)) expect(resultOf(results, id).verdict, id).toBe('pass');
});
