import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import { checkDepth, TELLING_CLAUSES } from '../../../../src/report/certificate/verify/check-depth.js';
import { Problems } from '../../../../src/report/certificate/verify/problems.js';
import { withDigest } from '../../../../src/contract/results-digest.js';
import type { Results } from '../../../../src/contract/results.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import { PARTNER, problemsOf, resultsIn, verified } from './certified-run.js';

const KEY = { key: PARTNER.privateKey, days: 90 };

/** Gives the task the folder of a signed run. @param hasOneOrder - the source has a plain order, and no other */
async function withRun(
  { depth, clauses, hasOneOrder }: { depth: Results['depth']; clauses: readonly string[]; hasOneOrder: boolean },
  task: (dir: string) => Promise<void>,
): Promise<void> {
  const service = await startReferenceService();
  try {
    await withFolder(async (folder) => {
      const dir = join(folder, 'run');
      await mkdir(dir);
      const path = join(folder, 'orders.json');
      const conditions = { takeProfit: false, stopLoss: false, trailing: false };
      const order = service.makeOrder({ orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled', ...conditions });
      await writeFile(path, JSON.stringify([{ ...order, state: 'unfilled' }]));
      const orders = hasOneOrder ? { orders: { kind: 'file' as const, path } } : {};
      const settings = settingsFor(service, dir, { depth, ...orders });
      await writeRun(dir, await certifyService({ settings, toolVersion: '0.1.0', clauses }), KEY);
      await task(dir);
    });
  } finally {
    await service.close();
  }
}

/** Says another depth, and signs it with the right key. */
async function relabel(dir: string, depth: Results['depth']): Promise<string> {
  await writeRun(dir, withDigest({ ...(await resultsIn(dir)), depth }), KEY);
  return problemsOf(await verified(dir));
}

test('a smoke run that is said to be a deeper one is found, by each clause that shows it', async () => {
  await withRun({ depth: 'smoke', clauses: TELLING_CLAUSES, hasOneOrder: false }, async (dir) => {
    expect(problemsOf(await verified(dir))).toBe('');
    for (const depth of ['standard', 'deep'] as const) {
      const problems = await relabel(dir, depth);
      for (const id of TELLING_CLAUSES)
        expect(problems).toMatch(
          new RegExp(
            `^completeness: The run is said to be of ${depth} depth, at which ${id} has at least \\d+ cases`,
            'm',
          ),
        );
    }
  });
});

test('a standard run holds, however few orders there were, and is no deep one', async () => {
  await withRun({ depth: 'standard', clauses: TELLING_CLAUSES, hasOneOrder: true }, async (dir) => {
    const verification = await verified(dir);
    expect(problemsOf(verification)).toBe('');
    expect((await resultsIn(dir)).counts.pass).toBe(TELLING_CLAUSES.length);
    expect(verification.rederived.derived).toContain(
      'the standard depth, by the cases of AUT-001, SIG-001, SIG-003, SIG-004, CLK-001',
    );
    expect(await relabel(dir, 'deep')).toMatch(
      /^completeness: The run is said to be of deep depth, at which SIG-004 .*\n$/,
    );
  });
});

test('a deep run holds, however few orders there were', async () => {
  await withRun({ depth: 'deep', clauses: ['SIG-001', 'SIG-004'], hasOneOrder: true }, async (dir) => {
    const verification = await verified(dir);
    expect(problemsOf(verification)).toBe('');
    expect(verification.rederived.derived.join('\n')).toContain('the deep depth, by the cases of SIG-004');
  });
});

test('where nothing shows the depth, that is said', async () => {
  await withRun({ depth: 'standard', clauses: ['LKP-001'], hasOneOrder: false }, async (dir) => {
    const verification = await verified(dir);
    expect(problemsOf(verification)).toBe('');
    expect(verification.rederived.notDerived).toContain('that the depth was standard: no clause that shows it passed');
  });
});

test('a run against a service that takes each timestamp once has one case of each clause, and does not show its depth', async () => {
  await withRun({ depth: 'smoke', clauses: TELLING_CLAUSES, hasOneOrder: false }, async (dir) => {
    const results = await resultsIn(dir);
    const depthWith = (told: object): { says: number; notDerived: string } => {
      const clauses = results.clauses.map((clause) => (clause.id === 'CLK-008' ? { ...clause, ...told } : clause));
      const problems = new Problems();
      const { notDerived } = checkDepth({ ...results, depth: 'standard', clauses }, problems);
      return { says: problems.list.length, notDerived: notDerived.join() };
    };
    const told = { verdict: 'warn', brokenCases: 1, findings: [{ cause: 'it is refused', count: 1 }] };
    expect(depthWith(told).says).toBe(0);
    expect(depthWith(told).notDerived).toContain('that the depth was standard: CLK-008 is broken');
    expect(depthWith({ brokenCases: 1 }).says).toBeGreaterThan(0);
  });
});
