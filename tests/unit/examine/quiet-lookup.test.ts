import { expect, test } from '@playwright/test';
import { clauseById } from '../../../src/contract/catalogue.js';
import type { Context } from '../../../src/examine/context.js';
import { whyPassingRefusal, type SendLookup } from '../../../src/examine/quiet-lookup.js';
import type { Exchange } from '../../../src/wire/exchange.js';

/** What is said of a refused lookup whose next answers, and those of its sibling in between, have these statuses. */
async function why(statuses: readonly (number | undefined)[], isStopped = false): Promise<string | null> {
  const left = [...statuses];
  const send: SendLookup = () => {
    const status = left.shift();
    return Promise.resolve({ response: status === undefined ? undefined : { status } } as Exchange);
  };
  const lookups = { inQuiet: (task: (ask: unknown) => Promise<void>) => (isStopped ? Promise.resolve() : task(null)) };
  const context = { client: {}, clause: clauseById('LKP-001'), lookups } as unknown as Context;
  const said = await whyPassingRefusal(context, send, send);
  expect(left, 'everything was sent').toEqual([]);
  return said;
}

test('a lookup that is refused before and after an accepted one stands', async () => {
  expect(await why([400, 200, 400])).toBeNull();
  expect(await why([500, 200, 503])).toBeNull();
});

test('one that is accepted in the quiet tells nothing', async () => {
  expect(await why([200])).toContain('take only so many lookups at a time');
  expect(await why([400, 200, 200])).toContain('take only so many lookups at a time');
});

test('nor one that is refused as its sibling is', async () => {
  expect(await why([400, 400])).toContain('take no more lookups');
});

test('nor one that is not answered, or not sent any more', async () => {
  for (const statuses of [[undefined], [400, undefined], [400, 200, undefined]]) {
    expect(await why(statuses)).toBe('a lookup was not answered when it was sent again');
  }
  expect(await why([], true)).toContain('before the run was stopped');
});
