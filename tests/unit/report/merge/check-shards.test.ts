import { expect, test } from '@playwright/test';
import { contractDigest } from '../../../../src/contract/catalogue.js';
import type { Results, RunPlan } from '../../../../src/contract/results.js';
import { withDigest } from '../../../../src/contract/results-digest.js';
import { checkShards } from '../../../../src/report/merge/check-shards.js';
import type { RecordedRun } from '../../../../src/report/recorded-run.js';
import { someClause, someResults } from '../some-results.js';

/** One of three shards of a run; each has a clause of its own. */
function shard(index: number, different: Partial<Results> = {}, plan: Partial<RunPlan> = {}): RecordedRun {
  const results = someResults([someClause('pass')], {
    contract: contractDigest(),
    plan: { clauses: [`LKP-00${index}`], orders: 'url', shard: { index, of: 3 }, ...plan },
    ...different,
  });
  return { dir: `/runs/${index}`, results: withDigest(results), resultsText: '' };
}

const checked = (...runs: readonly RecordedRun[]): number[] => checkShards(runs).map(({ shard: { index } }) => index);

test('all shards of one run are taken, in the order of their numbers', () => {
  expect(checked(shard(3), shard(1), shard(2))).toEqual([1, 2, 3]);
});

test('shards that each started a reference service have one subject, whatever its port', () => {
  const subjectOf = (port: number): Results['subject'] => ({ role: 'service', baseUrl: `http://127.0.0.1:${port}/v1` });
  const runs = [1, 2, 3].map((index) => shard(index, { subject: subjectOf(index) }, { embedded: true }));
  expect(checked(...runs)).toEqual([1, 2, 3]);
});

const foreign: readonly (readonly [what: string, run: RecordedRun])[] = [
  ['the seed is 43, and that of shard 1 is 42', shard(2, { seed: 43 })],
  ['the depth is smoke, and that of shard 1 is standard', shard(2, { depth: 'smoke' })],
  ['the contract or clause catalogue is ', shard(2, { contract: { version: '2', sha256: 'b'.repeat(64) } })],
  [
    'the subject is https://other.example/v1',
    shard(2, { subject: { role: 'service', baseUrl: 'https://other.example/v1' } }),
  ],
  [
    'the profile is p (SHA-256 bbbbbbbbbbbb…), and that of shard 1 is none',
    shard(2, { profile: { name: 'p', sha256: 'b'.repeat(64) } }),
  ],
  ['the version of tradecert is 0.2.0', shard(2, { tool: { name: 'tradecert', version: '0.2.0' } })],
  ['the --strict is true', shard(2, { strict: true })],
  ['the --read-only is true', shard(2, { readOnly: true })],
  ['the choice of clauses (--only) is 1: LKP-002', shard(2, {}, { only: ['LKP-002'] })],
  ['the kind of order source is none', shard(2, {}, { orders: 'none' })],
  [
    'the signature template or key encoding is ',
    shard(2, {}, { signature: { template: 'concat', keyEncoding: 'hex' } }),
  ],
  ['the number of shards is 2', shard(2, {}, { shard: { index: 2, of: 2 } })],
];

test('shards of profiles of two names that say the same are one run', () => {
  const named = (index: number, name: string): RecordedRun =>
    shard(index, { profile: { name, sha256: 'b'.repeat(64) } });
  expect(checked(named(1, 'p'), named(2, 'q'), named(3, 'p'))).toEqual([1, 2, 3]);
});

for (const [what, run] of foreign) {
  test(`a shard of another run is told by what differs: ${what}`, () => {
    expect(() => checked(shard(1), run, shard(3))).toThrow(`Shard 2 is of another run: ${what}`);
  });
}

test('a shard that is missing is named, and so are several', () => {
  expect(() => checked(shard(1), shard(3))).toThrow('Shard 2 of 3 is missing.');
  expect(() => checked(shard(2))).toThrow('Shards 1, 3 of 3 are missing.');
});

test('a shard that is named twice is no second shard', () => {
  expect(() => checked(shard(1), shard(2), shard(2), shard(3))).toThrow('Shard 2 of 3 is named twice.');
});

test('a run that is no shard is not merged', () => {
  expect(() => checked(shard(1), { ...shard(2), results: someResults([]) })).toThrow('/runs/2 is no shard of a run.');
});

test('a shard that was killed is not merged', () => {
  expect(() => checked(shard(1), shard(2, { unfinished: true }), shard(3))).toThrow(
    'Shard 2 of 3 did not come to its end.',
  );
});

test('a shard whose results were changed is not merged', () => {
  const run = shard(2);
  const changed = { ...run, results: { ...run.results, verdict: 'non-conformant' as const } };
  expect(() => checked(shard(1), changed, shard(3))).toThrow('The results of shard 2 are not as its run wrote them');
});

test('shards of another catalogue are for the version that made them', () => {
  const contract = { version: '0', sha256: 'c'.repeat(64) };
  const runs = [1, 2, 3].map((index) => shard(index, { contract }));
  expect(() => checked(...runs)).toThrow('another contract or clause catalogue than that of this version');
});

test('shards that were divided in different ways overlap, or leave something out', () => {
  expect(() => checked(shard(1), shard(2, {}, { clauses: ['LKP-001', 'LKP-002'] }), shard(3))).toThrow(
    'LKP-001 is in shard 1 and in shard 2.',
  );
  const only = ['LKP-001', 'LKP-002', 'LKP-003', 'LKP-004'];
  expect(() => checked(...[1, 2, 3].map((index) => shard(index, {}, { only })))).toThrow(
    'LKP-004 was chosen, and is in no shard.',
  );
});
