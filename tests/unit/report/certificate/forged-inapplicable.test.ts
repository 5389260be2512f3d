import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ClauseResult } from '../../../../src/contract/results.js';
import { NOT_CLAIMED, NOT_SELECTED } from '../../../../src/contract/run-verdict.js';
import { DOES_NOT_APPLY } from '../../../../src/contract/verdict-reasons.js';
import { resultWord } from '../../../../src/report/certificate/certified-scope.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import { alter, forge, lie, PARTNER, problemsOf, resultsIn, test, verified, without } from './certified-run.js';

const nothing = (clause: ClauseResult, reason: string): ClauseResult => ({
  ...(without(without(clause, 'brokenCases'), 'firstBrokenAt') as ClauseResult),
  verdict: 'inapplicable',
  reason,
  cases: 0,
  requests: 0,
  findings: [],
});

test('a run without a single request is never certified as conformant', async ({ broken }) => {
  await writeFile(join(broken, 'exchanges.jsonl'), '');
  await forge(broken, ({ clauses }) => ({
    requests: 0,
    clauses: clauses.map((one) => (one.verdict === 'inapplicable' ? one : nothing(one, 'this service has none of it'))),
    counts: { pass: 0, fail: 0, warn: 0, observed: 0, unverified: 0, inapplicable: clauses.length },
    verdict: 'conformant',
  }));
  const said = problemsOf(await verified(broken, { keys: [], allowUnsigned: true }));
  for (const id of ['LKP-001', 'ENV-001', 'PAG-001']) expect(said).toContain(`The clause ${id} is said not to apply`);
  expect(resultWord(await resultsIn(broken))).not.toBe('PASSED');
});

for (const reason of [
  'there is none',
  DOES_NOT_APPLY.noRefusal,
  DOES_NOT_APPLY.unbound,
  ...Object.values(NOT_CLAIMED),
]) {
  test(`a clause that held is not taken for one that does not apply: ${reason}`, async ({ right }) => {
    await lie(right, (clause) => (clause.id === 'PAG-001' ? nothing(clause, reason) : {}));
    expect(problemsOf(await verified(right))).toMatch(/The clause PAG-001 is (said not to apply|not claimed)/);
  });
}

test('a reason of the suite is held against the record', async ({ right }) => {
  await lie(right, (clause) =>
    clause.id === 'ENV-001' ? { verdict: 'inapplicable', reason: DOES_NOT_APPLY.noRefusal } : {},
  );
  expect(problemsOf(await verified(right))).toMatch(/ENV-001 comes to inapplicable, but the recorded answers have \d+/);
});

test('a run that does not say what was planned is found', async ({ right }) => {
  const results = without(await resultsIn(right), 'plan');
  await writeRun(right, results as Awaited<ReturnType<typeof resultsIn>>, { key: PARTNER.privateKey, days: 90 });
  expect(problemsOf(await verified(right))).toContain('The results do not say which clauses were planned.');
});

test('a clause that is planned twice is found', async ({ right }) => {
  const results = await resultsIn(right);
  const { plan } = results;
  if (plan === undefined) throw new Error('no plan');
  const twice = { ...plan, clauses: [...plan.clauses, ...plan.clauses] };
  await writeRun(right, { ...results, plan: twice }, { key: PARTNER.privateKey, days: 90 });
  expect(problemsOf(await verified(right))).toContain('The plan names a clause twice.');
});

test('what was not selected stays so', async ({ right }) => {
  await alter(right, (exchange) => exchange);
  expect((await resultsIn(right)).clauses.some(({ reason }) => reason === NOT_SELECTED)).toBe(true);
  expect(problemsOf(await verified(right))).toBe('');
});

for (const claims of [['modifyOrder'], ['listOrderableStocks'], []] as const) {
  test(`a run that claims ${claims.join() || 'nothing'} has a certificate that holds`, async () => {
    const service = await startReferenceService();
    try {
      await withFolder(async (folder) => {
        const profileFile = { path: 'p.yaml', sha256: '0'.repeat(64) };
        const settings = settingsFor(service, folder, { seed: 1, profile: { claims: [...claims] }, profileFile });
        const results = await certifyService({ settings, toolVersion: 'test' });
        await writeRun(folder, results);
        expect(problemsOf(await verified(folder, { keys: [], allowUnsigned: true }))).toBe('');
        const ofLookups = results.clauses.filter(({ id }) => /^(LKP|INS|PAG)-/.test(id));
        const isClaimed = (claims as readonly string[]).includes('listOrderableStocks');
        expect(ofLookups.every(({ reason }) => (reason === NOT_CLAIMED.listOrderableStocks) === !isClaimed)).toBe(true);
        expect(results.verdict).toBe(claims.length === 0 ? 'incomplete' : 'conformant');
      });
    } finally {
      await service.close();
    }
  });
}
