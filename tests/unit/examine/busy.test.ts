import { expect, test } from '@playwright/test';
import { pauseAfterModify } from '../../../src/examine/busy.js';
import type { Bench } from '../../../src/examine/sandwich.js';
import { madeExchange } from '../../support/exchange-builder.js';

/** A bench of a service that refuses the modifies of these places, counted from 1. */
function benchOf(
  isRefused: (place: number) => boolean,
  isTooOld = false,
): { readonly bench: Bench; readonly sent: () => number } {
  let sent = 0;
  const bench = {
    context: { client: {}, stop: new AbortController().signal, timestamps: { areFew: false } },
    validBody: () => ({}),
    isTooOld,
    send: () => {
      sent += 1;
      const body = isRefused(sent)
        ? { status: 'ERROR', code: 40000 }
        : { status: 'SUCCESS', code: 200, data: { success: true } };
      const status = isRefused(sent) ? 400 : 200;
      return Promise.resolve({ exchange: madeExchange({ operation: 'modifyOrder', status, body }) });
    },
  };
  return { bench: bench as unknown as Bench, sent: () => sent };
}

test('an order is busy where each modify right after an accepted one is refused once', async () => {
  const { bench } = benchOf((place) => place % 2 === 0);
  expect(await pauseAfterModify(bench)).toBe(0);
});

test('an order that refuses one modify by chance is not taken for busy', async () => {
  const { bench, sent } = benchOf((place) => place === 2);
  expect(await pauseAfterModify(bench)).toBeNull();
  expect(sent()).toBe(4);
});

test('an order that refuses none is not busy, and is asked twice', async () => {
  const { bench, sent } = benchOf(() => false);
  expect(await pauseAfterModify(bench)).toBeNull();
  expect(sent()).toBe(2);
});

test('an order that is refused for its age is not asked', async () => {
  const { bench, sent } = benchOf(() => true, true);
  expect(await pauseAfterModify(bench)).toBeNull();
  expect(sent()).toBe(0);
});
