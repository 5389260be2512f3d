import { expect, test } from '@playwright/test';
import { certifyService } from '../../../src/examine/certify-service.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { nameOf, type OrderName } from '../../../src/mock/order-book.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { verifyBundle } from '../../../src/report/certificate/verify/verify-bundle.js';
import { writeRun } from '../../../src/report/write-run.js';
import { exchangesIn } from '../../support/exchanges-in.js';
import { expectFirstValues } from '../../support/first-values.js';
import { certifyReference, resultOf, settingsFor, withFolder } from '../../support/certify-reference.js';

/** Numbers of twos and sevens: where one digit is changed by five, it is the number of another order. */
function closeName(index: number): OrderName {
  const digits = index.toString(2).padStart(7, '0').replaceAll('0', '2').replaceAll('1', '7');
  return { ...nameOf(index), orderNo: digits };
}

/** Takes the time of any order beside a known number, and whatever the body then says of that order. */
const anyTime: Alteration = {
  name: 'any-time',
  does: 'Takes the orderDateTime of any order.',
  apply: (before) => ({
    findOrder: (call) => {
      call.order = call.service.orders.get(String(call.body['orderNo']));
      return call.order === null ? before.findOrder(call) : null;
    },
    checkAgreement: () => null,
  }),
};

test('an accepted number that is one of another order of the run is not taken for one of no order', async () => {
  const reference = { nameOrder: closeName, alterations: [anyTime] };
  const clauses = ['ORD-002', 'ORD-003'];
  const service = await startReferenceService(reference);
  try {
    await withFolder(async (folder) => {
      const settings = settingsFor(service, folder, { depth: 'standard' });
      const results = await certifyService({ settings, toolVersion: 'test', clauses });
      expect(clauses.map((id) => resultOf(results, id).verdict)).toEqual(['pass', 'fail']);
      await writeRun(folder, results, { key: null, days: 90 });
      const { problems } = await verifyBundle(folder, { keys: [], allowUnsigned: true, now: Date.now() });
      expect(problems).toEqual([]);
    });
  } finally {
    await service.close();
  }
});

test('a service that ignores the number is found among such orders', async () => {
  const reference = { nameOrder: closeName, faults: ['order-no-ignored'] };
  const results = await certifyReference(reference, { depth: 'standard' }, ['ORD-002']);
  expect(resultOf(results, 'ORD-002').verdict).toBe('fail');
});

/** Of every order that a modify was accepted for. */
function acceptedNumbers(folder: string): ReadonlySet<string> {
  const accepted = exchangesIn(folder).filter(({ response }) => response?.text?.includes('"success":true') === true);
  const numbers = accepted.map(({ request }) => (JSON.parse(request.text ?? '{}') as { orderNo: string }).orderNo);
  expect(numbers.length).toBeGreaterThan(20);
  return new Set(numbers);
}

/** Takes a body for an order whatever it says of instrument, type and side. */
const ofAnyKind: Alteration = {
  name: 'of-any-kind',
  does: 'Does not compare a body with its order.',
  apply: () => ({ checkAgreement: () => null }),
};

test('among orders of one second with short numbers, only those that are meant are modified', async () => {
  const orderDateTime = '2026-01-05T09:12:13+09:00';
  const nameOrder = (index: number): OrderName => ({ orderNo: String(index + 1), orderDateTime });
  const service = await startReferenceService({ nameOrder });
  try {
    await withFolder(async (folder) => {
      const settings = settingsFor(service, folder, { depth: 'standard' });
      const clauses = ['MOD-008', 'ORD-002', 'ORD-003'];
      const results = await certifyService({ settings, toolVersion: 'test', clauses });
      expect(clauses.map((id) => resultOf(results, id).verdict)).toEqual(['pass', 'pass', 'pass']);
      for (const number of acceptedNumbers(folder)) await expectFirstValues(service.ordersUrl, number);
    });
  } finally {
    await service.close();
  }
});

test('an order that a body named by mistake is set back as well', async () => {
  // Orders of one millisecond are not thought of where bodies are made that name no order.
  const nameOrder = (index: number): OrderName => ({
    ...closeName(index),
    orderDateTime: '2026-01-05T09:12:13.456+09:00',
  });
  const service = await startReferenceService({ nameOrder, alterations: [ofAnyKind] });
  try {
    await withFolder(async (folder) => {
      const settings = settingsFor(service, folder, { depth: 'standard' });
      await certifyService({ settings, toolVersion: 'test', clauses: ['ORD-002'] });
      for (const number of acceptedNumbers(folder)) await expectFirstValues(service.ordersUrl, number);
    });
  } finally {
    await service.close();
  }
});
