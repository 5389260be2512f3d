import { expect, test } from '@playwright/test';
import type { Context } from '../../../src/examine/context.js';
import { hasAccepted, noteAnswer, noteRefusal, whyHopeless } from '../../../src/examine/experience.js';

const newRun = (): Context => ({ client: {} }) as unknown as Context;

const refuse = (run: Context, times: number): void => {
  for (let time = 0; time < times; time += 1) noteRefusal(run, 'it was refused');
};

test('a service of which no valid modify was accepted is asked for no more after so many', () => {
  const run = newRun();
  refuse(run, 23);
  expect(whyHopeless(run)).toBeNull();
  refuse(run, 1);
  expect(whyHopeless(run)).toContain('no valid modify was accepted');
});

test('a valid modify that was accepted counts whatever it was sent for, such as one with a timestamp in the past', () => {
  const run = newRun();
  noteAnswer(run, true, true);
  refuse(run, 100);
  expect([hasAccepted(run), whyHopeless(run)]).toEqual([true, null]);
});

test('an invalid modify that was accepted tells nothing of valid ones', () => {
  const run = newRun();
  noteAnswer(run, true, false);
  refuse(run, 24);
  expect(hasAccepted(run)).toBe(false);
  expect(whyHopeless(run)).not.toBeNull();
});
