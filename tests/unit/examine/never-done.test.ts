import { expect, test } from '@playwright/test';
import type { Results } from '../../../src/contract/results.js';
import { withDigest } from '../../../src/contract/results-digest.js';
import type { Settings } from '../../../src/contract/settings.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { verdictSentence } from '../../../src/report/verdict-words.js';
import { writeRun } from '../../../src/report/write-run.js';
import { settingsFor, withFolder } from '../../support/certify-reference.js';
import { problemsOf, verified } from '../report/certificate/certified-run.js';

const NO_ORDERS: Alteration = {
  name: 'no-orders',
  does: 'Has no order to be modified.',
  apply: () => ({ offers: () => false }),
};
const NO_END: Alteration = {
  name: 'no-end',
  does: 'Never says of a page that it is the last one.',
  apply: (before) => ({
    pageOf: (call, selected) => ({ ...before.pageOf(call, selected), end: call.position + 10, hasNext: true }),
  }),
};
const WAIVED: Partial<Settings> = {
  profileFile: { path: 'staging.yaml', sha256: '0'.repeat(64) },
  profile: { waivers: [{ clause: 'MOD-001', reason: 'known', expires: '2999-01-01' }] },
};

/** Certifies by some clauses, writes the run, and says something else of it where that is given. */
function certified(
  alterations: readonly Alteration[],
  clauses: readonly string[],
  changes: Partial<Settings> = {},
  said: (results: Results) => Partial<Results> = () => ({}),
): Promise<{ results: Results; problems: string }> {
  return withFolder(async (folder) => {
    const service = await startReferenceService({ alterations });
    try {
      const settings = settingsFor(service, folder, changes);
      const results = await certifyService({ settings, toolVersion: '0.1.0', clauses });
      await writeRun(folder, withDigest({ ...results, ...said(results) }));
      return { results, problems: problemsOf(await verified(folder, { keys: [], allowUnsigned: true })) };
    } finally {
      await service.close();
    }
  });
}

test('a service that was never seen to take a modify is not conformant, waived or only observed', async () => {
  const waived = await certified([NO_ORDERS], ['LKP-009', 'MOD-001'], WAIVED);
  expect(waived.results).toMatchObject({ verdict: 'incomplete', tasks: { modifies: { given: 1, done: 0 } } });
  expect(waived.problems).toBe('');
  expect(verdictSentence(waived.results)).toContain('yet no modify was accepted, though 1 clause asks for one');
  const observed = await certified([NO_ORDERS], ['LKP-009', 'OPN-047']);
  expect(observed.results.verdict).toBe('incomplete');
});

test('so is one of which no walk ended', async () => {
  const { results, problems } = await certified([NO_END], ['LKP-009']);
  expect(results).toMatchObject({ verdict: 'incomplete', tasks: { walks: { given: 1, done: 0 } } });
  expect(problems).toBe('');
});

test('what was not chosen, or may not be modified, need not be seen', async () => {
  const part = await certified([NO_ORDERS], ['LKP-009']);
  expect(part.results.verdict).toBe('conformant');
  const readOnly = await certified([], ['LKP-009', 'MOD-001'], { ...WAIVED, readOnly: true });
  expect(readOnly.results.verdict).toBe('conformant');
  expect(readOnly.results.tasks?.modifies).toBeUndefined();
  expect(readOnly.problems).toBe('');
});

test('verify refuses a bundle that says otherwise', async () => {
  const lies: readonly Partial<Results>[] = [
    { tasks: { modifies: { given: 1, done: 1 }, walks: { given: 1, done: 6 } } },
    { tasks: { walks: { given: 1, done: 6 } } },
    { tasks: { modifies: { given: 0, done: 0 }, walks: { given: 1, done: 6 } } },
    { tasks: {} },
  ];
  for (const lie of lies) {
    const said = (): Partial<Results> => ({ ...lie, verdict: 'conformant' });
    const { problems } = await certified([NO_ORDERS], ['LKP-009', 'MOD-001'], WAIVED, said);
    expect(problems).toMatch(
      /The results have \d modifies that came through, for \d clauses?; the record has 0, for 1\./,
    );
  }
});

test('verify refuses one that leaves it out', async () => {
  // As JSON, it is left out.
  const said = (): Partial<Results> => ({ tasks: undefined as never, verdict: 'conformant' });
  const { problems } = await certified([NO_ORDERS], ['LKP-009', 'MOD-001'], WAIVED, said);
  expect(problems).toContain('The verdict is conformant, but in the record: No modify was accepted');
});
