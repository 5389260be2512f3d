import { expect, test } from '@playwright/test';
import { annotationsFor } from '../../../../src/cli/annotate.js';
import { plainLines, plainText } from '../../../../src/report/plain-text.js';
import { renderAnnotations } from '../../../../src/report/machine/render-annotations.js';
import { renderTerminal } from '../../../../src/report/render-terminal.js';
import { runnerCommands } from '../../../support/runner-commands.js';
import { someClause, someFinding } from '../some-results.js';
import { HOSTILE_TEXTS, resultsWith, ruledResults, UNSEEN } from './many-results.js';

const COMMANDS = HOSTILE_TEXTS['commands to a CI'] ?? '';

test('tells what fails as errors, and what is open or warned of as warnings', () => {
  const commands = runnerCommands(renderAnnotations(resultsWith('x')));
  expect(commands.map(({ name, properties }) => [name, properties['title']])).toEqual([
    ['error', 'INS-001 required, section 2.7'],
    ['warning', 'Not verified: 1 required clause'],
    ['warning', 'INS-003 expected, section 2.7'],
  ]);
  expect(commands[0]?.data).toBe('INS-001 x X; x: expected x, actual x (3 times)');
  expect(commands[1]?.data).toBe('x: SIG-001');
  expect(renderAnnotations(ruledResults([someClause('pass')]))).toBe('');
});

test('under --strict, warnings and changed answers are errors', () => {
  const names = runnerCommands(renderAnnotations(resultsWith('x', { strict: true }))).map(({ name }) => name);
  expect(names).toEqual(['error', 'error', 'error', 'warning']);
});

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  test(`makes no command of ${name}`, () => {
    const output = renderAnnotations(resultsWith(text));
    const lines = output.trimEnd().split('\n');
    const commands = runnerCommands(output);
    expect(commands.map(({ name: command }) => command)).toEqual(['error', 'warning', 'warning']);
    expect(lines).toHaveLength(commands.length);
    for (const { properties, data } of commands) {
      expect(Object.keys(properties)).toEqual(['title']);
      expect(data).not.toMatch(/[\r\n]/);
      expect(data).not.toMatch(UNSEEN);
    }
    expect(output.length).toBeLessThan(12_000);
  });
}

test('is read again as what was said', () => {
  const findings = [someFinding({ cause: '100%0A: a, b', at: 'x%3Ay', expected: '%25', actual: 'a:: , %' })];
  const [error] = runnerCommands(
    renderAnnotations(ruledResults([someClause('fail', { findings, section: '2,7:%2C' })])),
  );
  expect(error?.data).toContain('100%0A: a, b; x%3Ay: expected %25, actual a:: , %');
  expect(error?.properties).toEqual({ title: 'INS-007 required, section 2,7:%2C' });
});

test('shows no more than GitHub does, and says how many there are', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `INS-${String(at).padStart(3, '0')}`);
  const clauses = [
    ...ids.map((id) => someClause('fail', { id })),
    ...ids.map((id, at) => someClause('unverified', { id, reason: `reason ${at % 40}` })),
  ];
  const commands = runnerCommands(renderAnnotations(ruledResults(clauses)));
  expect(commands.filter(({ name }) => name === 'error')).toHaveLength(10);
  expect(commands.filter(({ name }) => name === 'warning')).toHaveLength(10);
  expect(commands[9]?.data).toBe('291 more are in the summary and in the report.');
  const exactly = ruledResults(clauses.slice(0, 10));
  expect(renderAnnotations(exactly)).not.toContain('more are in');
});

test('is for the runner of GitHub Actions alone, and for a whole run', () => {
  const results = resultsWith('x');
  expect(annotationsFor(results, { GITHUB_ACTIONS: 'true' })).toBe(renderAnnotations(results));
  expect(annotationsFor(results, {})).toBe('');
  const plan = { clauses: [], orders: 'none', shard: { index: 1, of: 2 } } as const;
  expect(annotationsFor({ ...results, plan }, { GITHUB_ACTIONS: 'true' })).toBe('');
});

test('what a service says is no command in the log of a CI', () => {
  for (const text of [COMMANDS, `  ${COMMANDS}`, `\u00a0::error::x`, `x\n::error::y\r::error::z`, '####[error]x']) {
    expect(runnerCommands(plainText(text))).toEqual([]);
    expect(runnerCommands(plainLines(text))).toEqual([]);
    expect(runnerCommands(`  ${plainText(text)}`)).toEqual([]);
    const shown = renderTerminal(resultsWith(text), { color: false, report: 'x', certificate: 'x' });
    expect(runnerCommands(shown)).toEqual([]);
  }
  expect(plainText('a ::b ##c [d] #[e]')).toBe('a ::b ##c [d] #[e]');
});
