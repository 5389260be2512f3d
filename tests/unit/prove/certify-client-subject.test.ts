import { expect, test } from '@playwright/test';
import { certifyClientSubject } from '../../../prove/certify-client-subject.js';
import { clientSubjects } from '../../../prove/client-subjects.js';
import { brokenIn, type ProofRun } from '../../../prove/proof-run.js';
import { withFolder } from '../../support/certify-reference.js';

async function certifyByFew(name: string): Promise<ProofRun> {
  const subject = clientSubjects().find(({ id }) => id === name);
  if (subject === undefined) throw new Error(`There is no ${name}.`);
  const job = { subject: name, seed: 1, depth: 'smoke', isInFull: false } as const;
  return { ...(await withFolder((folder) => certifyClientSubject(subject, job, folder))), cpuMs: 0 };
}

/** By every scenario it is about six hundred. */
const FEW_REQUESTS = 300;

test('a mistake that plain tasks show is certified by them alone', async () => {
  const run = await certifyByFew('client/modify-without-token');
  expect(run.isInFull).toBe(false);
  expect(brokenIn(run)).toEqual(['AUT-001']);
  expect(run.requests).toBeLessThan(60);
});

test('a mistake that shows in the scenarios of its clause is certified by them', async () => {
  const run = await certifyByFew('client/follows-with-the-key');
  expect(run.isInFull).toBe(false);
  expect(brokenIn(run)).toEqual(['CLI-042']);
});

test('a mistake in an order of one form is certified by orders of every form', async () => {
  const run = await certifyByFew('client/stop-at-zero');
  expect(run.isInFull).toBe(false);
  expect(brokenIn(run)).toEqual(['MOD-046']);
  expect(run.requests).toBeLessThan(FEW_REQUESTS);
});

test('a mistake that shows in the scenarios of other clauses alone is certified by every scenario', async () => {
  const run = await certifyByFew('client/sends-again-after-silence');
  expect(run.isInFull).toBe(true);
  expect(brokenIn(run)).toEqual(['CLI-044']);
});
