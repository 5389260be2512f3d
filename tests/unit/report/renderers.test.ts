import { expect, test } from '@playwright/test';
import { plainLines, plainText } from '../../../src/report/plain-text.js';
import { renderHtml } from '../../../src/report/html/render-html.js';
import { renderSummary } from '../../../src/report/machine/render-summary.js';
import { renderTerminal } from '../../../src/report/render-terminal.js';
import { hostileResults as hostile, someClause, someFinding, someResults } from './some-results.js';

const renderPage = (results: typeof hostile): string => renderHtml({ results, facts: null });

// eslint-disable-next-line no-control-regex -- the control characters are what is looked for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

test.describe('text of a service', () => {
  test('is shown with its control characters as escapes', () => {
    expect(plainText('a\u001b[2Jb\nc\u009bd\u202ee')).toBe('a\\u001b[2Jb\\nc\\u009bd\\u202ee');
    expect(plainLines('a\n\tb\r\u0000')).toBe('a\n\tb\\r\\u0000');
  });

  const renderers = {
    'the HTML report': renderPage,
    'the terminal': (results: typeof hostile) =>
      renderTerminal(results, { color: false, report: 'x', certificate: 'not signed' }),
  };
  for (const [name, render] of Object.entries(renderers)) {
    test(`sends no control character through ${name}`, () => {
      expect(render(hostile)).not.toMatch(CONTROL);
    });
  }
});

test.describe('the terminal', () => {
  const show = (results: typeof hostile): string =>
    renderTerminal(results, { color: false, report: 'reports/x/index.html', certificate: 'not signed' });

  test('shows a finding in a few lines, the cause first', () => {
    expect(show(someResults([someClause('fail')]))).toContain(
      `INS-007 required: pointUnit is a number.
  A member has another type
  at        response /data/details/3/pointUnit
  expected  a number
  actual    the string "0.1"
  replay    tradecert run --only INS-007 --seed 42
`,
    );
  });

  test('ends with verdict, figures, notes and the way to the report', () => {
    const questions = [{ id: 'Q', section: '7', question: 'Which?', observed: 1, pinned: 2, drift: true }];
    expect(show(someResults([someClause('pass')], { questions, notes: ['This run was read-only.'] }))).toBe(
      `Conformant with limits: everything required that applies was verified and holds.
  http://127.0.0.1:1/public/v1, standard depth, seed 42, 130 requests
  1 passed, 0 failed
  1 answer to open questions of the document in the report; changed: Q
  note: This run was read-only.
  report: reports/x/index.html
  certificate: not signed
`,
    );
  });

  test('tells what is inapplicable by who is certified and by what was chosen, so that the plan and the counts agree', () => {
    const clauses = [
      someClause('pass', { id: 'A' }),
      someClause('inapplicable', { id: 'B', role: 'client' }),
      someClause('inapplicable', { id: 'C', role: 'client', reason: 'not selected in this run' }),
      someClause('inapplicable', { id: 'D', role: 'both', reason: 'not selected in this run' }),
      someClause('inapplicable', { id: 'E', reason: 'no profile binds it to a path' }),
    ];
    expect(show(someResults(clauses))).toContain(
      '  1 passed, 0 failed, 4 inapplicable\n  inapplicable: 2 for clients only, 1 not chosen, 1 for reasons in the report\n',
    );
    expect(show(someResults(clauses, { subject: { role: 'client', baseUrl: 'x' } }))).toContain(
      '  inapplicable: 1 for services only, 2 not chosen, 1 for reasons in the report\n',
    );
    expect(show(someResults(clauses.filter(({ id }) => ['A', 'E'].includes(id))))).not.toContain('inapplicable:');
  });

  test('groups what was not verified by its reason', () => {
    const clauses = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((id) => someClause('unverified', { id }));
    expect(show(someResults(clauses))).toContain(
      'Not verified:\n  no order source was named: A, B, C, D, E, F, G, H and 1 more\n',
    );
  });

  test('stays short where everything is broken', () => {
    const findings = Array.from({ length: 50 }, () => someFinding());
    const clauses = Array.from({ length: 200 }, (_, index) => someClause('fail', { id: `INS-${index}`, findings }));
    const lines = show(someResults(clauses)).split('\n');
    expect(lines.length).toBeLessThan(650);
    expect(lines).toContain('… and 170 clauses more in the report');
  });

  test('has colours only where it is told to', () => {
    const results = someResults([someClause('fail')]);
    expect(show(results)).not.toContain('\u001b');
    expect(renderTerminal(results, { color: true, report: 'x', certificate: 'not signed' })).toContain('\u001b[31m');
  });

  test('names warnings and changed answers where they alone made a strict run fail', () => {
    const results = someResults([someClause('warn')], { verdict: 'non-conformant' });
    expect(show(results)).toContain('Non-conformant under --strict: 1 warning, 0 changed answers.');
  });
});

test('what others sent is told as such, and not by a depth or a seed', () => {
  const results = someResults([someClause('pass')], { basis: 'observed traffic', requests: 1 });
  for (const text of [
    renderTerminal(results, { color: false, report: 'x', certificate: 'not signed' }),
    renderSummary(results),
  ]) {
    expect(text).toContain('observed traffic only, 1 request\n');
    expect(text).toContain('everything required that the observed traffic shows holds');
    expect(text).not.toContain('seed');
  }
});
