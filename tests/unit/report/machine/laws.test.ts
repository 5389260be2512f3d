import { homedir, tmpdir } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { validate } from 'ctrf';
import { validateXML } from 'xmllint-wasm';
import { packageRoot } from '../../../../src/contract/package-root.js';
import type { Results } from '../../../../src/contract/results.js';
import { runCommandLine } from '../../../../src/cli/command-line.js';
import { ruleClauses } from '../../../../src/report/machine/policy.js';
import { renderCtrf } from '../../../../src/report/machine/render-ctrf.js';
import { renderJunit } from '../../../../src/report/machine/render-junit.js';
import { renderSarif } from '../../../../src/report/machine/render-sarif.js';
import { renderSummary } from '../../../../src/report/machine/render-summary.js';
import { untestedClauses } from '../../../../src/report/verdict-words.js';
import { certifyReference, withFolder } from '../../../support/certify-reference.js';
import { lookupPassage } from '../../../support/conduct-builder.js';
import { entryOf, writeHar } from '../../../support/har-builder.js';
import { sarifErrors } from '../../../support/sarif-schema.js';
import { someClause, someResults } from '../some-results.js';
import { resultsWith, UNSEEN } from './many-results.js';

const schema = readFileSync(join(packageRoot, 'tests/unit/report/machine/junit.xsd'), 'utf8');
const FAULTS = ['signature-optional', 'any-authorization', 'lookup-without-token'] as const;

interface CtrfReport {
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly { readonly testId: string; readonly status: string; readonly rawStatus: string }[];
  };
}

interface SarifLog {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: { readonly startLine: number };
        };
      }[];
      readonly partialFingerprints: unknown;
    }[];
  }[];
}

/** Both sides of a recording in which the service answers one lookup. */
function auditRecording(): Promise<readonly Results[]> {
  return withFolder(async (folder) => {
    await writeHar(folder, [entryOf(lookupPassage())]);
    const io = { env: {}, cwd: folder, out: () => undefined, err: () => undefined };
    await runCommandLine(['audit', 'session.har', '--out', 'report'], io);
    return ['client', 'service'].map(
      (role) => JSON.parse(readFileSync(join(folder, 'report', role, 'results.json'), 'utf8')) as Results,
    );
  });
}

const waiver = { clause: 'SIG-001', reason: 'known until the next release', expires: '2999-01-01' };

const RUNS: Readonly<Record<string, () => Promise<readonly Results[]>>> = {
  'texts of all standings': () => Promise.resolve([resultsWith('x'), resultsWith('x', { strict: true })]),
  'a clean run': async () => [await certifyReference({}, { seed: 42 })],
  'a run that found faults': async () => [await certifyReference({ faults: FAULTS }, { seed: 42 })],
  'a strict run with a waiver': async () => [
    await certifyReference({ faults: FAULTS }, { seed: 42, strict: true, profile: { waivers: [waiver] } }),
  ],
  'a read-only run of some clauses': async () => [
    await certifyReference({ faults: FAULTS }, { seed: 42, readOnly: true }, ['AUT-001', 'AUT-002', 'LKP-001']),
  ],
  'an audit': auditRecording,
};

for (const [name, run] of Object.entries(RUNS)) {
  test(`${name}: all formats are valid and say the same`, async () => {
    for (const results of await run()) {
      await holdForJunit(results);
      holdForCtrf(results);
      holdForSarif(results);
      holdForSummary(results);
    }
  });
}

test('a good verdict about less than the whole is said with its limits in every format', () => {
  const limited = someResults([someClause('pass')], { depth: 'smoke' });
  for (const render of [renderJunit, renderCtrf, renderSarif, renderSummary])
    expect(render(limited)).toContain('Conformant with limits: everything required');
});

/** Each clause is one case, and the counts are those of what is there. */
async function holdForJunit(results: Results): Promise<void> {
  const xml = renderJunit(results);
  expect((await validateXML({ xml: [{ fileName: 'junit.xml', contents: xml }], schema })).errors).toEqual([]);
  const names = [...xml.matchAll(/<testcase [^>]*name="([^" ]+)/g)].map(([, id = '']) => id);
  expect(names.sort()).toEqual(['verdict', ...results.clauses.map(({ id }) => id)].sort());
  const sum = (of: string): number =>
    [...xml.matchAll(new RegExp(`<testsuite [^>]*${of}="(\\d+)"`, 'g'))].reduce((all, [, one]) => all + Number(one), 0);
  expect(sum('tests')).toBe(names.length);
  expect(sum('failures')).toBe(xml.split('<failure ').length - 1);
  expect(sum('errors')).toBe(xml.split('<error ').length - 1);
  expect(sum('skipped')).toBe(xml.split('<skipped ').length - 1);
  expect(sum('failures')).toBe(failedIn(results) + (results.verdict === 'non-conformant' ? 1 : 0));
  const open = results.clauses.filter((one) => one.verdict === 'unverified' && one.kind === 'required' && !one.waiver);
  expect(sum('errors')).toBe(open.length + (results.verdict === 'incomplete' ? 1 : 0));
}

/** Each clause is one test in the order of the run, and its verdicts are counted as in results.json. */
function holdForCtrf(results: Results): void {
  const report = JSON.parse(renderCtrf(results)) as CtrfReport;
  expect(validate(report)).toMatchObject({ valid: true });
  const { tests, summary } = report.results;
  expect(tests.map(({ testId }) => testId)).toEqual(['verdict', ...results.clauses.map(({ id }) => id)]);
  for (const [verdict, count] of Object.entries(results.counts))
    expect(tests.filter(({ rawStatus }) => rawStatus === verdict).length, verdict).toBe(count);
  for (const status of ['passed', 'failed', 'skipped', 'pending', 'other'] as const)
    expect(tests.filter((one) => one.status === status).length, status).toBe(summary[status]);
  expect(summary['failed']).toBe(failedIn(results) + (results.verdict === 'conformant' ? 0 : 1));
}

/** Each clause is one rule; what is wrong is a result at the clause's line; no path of this machine is in it. */
function holdForSarif(results: Results): void {
  const text = renderSarif(results);
  const log = JSON.parse(text) as SarifLog;
  expect(sarifErrors(log)).toEqual([]);
  const [run] = log.runs;
  const rules = run?.tool.driver.rules.map(({ id }) => id) ?? [];
  expect(rules).toEqual(results.clauses.map(({ id }) => id));
  const found = run?.results ?? [];
  for (const { ruleId, ruleIndex, locations } of found) {
    expect(rules[ruleIndex]).toBe(ruleId);
    const { uri, line } = {
      uri: locations[0]?.physicalLocation.artifactLocation.uri ?? '',
      line: locations[0]?.physicalLocation.region.startLine ?? 0,
    };
    expect(readFileSync(join(packageRoot, uri), 'utf8').split('\n')[line - 1]).toBe(`  - id: ${ruleId}`);
  }
  const failed = new Set(found.filter(({ level }) => level === 'error').map(({ ruleId }) => ruleId));
  expect(failed.size).toBe(failedIn(results));
  const prints = found.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
  expect(new Set(prints).size).toBe(prints.length);
  for (const path of [packageRoot, tmpdir(), homedir(), 'file:']) expect(text).not.toContain(path);
}

/** What has failed is named, what is open is counted, and nothing is shown that should not be. */
function holdForSummary(results: Results): void {
  const markdown = renderSummary(results);
  const ruled = ruleClauses(results);
  for (const { clause, standing } of ruled) if (standing === 'failed') expect(markdown).toContain(`\`${clause.id}\``);
  const counted = [...markdown.matchAll(/^- (\d+) clauses?, /gm)].reduce((all, [, count]) => all + Number(count), 0);
  const open = ruled.filter(({ standing }) => standing === 'open').length;
  const unanswered = results.clauses.filter(
    ({ verdict, kind }) => verdict === 'unverified' && kind === 'observe',
  ).length;
  expect(counted).toBe(open + untestedClauses(results).length + unanswered);
  expect(markdown).not.toMatch(UNSEEN);
}

function failedIn(results: Results): number {
  return ruleClauses(results).filter(({ standing }) => standing === 'failed').length;
}
