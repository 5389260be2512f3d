import { expect } from '@playwright/test';
import { withDigest } from '../../../../src/contract/results-digest.js';
import type { ClauseResult, Results } from '../../../../src/contract/results.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { PARTNER, problemsOf, resultsIn, rewrite, test, verified } from './certified-run.js';

/** Takes out all but the first lines, and certifies what the results then say. */
async function keepFirst(dir: string, kept: number, change: (results: Results, lost: number) => Partial<Results>) {
  await rewrite(dir, 'exchanges.jsonl', (text) => text.split('\n').slice(0, kept).join('\n') + (kept > 0 ? '\n' : ''));
  const results = await resultsIn(dir);
  const said = withDigest({ ...results, ...change(results, results.requests - kept) });
  await writeRun(dir, said, { key: PARTNER.privateKey, days: 90 });
}

for (const kept of [0, 1, 10]) {
  for (const which of ['right', 'broken'] as const) {
    test(`a ${which} run with ${kept} exchanges in its record says so, and its certificate holds`, async ({
      right,
      broken,
    }) => {
      const dir = which === 'right' ? right : broken;
      await keepFirst(dir, kept, (_, unrecorded) => ({ unrecorded }));
      const verification = await verified(dir);
      expect(problemsOf(verification)).toBe('');
      expect(verification.claim?.result).toBe(which === 'right' ? 'WARNED' : 'FAILED');
      const { requests } = await resultsIn(dir);
      expect(verification.claim?.limits).toContain(
        `${requests - kept} of ${requests} requests are not in the record: what they showed cannot be judged again.`,
      );
      expect(verification.rederived.notDerived.join('\n')).toContain('that are not in the record');
    });
  }
}

for (const [what, more] of [
  ['fewer', -1],
  ['more', 1],
] as const) {
  test(`exchanges that are missing, of which ${what} are told, are found`, async ({ right }) => {
    await keepFirst(right, 5, (_, lost) => ({ unrecorded: lost + more }));
    expect(problemsOf(await verified(right))).toContain('of them as not recorded, but 5 were recorded.');
  });
}

test('what the record has is held against the results, whatever is not in it', async ({ broken }) => {
  const mended = ({ brokenCases, firstBrokenAt, ...clause }: ClauseResult): ClauseResult =>
    brokenCases === undefined && firstBrokenAt === undefined ? clause : { ...clause, verdict: 'pass', findings: [] };
  await keepFirst(broken, 20, ({ clauses }, unrecorded) => ({ unrecorded, clauses: clauses.map(mended) }));
  expect(problemsOf(await verified(broken))).toMatch(
    /evidence: The clause \S+ comes to pass, but exchange \d+ breaks it/,
  );
});
