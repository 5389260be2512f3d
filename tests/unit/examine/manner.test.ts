import { expect, test } from '@playwright/test';
import type { WantedTimestamp } from '../../../src/client/timestamps.js';
import { adaptTo, adaptToNone, makingOf } from '../../../src/examine/manner.js';
import type { Rule } from '../../../src/oracle/deciding-rule.js';

const oneOf = (aspect: Rule['aspect'], ...values: readonly string[]): Rule => ({ aspect, is: 'one of', values });

test('what a rule on connections refuses is sent over one that carried nothing, or over one that did', () => {
  for (const aspect of ['connection', 'modifiedOn'] as const) {
    expect(makingOf(oneOf(aspect, 'no'), true).isApart).toBe(true);
    expect(makingOf(oneOf(aspect, 'no'), false).isApart).toBeUndefined();
    expect(makingOf(oneOf(aspect, 'yes'), true).isApart).toBeUndefined();
    expect(makingOf(oneOf(aspect, 'yes'), false).isApart).toBe(true);
    // What is taken on it after a rest is refused for coming too soon.
    expect(makingOf(oneOf(aspect, 'yes'), true).restMs).toBe(1_500);
    expect(makingOf(oneOf(aspect, 'yes'), false).restMs).toBeUndefined();
  }
});

test('a rest is made where a long one is refused, and where a short one is', () => {
  const afterRest: Rule = { aspect: 'restMs', is: 'at least', values: [1_500], accepted: 40 };
  expect(makingOf(afterRest, true).restMs).toBe(1_600);
  expect(makingOf(afterRest, false).restMs).toBeUndefined();
  const tooSoon: Rule = { aspect: 'restMs', is: 'at most', values: [90], accepted: 200 };
  expect(makingOf(tooSoon, true).restMs).toBeUndefined();
  expect(makingOf(tooSoon, false).restMs).toBe(300);
  expect(makingOf({ ...afterRest, values: [60_000] }, true).restMs).toBe(5_000);
});

test('signatures are chosen by their first character, for that rule alone', () => {
  const rule = oneOf('signatureStart', '0', '1');
  expect(['0a', '1b', '2c'].map(makingOf(rule, true).isWanted)).toEqual([true, true, false]);
  expect(['0a', '1b', '2c'].map(makingOf(rule, false).isWanted)).toEqual([false, false, true]);
  expect(['0a', '2c'].map(makingOf(oneOf('connection', 'no'), true).isWanted)).toEqual([true, true]);
});

test('a timestamp of another minute is the nearest of those', () => {
  const { timestamp } = makingOf(oneOf('timestampMinute', 'yes'), true);
  const at = (now: number): unknown => typeof timestamp === 'function' && timestamp(now);
  expect([at(1_800), at(1_829), at(1_831), at(1_859)]).toEqual(['1799', '1799', '1860', '1860']);
  expect(makingOf(oneOf('connection', 'yes'), true).timestamp).toBeUndefined();
});

test('a timestamp is odd or even as a rule has it', () => {
  const rule = oneOf('timestampOdd', 'yes');
  const at = (isRefused: boolean, now: number): unknown => {
    const { timestamp } = makingOf(rule, isRefused);
    return typeof timestamp === 'function' && timestamp(now);
  };
  expect([at(true, 1_800), at(true, 1_801)]).toEqual(['1799', '1801']);
  expect([at(false, 1_800), at(false, 1_801)]).toEqual(['1800', '1800']);
});

test('a run sends as the service takes it, where that is in its hands', () => {
  const done: string[] = [];
  const client = {
    keepNoConnections: (isSo = true) => done.push(isSo ? 'keeps none' : 'keeps them'),
    wantSignatures: (isWanted: (signature: string) => boolean) =>
      done.push(`wants ${['0', '1'].filter(isWanted).join()}`),
    wantTimestamps: (isWanted: WantedTimestamp) =>
      done.push(`wants ${[60, 61, 120].filter((timestamp) => isWanted(timestamp, 60)).join()}`),
  } as unknown as Parameters<typeof adaptTo>[1];
  for (const rule of [
    null,
    oneOf('connection', 'no'),
    oneOf('numberDigit', '7'),
    oneOf('modifiedOn', 'yes'),
    oneOf('signatureStart', '0'),
    oneOf('timestampMinute', 'yes'),
    oneOf('timestampOdd', 'no'),
  ])
    adaptTo(rule, client);
  adaptToNone(client);
  expect(done).toEqual([
    'keeps none',
    'wants 1',
    'wants 60,61',
    'wants 61',
    'keeps them',
    'wants 0,1',
    'wants 60,61,120',
  ]);
});
