import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { FAULTS } from '../../../../src/mock/faults.js';
import { LEGAL_TWINS } from '../../../../src/mock/legal/legal-twins.js';
import { startReferenceService, type ReferenceOptions } from '../../../../src/mock/reference-service.js';
import { BASE_URL_CLAUSES } from '../../../../src/report/certificate/verify/rejudged-base-url.js';
import { WALK_CLAUSES } from '../../../../src/report/certificate/verify/walks/rejudged-walks.js';
import { checkShards } from '../../../../src/report/merge/check-shards.js';
import { mergeExchanges } from '../../../../src/report/merge/merge-exchanges.js';
import { mergeShards } from '../../../../src/report/merge/merge-shards.js';
import { readRun } from '../../../../src/report/recorded-run.js';
import { writeRun } from '../../../../src/report/write-run.js';
import type { RecordedExchange } from '../../../../src/wire/exchange.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import { certifyShards } from '../../../support/certify-shards.js';
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

const CLAUSES = [...BASE_URL_CLAUSES, ...WALK_CLAUSES];

/** Gives the task the folder of a signed run of the clauses on walks and on the base URL. */
async function withRun(reference: ReferenceOptions, task: (dir: string) => Promise<void>): Promise<void> {
  const service = await startReferenceService(reference);
  try {
    await withFolder(async (folder) => {
      const dir = join(folder, 'run');
      await mkdir(dir);
      const settings = settingsFor(service, dir, { readOnly: true });
      await writeRun(dir, await certifyService({ settings, toolVersion: '0.1.0', clauses: CLAUSES }), {
        key: PARTNER.privateKey,
        days: 90,
      });
      await task(dir);
    });
  } finally {
    await service.close();
  }
}

for (const { name, clause, needs } of FAULTS.filter(({ clause }) => CLAUSES.includes(clause))) {
  test(`a run of ${name} holds, and one that says that ${clause} passed does not, though it was signed`, async () => {
    await withRun({ ...needs, faults: [name] }, async (dir) => {
      const broken = (await resultsIn(dir)).clauses.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
      expect(broken).toContain(clause);
      expect(problemsOf(await verified(dir))).toBe('');

      await lieOfBroken(dir, { verdict: 'pass', reason: 'held in 8 cases' });
      const problems = problemsOf(await verified(dir));
      for (const id of broken.filter((one) => CLAUSES.includes(one)))
        expect(problems).toContain(`evidence: The clause ${id} comes to pass, but`);
    });
  });
}

const TWINS = LEGAL_TWINS.filter(({ name }) => /page|key|walk|lookup|group|instrument|token|429|busy/.test(name));

for (const { name } of TWINS.slice(0, 24)) {
  test(`a run of the legal service ${name} holds`, async () => {
    await withRun({ alterations: LEGAL_TWINS.filter((twin) => twin.name === name) }, async (dir) => {
      expect(problemsOf(await verified(dir))).toBe('');
    });
  });
}

test('shards that are put together hold, and what a broken one of them says is found', async () => {
  for (const [faults, isBroken] of [
    [[], false],
    [['overlapping-pages', 'all-lacks-a-group'], true],
  ] as const) {
    await withFolder(async (folder) => {
      const shards = checkShards(
        await Promise.all(
          (await certifyShards(folder, 3, { faults }, { readOnly: true })).map(({ dir }) => readRun(dir)),
        ),
      );
      const dir = join(folder, 'merged');
      await mkdir(dir);
      const certificate = { key: PARTNER.privateKey, days: 90 };
      await writeRun(dir, mergeShards(shards, await mergeExchanges(shards, dir)), certificate);
      expect(new Set((await exchangesIn(dir)).map(({ walk }) => walk?.part)).size).toBeGreaterThan(2);
      expect(problemsOf(await verified(dir))).toBe('');
      if (!isBroken) return;
      await lieOfBroken(dir, { verdict: 'pass', reason: 'held in 8 cases' });
      const problems = problemsOf(await verified(dir));
      for (const id of ['PAG-005', 'LKP-007']) expect(problems).toContain(`The clause ${id} comes to pass, but`);
    });
  }
});

test('walks that lost their marks, and pages that are marked as those of others, are found', async () => {
  await withRun({}, async (dir) => {
    const exchanges = await exchangesIn(dir);
    const numbers = exchanges.flatMap(({ walk, number }) => (walk === undefined ? [] : [{ walk, number }]));
    const { problems: none } = await verified(dir);
    expect(none).toEqual([]);
    const last = numbers.findLast(({ walk }) => walk.page > 1)?.number;
    await alter(dir, (one) => (one.number === last ? (without(one, 'walk') as RecordedExchange) : one));
    expect(problemsOf(await verified(dir))).toMatch(/The walk with exchange \d+ as its last page should have gone on/);
  });
});

test('a run without any marks is found', async () => {
  await withRun({}, async (dir) => {
    await alter(dir, (one) => without(one, 'walk') as RecordedExchange);
    const problems = problemsOf(await verified(dir));
    for (const id of WALK_CLAUSES)
      expect(problems).toMatch(new RegExp(`The clause ${id} (was judged in|comes to pass, but)`));
  });
});

test('a walk that is left out, and one whose page was exchanged for another, are found', async () => {
  await withRun({}, async (dir) => {
    const exchanges = await exchangesIn(dir);
    const walk = exchanges.find((one) => one.walk?.number === 3)?.walk;
    await alter(dir, (one) => (one.walk?.number === 3 ? (without(one, 'walk') as RecordedExchange) : one));
    expect(problemsOf(await verified(dir))).toContain('is not the page of a walk that it is marked as');
    expect(walk).toBeDefined();
  });
  await withRun({}, async (dir) => {
    const [first, second] = (await exchangesIn(dir)).filter(({ walk }) => walk?.number === 1);
    await alter(dir, (one) =>
      one.number === second?.number && first?.response && second.response ? { ...one, request: first.request } : one,
    );
    expect(problemsOf(await verified(dir))).toContain('is not the page of a walk that it is marked as');
  });
});

test('cases of walks that no walk bears out are found', async () => {
  await withRun({}, async (dir) => {
    await lie(dir, ({ id, cases }) => (WALK_CLAUSES.includes(id) ? { cases: cases + 1 } : {}));
    const problems = problemsOf(await verified(dir));
    for (const id of WALK_CLAUSES) expect(problems).toContain(`The clause ${id} was judged in`);
  });
});

test('a base URL that is not the one that lookups were sent to is found', async () => {
  await withRun({ prefix: '/public/v2' }, async (dir) => {
    const { subject } = await resultsIn(dir);
    const baseUrl = subject.baseUrl.replace('/v2', '/v1');
    await lieOfBroken(dir, { verdict: 'pass', reason: 'held in 1 case' });
    const results = await resultsIn(dir);
    await writeRun(dir, { ...results, subject: { ...subject, baseUrl } }, { key: PARTNER.privateKey, days: 90 });
    expect(problemsOf(await verified(dir))).toMatch(/Exchange \d+ was sent to another path than that of the base URL/);
  });
});
