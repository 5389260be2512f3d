import { createSecretKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { clientOf, clientSubjects, CORRECT_CLIENT } from '../../../../prove/client-subjects.js';
import type { Results } from '../../../../src/contract/results.js';
import { DOES_NOT_APPLY } from '../../../../src/contract/verdict-reasons.js';
import { mintToken } from '../../../../src/mock/token.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import type { TakenTask } from '../../../../src/oracle/declared/recorded-task.js';
import { ONLY_COUNTED } from '../../../../src/report/certificate/verify/client/rejudged-conduct.js';
import { startProxy } from '../../../../src/proxy/run-proxy.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { certifyClient } from '../../../../src/scenario/certify-client.js';
import { PLAIN, SCENARIOS } from '../../../../src/scenario/scenarios.js';
import type { TrafficSettings } from '../../../../src/traffic/traffic-settings.js';
import { TrafficJudge } from '../../../../src/traffic/judge-traffic.js';
import { resolveTemplate } from '../../../../src/wire/signature-template.js';
import { KEY_TEXT, modifyPassage, ORDER, ORIGIN, PREFIX } from '../../../support/conduct-builder.js';
import {
  copied,
  lie,
  lieOfBroken,
  madeEarlier,
  PARTNER,
  problemsOf,
  resultsIn,
  rewrite,
  verified,
} from './certified-run.js';

const TOKEN_KEY = 'the key of the tokens of this test';
const SIGNING_KEY = 'the key of the signatures of this test';
const NOW_S = Math.floor(Date.now() / 1_000);
const TOKEN = mintToken(createSecretKey(Buffer.from(TOKEN_KEY)), NOW_S, NOW_S + 3_600);
const SIGNED = { key: PARTNER.privateKey, days: 90 };

/** Several pages, a modify with everything, and the first scenario on each of some clauses about what is told. */
const NAMES = ['walk-foreign-2', 'change-both-and-prices'];
const TOLD = ['CLI-032', 'CLI-033', 'CLI-036', 'CLI-043'];
const FEW = [
  ...SCENARIOS.filter(({ name }) => NAMES.includes(name)),
  ...TOLD.flatMap((clause) => SCENARIOS.find((one) => one.clause === clause && one.isOptional !== true) ?? []),
];

function settingsIn(outDir: string): TrafficSettings {
  return {
    ...{ outDir, seed: 1, depth: 'smoke', only: null, strict: false, profile: {}, profileFile: null, env: {} },
    ...{ token: TOKEN, signingKey: SIGNING_KEY, signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
  };
}

/** @param clause - that the client breaks by one mistake; `null`: none */
async function makeRun(dir: string, clause: string | null): Promise<void> {
  const settings = settingsIn(dir);
  const common = { scenarios: FEW, tokenKey: TOKEN_KEY, toolVersion: '0.1.0', timeoutMs: 60_000, lanes: 2 };
  const results = await certifyClient({ ...common, settings, client: clientWith(clause), command: 'the client' });
  await writeRun(dir, results, SIGNED);
}

function clientWith(clause: string | null): ReturnType<typeof clientOf> {
  const subject = clientSubjects().find((one) =>
    clause === null ? one.id === CORRECT_CLIENT : one.clause === clause && one.needs.signatureTemplate === undefined,
  );
  if (subject === undefined) throw new Error(`There is no mistake on ${clause ?? 'nothing'}.`);
  return clientOf(subject);
}

async function inFolder(task: (dir: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
  try {
    await task(join(folder, 'run'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const test = base.extend<{ right: string }, { original: string }>({
  original: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) =>
      inFolder(async (dir) => {
        await makeRun(dir, null);
        await use(dir);
      }),
    { scope: 'worker' },
  ],
  right: async ({ original }, use) => copied(original, use),
});

// In one worker: each that has a part of them would make the run anew.
test.describe.configure({ mode: 'default' });

test('the run of a right client holds, and what is made again of it is told', async ({ right }) => {
  const verification = await verified(right);
  expect(problemsOf(verification)).toBe('');
  const { derived, notDerived } = verification.rederived;
  expect(derived.join('\n')).toMatch(/^\d+ clauses of what the client sent and told: LKP-002, LKP-003, MOD-011/m);
  expect(notDerived.join('\n')).toMatch(/^\d+ clauses resting on a secret, .*: SIG-003/m);
});

test('the run of an earlier contract holds, though it counts no tasks and has another idea of some', async ({
  right,
}) => {
  await madeEarlier(right);
  const { claim, problems } = await verified(right);
  expect(problems).toEqual([]);
  expect(claim?.earlier?.changed).toEqual(['AUT-003', 'AUT-004']);
});

for (const clause of [
  ...['LKP-003', 'MOD-018', 'AUT-001', 'AUT-003', 'CLK-003', 'SIG-001', 'TPS-011'],
  ...['CLI-001', 'CLI-008', 'CLI-014', 'CLI-021', 'CLI-023', 'CLI-033', 'CLI-035', 'CLI-036', 'CLI-046'],
]) {
  test(`the run of a client that breaks ${clause} holds, and is found where it is said to pass`, async () => {
    await inFolder(async (dir) => {
      await makeRun(dir, clause);
      expect(problemsOf(await verified(dir))).toBe('');
      expect((await resultsIn(dir)).clauses.find(({ id }) => id === clause)?.verdict).toMatch(/^(?:fail|warn)$/);
      await lieOfBroken(dir, { verdict: 'pass', reason: 'held' });
      const problems = problemsOf(await verified(dir));
      expect(problems).toMatch(
        new RegExp(`^evidence: The clause ${clause} comes to pass, but (?:exchange|task) \\d+.* breaks it`, 'm'),
      );
    });
  });
}

test('passes of a client that sent nothing are found, each of them', async ({ right }) => {
  const { clauses } = await resultsIn(right);
  const passed = clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  for (const name of ['exchanges.jsonl', 'tasks.jsonl']) await writeFile(join(right, name), '');
  await writeRun(right, { ...(await resultsIn(right)), requests: 0 }, SIGNED);
  const problems = problemsOf(await verified(right));
  for (const id of passed.slice(0, 90)) expect(problems).toContain(`The clause ${id} was judged in`);

  await rm(join(right, 'exchanges.jsonl'));
  await rm(join(right, 'tasks.jsonl'));
  await writeRun(right, await resultsIn(right), SIGNED);
  expect(problemsOf(await verified(right))).toContain('evidence: There is no exchanges.jsonl');
});

test('tasks that are missing, doubled, cut, or of which less was sent are found', async ({ right }) => {
  const altered = async (change: (lines: string[]) => string[]): Promise<string> => {
    await rewrite(right, 'tasks.jsonl', (text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`);
    await writeRun(right, await resultsIn(right), SIGNED);
    return problemsOf(await verified(right));
  };
  const withRequests = (line = '', more = 0): string => {
    const task = JSON.parse(line) as TakenTask;
    return JSON.stringify({ ...task, requests: task.requests + more });
  };
  expect(await altered(([first, ...others]) => [withRequests(first, 1), ...others])).toMatch(
    /evidence: Task 1 \(.*\) had \d+ requests, but \d+ were recorded/,
  );
  expect(await altered(([first = '', ...others]) => [withRequests(first, -1), first, ...others])).toContain(
    'Task 1 was recorded twice.',
  );
  expect(await altered((lines) => lines.slice(2))).toMatch(/Exchange \d+ is of no task that tasks.jsonl has/);
  expect(await altered(() => ['{}'])).toContain('Line 1 of tasks.jsonl cannot be used: it is no task.');
  await rm(join(right, 'tasks.jsonl'));
  await writeRun(right, await resultsIn(right), SIGNED);
  expect(problemsOf(await verified(right))).toContain('evidence: There is no tasks.jsonl as it was certified');
});

test('a declaration that was altered in the record is found', async ({ right }) => {
  await rewrite(right, 'tasks.jsonl', (text) => text.replaceAll('{"kind":"success"}', '{"kind":"no success"}'));
  await writeRun(right, await resultsIn(right), SIGNED);
  expect(problemsOf(await verified(right))).toContain('evidence: The clause CLI-031 comes to pass, but task');
});

test('more cases than the record has are found of every clause that passed', async ({ right }) => {
  await lie(right, ({ verdict, cases }) => (verdict === 'pass' ? { cases: cases + 1_000 } : {}));
  const { problems, unlisted } = await verified(right);
  const passed = (await resultsIn(right)).clauses.filter(({ verdict }) => verdict === 'pass');
  expect(problems.length + unlisted).toBe(passed.length);
  expect(passed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([...ONLY_COUNTED].filter((id) => id === 'SIG-003')),
  );
});

for (const said of [0, 999]) {
  test(`${said} requests of every clause that passed are found`, async ({ right }) => {
    await lie(right, ({ verdict }) => (verdict === 'pass' ? { requests: said } : {}));
    const { problems, unlisted } = await verified(right);
    const passed = (await resultsIn(right)).clauses.filter(({ verdict }) => verdict === 'pass');
    expect(problems.length + unlisted).toBe(passed.length);
    expect(problemsOf(await verified(right))).toMatch(
      new RegExp(
        `evidence: The clause LKP-002 counts ${said} requests, the recorded requests and tasks have \\d+ of it`,
      ),
    );
  });
}

for (const clause of [null, 'CLI-023', 'MOD-018']) {
  test(`observed traffic of a client that breaks ${clause ?? 'nothing'} holds, and a lie about it is found`, async () => {
    await inFolder(async (dir) => {
      const results = await proxied(dir, clause);
      await writeRun(dir, results, SIGNED);
      expect(problemsOf(await verified(dir))).toBe('');
      if (clause === null) {
        await lie(dir, ({ verdict, cases }) => (verdict === 'pass' ? { cases: cases + 1_000 } : {}));
        expect(problemsOf(await verified(dir))).toContain('The clause LKP-002 was judged in');
        return;
      }
      expect(results.clauses.find(({ id }) => id === clause)?.verdict).toMatch(/^(?:fail|warn)$/);
      await lieOfBroken(dir, { verdict: 'pass', reason: 'held' });
      expect(problemsOf(await verified(dir))).toContain(`The clause ${clause} comes to pass, but exchange`);
    });
  });
}

async function proxied(outDir: string, clause: string | null): Promise<Results> {
  const service = await startReferenceService({ tokenKey: TOKEN_KEY, signingKey: SIGNING_KEY, pageSize: 2 });
  const proxy = await startProxy({
    ...{ settings: settingsIn(outDir), template: resolveTemplate('concat'), baseUrl: service.baseUrl, port: 0 },
    ...{ key: createSecretKey(Buffer.from(SIGNING_KEY)), clockSlackMs: 0, toolVersion: '0.1.0', now: Date.now },
    write: () => Promise.resolve(),
  });
  const order = service.makeOrder(PLAIN.modify.errand.kind === 'modify' ? PLAIN.modify.errand.order : (null as never));
  for (const task of [
    { task: 'list-instruments', stockGroupCd: 'FOREIGN', stockCd: '' },
    { task: 'modify-order', order, change: { orderPrice: (order?.orderPrice ?? 0) * 1.01 } },
  ]) {
    const variables = {
      TRADECERT_BASE_URL: proxy.baseUrl,
      TRADECERT_TOKEN: TOKEN,
      TRADECERT_SIGNING_KEY: SIGNING_KEY,
      TRADECERT_SIGNING_KEY_ENCODING: 'utf8',
      TRADECERT_SIGNATURE_TEMPLATE: 'concat',
      TRADECERT_TASK: JSON.stringify(task),
    };
    await clientWith(clause)(variables, new AbortController().signal);
  }
  const { client } = await proxy.end();
  await service.close();
  return client;
}

test('traffic in which a modify is sent again blindly holds, and is found where it is said not to apply', async () => {
  await inFolder(async (dir) => {
    const judge = new TrafficJudge({
      ...{ settings: { ...settingsIn(dir), token: '', signingKey: KEY_TEXT }, template: resolveTemplate('concat') },
      ...{ key: createSecretKey(Buffer.from(KEY_TEXT)), baseUrl: `${ORIGIN}${PREFIX}`, origins: [ORIGIN] },
      ...{ clockSlackMs: 0, toolVersion: '0.1.0', now: Date.now },
    });
    judge.see(modifyPassage(ORDER, { trouble: { kind: 'reset', because: 'the connection was closed' } }));
    judge.see(modifyPassage());
    await writeRun(dir, judge.end().client, SIGNED);
    expect(problemsOf(await verified(dir))).toBe('');
    const { clauses } = await resultsIn(dir);
    const verdictOf = (clause: string): unknown => clauses.find(({ id }) => id === clause)?.verdict;
    expect([verdictOf('CLI-041'), verdictOf('CLI-044')]).toEqual(['inapplicable', 'warn']);
    await lieOfBroken(dir, { verdict: 'inapplicable', reason: DOES_NOT_APPLY.ofTasks });
    expect(problemsOf(await verified(dir))).toContain(
      'The clause CLI-044 comes to inapplicable, but exchange 2 breaks it',
    );
  });
});

/** Takes a scenario out of everything that a run has recorded. */
async function takeOut(dir: string, name: string): Promise<void> {
  const linesOf = (text: string): Record<string, unknown>[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const textOf = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  let left = 0;
  await rewrite(dir, 'exchanges.jsonl', (text) => {
    const kept = linesOf(text).filter(({ clause }) => clause !== name);
    left = kept.length;
    return textOf(kept.map((exchange, index) => ({ ...exchange, number: index + 1 })));
  });
  await rewrite(dir, 'tasks.jsonl', (text) => textOf(linesOf(text).filter(({ scenario }) => scenario !== name)));
  await rewrite(dir, 'results.json', (text) => JSON.stringify({ ...(JSON.parse(text) as Results), requests: left }));
}

test('a scenario that is taken out of everything is missed', async ({ right }) => {
  const [name = ''] = NAMES;
  await takeOut(right, name);
  await writeRun(right, await resultsIn(right), SIGNED);
  expect(problemsOf(await verified(right))).toContain(
    `The results say that ${FEW.length} scenarios were played, the tasks are of ${FEW.length - 1}.`,
  );
});

test('results that say nothing of scenarios are held against all there are', async ({ right }) => {
  const { scenarios, ...results } = await resultsIn(right);
  expect(scenarios).toEqual({ chosen: FEW.length, of: SCENARIOS.length });
  await writeRun(right, results, SIGNED);
  expect(problemsOf(await verified(right))).toMatch(
    /completeness: The results say that the client was watched in all scenarios, but there is no task of walk-all-1, .* more\./,
  );
  await writeRun(right, { ...results, scenarios: { chosen: FEW.length, of: FEW.length } }, SIGNED);
  expect(problemsOf(await verified(right))).toContain(
    `completeness: The results are of ${FEW.length} scenarios, but there are ${SCENARIOS.length}.`,
  );
});

test('a task that is said to be of another scenario is found', async ({ right }) => {
  const [name = '', other = ''] = FEW.map((scenario) => scenario.name);
  await rewrite(right, 'tasks.jsonl', (text) => text.replaceAll(`"scenario":"${name}"`, `"scenario":"${other}"`));
  await writeRun(right, await resultsIn(right), SIGNED);
  const problems = problemsOf(await verified(right));
  expect(problems).toContain(`The results say that ${FEW.length} scenarios were played`);
  await rewrite(right, 'tasks.jsonl', (text) => text.replaceAll(`"scenario":"${other}"`, '"scenario":"made-up"'));
  await writeRun(right, await resultsIn(right), SIGNED);
  expect(problemsOf(await verified(right))).toMatch(/Task \d+ is not of the scenario "made-up"/);
});
