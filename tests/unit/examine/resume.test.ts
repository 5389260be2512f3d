import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { canonicalResults } from '../../../src/contract/results-digest.js';
import { startReferenceService, type ReferenceOptions } from '../../../src/mock/reference-service.js';
import { checkEvidence } from '../../../src/report/certificate/verify/check-evidence.js';
import { checkVerdict } from '../../../src/report/certificate/verify/check-verdict.js';
import { Problems } from '../../../src/report/certificate/verify/problems.js';
import { settingsFor, withFolder } from '../../support/certify-reference.js';
import { certifyInParts, recordedIn } from '../../support/stop-and-resume.js';

/** What several clauses share is sent on behalf of one of these, and by each part of a run for itself. */
const SHARED = new Set(['PAG-001', 'ENV-001', 'MOD-042', 'TPS-001', 'TPS-007', 'OPS-001', 'MOD-002']);

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

const CASES: readonly { readonly reference: ReferenceOptions; readonly seed: number }[] = [
  { reference: {}, seed: 1 },
  { reference: { faults: ['lookup-without-token'] }, seed: 2 },
];

for (const { reference, seed } of CASES) {
  const what = reference.faults?.join() ?? 'no fault';
  test(`a run that is stopped and goes on comes to what the whole run comes to: ${what}, seed ${seed}`, async () => {
    test.slow();
    await withFolder(async (folder) => {
      const whole = await inParts(folder, reference, seed, []);
      const [expected] = whole.parts;
      if (expected === undefined) throw new Error('There is no run.');
      for (const bounds of [[1], [900, 50]]) {
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
