import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { validateXML } from 'xmllint-wasm';
import { packageRoot } from '../../../../src/contract/package-root.js';
import { renderJunit } from '../../../../src/report/machine/render-junit.js';
import { someClause, someFinding, someResults } from '../some-results.js';
import { HOSTILE_TEXTS, resultsWith, ruledResults, UNSEEN } from './many-results.js';

const schema = readFileSync(join(packageRoot, 'tests/unit/report/machine/junit.xsd'), 'utf8');

/** What a validator has against a document. */
async function errorsIn(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: xml }], schema });
  return errors.map(({ message }) => message);
}

/** The tag of a clause's case with what is in it. */
function caseOf(xml: string, id: string): string {
  const [found] = new RegExp(`<testcase [^>]*name="${id}[^>]*?(?:/>|>.*?</testcase>)`, 's').exec(xml) ?? [];
  return found?.replace(/^<testcase [^>]*>\s*/, '').replace(/\s*<\/testcase>$/, '') ?? 'none';
}

test('the schema refuses what a strict reader refuses', async () => {
  const xml = renderJunit(someResults([someClause('fail')]));
  expect(await errorsIn(xml)).toEqual([]);
  expect(await errorsIn(xml.replace('<testsuites>', '<testsuites tests="2">'))).not.toEqual([]);
  expect(await errorsIn(xml.replace('2026-11-20T10:00:00"', '2026-11-20T10:00:00Z"'))).not.toEqual([]);
  expect(await errorsIn(xml.replace('<failure', '<system-out>x</system-out><failure'))).not.toEqual([]);
  expect(await errorsIn(xml.replace(/<system-err\/>/, ''))).not.toEqual([]);
  expect(await errorsIn(xml.replace('pointUnit', '\u0001'))).not.toEqual([]);
});

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  test(`is valid with ${name} in every place`, async () => {
    const xml = renderJunit(resultsWith(text));
    expect(await errorsIn(xml)).toEqual([]);
    expect(xml).not.toMatch(UNSEEN);
    expect(xml).not.toMatch(/[\ufffe\uffff]/);
    expect(xml.length).toBeLessThan(400_000);
  });
}

test('a run without clauses is valid as well', async () => {
  expect(await errorsIn(renderJunit(someResults([])))).toEqual([]);
});

test('each clause says what the policy says of it', () => {
  const xml = renderJunit(resultsWith('x'));
  expect(caseOf(xml, 'INS-001')).toMatch(/^<failure type="required" message="X; x: expected x, actual x \(3 times\)">/);
  expect(caseOf(xml, 'INS-002')).toBe(
    '<skipped message="waived until 2027-01-01, x: X; x: expected x, actual x (3 times)"/>',
  );
  expect(caseOf(xml, 'INS-003')).toBe('');
  expect(caseOf(xml, 'SIG-001')).toBe('<error type="required" message="unverified: x">x</error>');
  expect(caseOf(xml, 'SIG-002')).toBe('<skipped message="unverified: waived until 2027-01-01, x: x"/>');
  expect(caseOf(xml, 'OPN-001')).toBe('');
  expect(caseOf(xml, 'LKP-001')).toBe('');
  expect(caseOf(xml, 'LKP-002')).toBe('<skipped message="inapplicable: x"/>');
  expect(caseOf(renderJunit(resultsWith('x', { strict: true })), 'INS-003')).toMatch(/^<failure type="expected"/);
});

test('what passes with a warning, a changed answer or a waiver is told in the output of its suite', () => {
  const xml = renderJunit(resultsWith('x'));
  const outputs = [...xml.matchAll(/<system-out>(.*?)<\/system-out>/gs)].map(([, text = '']) => text);
  expect(outputs.join('\n').match(/^(?:warned|changed|waived): /gm)).toHaveLength(4);
  expect(outputs.join('\n')).toContain('OPN-002 observe: x\nchanged: the answer changed: pinned &quot;x&quot;');
});

test('the case of the whole run is red where the exit status is not 0', () => {
  const verdictOf = (xml: string): string =>
    /name="verdict" time="5\.000"(?:\/>|>\s*<(\w+))/.exec(xml)?.[1] ?? 'passed';
  expect(verdictOf(renderJunit(ruledResults([someClause('pass')])))).toBe('passed');
  expect(verdictOf(renderJunit(ruledResults([someClause('fail')])))).toBe('failure');
  expect(verdictOf(renderJunit(ruledResults([someClause('unverified')])))).toBe('error');
});

test('every finding is told, and many of them stay short', () => {
  const two = someClause('fail', { findings: [someFinding(), someFinding({ at: 'request', replay: '' })] });
  expect(renderJunit(someResults([two]))).toContain('at        request\n  expected  a number\n');
  const findings = Array.from({ length: 500 }, () => someFinding({ actual: 'y'.repeat(100_000) }));
  expect(renderJunit(someResults([someClause('fail', { findings })])).length).toBeLessThan(15_000);
});
