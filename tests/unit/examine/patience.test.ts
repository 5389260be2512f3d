import { expect, test } from '@playwright/test';
import { Patience } from '../../../src/examine/patience.js';
import { handClock } from '../../support/hand-clock.js';

const LIMITS = { stallMs: 60, mostMs: 200 };

test('patience is lost without progress for a while', () => {
  const { schedule, pass } = handClock();
  const { signal } = new Patience(LIMITS, schedule);
  pass(59);
  expect(signal.aborted).toBe(false);
  pass(1);
  expect(signal.aborted).toBe(true);
});

test('patience lasts as long as there is progress, and not beyond its bound', () => {
  const { schedule, pass } = handClock();
  const patience = new Patience(LIMITS, schedule);
  for (const ms of [59, 59, 59]) {
    pass(ms);
    patience.progressed();
    expect(patience.signal.aborted).toBe(false);
  }
  pass(23);
  expect(patience.signal.aborted).toBe(true);
});

test('what came to its end leaves no timer', () => {
  const { schedule, pass, left } = handClock();
  const patience = new Patience(LIMITS, schedule);
  patience.progressed();
  patience.end();
  expect(left()).toBe(0);
  pass(1_000);
  expect(patience.signal.aborted).toBe(false);
});
