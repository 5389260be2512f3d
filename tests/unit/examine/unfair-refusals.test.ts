import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import type { Behaviour, LegalTwin } from '../../../src/mock/behaviour.js';
import type { Call } from '../../../src/mock/call.js';
import { catalogueOf, makeCatalogue, type Catalogue } from '../../../src/mock/catalogue.js';
import type { StoredOrder } from '../../../src/mock/order-book.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-071', 'MOD-072', 'OPN-050'];

const UNFAIR: readonly (readonly [fault: string, clause: string, where: string])[] = [
  ['one-shard-lost', 'MOD-071', 'the last character of its orderNo is 7 or 8'],
  ['midnight-order-refused', 'MOD-071', 'the hour of its orderDateTime is 0'],
  ['cheap-orders-fixed', 'MOD-001', 'price that it changes is below a bound somewhere between'],
  ['no-spread-refused', 'MOD-001', 'isSpreadUsage of its instrument is false'],
  ['first-on-connection-refused', 'MOD-072', 'its connection carried no other valid modify before'],
  ['one-modify-a-connection', 'MOD-072', 'its connection carried another request before'],
  ['one-instance-of-three-refuses', 'MOD-072', 'of 8 connections refused every valid modify'],
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

const MINUTE_MS = 60_000;

test('orders that are named in many ways are all modified by a service that refuses none', async () => {
  const results = await certifyReference({ faults: [] }, {}, CLAUSES);
  for (const id of CLAUSES.slice(0, 3)) expect(resultOf(results, id).verdict, id).toBe('pass');
});

test('what each order refuses every so often is told with its rate, though by what was kept of it a number of modifies decides', async () => {
  const results = await certifyReference({ faults: ['every-tenth-refused'] }, { depth: 'standard' });
  const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(broken.map(({ id }) => id)).toEqual(['MOD-072']);
  expect(resultOf(results, 'MOD-072').findings[0]?.actual).toMatch(/^[3-9] of \d+ valid modifies of orders/);
});

for (const fault of ['conditions-always-wanted', 'conditions-in-pairs']) {
  test(`a change that is refused for what it leaves out is tried with few other prices, and leaves nothing else open: ${fault}`, async () => {
    const ids = ['TPS-003', 'TPS-006', 'TPS-021', 'MOD-009', 'MOD-023', 'MOD-084'];
    const [fair, unfair] = await Promise.all([
      certifyReference({}, {}, ids),
      certifyReference({ faults: [fault] }, {}, ids),
    ]);
    expect(resultOf(unfair, 'TPS-006').verdict).toBe('fail');
    expect(unfair.clauses.filter(({ verdict }) => verdict === 'unverified').map(({ id }) => id)).toEqual([]);
    expect(unfair.requests).toBeLessThan(fair.requests + 150);
  });
}

/** Clauses that put invalid modifies to an order of every type and side. */
const OF_EACH_KIND = ['MOD-004', 'MOD-009', ...[1, 2, 3, 4, 5, 6].flatMap((at) => [`MOD-01${at}`, `ORD-00${at}`])];

for (const [fault, clause, ids, most] of [
  ['both-prices-at-once-refused', 'MOD-004', OF_EACH_KIND, 250],
  ['take-profit-wants-few-digits', 'TPS-006', ['MOD-020', 'MOD-033', 'TPS-006', 'TPS-031'], 400],
  ['take-profit-off-alone-refused', 'TPS-006', ['TPS-004', 'TPS-006', 'MOD-084'], 550],
  ['quantity-compared-as-text', 'MOD-010', ['MOD-010'], 80],
] as const) {
  test(`what is known to be refused is sent no more: ${fault}`, async () => {
    const [fair, unfair] = await Promise.all([
      certifyReference({}, {}, [...ids]),
      certifyReference({ faults: [fault] }, {}, [...ids]),
    ]);
    expect(['fail', 'warn']).toContain(resultOf(unfair, clause).verdict);
    expect(unfair.requests).toBeLessThan(fair.requests + most);
  });
}

for (const [fault, clause, changed, most] of [
  ['market-refused', 'MOD-005', 'MOD-051', 400],
  ['close-refused', 'MOD-006', 'TPS-006', 700],
  ['one-price-only', 'MOD-004', 'MOD-009', 1_000],
] as const) {
  test(`a type or side of which every order is refused is told, and little is sent for it elsewhere: ${fault}`, async () => {
    const ids = [...OF_EACH_KIND, 'MOD-002', 'MOD-005', 'MOD-006', 'MOD-051', 'TPS-001', 'TPS-006'];
    const [fair, unfair] = await Promise.all([
      certifyReference({}, {}, ids),
      certifyReference({ faults: [fault] }, {}, ids),
    ]);
    expect(['fail', 'warn']).toContain(resultOf(unfair, clause).verdict);
    expect(resultOf(unfair, changed).verdict).toBe('unverified');
    expect(resultOf(unfair, 'MOD-002').verdict).toBe('pass');
    expect(unfair.requests).toBeLessThan(fair.requests + most);
  });
}

/** Pairs of currencies alone, in tenths of pips. */
function pairsAlone(): Catalogue {
  const pairs = makeCatalogue(1).instruments.filter(({ pointUnit }) => pointUnit === 0.000_01);
  return catalogueOf(pairs.map((pair) => ({ ...pair, closePrice: Number(pair.closePrice.toFixed(2)) })));
}

for (const price of ['profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const) {
  test(`that a condition is taken in whole pips only is held against no service: ${price}`, async () => {
    const isInPips = (value: unknown): boolean => Number.isInteger(Number((Number(value ?? 0) * 10_000).toFixed(6)));
    const inPips = refusingWhere(({ body }) => !isInPips(body[price]));
    const ids = ['MOD-001', 'MOD-020', 'TPS-001', 'TPS-002', 'TPS-006', 'OPN-050'];
    const results = await certifyReference({ catalogue: pairsAlone(), alterations: [inPips] }, {}, ids);
    expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
    expect(results.requests).toBeGreaterThan(500);
  });
}

for (const [price, ids] of [
  ['profitRealizationBarrierPrice', ['MOD-020', 'MOD-033', 'TPS-006', 'TPS-031']],
  ['lossCutBarrierPrice', ['MOD-022', 'MOD-033', 'TPS-006', 'TPS-032']],
] as const) {
  test(`that a condition is refused for the digits of its price is told: ${price}`, async () => {
    const isLong = ({ body }: Call): boolean => /\.\d{3}/.test(String(Number(body[price] ?? 0)));
    const results = await certifyReference({ alterations: [refusingWhere(isLong)] }, {}, [...ids]);
    expect(results.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual(['TPS-006']);
    expect(resultOf(results, 'TPS-006').findings[0]?.actual).toContain(
      `where the number of decimals of its ${price} is`,
    );
  });
}

test('that prices are refused where they are whole numbers is told', async () => {
  const isWhole = ({ body }: Call): boolean =>
    (['barrierPrice', 'orderPrice'] as const).some((name) => body[name] !== 0 && Number.isInteger(body[name]));
  const results = await certifyReference({ alterations: [refusingWhere(isWhole)] }, {}, [...CLAUSES, 'TPS-001']);
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual(['MOD-001']);
  expect(resultOf(results, 'MOD-001').findings[0]?.actual).toContain('is a whole number, and no others');
});

test('orders that are lost by a rule that is not found are not as good as never met', async () => {
  test.slow();
  const digitSum = (text: string): number => (text.match(/\d/g) ?? []).reduce((sum, digit) => sum + Number(digit), 0);
  const isLost = ({ order }: Call): boolean => order !== null && digitSum(order.orderNo) % 10 === 3;
  const results = await certifyReference({ alterations: [refusingWhere(isLost)] }, { depth: 'standard' });
  expect(results.verdict).toBe('incomplete');
  expect(resultOf(results, 'MOD-071').reason).toMatch(/\d+ orders took no modify though the order source shows them/);
});

test('that timestamps are refused by half is told', async () => {
  const results = await certifyReference({ faults: ['odd-timestamp-refused'] }, {}, [...CLAUSES, 'MOD-042']);
  expect(resultOf(results, 'MOD-072').verdict).toBe('warn');
  expect(resultOf(results, 'MOD-072').findings[0]?.actual).toContain('its X-Timestamp is odd');
});

test('refusals that no rule explains are not told as none', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'five-points-a-tick');
  const results = await certifyReference({ alterations });
  expect(resultOf(results, 'OPN-050').verdict).toBe('unverified');
  expect(resultOf(results, 'OPN-050').reason).toMatch(/^\d+ refusals of valid modifies: nothing that was looked at/);
});

test('where few orders are had, those that cannot be set back are used as they are', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'few-orders-of-each-kind');
  const ids = ['CLK-006', 'CLK-007', 'SIG-001', 'SIG-005', 'SIG-009'];
  const results = await certifyReference({ faults: ['price-by-remainder'], alterations }, {}, ['MOD-001', ...ids]);
  expect(resultOf(results, 'MOD-001').verdict).toBe('fail');
  expect(ids.map((id) => resultOf(results, id).verdict)).toEqual(ids.map(() => 'pass'));
});

test('a coarse grid of prices, and orders whose take-profit may be named a few times, leave no change of conditions open', async () => {
  test.slow();
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'coarse-price-grid');
  const ids = ['TPS-001', 'TPS-004', 'TPS-006', 'TPS-007'];
  const results = await certifyReference({ alterations: [...alterations, namedAtMost(8)] }, {}, ids);
  expect(ids.map((id) => resultOf(results, id).verdict)).toEqual(ids.map(() => 'pass'));
});

function refusingWhere(isRefused: (call: Call) => boolean): LegalTwin {
  return {
    ...{ name: 'of-its-own', does: 'Refuses some.' },
    apply: ({ checkBounds }) => ({
      checkBounds: (call) => checkBounds(call) ?? (isRefused(call) ? refuse('order-not-modifiable') : null),
    }),
  };
}

/** Takes so many modifies of an order that name its take-profit. */
function namedAtMost(most: number): LegalTwin {
  const taken = new WeakMap<StoredOrder, number>();
  const namedBefore = ({ body, order }: Call): number =>
    order === null || body['profitRealizationBarrierPrice'] === undefined ? 0 : (taken.get(order) ?? 0);
  return {
    ...{ name: 'named-at-most', does: 'Takes so many modifies that name the take-profit of an order.' },
    apply: (before) => ({
      ...refusingWhere((call) => namedBefore(call) >= most).apply(before),
      apply: (call) => {
        if (call.order !== null && call.body['profitRealizationBarrierPrice'] !== undefined)
          taken.set(call.order, namedBefore(call) + 1);
        before.apply(call);
      },
    }),
  };
}

test('a change is not refused for what it leaves out where its order is busy after each modify', async () => {
  test.slow();
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'busy-after-a-modify');
  const ids = ['TPS-001', 'TPS-002', 'TPS-003', 'TPS-004', 'TPS-005', 'TPS-006'];
  const results = await certifyReference({ faults: ['conditions-in-pairs'], alterations }, {}, ids);
  const broken = results.clauses.filter(({ verdict }) => verdict === 'fail');
  expect(broken.map(({ id }) => id)).toEqual(['TPS-006']);
});

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
  ['first-modify-refused', 'what became of the modify of the order before it is none, since it is the first'],
] as const) {
  test(`a rule that the document leaves to the service is told, and held against none: ${service}`, async () => {
    const alterations = LEGAL_TWINS.filter(({ name }) => name === service);
    const results = await certifyReference({ alterations });
    expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
    expect(results.questions.find(({ id }) => id === 'OPN-050')?.observed).toEqual([rule]);
  });
}

for (const [fault, where] of [
  [
    'orders-forgotten',
    'the age of its order since the source gave it, in milliseconds is above a bound somewhere between',
  ],
  [
    'only-newest-orders',
    'the number of orders that the source made after its order is above a bound somewhere between',
  ],
] as const) {
  test(`what is refused for the age of its order is told where the order source shows it unfilled: ${fault}`, async () => {
    test.slow();
    const results = await certifyReference({ faults: [fault] }, { depth: 'standard' });
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual(['MOD-071']);
    const [finding] = resultOf(results, 'MOD-071').findings;
    expect(finding?.actual).toContain(where);
    expect(finding?.actual).toContain('though the order source shows its order unfilled');
    expect([finding?.shown?.status, finding?.sibling?.status]).toEqual([400, 200]);
  });
}

test('orders that fill meanwhile are held against no service', async () => {
  test.slow();
  const alterations = LEGAL_TWINS.filter(({ name }) => name === 'orders-fill-soon');
  const results = await certifyReference({ alterations }, { depth: 'standard' });
  expect(results.notes.join()).toContain('the order source shows them filled or closed');
  expect(results.verdict).toBe('conformant');
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
});

for (const [clause, second] of [
  ['CLK-004', 58],
  ['CLK-005', 0],
] as const) {
  test(`timestamps of another minute are sent in whichever second of the minute a run begins: ${clause}, ${second} s`, async () => {
    const startMs = Date.now();
    const aheadMs = second * 1000 + 100 - (startMs % MINUTE_MS);
    const reference = { faults: ['another-minute-refused'], clock: () => Date.now() + aheadMs };
    const results = await certifyReference(reference, {}, [clause]);
    expect(resultOf(results, clause).verdict).toBe('fail');
  });
}

test('a clause whose orders fill before it is done takes others', async () => {
  const modified = new Map<StoredOrder, number>();
  const alterations: readonly LegalTwin[] = [
    {
      ...{ name: 'first-orders-fill', does: 'Fills the first orders that are modified, after some modifies.' },
      apply: ({ stateOf, apply }) => ({
        stateOf: (order, nowMs) =>
          [...modified.keys()].indexOf(order) < 18 && (modified.get(order) ?? 0) >= 4
            ? 'filled'
            : stateOf(order, nowMs),
        apply: (call) => {
          apply(call);
          if (call.order !== null) modified.set(call.order, (modified.get(call.order) ?? 0) + 1);
        },
      }),
    },
  ];
  const results = await certifyReference({ alterations }, { depth: 'standard', only: ['MOD-008', 'MOD-010'] });
  expect([...modified.values()].filter((times) => times >= 4).length).toBeGreaterThan(18);
  expect(['MOD-008', 'MOD-010'].map((id) => resultOf(results, id).verdict)).toEqual(['pass', 'pass']);
});

/** So many modifies that a run of them takes some seconds where each is answered after some milliseconds. */
const LONG = ['MOD-001', 'MOD-007', 'MOD-009', 'MOD-042', 'MOD-071', 'TPS-001', 'TPS-006'];

test('where the order source shows no orders, their age is held against no service', async () => {
  test.slow();
  const results = await certifyUnshown('orders-forgotten', LONG);
  expect(results.notes.join()).toContain('because the service refused it: ');
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
});

/** A service that refuses orders from some age on, in milliseconds; its source shows them filled from another one on. */
function aging(isRefused: (order: StoredOrder, ageMs: number) => boolean, filledFromMs: number): LegalTwin {
  const ageOf = ({ cameAtMs }: StoredOrder, nowMs: number): number => nowMs - cameAtMs;
  return {
    ...{ name: 'aging', does: 'Refuses orders of some age.' },
    apply: ({ stateOf, checkBounds }) => ({
      stateOf: (order, nowMs) => (ageOf(order, nowMs) > filledFromMs ? 'filled' : stateOf(order, nowMs)),
      checkBounds: (call) => {
        const isOld = call.order !== null && isRefused(call.order, ageOf(call.order, call.incoming.arrivedAtMs));
        return checkBounds(call) ?? (isOld ? refuse('order-not-modifiable') : null);
      },
    }),
  };
}

test('a service that refuses unfilled orders by a rule that is not found is not certified', async () => {
  test.slow();
  const alterations = [aging(({ orderTypeCd }, ageMs) => orderTypeCd === 'LIMIT' && ageMs > 2_000, Infinity)];
  const results = await certifyReference({ alterations }, { depth: 'standard' });
  expect(results.verdict).not.toBe('conformant');
  expect(resultOf(results, 'MOD-071').reason).toContain('nothing that was looked at decides which');
});

test('an order source that lags by some seconds puts nothing on a service whose orders fill', async () => {
  test.slow();
  const alterations = [aging((_, ageMs) => ageMs > 2_000, 4_500)];
  const results = await certifyReference({ alterations }, { depth: 'standard' });
  expect(results.notes.join()).toContain('because the service refused it');
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
});

/** Certifies the reference service with a fault; its order source shows no order. */
async function certifyUnshown(fault: string, clauses: readonly string[]): Promise<Results> {
  const service = await startReferenceService({ faults: [fault], latencyMs: 15 });
  try {
    return await withFolder((folder) => {
      const orders = { kind: 'url', url: service.ordersUrl, isAskedToShow: false } as const;
      return certifyService({
        settings: settingsFor(service, folder, { orders, depth: 'standard' }),
        toolVersion: 'test',
        clauses,
      });
    });
  } finally {
    await service.close();
  }
}

/** Services that take only so many modifies in a time, and refuse the others with status 400. */
const LIMITS: readonly { readonly name: string; readonly apply: (before: Behaviour) => Partial<Behaviour> }[] = [
  {
    name: 'three at once and then one in 30 ms, answered after 20 ms',
    apply: ({ checkBounds, transmit }) => {
      let [tokens, atMs] = [3, 0];
      return {
        checkBounds: (call) => {
          const nowMs = performance.now();
          tokens = Math.min(3, tokens + (nowMs - atMs) / 30);
          atMs = nowMs;
          const refusal = checkBounds(call) ?? (tokens < 1 ? refuse('order-not-modifiable') : null);
          if (refusal === null) tokens -= 1;
          return refusal;
        },
        transmit: (call, answer, response) => {
          setTimeout(() => transmit(call, answer, response), 20);
        },
      };
    },
  },
  {
    name: 'one in a second on each connection',
    apply: ({ checkBounds }) => {
      const takenAtMs = new WeakMap<object, number>();
      return {
        checkBounds: (call) => {
          const { connection, arrivedAtMs } = call.incoming;
          const isSoon = arrivedAtMs - (takenAtMs.get(connection) ?? -Infinity) < 1_000;
          const refusal = checkBounds(call) ?? (isSoon ? refuse('order-not-modifiable') : null);
          if (refusal === null) takenAtMs.set(connection, arrivedAtMs);
          return refusal;
        },
      };
    },
  },
];

for (const { name, apply } of LIMITS) {
  test(`a limit in time is laid on no connection and no chance: ${name}`, async () => {
    test.slow();
    const does = 'Takes only so many modifies in a time.';
    const limited = await certifyReference({ alterations: [{ name, does, apply }] }, {}, ['MOD-001', 'MOD-072']);
    expect(limited.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
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

test('orders whose prices may change one at a time alone are set back in two steps', async () => {
  const results = await certifyReference({ faults: ['both-prices-at-once-refused'] }, { depth: 'standard' }, [
    ...CLAUSES,
    'MOD-002',
    'MOD-004',
  ]);
  expect(resultOf(results, 'MOD-004').verdict).toBe('fail');
  expect(results.notes.join('\n')).not.toContain('Not set back');
});
