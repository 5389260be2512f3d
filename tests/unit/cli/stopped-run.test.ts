import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { howToGoOn, isWorthResuming, resolveResumed } from '../../../src/cli/stopped-run.js';
import type { Results, RunPlan } from '../../../src/contract/results.js';
import { planOf } from '../../../src/examine/run-plan.js';
import { someClause, someResults } from '../report/some-results.js';
import { resolveIn, STAGING, TOKEN, type Given } from './resolve-in.js';
import { test } from './temporary-folder.js';

const NOTHING = { because: 'the service is not reached', judged: [], watched: { clauses: [], answers: {} } };

/** A run that was stopped, with these clauses and notes. */
function stopped(clauses: Results['clauses'], notes: readonly string[] = []): Results {
  return someResults(clauses, { stopped: NOTHING, notes });
}

test('a stopped run is offered to go on where it judged something, or left an order changed', () => {
  const nothing = [someClause('unverified'), someClause('inapplicable')];
  expect(isWorthResuming(stopped(nothing))).toBe(false);
  for (const verdict of ['pass', 'fail', 'warn', 'observed'] as const)
    expect(isWorthResuming(stopped([...nothing, someClause(verdict)])), verdict).toBe(true);
  const note = 'Not set back to their first values, because the service was busy: orders 1.';
  expect(isWorthResuming(stopped(nothing, [note]))).toBe(true);
});

test('a run that came to its end is not offered to go on', () => {
  expect(isWorthResuming(someResults([someClause('pass')]))).toBe(false);
});

/** A run with this plan, stopped after its first clause. */
const runOf = (plan: RunPlan): Results => ({
  ...stopped([someClause('pass')]),
  subject: { role: 'service', baseUrl: STAGING.TRADECERT_BASE_URL },
  plan,
});

test('the rate of a stopped run is kept: of a flag always, else where none is set now', async ({ folder }) => {
  const rateOf = async (before: Given, now: Given): Promise<unknown> => {
    const plan = planOf((await resolveIn(folder, before)).settings, []);
    const input = { flags: {}, env: {}, ...now, cwd: folder, now: new Date() };
    return (await resolveResumed({ dir: folder, results: runOf(plan) }, input)).settings.rate;
  };
  const flagged = { env: STAGING, flags: { rate: '2' } };
  const set = { env: { ...STAGING, TRADECERT_RATE: '5' } };
  expect(await rateOf(flagged, { env: STAGING })).toBe(2);
  expect(await rateOf(flagged, set)).toBe(2);
  expect(await rateOf(flagged, { env: STAGING, flags: { rate: '0.5' } })).toBe(0.5);
  expect(await rateOf(set, { env: STAGING })).toBe(5);
  expect(await rateOf(set, { env: { ...STAGING, TRADECERT_RATE: '3' } })).toBe(3);
  expect(await rateOf({ env: STAGING }, { env: STAGING })).toBe(20);
});

test('the base URL that a flag named is kept, whatever is set now', async ({ folder }) => {
  const { TRADECERT_BASE_URL: url, ...env } = STAGING;
  const { settings } = await resolveIn(folder, { env, flags: { 'base-url': url } });
  const input = {
    flags: {},
    env: { ...env, TRADECERT_BASE_URL: 'http://127.0.0.1:1/v1' },
    cwd: folder,
    now: new Date(),
  };
  const results = runOf(planOf(settings, []));
  expect((await resolveResumed({ dir: folder, results }, input)).settings.baseUrl).toBe(url);
});

test('the command that goes on has the flags that named profile, template and order source', async ({ folder }) => {
  const said = async (flags: Record<string, string>): Promise<string> => {
    const { settings } = await resolveIn(folder, { env: STAGING, flags });
    return howToGoOn({ dir: join(folder, 'o'), results: runOf(planOf(settings, [])) }, folder);
  };
  await writeFile(join(folder, "an owner's.yaml"), 'name: other\n');
  const go = 'npx tradecert run --resume o';
  expect(await said({ rate: '2', 'max-requests': '9' })).toBe(`To go on with it: ${go}\n`);
  expect(await said({ profile: "an owner's.yaml", 'orders-url': 'http://127.0.0.1:1/o' })).toBe(
    `To go on with it: ${go} --profile 'an owner'\\''s.yaml' --orders-url http://127.0.0.1:1/o\n`,
  );
  expect(await said({ 'orders-command': 'curl of-the-orders', 'signature-template': 'fixedtext{body}' })).toBe(
    `To go on with it, with its --signature-template and --orders-command besides: ${go}\n`,
  );
  expect(await said({ 'orders-url': 'http://127.0.0.1:1/o?key=k', 'certificate-days': '3' })).toBe(
    `To go on with it, with its --orders-url besides: ${go} --certificate-days 3\n`,
  );
  expect(await said({ 'orders-url': `http://127.0.0.1:1/${TOKEN}` })).not.toContain(TOKEN);
});

test('the command that goes on repeats nothing of a record that would do harm', () => {
  const flags = { 'orders-command': 'rm -r .', profile: 'p\u001b[2J', x: 'y', 'orders-file': '$(x)' };
  const results = runOf({ clauses: ['INS-007'], orders: 'file', flags });
  expect(howToGoOn({ dir: 'o', results }, '.')).toBe(
    "To go on with it, with its --orders-command and --profile besides: npx tradecert run --resume o --orders-file '$(x)'\n",
  );
});
