import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { clausesOf, earlierContract } from '../../../../src/contract/earlier-contracts.js';
import type { ClauseResult, Results } from '../../../../src/contract/results.js';
import { withDigest } from '../../../../src/contract/results-digest.js';
import { countVerdicts, runVerdict } from '../../../../src/contract/run-verdict.js';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { startReferenceService } from '../../../../src/mock/reference-service.js';
import { generateCertificateKey, parsePublicKey } from '../../../../src/report/certificate/certificate-key.js';
import { verifyBundle, type Verification } from '../../../../src/report/certificate/verify/verify-bundle.js';
import { writeRun } from '../../../../src/report/write-run.js';
import type { RecordedExchange } from '../../../../src/wire/exchange.js';
import { settingsFor } from '../../../support/certify-reference.js';

/** Keys of a partner and an operator, made for the tests. */
export const PARTNER = generateCertificateKey();
export const OPERATOR = generateCertificateKey();

/** Some clauses about lookups, and some that every answer is judged by: a run of a second. */
export const SOME_CLAUSES = ['LKP-001', 'LKP-002', 'ENV-001', 'ENV-004', 'ENV-006', 'LKP-011', 'INS-006', 'PAG-001'];

/** Verifies as a reader with the partner's key does. */
export function verified(
  dir: string,
  different: Partial<Parameters<typeof verifyBundle>[1]> = {},
): Promise<Verification> {
  const keys = [{ key: parsePublicKey(PARTNER.publicKey, 'test'), where: 'partner.pub' }];
  return verifyBundle(dir, { keys, allowUnsigned: false, now: Date.now(), ...different });
}

/** What does not hold, in one text. */
export function problemsOf({ problems }: Verification): string {
  return problems.map(({ check, says }) => `${check}: ${says}\n`).join('');
}

export async function resultsIn(dir: string): Promise<Results> {
  return JSON.parse(await readFile(join(dir, 'results.json'), 'utf8')) as Results;
}

/** Writes other results with digest and certificate to match, as a forger without a key would. */
export async function forge(dir: string, change: (results: Results) => Partial<Results>): Promise<void> {
  const results = await resultsIn(dir);
  await writeRun(dir, withDigest({ ...results, ...change(results) }));
}

async function makeRun(dir: string, faults: readonly string[]): Promise<void> {
  // Pages of few instruments: each verification reads them anew.
  const service = await startReferenceService({ faults, instruments: 24 });
  try {
    const settings = settingsFor(service, dir, { seed: 42 });
    const results = await certifyService({ settings, toolVersion: '0.1.0', clauses: SOME_CLAUSES });
    await writeRun(dir, results, { key: PARTNER.privateKey, days: 90 });
  } finally {
    await service.close();
  }
}

interface Runs {
  readonly right: string;
  readonly broken: string;
}

/**
 * A test with folders of its own, each alone in another one: copies of a certified run of a right service, and of one whose instruments have texts
 * for numbers.
 */
export const test = base.extend<Runs, { originals: Runs }>({
  originals: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
      const runs = { right: join(folder, 'right'), broken: join(folder, 'broken') };
      await makeRun(runs.right, []);
      await makeRun(runs.broken, ['point-unit-as-string']);
      await use(runs);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  right: async ({ originals }, use) => copied(originals.right, use),
  broken: async ({ originals }, use) => copied(originals.broken, use),
});

/** A copy of a run's folder, to be altered. */
export async function copied(original: string, use: (dir: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tradecert-test-'));
  const dir = join(folder, 'run');
  await cp(original, dir, { recursive: true });
  await use(dir);
  await rm(folder, { recursive: true, force: true });
}

/** The contract that 0.1.0 had before requests of one meaning, conversions and unfair refusals were judged. */
export const BEFORE = '5589409b64429dcaf54e5e0b13216b250b2d99410ca00dfa8cb546aa664143ff';

/** Makes a run what the version with the contract {@link BEFORE} would have written of the same exchanges. */
export async function madeEarlier(dir: string): Promise<void> {
  const { tasks, ...now } = await resultsIn(dir);
  const contract = { version: '1.0.0', sha256: BEFORE };
  const stated = clausesOf({ ...now, contract });
  const clauses = stated.flatMap(({ id, sentence }) =>
    now.clauses.flatMap((clause) => (clause.id === id ? [{ ...clause, sentence }] : [])),
  );
  const known = new Set(stated.map(({ id }) => id));
  const results = {
    ...{ ...now, contract, clauses, counts: countVerdicts(clauses) },
    ...(now.plan && { plan: { ...now.plan, clauses: now.plan.clauses.filter((id) => known.has(id)) } }),
    questions: now.questions.filter(({ id }) => known.has(id)),
  };
  if (tasks !== undefined && now.subject.role === 'client') await rewrite(dir, 'tasks.jsonl', withEarlierSituations);
  await writeRun(dir, withDigest(results), { key: PARTNER.privateKey, days: 90 });
}

function withEarlierSituations(text: string): string {
  const { plain, others } = earlierContract({ contract: { version: '', sha256: BEFORE } })?.situations ?? {};
  return text.replace(/.+/g, (line) => {
    const task = JSON.parse(line) as { scenario: string };
    return JSON.stringify({ ...task, situation: { ...plain, ...others }[task.scenario] });
  });
}

/** Rewrites a file of a run. */
export async function rewrite(dir: string, name: string, change: (text: string) => string): Promise<void> {
  const path = join(dir, name);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

/** Alters what was recorded, and certifies it anew with the right key. */
export async function alter(dir: string, change: (exchange: RecordedExchange) => RecordedExchange): Promise<void> {
  await rewrite(dir, 'exchanges.jsonl', (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => `${JSON.stringify(change(JSON.parse(line) as RecordedExchange))}\n`)
      .join(''),
  );
  await writeRun(dir, await resultsIn(dir), { key: PARTNER.privateKey, days: 90 });
}

/** What a run recorded. */
export async function exchangesIn(dir: string): Promise<RecordedExchange[]> {
  const text = await readFile(join(dir, 'exchanges.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedExchange);
}

/** Says something else of clauses, adds everything up again, and signs it with the right key. */
export async function lie(dir: string, change: (clause: ClauseResult) => Partial<ClauseResult>): Promise<void> {
  const before = await resultsIn(dir);
  const clauses = before.clauses.map((clause) => ({ ...clause, ...change(clause) }));
  const results = { ...before, clauses, counts: countVerdicts(clauses), verdict: runVerdict(clauses, [], false) };
  await writeRun(dir, withDigest(results), { key: PARTNER.privateKey, days: 90 });
}

/** The clause without what only a broken one has. */
const mended = (clause: ClauseResult): ClauseResult =>
  without(without(clause, 'brokenCases'), 'firstBrokenAt') as ClauseResult;

/** The value without a member. */
export function without<T extends object>(whole: T, name: string): Partial<T> {
  return Object.fromEntries(Object.entries(whole).filter(([member]) => member !== name)) as Partial<T>;
}

/** Says something else of what is broken, and signs it with the right key. */
export async function lieOfBroken(dir: string, said: Partial<ClauseResult>): Promise<void> {
  const clauses = new Set((await resultsIn(dir)).clauses.filter(isBroken).map(({ id }) => id));
  await rewrite(dir, 'results.json', (text) => {
    const results = JSON.parse(text) as Results;
    return JSON.stringify({
      ...results,
      clauses: results.clauses.map((one) => (isBroken(one) ? mended(one) : one)),
    });
  });
  await lie(dir, (clause) => (clauses.has(clause.id) ? { ...said, findings: [] } : {}));
}

const isBroken = ({ verdict }: ClauseResult): boolean => verdict === 'fail' || verdict === 'warn';
