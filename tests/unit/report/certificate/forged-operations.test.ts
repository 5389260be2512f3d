import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { FAULTS } from '../../../../src/mock/faults.js';
import { LEGAL_TWINS } from '../../../../src/mock/legal/legal-twins.js';
import { startReferenceService, type ReferenceOptions } from '../../../../src/mock/reference-service.js';
import { OPERATION_CLAUSES } from '../../../../src/report/certificate/verify/rejudged-operations.js';
import { writeRun } from '../../../../src/report/write-run.js';
import type { RecordedExchange } from '../../../../src/wire/exchange.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import {
  alter,
  exchangesIn,
  lie,
  lieOfBroken,
  PARTNER,
  problemsOf,
  resultsIn,
  verified,
  without,
} from './certified-run.js';

/** Gives the task the folder of a signed run of some clauses on other operations. */
async function withRun(
  reference: ReferenceOptions,
  clauses: readonly string[],
  task: (dir: string) => Promise<void>,
): Promise<void> {
  const service = await startReferenceService({ operations: true, ...reference });
  try {
    await withFolder(async (folder) => {
      const dir = join(folder, 'run');
      await mkdir(dir);
      const results = await certifyService({ settings: settingsFor(service, dir), toolVersion: '0.1.0', clauses });
      await writeRun(dir, results, { key: PARTNER.privateKey, days: 90 });
      await task(dir);
    });
  } finally {
    await service.close();
  }
}

for (const { name, clause, also = [], needs } of FAULTS.filter((fault) => OPERATION_CLAUSES.includes(fault.clause))) {
  test(`a run of ${name} holds, and one that says that ${clause} passed does not, though it was signed`, async () => {
    const clauses = [clause, ...also.filter((id) => OPERATION_CLAUSES.includes(id))];
    await withRun({ ...needs, faults: [name] }, clauses, async (dir) => {
      expect(problemsOf(await verified(dir))).toBe('');
      await lieOfBroken(dir, { verdict: 'pass', reason: 'held in 8 cases' });
      const problems = problemsOf(await verified(dir));
      for (const id of clauses) expect(problems).toContain(`evidence: The clause ${id} comes to pass, but`);
    });
  });
}

for (const { name } of LEGAL_TWINS.filter((twin) => /refus|token|401|403|status|operation/.test(twin.name)).slice(
  0,
  12,
)) {
  test(`a run of the legal service ${name} holds`, async () => {
    const alterations = LEGAL_TWINS.filter((twin) => twin.name === name);
    await withRun({ alterations }, OPERATION_CLAUSES, async (dir) => {
      expect(problemsOf(await verified(dir))).toBe('');
    });
  });
}

test('requests that lost their marks, and cases that no request bears out, are found', async () => {
  await withRun({}, OPERATION_CLAUSES, async (dir) => {
    const decided = (await resultsIn(dir)).clauses.filter(({ id, verdict }) => /^OPS/.test(id) && verdict === 'pass');
    expect(decided.length).toBeGreaterThan(20);
    const { derived } = (await verified(dir)).rederived;
    expect(derived.join('\n')).toMatch(/\d+ clauses of other operations: OPS-001 to 023$/m);
    expect((await exchangesIn(dir)).some(({ way }) => way !== undefined)).toBe(true);
    await lie(dir, ({ id, cases }) => (OPERATION_CLAUSES.includes(id) ? { cases: cases + 1 } : {}));
    for (const { id } of decided) expect(problemsOf(await verified(dir))).toContain(`The clause ${id} was judged in`);
    await alter(dir, (one) => without(one, 'way') as RecordedExchange);
    for (const { id } of decided)
      expect(problemsOf(await verified(dir))).toContain(`The clause ${id} comes to pass, but`);
  });
});
