import { expect, test } from '@playwright/test';
import { CallsOfTest } from '../../../src/api/calls-of-test.js';

test('calls under way are waited for, also those that fail, and none begins after the end', async () => {
  const calls = new CallsOfTest();
  let finish = (): void => undefined;
  const begun = calls.run(() => new Promise<void>((resolve) => (finish = resolve)));
  const failed = calls.run(() => Promise.reject(new Error('unsendable'))).catch(String);
  const ended = calls.end(60_000);
  expect(calls.isOver).toBe(true);
  await expect(calls.run(() => Promise.resolve())).rejects.toThrow('The test is over');
  finish();
  expect(await ended).toBe(true);
  await begun;
  expect(await failed).toBe('Error: unsendable');
});

test('a call without an end is waited for so long only', async () => {
  const calls = new CallsOfTest();
  void calls.run(() => new Promise(() => undefined));
  expect(await calls.end(20)).toBe(false);
});
