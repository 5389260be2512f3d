import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ORDER_TYPES, SIDES, type Order, type OrderRequest } from '../../../src/contract/order.js';
import type { Results } from '../../../src/contract/results.js';
import type { OrderSource, Settings } from '../../../src/contract/settings.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import type { LegalTwin } from '../../../src/mock/behaviour.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import type { StoredOrder } from '../../../src/mock/order-book.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../../src/mock/reference-service.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, settingsFor, withFolder } from '../../support/certify-reference.js';

const CONDITIONS = [0, 1, 2, 3, 6, 7].map((bits) => ({
  ...{ takeProfit: (bits & 1) > 0, stopLoss: (bits & 2) > 0, trailing: (bits & 4) > 0 },
}));

/** Every kind of order that a run may ask for. */
const KINDS: readonly OrderRequest[] = ORDER_TYPES.flatMap((orderTypeCd) =>
  SIDES.flatMap((sideCd) =>
    (['unfilled', 'filled'] as const).flatMap((state) =>
      CONDITIONS.map((conditions) => ({ orderTypeCd, sideCd, state, ...conditions })),
    ),
  ),
);

/** Writes an order file with one order of each kind. */
async function writeOrders(service: ReferenceService, folder: string): Promise<OrderSource> {
  const orders: (Order & Pick<OrderRequest, 'state'>)[] = [];
  for (const kind of KINDS) {
    const order = service.makeOrder(kind);
    if (order !== null) orders.push({ ...order, state: kind.state });
  }
  const path = join(folder, 'orders.json');
  await writeFile(path, JSON.stringify(orders));
  return { kind: 'file', path };
}

const ONLY = [2, 3, 4, 5, 6, 7, 31, 32].map((number) => `TPS-${String(number).padStart(3, '0')}`);

const alarms = ({ clauses }: Results): string[] =>
  clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);

for (const seeds of [
  [1, 1],
  [2, 3],
]) {
  test(`two runs at once on one order file, at seeds ${seeds.join(' and ')}, blame no service`, async () => {
    test.slow();
    const service = await startReferenceService();
    try {
      await withFolder(async (folder) => {
        const orders = await writeOrders(service, folder);
        const both = await Promise.all(
          seeds.map((seed, index) => {
            const settings = settingsFor(service, join(folder, String(index)), { seed, orders });
            return certifyService({ settings, toolVersion: 'test', clauses: ONLY });
          }),
        );
        expect(both.map(alarms)).toEqual([[], []]);
      });
    } finally {
      await service.close();
    }
  });
}

for (const [fault, clause] of [
  ['trailing-never-off', 'TPS-003'],
  ['trailing-not-kept', 'TPS-003'],
  ['one-condition-at-a-time', 'TPS-006'],
  ['take-profit-fixed-in-one-cell', 'TPS-006'],
] as const) {
  test(`one order of each kind is enough to find ${fault}, and the finding says that there was no second one`, async () => {
    test.slow();
    const service = await startReferenceService({ faults: [fault] });
    try {
      await withFolder(async (folder) => {
        const orders = await writeOrders(service, folder);
        const settings = settingsFor(service, join(folder, 'o'), { seed: 1, orders });
        const results = await certifyService({ settings, toolVersion: 'test', clauses: ONLY });
        expect(alarms(results)).toEqual([clause]);
        const findings = results.clauses.flatMap((found) => found.findings);
        expect(findings.map(({ actual }) => actual).join('\n')).toContain(ALONE);
      });
    } finally {
      await service.close();
    }
  });
}

const ALONE = 'where no second order was had to confirm it';

/** Certifies a reference service whose order source has one order of each kind. */
async function certifyOnOrders(
  reference: ReferenceOptions,
  changes: Partial<Settings>,
  clauses?: readonly string[],
): Promise<Results> {
  const service = await startReferenceService(reference);
  try {
    return await withFolder(async (folder) => {
      const orders = await writeOrders(service, folder);
      const settings = settingsFor(service, join(folder, 'o'), { ...changes, orders });
      return certifyService({ settings, toolVersion: 'test', ...(clauses && { clauses }) });
    });
  } finally {
    await service.close();
  }
}

test('one order of each kind is enough for a conformant run that leaves no more open than many do', async () => {
  test.slow();
  const [one, many] = [await certifyOnOrders({}, { seed: 1 }), await certifyReference({}, { seed: 1 })];
  const open = ({ clauses }: Results): string[] =>
    clauses.filter(({ verdict }) => verdict === 'unverified').map(({ id }) => id);
  expect(one.verdict).toBe('conformant');
  expect(alarms(one)).toEqual([]);
  expect(open(one)).toEqual(open(many));
});

/** What a modify switched off it takes Y for, and keeps off; once only it takes N. */
const staysOff: LegalTwin = {
  name: 'stays-off',
  does: 'Accepts Y for a condition that a modify switched off, keeps it off, and refuses N for it.',
  apply: (before) => {
    const off = new WeakMap<StoredOrder, Set<string>>();
    const offOf = (order: StoredOrder): Set<string> => off.get(order) ?? new Set();
    return {
      checkBounds: (call) => {
        const { body, order } = call;
        const again =
          order === null ? undefined : SWITCHES.find((name) => body[name] === 'N' && offOf(order).has(name));
        return before.checkBounds(call) ?? (again === undefined ? null : refuse('condition-new', again));
      },
      apply: (call) => {
        before.apply(call);
        if (call.order === null) return;
        off.set(call.order, new Set([...offOf(call.order), ...SWITCHES.filter((name) => call.body[name] === 'N')]));
      },
    };
  },
};
const SWITCHES = ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'];

for (const service of [staysOff, ...LEGAL_TWINS.filter(({ name }) => name.startsWith('off-is-'))]) {
  test(`with one order of each kind, nothing is held against a service that ${service.name}`, async () => {
    test.slow();
    for (const seed of [1, 2]) {
      const changes = { seed, depth: 'standard' } as const;
      const results = await certifyOnOrders({ alterations: [service] }, changes, ['MOD-008', 'TPS-007']);
      expect(alarms(results)).toEqual([]);
    }
  });
}
