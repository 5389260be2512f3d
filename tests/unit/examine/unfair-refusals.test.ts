import { expect, test } from '@playwright/test';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-071', 'MOD-072', 'OPN-050'];

const UNFAIR: readonly (readonly [fault: string, clause: string, where: string])[] = [
  ['one-shard-lost', 'MOD-071', 'the last character of its orderNo is 7 or 8'],
  ['midnight-order-refused', 'MOD-071', 'the hour of its orderDateTime is 0'],
  ['cheap-orders-fixed', 'MOD-001', 'price that it changes is below a bound somewhere between'],
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

for (const fault of ['conditions-always-wanted', 'conditions-in-pairs']) {
  test(`a change that is refused is tried with all prices once, and its kind leaves nothing else open: ${fault}`, async () => {
    const ids = ['TPS-003', 'TPS-006', 'TPS-021', 'MOD-009', 'MOD-023', 'MOD-084'];
    const [fair, unfair] = await Promise.all([
      certifyReference({}, {}, ids),
      certifyReference({ faults: [fault] }, {}, ids),
    ]);
    expect(resultOf(unfair, 'TPS-006').verdict).toBe('fail');
    expect(unfair.clauses.filter(({ verdict }) => verdict === 'unverified').map(({ id }) => id)).toEqual([]);
    expect(unfair.requests).toBeLessThan(fair.requests + 1_000);
  });
}

for (const seed of [1, 2, 3]) {
  test(`what is refused for its price is not held against the timestamp that came with it, seed ${seed}`, async () => {
    const ofTimestamps = ['CLK-004', 'CLK-005', 'CLK-008', 'CLK-009'];
    const results = await certifyReference({ faults: ['price-by-remainder'] }, { seed }, ofTimestamps);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
    expect(results.requests).toBeGreaterThan(50);
  });
}

for (const [service, rule] of [
  ['conditions-never-beside-prices', 'it has a condition and changes a price'],
  ['price-taken-once', 'its order had the prices before that it changes them to'],
] as const) {
  test(`a rule that the document leaves to the service is told, and held against none: ${service}`, async () => {
    const alterations = LEGAL_TWINS.filter(({ name }) => name === service);
    const results = await certifyReference({ alterations });
    expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
    expect(results.questions.find(({ id }) => id === 'OPN-050')?.observed).toEqual([rule]);
  });
}

test('of a service that halts trading in some instruments, no type or side is held against it', async () => {
  const results = await certifyReference(
    { alterations: LEGAL_TWINS.filter(({ name }) => name === 'trading-partly-halted') },
    {},
    [...['MOD-001', 'MOD-002', 'MOD-003', 'MOD-004', 'MOD-006', 'MOD-008', 'MOD-009', 'MOD-042']],
  );
  expect(results.clauses.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'inapplicable')).toEqual([]);
});

test('a lock after each refusal is told, though a modify that it refused is accepted when it is sent again at once', async () => {
  const others = ['MOD-001', 'MOD-011', 'MOD-012', 'MOD-013', 'MOD-031', 'MOD-034', 'MOD-041', 'CLK-004'];
  const locked = await certifyReference({ faults: ['locked-after-refusal'] }, {}, ['MOD-009', ...others]);
  expect(resultOf(locked, 'MOD-009').verdict).toBe('warn');
});

test('refusals that come and go are not taken for a lock after a refusal', async () => {
  const clauses = ['MOD-001', 'MOD-009', 'MOD-031', 'MOD-072'];
  const fickle = await certifyReference({ faults: ['one-in-twenty-refused'] }, {}, clauses);
  expect([resultOf(fickle, 'MOD-009').verdict, resultOf(fickle, 'MOD-072').verdict]).toEqual(['pass', 'warn']);
});
