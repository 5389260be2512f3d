import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../../src/contract/catalogue.js';
import { canonicalResults } from '../../../../src/contract/results-digest.js';
import type { ClauseResult, Results } from '../../../../src/contract/results.js';
import { validatorFor } from '../../../../src/contract/schemas.js';
import type { Settings } from '../../../../src/contract/settings.js';
import { checkShards } from '../../../../src/report/merge/check-shards.js';
import { mergeExchanges } from '../../../../src/report/merge/merge-exchanges.js';
import { mergeShards } from '../../../../src/report/merge/merge-shards.js';
import { readExchanges, readRun } from '../../../../src/report/recorded-run.js';
import type { RecordedExchange } from '../../../../src/wire/exchange.js';
import { resultOf, withFolder } from '../../../support/certify-reference.js';
import { certifyShards, type WrittenRun } from '../../../support/certify-shards.js';

/** Some clauses that take few requests, those about every answer, and the open questions that any answer may settle. */
const ONLY = loadCatalogue()
  .filter(
    ({ id, role, passive }) =>
      role !== 'client' &&
      (passive || /^(VER|LKP-00|PAG-00[1-4]|SIG-004|CLK-006|OPN-0(17|18|19|2[02]|3[5-9]|4))/.test(id)),
  )
  .map(({ id }) => id);

const FAULTS = [
  'overlapping-pages',
  'code-as-string',
  'signature-prefix-enough',
  'margin-rate-null',
  'window-too-wide',
];

async function merge(runs: readonly WrittenRun[], into: string): Promise<Results> {
  const shards = checkShards(await Promise.all(runs.map(({ dir }) => readRun(dir))));
  return mergeShards(shards, await mergeExchanges(shards, into));
}

async function exchangesIn(folder: string): Promise<readonly RecordedExchange[]> {
  const exchanges: RecordedExchange[] = [];
  for await (const exchange of readExchanges(folder)) exchanges.push(exchange);
  return exchanges;
}

async function wholeAndMerged(
  faults: readonly string[],
  of: number,
  changes: Partial<Settings>,
  look: (whole: Results, merged: Results, exchanges: readonly RecordedExchange[]) => void,
): Promise<void> {
  await withFolder(async (folder) => {
    const [whole] = await certifyShards(folder, 1, { faults }, changes);
    const merged = await merge(await certifyShards(folder, of, { faults }, changes), folder);
    if (whole === undefined) throw new Error('There is no whole run.');
    look(whole.results, merged, await exchangesIn(folder));
  });
}

const broken = ({ clauses }: Results): ClauseResult[] => clauses.filter(({ findings }) => findings.length > 0);

for (const of of [2, 3]) {
  test(`${of} shards of a faulty service come to what one run comes to`, async () => {
    test.slow();
    await wholeAndMerged(FAULTS, of, { seed: 9, only: ONLY }, (whole, merged, exchanges) => {
      expect(JSON.parse(canonicalResults(merged))).toEqual(JSON.parse(canonicalResults(whole)));
      expect(merged.digest).toBe(whole.digest);
      expect(merged.plan).toEqual(whole.plan);
      expect(merged).not.toHaveProperty('watched');
      expect(merged.notes).toEqual([
        expect.stringMatching(/^The subject is the reference service/),
        expect.stringMatching(/^Only \d+ of \d+ clauses were selected/),
        expect.stringMatching(/^Smoke depth/),
      ]);
      expect(validatorFor('results')(merged)).toEqual([]);

      expect(broken(merged).map(({ id }) => id)).toEqual(broken(whole).map(({ id }) => id));
      expect(exchanges.map(({ number }) => number)).toEqual(exchanges.map((_, at) => at + 1));
      expect(merged.requests).toBe(exchanges.length);
      const ofFirstPages = exchanges.filter(({ clause }) => clause === 'PAG-001');
      expect(resultOf(merged, 'PAG-001').requests).toBe(ofFirstPages.length);
      for (const { shown, sibling } of broken(merged).flatMap(({ findings }) => findings)) {
        for (const { exchange, target, status } of [shown, sibling].filter((one) => one !== undefined)) {
          expect(exchanges[exchange - 1]).toMatchObject({ request: { target }, response: { status } });
        }
      }
      // What every answer shows is told in the same words, whichever machine saw it.
      expect(resultOf(merged, 'ENV-005').reason).toMatch(/^broken in \d+ of \d+ cases$/);
      expect(resultOf(merged, 'ENV-001').reason).toBe(`held in ${resultOf(merged, 'ENV-001').cases} cases`);
    });
  });
}

test('pins are held against the whole: what another shard saw is no change, and what none saw is one', async () => {
  test.slow();
  const only = loadCatalogue()
    .filter(({ id, role }) => role !== 'client' && /^(LKP|PAG)-|^OPN-03[679]/.test(id))
    .map(({ id }) => id);
  await withFolder(async (folder) => {
    const [whole] = await certifyShards(folder, 1, {}, { only });
    const answers = whole?.results.questions.flatMap(({ id, observed }) =>
      observed === null ? [] : [[id, observed] as const],
    );
    const pins = Object.fromEntries(answers ?? []);
    const strict = async (pageSize: number): Promise<readonly Results[]> => {
      const into = join(folder, String(pageSize));
      const runs = await certifyShards(into, 3, { pageSize }, { only, strict: true, profile: { pins } });
      return [...runs.map(({ results }) => results), await merge(runs, into)];
    };
    for (const results of await strict(10)) {
      expect(results.questions.filter(({ drift }) => drift)).toEqual([]);
      expect(results.verdict).toBe('conformant');
    }
    const changed = (await strict(7)).at(-1);
    expect(changed?.questions.flatMap(({ id, drift }) => (drift ? [id] : []))).toEqual(['OPN-039']);
    expect(changed?.verdict).toBe('non-conformant');
  });
});

test('what no shard was asked for is not part of the whole', async () => {
  await wholeAndMerged([], 2, { only: ['VER-001', 'LKP-001', 'LKP-008'] }, (whole, merged) => {
    expect(merged.digest).toBe(whole.digest);
    expect(resultOf(merged, 'ENV-001')).toMatchObject({ verdict: 'inapplicable', reason: 'not selected in this run' });
    expect(merged.counts).toEqual(whole.counts);
  });
});

test('times and notes are those of all shards, and waivers that nothing needs are told of once', async () => {
  const waivers = [{ clause: 'ENV-005', reason: 'known', expires: '2999-01-01' }];
  await withFolder(async (folder) => {
    const runs = await certifyShards(
      folder,
      2,
      { faults: ['code-as-string'] },
      { only: ['ENV-005', 'LKP-001', 'LKP-002'], profile: { waivers } },
    );
    const merged = await merge(runs, folder);
    const [first, second] = runs.map(({ results }) => results);
    expect([merged.startedAt, merged.finishedAt]).toEqual([first?.startedAt, second?.finishedAt]);
    expect(merged.verdict).toBe('conformant');
    expect(merged.notes.filter((note) => note.includes('shard'))).toEqual([]);
    expect(resultOf(merged, 'ENV-005').verdict).toBe('fail');
  });
});

test('lines that were cut off, and numbers that no line has, shift nothing', async () => {
  await withFolder(async (folder) => {
    const runs = await certifyShards(folder, 2, {}, { only: ['LKP-001', 'LKP-008'] });
    const [first, second] = runs;
    const path = join(first?.dir ?? '', 'exchanges.jsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, -10));
    const shards = checkShards(await Promise.all(runs.map(({ dir }) => readRun(dir))));
    expect((await mergeExchanges(shards, folder)).offsets).toEqual([0, first?.results.requests]);
    const numbers = (await exchangesIn(folder)).map(({ number }) => number);
    expect(numbers).toHaveLength((first?.results.requests ?? 0) + (second?.results.requests ?? 0) - 1);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

for (const index of [1, 2]) {
  test(`where shard ${index} was stopped, the whole says so, and what was judged all the same`, async () => {
    await withFolder(async (folder) => {
      const only = ['ENV-001', 'LKP-001', 'LKP-008', 'VER-001'];
      const runs = await certifyShards(folder, 2, {}, { only });
      const shards = checkShards(await Promise.all(runs.map(({ dir }) => readRun(dir))));
      const stopped = { because: 'the run was interrupted', judged: [], watched: { clauses: [], answers: {} } };
      const some = shards.map((one) =>
        one.shard.index === index ? { ...one, results: { ...one.results, stopped } } : one,
      );
      const others = shards.find(({ shard }) => shard.index !== index)?.plan.clauses ?? [];
      const merged = mergeShards(some, await mergeExchanges(shards, folder));
      expect(merged.stopped).toMatchObject({
        because: `the run was interrupted (shard ${index})`,
        judged: others.filter((id) => id !== 'ENV-001'),
      });
      expect(merged.stopped?.watched.clauses.map(({ id }) => id)).toEqual(['ENV-001']);
      expect(merged.notes).toContain(`Stopped early: the run was interrupted (shard ${index}).`);
      expect(validatorFor('results')(merged)).toEqual([]);
    });
  });
}
