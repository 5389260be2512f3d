import { expect, test } from '@playwright/test';
import {
  closesAfter,
  fewLookupsASecond,
  fewModifiesASecond,
  newOrdersKeepPrices,
  restsAfterModify,
} from '../../../src/mock/legal/tempo.js';
import type { LegalTwin } from '../../../src/mock/behaviour.js';
import { soleHeader } from '../../../src/mock/call.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-001', 'MOD-002', 'MOD-008', 'MOD-009', 'MOD-010', 'TPS-006', 'TPS-007', 'CLK-004', 'CLK-005'];

const OF_PRICES = ['MOD-001', 'MOD-002', 'MOD-003', 'MOD-004', 'MOD-005', 'MOD-006'];

const SERVICES: readonly [LegalTwin, readonly string[]][] = [
  [restsAfterModify(1_000), CLAUSES],
  [fewModifiesASecond(50), CLAUSES],
  [newOrdersKeepPrices(2_900), ['MOD-001', 'MOD-002']],
  [closesAfter(6), OF_PRICES],
  [closesAfter(20), OF_PRICES],
  [closesAfter(27), OF_PRICES],
];

for (const [service, clauses] of SERVICES) {
  test(`nothing is held against a service that says nothing of its pace: ${service.does}`, async () => {
    const results = await certifyReference({ alterations: [service] }, {}, clauses);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

const OF_LOOKUPS = ['LKP-001', 'LKP-005', 'LKP-009', 'PAG-001', 'PAG-002', 'AUT-007'];

for (const pageSize of [3, 100]) {
  test(`nor against one that limits lookups without saying so, with pages of ${pageSize}`, async () => {
    const reference = { alterations: [fewLookupsASecond(5)], pageSize };
    const results = await certifyReference(reference, { readOnly: true }, OF_LOOKUPS);
    expect(results.clauses.filter(({ brokenCases = 0 }) => brokenCases > 0).map(({ id }) => id)).toEqual([]);
  });
}

for (const [fault, clause] of [
  ['empty-key-refused', 'PAG-001'],
  ['refused-after-a-walk', 'PAG-001'],
  ['third-page-refused', 'PAG-002'],
] as const) {
  test(`a service that limits lookups is told apart from one that ${fault}`, async () => {
    const reference = { alterations: [fewLookupsASecond(40)], faults: [fault], pageSize: 3 };
    const results = await certifyReference(reference, { readOnly: true }, [clause]);
    expect(results.clauses.find(({ id }) => id === clause)?.verdict).toBe('fail');
  });
}

/** Whenever they come, so that it does not depend on how fast this machine is. */
const refusesEachFifthLookup: LegalTwin = {
  name: 'refuses-each-fifth-lookup',
  does: 'Refuses each fifth lookup.',
  apply: (before) => {
    let count = 0;
    return { readQuery: (call) => ((count += 1) % 5 === 0 ? refuse('query-form') : before.readQuery(call)) };
  },
};

test('lookups that are refused at times are said of the run', async () => {
  const results = await certifyReference({ alterations: [refusesEachFifthLookup] }, { readOnly: true }, ['PAG-001']);
  expect(results.notes.join(' ')).toContain('a lower `--rate` gives more verdicts');
});

/** Takes an order that was just modified with the present time only, until it was left alone for 2.5 s. */
const restsForOldTimes: LegalTwin = {
  name: 'rests-for-old-times',
  does: 'Refuses a timestamp 20 seconds old within 2.5 s of any modify.',
  apply: (before) => {
    let last = 0;
    return {
      checkBounds: (call) => {
        const restedMs = Date.now() - last;
        last = Date.now();
        const isOld = Number(soleHeader(call.incoming, 'x-timestamp')) < Date.now() / 1_000 - 20;
        return before.checkBounds(call) ?? (isOld && restedMs < 2_500 ? refuse('order-not-modifiable') : null);
      },
    };
  },
};

const OF_MODIFIES =
  'Valid modifies were refused, and accepted once nothing else had been sent for some seconds: where the service takes only so many';

test('what was refused for a moment is left open, with a reason that tells it', async () => {
  const results = await certifyReference({ alterations: [restsForOldTimes] }, {}, ['CLK-004']);
  const [clause] = results.clauses.filter(({ id }) => id === 'CLK-004');
  expect(clause?.verdict).toBe('unverified');
  expect(clause?.reason).toContain('accepted once nothing else had been sent for some seconds');
  expect(results.notes.join(' ')).toContain(OF_MODIFIES);
});

test('what was refused when nothing was accepted any more is left open, with a reason that tells it', async () => {
  const results = await certifyReference({ alterations: [closesAfter(6)] }, {}, ['MOD-003']);
  const [clause] = results.clauses.filter(({ id }) => id === 'MOD-003');
  expect(clause?.verdict).toBe('unverified');
  expect(clause?.reason).toContain('the service seems to take no more modifies');
  expect(results.notes.join(' ')).not.toContain(OF_MODIFIES);
});

/** Refuses so many valid modifies after the first accepted ones, and then takes them again. */
function opensAgain(most: number, refused: number): LegalTwin {
  let [taken, left] = [0, refused];
  return {
    name: 'opens-again',
    does: `Refuses ${refused} modifies after ${most} accepted ones.`,
    apply: (before) => ({
      checkBounds: (call) => {
        const refusal = before.checkBounds(call);
        if (refusal !== null || taken < most || left === 0) return refusal;
        left -= 1;
        return refuse('order-not-modifiable');
      },
      apply: (call) => {
        before.apply(call);
        taken += 1;
      },
    }),
  };
}

const OF_CHANGES = ['MOD-001', 'MOD-008', 'TPS-001'];

test('a run does not try all that it would where the service takes no modify any more', async () => {
  const open = await certifyReference({}, {}, OF_CHANGES);
  const shut = await certifyReference({ alterations: [closesAfter(20)] }, {}, OF_CHANGES);
  expect(shut.requests).toBeLessThan(1.5 * open.requests);
  expect(shut.clauses.filter(({ brokenCases = 0 }) => brokenCases > 0)).toEqual([]);
});

test('a service that takes modifies again after a while has nothing held against it, and more is tried', async () => {
  const results = await certifyReference({ alterations: [opensAgain(20, 150)] }, {}, OF_CHANGES);
  expect(results.clauses.filter(({ brokenCases = 0 }) => brokenCases > 0)).toEqual([]);
  expect(Number(/\d+/.exec(resultOf(results, 'TPS-001').reason)?.[0])).toBeGreaterThan(10);
});

test('a service that rests, and refuses timestamps of the last minute, is told apart', async () => {
  const results = await certifyReference({ alterations: [restsAfterModify(100)], faults: ['narrow-past'] }, {}, [
    'CLK-004',
  ]);
  expect(results.clauses.find(({ id }) => id === 'CLK-004')?.verdict).toBe('fail');
});
