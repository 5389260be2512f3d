import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../../src/contract/package-root.js';
import { renderSarif } from '../../../../src/report/machine/render-sarif.js';
import { sarifErrors } from '../../../support/sarif-schema.js';
import { someClause, someFinding, someResults } from '../some-results.js';
import { HOSTILE_TEXTS, resultsWith, ruledResults, textsIn, UNSEEN } from './many-results.js';

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region: { readonly startLine: number };
  };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations?: readonly Location[];
  readonly relatedLocations?: readonly Location[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly { readonly justification: string }[];
}

interface Run {
  readonly tool: {
    readonly driver: { readonly rules: readonly { readonly id: string; readonly [more: string]: unknown }[] };
  };
  readonly originalUriBaseIds: Readonly<Record<string, unknown>>;
  readonly results: readonly Result[];
}

function runOf(text: string): Run {
  const [run] = (JSON.parse(text) as { runs: readonly Run[] }).runs;
  if (run === undefined) throw new Error('there is no run');
  return run;
}

/** Every text that SARIF takes for a message, in which brackets make links. */
function messagesIn(text: string): string {
  const { results, tool } = runOf(text);
  const { rules } = tool.driver;
  const described = rules.flatMap((rule) => [rule['shortDescription'], rule['fullDescription'], rule['help']]);
  return textsIn([...results.map(({ message }) => message), ...described]);
}

/** The line that a location points at. */
function lineAt(location: Location | undefined): string {
  const { artifactLocation, region } = location?.physicalLocation ?? {};
  const lines = readFileSync(join(packageRoot, artifactLocation?.uri ?? ''), 'utf8').split('\n');
  return lines[(region?.startLine ?? 0) - 1]?.trim() ?? 'no such line';
}

test('the schema refuses what is no SARIF', () => {
  const log = JSON.parse(renderSarif(resultsWith('x'))) as { runs: Record<string, unknown>[] };
  expect(sarifErrors(log)).toEqual([]);
  expect(sarifErrors({ ...log, version: '2.0.0' })).not.toEqual([]);
  expect(sarifErrors({ ...log, more: 1 })).not.toEqual([]);
  expect(
    sarifErrors({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'loud', message: { text: 'x' } }] }] }),
  ).not.toEqual([]);
});

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  test(`is valid with ${name} in every place`, () => {
    const json = renderSarif(resultsWith(text));
    expect(sarifErrors(JSON.parse(json))).toEqual([]);
    expect(textsIn(JSON.parse(json))).not.toMatch(UNSEEN);
    expect(json.length).toBeLessThan(100_000);
  });
}

test('no text becomes a link', () => {
  const linked = /(?<!\\)(?:\\\\)*\[[^\]]*[^\\](?:\\\\)*\]\(/;
  expect('see [x](https://evil.example)').toMatch(linked);
  for (const text of ['[x](https://evil.example)', '\\[x\\](https://evil.example)', '\\\\[x\\\\](1)'])
    expect(messagesIn(renderSarif(resultsWith(text)))).not.toMatch(linked);
  const [result] = runOf(renderSarif(ruledResults([someClause('unverified', { reason: 'a[0]' })]))).results;
  expect(result?.message.text).toContain('unverified: a\\[0\\]');
});

test('a run without clauses is valid as well', () => {
  expect(sarifErrors(JSON.parse(renderSarif(someResults([]))))).toEqual([]);
});

test('what does not hold and what was not verified becomes a result, as loud as the policy says', () => {
  const levels = (text: string): unknown => runOf(text).results.map(({ ruleId, level }) => [ruleId, level]);
  expect(levels(renderSarif(resultsWith('x')))).toEqual([
    ['INS-001', 'error'],
    ['INS-002', 'note'],
    ['INS-003', 'warning'],
    ['INS-004', 'note'],
    ['SIG-001', 'warning'],
    ['SIG-002', 'note'],
    ['SIG-003', 'note'],
  ]);
  expect(levels(renderSarif(resultsWith('x', { strict: true })))).toEqual([
    ['INS-001', 'error'],
    ['INS-002', 'note'],
    ['INS-003', 'error'],
    ['INS-004', 'note'],
    ['SIG-001', 'warning'],
    ['SIG-002', 'note'],
    ['SIG-003', 'note'],
    ['OPN-002', 'error'],
  ]);
});

test('a result points at the line of its clause, and at the one that describes what it is about', () => {
  const clauses = ['INS-006', 'SIG-003', 'MOD-041', 'OPS-001'].map((id) => someClause('fail', { id }));
  const [pointUnit, signature, price, other] = runOf(renderSarif(ruledResults(clauses))).results;
  expect(lineAt(pointUnit?.locations?.[0])).toBe('- id: INS-006');
  expect(lineAt(pointUnit?.relatedLocations?.[0])).toBe('pointUnit: { type: number }');
  expect(lineAt(signature?.locations?.[0])).toBe('- id: SIG-003');
  expect(lineAt(signature?.relatedLocations?.[0])).toBe('Signature:');
  expect(lineAt(price?.relatedLocations?.[0])).toBe('orderPrice:');
  expect(lineAt(other?.locations?.[0])).toBe('- id: OPS-001');
  expect(other?.relatedLocations).toBeUndefined();
});

test('paths are relative to a base that only the reader knows', () => {
  const { results, originalUriBaseIds } = runOf(renderSarif(ruledResults([someClause('fail')])));
  const { artifactLocation } = results[0]?.locations?.[0]?.physicalLocation ?? {};
  expect(artifactLocation).toEqual({ uri: 'specs/clauses/instrument.yaml', uriBaseId: '%SRCROOT%' });
  expect(Object.keys(originalUriBaseIds)).toEqual(['%SRCROOT%']);
  expect(originalUriBaseIds['%SRCROOT%']).not.toHaveProperty('uri');
});

test('a clause that the catalogue no longer has is a result without a place', () => {
  const [result] = runOf(renderSarif(ruledResults([someClause('fail', { id: 'OLD-001' })]))).results;
  expect(result).toMatchObject({ ruleId: 'OLD-001' });
  expect(result).not.toHaveProperty('locations');
});

test('rules say what the clause demands, of whom, how strongly, and what to do', () => {
  const { rules } = runOf(renderSarif(ruledResults([someClause('warn', { role: 'both' })]))).tool.driver;
  expect(rules).toEqual([
    {
      id: 'INS-007',
      shortDescription: { text: 'pointUnit is a number.' },
      fullDescription: {
        text: 'pointUnit is a number. (INS-007 is expected of the service, by section 2.7 of the document.)',
      },
      help: { text: expect.stringContaining('--only INS-007') },
      defaultConfiguration: { level: 'warning' },
      properties: {
        kind: 'expected',
        role: 'both',
        section: '2.7',
        tags: ['expected', 'both'],
        'problem.severity': 'warning',
      },
    },
  ]);
});

test('each cause is one result, by a fingerprint that has nothing of the run', () => {
  const prints = (actual: string, count: number): readonly string[] => {
    const findings = ['first', 'second'].map((cause) =>
      someFinding({ cause, actual, count, at: `response /${count}` }),
    );
    const { results } = runOf(renderSarif(ruledResults([someClause('fail', { findings })])));
    return results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
  };
  const first = prints('1', 1);
  expect(new Set(first).size).toBe(2);
  expect(prints('2', 20)).toEqual(first);
});

test('a waived result is suppressed, for the reason of the waiver', () => {
  const waiver = { reason: 'known until the next release', expires: '2027-01-01' };
  const [result] = runOf(renderSarif(ruledResults([someClause('fail', { waiver })]))).results;
  expect(result?.suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification: 'known until the next release' },
  ]);
});

test('a run that was killed or stopped has not succeeded, one that found faults has', () => {
  const judgedUntilThen = { judged: [], watched: { clauses: [], answers: {} } };
  const stopped = { because: 'the time that was given is over', ...judgedUntilThen };
  const clauses = [someClause('fail')];
  for (const [different, executionSuccessful] of [
    [{}, true],
    [{ unfinished: true }, false],
    [{ stopped }, false],
  ] as const) {
    const text = renderSarif(someResults(clauses, different));
    expect(sarifErrors(JSON.parse(text))).toEqual([]);
    const [run] = (JSON.parse(text) as { runs: { invocations: object[] }[] }).runs;
    expect(run?.invocations).toEqual([expect.objectContaining({ executionSuccessful })]);
  }
});
