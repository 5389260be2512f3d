import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ORDER_TYPES, SIDES, type Order, type OrderRequest } from '../../../src/contract/order.js';
import type { Results } from '../../../src/contract/results.js';
import type { OrderSource } from '../../../src/contract/settings.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { startReferenceService, type ReferenceService } from '../../../src/mock/reference-service.js';
import { settingsFor, withFolder } from '../../support/certify-reference.js';

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
