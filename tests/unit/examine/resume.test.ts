import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Results, Shard } from '../../../src/contract/results.js';
import { canonicalResults } from '../../../src/contract/results-digest.js';
import type { Settings } from '../../../src/contract/settings.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { startReferenceService, type ReferenceOptions } from '../../../src/mock/reference-service.js';
import { checkEvidence } from '../../../src/report/certificate/verify/check-evidence.js';
import { checkVerdict } from '../../../src/report/certificate/verify/check-verdict.js';
import { Problems } from '../../../src/report/certificate/verify/problems.js';
import { settingsFor, withFolder } from '../../support/certify-reference.js';
import { certifyInParts, earlierIn, recordedIn } from '../../support/stop-and-resume.js';

/** What several clauses share is sent on behalf of one of these, and by each part of a run for itself. */
const SHARED = new Set(['PAG-001', 'ENV-001', 'CLK-008', 'MOD-042', 'TPS-001', 'TPS-007', 'OPS-001', 'MOD-002']);

async function inParts(
  folder: string,
  reference: ReferenceOptions,
  seed: number,
  bounds: readonly number[],
): Promise<{ readonly parts: readonly Results[]; readonly dir: string }> {
  const dir = join(folder, `parts-${bounds.join('-')}`);
  await mkdir(dir);
  const service = await startReferenceService(reference);
  try {
    const settings = settingsFor(service, dir, { seed, embedded: true });
    return { parts: await certifyInParts(settings, bounds), dir };
  } finally {
    await service.close();
  }
}

async function problemsOf(dir: string, results: Results): Promise<readonly string[]> {
  const problems = new Problems();
  checkVerdict(results, problems);
  await checkEvidence(dir, { bytes: 1, hasTasks: false }, results, problems);
  return problems.list.map(({ says }) => says);
}

const CASES: readonly { readonly reference: ReferenceOptions; readonly seed: number; readonly stops: number[][] }[] = [
  { reference: {}, seed: 1, stops: [[1], [900, 50]] },
  { reference: { faults: ['lookup-without-token'] }, seed: 2, stops: [[400, 900]] },
];

for (const { reference, seed, stops } of CASES) {
  const what = reference.faults?.join() ?? 'no fault';
  test(`a run that is stopped and goes on comes to what the whole run comes to: ${what}, seed ${seed}`, async () => {
    test.slow();
    await withFolder(async (folder) => {
      const whole = await inParts(folder, reference, seed, []);
      const [expected] = whole.parts;
      if (expected === undefined) throw new Error('There is no run.');
      for (const bounds of stops) {
        const { parts, dir } = await inParts(folder, reference, seed, bounds);
        const results = parts.at(-1);
        if (results === undefined) throw new Error('There is no run.');
        expect(parts).toHaveLength(bounds.length + 1);
        expect(JSON.parse(canonicalResults(results)), bounds.join()).toEqual(JSON.parse(canonicalResults(expected)));
        expect(results.digest).toBe(expected.digest);
        expect(results.startedAt).toBe(parts[0]?.startedAt);
        expect(results.requests).toBe(recordedIn(dir).length);
        expect(await problemsOf(dir, results)).toEqual([]);
        for (const [at, part] of parts.slice(0, -1).entries()) expectNothingAgain(part, parts[at + 1], dir);
      }
    });
  });
}

/** Nothing is sent in the next part on behalf of what was judged. */
function expectNothingAgain({ stopped, requests }: Results, next: Results | undefined, dir: string): void {
  const judged = new Set(stopped?.judged);
  const own = recordedIn(dir).filter(({ number }) => number > requests && number <= (next?.requests ?? 0));
  const again = own.filter(({ clause }) => judged.has(clause) && !SHARED.has(clause));
  expect([...new Set(again.map(({ clause }) => clause))]).toEqual([]);
}

test('a run that was stopped in the middle of a walk holds when it is verified', async () => {
  await withFolder(async (folder) => {
    const service = await startReferenceService();
    try {
      const changes = { seed: 3, embedded: true, readOnly: true, only: ['LKP-001', 'LKP-006', 'OPN-001'] };
      for (const most of [4, 5, 6, 7, 8, 9]) {
        const dir = join(folder, String(most));
        await mkdir(dir);
        const parts = await certifyInParts(settingsFor(service, dir, changes), [most]);
        expect(await problemsOf(dir, parts.at(-1) ?? raise()), `stopped after ${most} requests`).toEqual([]);
      }
    } finally {
      await service.close();
    }
  });
});

function raise(): never {
  throw new Error('There is no run.');
}

interface PartsOptions {
  readonly reference?: ReferenceOptions;
  readonly bounds?: readonly number[];
  readonly shard?: Shard;
  readonly clauses?: readonly string[];
  /** Clauses that are broken. */
  readonly broken?: readonly string[];
  readonly isCut?: true;
}

const idsLike = (pattern: RegExp): string[] =>
  loadCatalogue('service')
    .map(({ id }) => id)
    .filter((id) => pattern.test(id));

/** What a run of some clauses comes to, in parts, and by itself. */
async function bothWays(
  folder: string,
  { reference = {}, bounds = [60], shard, clauses }: PartsOptions,
): Promise<{ readonly whole: Results; readonly resumed: Results; readonly dir: string }> {
  const options = { ...(shard && { shard }), ...(clauses && { clauses }) };
  const ways = await Promise.all(
    [[], bounds].map(async (own) => {
      const dir = join(folder, own.length === 0 ? 'whole' : 'parts');
      await mkdir(dir);
      const service = await startReferenceService(reference);
      try {
        return await certifyInParts(settingsFor(service, dir, { seed: 5, embedded: true }), own, options);
      } finally {
        await service.close();
      }
    }),
  );
  const [whole, resumed] = ways.map((parts) => parts.at(-1));
  if (whole === undefined || resumed === undefined) throw new Error('There is no run.');
  expect(ways[1]).toHaveLength(bounds.length + 1);
  return { whole, resumed, dir: join(folder, 'parts') };
}

const SOME = /^(?:LKP-00|PAG-00[1-4]|ENV-|AUT-0|MOD-00|SIG-00[1-3])/;

for (const [what, options] of Object.entries<PartsOptions>({
  'of several faults': {
    reference: { faults: ['signature-optional', 'third-page-refused', 'lookup-without-token'] },
    clauses: idsLike(SOME),
    bounds: [40, 90],
    broken: ['AUT-002', 'PAG-002', 'SIG-001'],
  },
  'whose pages are cut in the record': {
    reference: { instruments: 400, pageSize: 200 },
    clauses: idsLike(/^(?:LKP-00|PAG-00|INS-|ENV-00)/),
    bounds: [12],
    isCut: true,
  },
  'that is one of several shards': { shard: { index: 2, of: 6 }, bounds: [150] },
})) {
  test(`a run ${what} comes to the same where it is stopped and goes on`, async () => {
    await withFolder(async (folder) => {
      const { whole, resumed, dir } = await bothWays(folder, options);
      expect(JSON.parse(canonicalResults(resumed))).toEqual(JSON.parse(canonicalResults(whole)));
      const broken = whole.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
      expect(broken).toEqual(expect.arrayContaining([...(options.broken ?? [])]));
      const recorded = recordedIn(dir);
      expect(recorded.some(({ response }) => response?.text?.endsWith('… [cut]'))).toBe(options.isCut === true);
      expect(resumed.requests).toBe(recorded.length);
      expect(await problemsOf(dir, resumed)).toEqual([]);
    });
  });
}

test('a run whose token ended while it was stopped goes on with a fresh one, and blames nobody without', async () => {
  await withFolder(async (folder) => {
    let aheadMs = 0;
    const service = await startReferenceService({ tokenLifetimeS: 600, clock: () => Date.now() + aheadMs });
    const clauses = idsLike(SOME);
    try {
      const settingsIn = async (name: string): Promise<Settings> => {
        await mkdir(join(folder, name));
        return settingsFor(service, join(folder, name), { seed: 5, embedded: true });
      };
      const [whole] = await certifyInParts(await settingsIn('whole'), [], { clauses });
      const stopped = await settingsIn('stopped');
      const [first] = await certifyInParts({ ...stopped, maxRequests: 60 }, [], { clauses });
      if (whole === undefined || first === undefined) throw new Error('There is no run.');
      await cp(join(folder, 'stopped'), join(folder, 'stale'), { recursive: true });
      aheadMs = 3_600_000;
      const goOn = (outDir: string, token: string): Promise<Results> =>
        certifyService({
          settings: { ...stopped, outDir, token },
          ...{ toolVersion: 'test', clauses, earlier: earlierIn(outDir, first) },
        });
      const stale = await goOn(join(folder, 'stale'), service.token);
      expect(stale.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
      expect(stale.verdict).toBe('incomplete');
      const fresh = await goOn(stopped.outDir, await (await fetch(service.tokenUrl)).text());
      expect(JSON.parse(canonicalResults(fresh))).toEqual(JSON.parse(canonicalResults(whole)));
    } finally {
      await service.close();
    }
  });
});
