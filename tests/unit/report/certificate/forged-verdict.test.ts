import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import { REFUSING_CLAUSES } from '../../../../src/oracle/refusal.js';
import { ACCEPTING_CLAUSES } from '../../../../src/report/certificate/verify/accepted-requests.js';
import { rereadExchange } from '../../../../src/report/certificate/verify/recorded-exchange.js';
import { showExchange } from '../../../../src/oracle/show-exchange.js';
import { writeRun } from '../../../../src/report/write-run.js';
import type { RecordedExchange } from '../../../../src/wire/exchange.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import { someFinding } from '../some-results.js';
import {
  alter,
  copied,
  exchangesIn,
  lie,
  lieOfBroken,
  PARTNER,
  problemsOf,
  resultsIn,
  verified,
  without,
} from './certified-run.js';

const FILLED = ['ORD-001', 'TPS-041', 'TPS-042', 'TPS-043'];

/** Covers every part of a request, so that every clause about the signature applies. */
const SIGNED_WHOLE = String.raw`{timestamp}\n{method}\n{target}\n{token}\n{body}`;

/** A smoke run of everything, of a right service and of one that modifies filled orders; each test has a copy. */
const test = base.extend<{ whole: string; filled: string }, { originals: { whole: string; filled: string } }>({
  originals: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
      const runs = { whole: join(folder, 'whole'), filled: join(folder, 'filled') };
      await makeRun(runs.whole, []);
      await makeRun(runs.filled, ['filled-order-modified'], FILLED);
      await use(runs);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  whole: async ({ originals }, use) => copied(originals.whole, use),
  filled: async ({ originals }, use) => copied(originals.filled, use),
});

async function makeRun(dir: string, faults: readonly string[], clauses?: readonly string[]): Promise<void> {
  const service = await startReferenceService({ faults, signatureTemplate: SIGNED_WHOLE });
  try {
    const settings = settingsFor(service, dir, { seed: 42 });
    const results = await certifyService({ settings, toolVersion: '0.1.0', ...(clauses && { clauses }) });
    await writeRun(dir, results, { key: PARTNER.privateKey, days: 90 });
  } finally {
    await service.close();
  }
}

// In one worker: each that has a part of them would make the run anew.
test.describe.configure({ mode: 'default' });

test('the right runs hold, and each clause that is decided is told to be made again or not', async ({
  whole,
  filled,
}) => {
  for (const dir of [whole, filled]) expect(problemsOf(await verified(dir))).toBe('');
  const { derived, notDerived } = (await verified(whole)).rederived;
  expect(derived.join('\n')).toMatch(/of walks over pages: LKP-004, LKP-007, PAG-002 to 007$/m);
  expect(derived.join('\n')).toMatch(/of the base URL: VER-001, VER-002$/m);
  expect(derived.join('\n')).toContain('ENV-001 to 009');
  expect(derived.join('\n')).toContain('ORD-001 to 007');
  expect(notDerived.join('\n')).not.toContain('resting on what is not in the record');
});

test('invalid requests are recorded as such for exactly the clauses that say what is refused', async ({ whole }) => {
  const exchanges = await exchangesIn(whole);
  const marked = new Set(exchanges.flatMap(({ clause, expects }) => (expects === 'refusal' ? [clause] : [])));
  // Two send one of them between requests that are to be accepted.
  expect([...marked].sort()).toEqual([...REFUSING_CLAUSES, 'EQV-009', 'EQV-010'].sort());
});

for (const [what, said, comesTo] of [
  ['passed', { verdict: 'pass', reason: 'held in 8 cases' }, 'conformant'],
  ['does not apply', { verdict: 'inapplicable', cases: 0, reason: 'the service has no filled orders' }, 'incomplete'],
] as const) {
  test(`a broken clause of which is said that it ${what} is found, though it was signed`, async ({ filled }) => {
    await lieOfBroken(filled, said);
    expect((await resultsIn(filled)).verdict).toBe(comesTo);
    const problems = problemsOf(await verified(filled));
    for (const id of FILLED)
      expect(problems).toMatch(
        new RegExp(`evidence: The clause ${id} comes to ${said.verdict}, but exchange \\d+ has an invalid request`),
      );
  });
}

test('a refusal that was none is found, whichever clause it was for', async ({ whole }) => {
  const exchanges = await exchangesIn(whole);
  // More would not be listed.
  const half = [...REFUSING_CLAUSES].filter((_, index) => index % 2 === 0);
  const altered = new Set<string>([...REFUSING_CLAUSES].filter((id) => !half.includes(id)));
  await alter(whole, (exchange) => {
    const { clause, expects, operation, response } = exchange;
    if (expects !== 'refusal' || response === undefined || altered.has(clause)) return exchange;
    altered.add(clause);
    const accepted = exchanges.find((other) => other.operation === operation && other.response?.status === 200);
    return { ...exchange, response: accepted?.response ?? response };
  });
  const { problems, unlisted } = await verified(whole);
  const found = problems.flatMap(
    ({ says }) => /^The clause (\S+) comes to pass, but .* invalid request/.exec(says)?.[1] ?? [],
  );
  expect(unlisted).toBe(0);
  expect(found.sort()).toEqual(half.sort());
});

test('cases that no recorded request bears out are found', async ({ whole }) => {
  await alter(whole, (exchange) => without(exchange, 'expects') as RecordedExchange);
  const problems = problemsOf(await verified(whole));
  // One of this clause is told by its way, and not by what it expects.
  const left = (id: string): string => (id === 'LKP-002' ? '1 invalid request' : '0 invalid requests');
  for (const id of REFUSING_CLAUSES)
    expect(problems).toMatch(new RegExp(`The clause ${id} was judged in \\d+ cases?, but ${left(id)} recorded`));
});

test('a pass that rests on no accepted request is found', async ({ whole }) => {
  await alter(whole, (exchange) => {
    const { expects, response } = exchange;
    return expects === 'refusal' || response === undefined
      ? exchange
      : ({ ...without(exchange, 'walk'), response: { ...response, status: 400, text: '{}' } } as RecordedExchange);
  });
  const problems = problemsOf(await verified(whole));
  for (const id of ACCEPTING_CLAUSES)
    expect(problems).toMatch(new RegExp(`The clause ${id} comes to pass, but (no|only)`));
});

for (const [what, said] of [
  ['none', () => 0],
  ['one more', (requests: number) => requests + 1],
  ['999', () => 999],
] as const) {
  test(`requests of a clause that are said to have been ${what} are found, though they were signed`, async ({
    whole,
  }) => {
    const { clauses } = await resultsIn(whole);
    await lie(whole, ({ requests }) => ({ requests: said(requests) }));
    const { problems, unlisted } = await verified(whole);
    const told = problems.map(
      ({ says }) => /^The clause (\S+) counts [\d,]+ requests?, the record has/.exec(says)?.[1] ?? says,
    );
    // Some lookups and a modify are sent on behalf of this one beside those that it counts.
    const isExact = (id: string): boolean => id !== 'ENV-001';
    const changed = clauses.filter(({ id, requests }) => said(requests) !== requests && isExact(id));
    expect(told.filter(isExact)).toEqual(changed.map(({ id }) => id).slice(0, told.filter(isExact).length));
    expect(told.length + unlisted).toBeGreaterThanOrEqual(changed.length);
  });
}

test('a waiver that no profile gave is found', async ({ filled }) => {
  await lie(filled, ({ verdict }) =>
    verdict === 'fail' ? { waiver: { reason: 'known', expires: '2999-01-01' } } : {},
  );
  expect(problemsOf(await verified(filled))).toContain(
    'completeness: The clause ORD-001 is waived, and there is no profile that says so.',
  );
});

test('what was answered to a lookup of no instrument without a token is judged again', async () => {
  await withFolder(async (dir) => {
    await makeRun(dir, ['nothing-found-without-token'], ['AUT-002', 'AUT-004', 'AUT-006']);
    expect(problemsOf(await verified(dir))).toBe('');
    await lieOfBroken(dir, { verdict: 'pass', reason: 'held in 10 cases' });
    const problems = problemsOf(await verified(dir));
    for (const id of ['AUT-002', 'AUT-004', 'AUT-006'])
      expect(problems).toContain(`The clause ${id} comes to pass, but`);
  });
});

test('what was answered to an unknown group beside a nextKey is judged again', async () => {
  await withFolder(async (dir) => {
    await makeRun(dir, ['group-unchecked-beside-key'], ['LKP-002']);
    expect(problemsOf(await verified(dir))).toBe('');
    await lieOfBroken(dir, { verdict: 'pass', reason: 'held in 10 cases' });
    expect(problemsOf(await verified(dir))).toContain('The clause LKP-002 comes to pass, but');
  });
});

test('cases that no accepted request bears out are found, of clauses of valid requests too', async ({ whole }) => {
  const raised = ['MOD-072', 'EQV-006'];
  await lie(whole, ({ id, cases }) => (raised.includes(id) ? { cases: cases + 200 } : {}));
  const problems = problemsOf(await verified(whole));
  for (const id of raised)
    expect(problems).toMatch(new RegExp(`The clause ${id} comes to pass, but only \\d+ were accepted`));
});

test('a service that is said to refuse timestamps, and refused none, is found', async ({ whole }) => {
  const of = (await exchangesIn(whole)).find(({ clause }) => clause === 'CLK-008');
  const reread = rereadExchange(JSON.stringify(of));
  if (typeof reread === 'string') throw new Error(reread);
  const finding = { ...someFinding(), shown: showExchange(reread.exchange) };
  await lie(whole, ({ id }) =>
    id === 'CLK-008' ? { verdict: 'warn', cases: 1, brokenCases: 1, findings: [finding] } : {},
  );
  expect(problemsOf(await verified(whole))).toBe(
    'evidence: The clause CLK-008 is broken, but 0 of the valid modifies recorded for it were refused.\n',
  );
});

test('a clause that passed and counts broken cases is found', async ({ whole }) => {
  await lie(whole, ({ id }) => (id === 'LKP-002' ? { brokenCases: 1 } : {}));
  expect(problemsOf(await verified(whole))).toContain('The clause LKP-002 counts 1 broken case without a finding');
});
