import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { runCommandLine } from '../../../../src/cli/command-line.js';
import { loadCatalogue } from '../../../../src/contract/catalogue.js';
import type { ClauseResult, Results } from '../../../../src/contract/results.js';
import { withDigest } from '../../../../src/contract/results-digest.js';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import { CountedTasks } from '../../../../src/report/certificate/verify/client/counted-tasks.js';
import { Problems } from '../../../../src/report/certificate/verify/problems.js';
import { writeRun } from '../../../../src/report/write-run.js';
import type { TakenTask } from '../../../../src/oracle/declared/recorded-task.js';
import { settingsFor } from '../../../support/certify-reference.js';
import { someResults } from '../some-results.js';
import { BEFORE, copied, lieOfBroken, madeEarlier, PARTNER, problemsOf, resultsIn, verified } from './certified-run.js';

/** Some of every answer, some of what is refused, and one that says something else today. */
const CLAUSES = ['ENV-001', 'ENV-004', 'INS-006', 'LKP-001', 'LKP-002', 'MOD-011'];

async function makeRun(dir: string): Promise<void> {
  const service = await startReferenceService({ faults: ['point-unit-as-string'], instruments: 24 });
  try {
    const results = await certifyService({
      settings: settingsFor(service, dir, { seed: 42 }),
      toolVersion: '0.1.0',
      clauses: CLAUSES,
    });
    await writeRun(dir, results);
    await madeEarlier(dir);
  } finally {
    await service.close();
  }
}

const test = base.extend<{ earlier: string }, { original: string }>({
  original: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
      await makeRun(join(folder, 'run'));
      await use(join(folder, 'run'));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  earlier: async ({ original }, use) => copied(original, use),
});

test.describe.configure({ mode: 'default' });

/** Says something else of the clauses, and signs it with the right key. */
async function forged(dir: string, change: (clauses: readonly ClauseResult[]) => ClauseResult[]): Promise<string> {
  const results = await resultsIn(dir);
  await writeRun(dir, withDigest({ ...results, clauses: change(results.clauses) }), {
    key: PARTNER.privateKey,
    days: 90,
  });
  return problemsOf(await verified(dir));
}

test('a run of an earlier contract is held against that one, and what says something else today is not judged', async ({
  earlier,
}) => {
  const verification = await verified(earlier);
  expect(problemsOf(verification)).toBe('');
  const { claim, rederived } = verification;
  expect(claim).toMatchObject({
    verdict: 'non-conformant',
    notPlanned: expect.not.arrayContaining(['EQV-001']),
    earlier: { sha256: BEFORE, changed: ['MOD-011'] },
  });
  expect(rederived.derived.join('\n')).toMatch(/clause of what is refused, .*: LKP-002$/m);
  expect(rederived.notDerived).toContain('1 clause of an earlier contract, another one today: MOD-011');
});

test('verify says which contract it is of, and report and compare take it', async ({ earlier }) => {
  const said = async (...args: readonly string[]): Promise<string> => {
    const lines: string[] = [];
    const take = (text: string): void => void lines.push(text);
    await runCommandLine(args, { env: {}, cwd: join(earlier, '..'), out: take, err: take });
    return lines.join('');
  };
  expect(await said('verify', 'run', '--allow-unsigned')).toMatch(
    /^ {2}of an earlier contract \(version 1\.0\.0, 5589409b6442…\): held against that one, and 1 clause could not/m,
  );
  expect(await said('report', 'run')).toContain('certificate: kept as it was, with 1 signature');
  expect(await said('report', 'run', '--out', 'again')).toContain('report: again');
  expect(await said('verify', 'again', '--allow-unsigned')).toMatch(/^Valid: .*[^]*of an earlier contract/);
  expect(await said('compare', 'run', 'again')).toContain('Nothing is newly broken.');
});

test('what is broken in it and said to hold is found by the record', async ({ earlier }) => {
  await lieOfBroken(earlier, { verdict: 'pass', reason: 'held' });
  expect(problemsOf(await verified(earlier))).toMatch(/^evidence: The clause INS-006 comes to pass, but exchange \d+/m);
});

test('a verdict that does not follow from its clauses is found', async ({ earlier }) => {
  await writeRun(earlier, withDigest({ ...(await resultsIn(earlier)), verdict: 'conformant' }));
  expect(problemsOf(await verified(earlier, { keys: [], allowUnsigned: true }))).toContain(
    'verdict: The verdict is conformant, but the clauses come to non-conformant.',
  );
});

test('a clause of it that is left out, said otherwise, of another kind or of today is found', async ({ earlier }) => {
  const today = loadCatalogue().find(({ id }) => id === 'MOD-011');
  const other = (change: Partial<ClauseResult>) => (clauses: readonly ClauseResult[]) =>
    clauses.map((clause) => (clause.id === 'MOD-011' ? { ...clause, ...change } : clause));
  const rewritten = await forged(earlier, other({ sentence: today?.sentence ?? '' }));
  expect(rewritten).toContain('The clause MOD-011 is not as the catalogue has it.');
  const lowered = await forged(earlier, other({ kind: 'expected' }));
  expect(lowered).toContain('The clause MOD-011 counts as expected, is required in the catalogue');
  const added = await forged(earlier, ([first, ...more]) =>
    first ? [first, { ...first, id: 'EQV-001' }, ...more] : [],
  );
  expect(added).toContain('The clause EQV-001 is in no catalogue.');
  const less = await forged(earlier, (clauses) => clauses.filter(({ id }) => id !== 'MOD-011'));
  expect(less).toContain('The clause MOD-011 of the catalogue is not in the results.');
});

test('a contract that nobody keeps is refused', async ({ earlier }) => {
  const results = await resultsIn(earlier);
  const contract = { ...results.contract, sha256: 'a'.repeat(64) };
  await writeRun(earlier, withDigest({ ...results, contract }), { key: PARTNER.privateKey, days: 90 });
  expect(problemsOf(await verified(earlier))).toMatch(/^completeness: The run was held against another contract/m);
});

test('a client that was certified before tasks were counted is refused where its record has none that came through', () => {
  const task = { situation: { clause: 'CLI-031' }, task: { task: 'modify-order' } } as unknown as TakenTask;
  const said = (sha256: string, verdict: Results['verdict']): readonly string[] => {
    const [counted, problems] = [new CountedTasks(), new Problems()];
    counted.add(task, [], [], false);
    counted.compare(someResults([], { contract: { version: '1.0.0', sha256 }, verdict }), problems);
    return problems.list.map(({ says }) => says);
  };
  expect(said(BEFORE, 'conformant')).toEqual([expect.stringContaining('No modify of the client was accepted')]);
  expect(said(BEFORE, 'non-conformant')).toEqual([]);
  expect(said('a'.repeat(64), 'non-conformant')).toEqual([expect.stringMatching(/^The results say that of modifies/)]);
});
