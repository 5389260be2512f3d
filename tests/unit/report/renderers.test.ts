import { expect, test } from '@playwright/test';
import { plainLines, plainText } from '../../../src/report/plain-text.js';
import { renderHtml } from '../../../src/report/html/render-html.js';
import { renderJunit } from '../../../src/report/machine/render-junit.js';
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
    JUnit: renderJunit,
    'the summary': renderSummary,
    'the terminal': (results: typeof hostile) => renderTerminal(results, { color: false, report: 'x' }),
  };
  for (const [name, render] of Object.entries(renderers)) {
    test(`sends no control character through ${name}`, () => {
      expect(render(hostile)).not.toMatch(CONTROL);
    });
  }
});

test.describe('JUnit', () => {
  const xml = renderJunit(hostile);

  test('is well-formed', () => {
    const open: string[] = [];
    const body = xml.replace(/^<\?xml [^?]*\?>\n/, '');
    const rest = body.replaceAll(
      /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
      (_all, end: string, name: string, _attributes, self: string) => {
        if (end === '/') expect(open.pop()).toBe(name);
        else if (self === '') open.push(name);
        return '';
      },
    );
    expect(open).toEqual([]);
    expect(rest).not.toMatch(/[<>]/);
    expect(rest.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toContain('&');
  });

  test('fails what is required and not waived; a warning passes; what was not judged is skipped', () => {
    expect(xml).toContain('<testsuites name="tradecert" tests="7" failures="2" errors="0" skipped="1" time="0">');
    expect(xml.match(/<failure /g)).toHaveLength(2);
    expect(xml).toContain('<failure type="verdict" message="Non-conformant: 1 required clause does not hold.">');
    expect(xml.match(/<skipped message="unverified: /g)).toHaveLength(1);
    expect(xml.match(/<system-out>(?:waived until 2027-01-01|warning|observed): /g)).toHaveLength(3);
  });

  test('replaces what XML cannot hold', () => {
    expect(renderJunit(someResults([someClause('unverified', { reason: 'a\ud800b\uffffc' })]))).toContain(
      'unverified: a\ufffdb\ufffdc',
    );
  });
});

test.describe('the summary', () => {
  const markdown = renderSummary(hostile);

  test('lets no text become markup, a link, a mention or a cell of its own', () => {
    expect(markdown).not.toMatch(/<[a-z!/]/i);
    expect(markdown).not.toContain('](https://');
    const rows = markdown.split('\n').filter((line) => line.startsWith('| fail'));
    for (const row of rows) expect(row.replaceAll(/\\\|/g, '').split('|')).toHaveLength(8);
    expect(renderSummary(someResults([], { notes: ['@team'] }))).not.toContain('@');
  });

  test('begins with the verdict', () => {
    expect(markdown.split('\n')[0]).toBe('# Non-conformant: 1 required clause does not hold.');
  });
});

test.describe('the terminal', () => {
  const show = (results: typeof hostile): string =>
    renderTerminal(results, { color: false, report: 'reports/x/index.html' });

  test('shows a finding in five lines', () => {
    expect(show(someResults([someClause('fail')]))).toContain(
      `INS-007 required: pointUnit is a number.
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
      `Conformant: everything required that applies was verified and holds.
  http://127.0.0.1:1/public/v1, standard depth, seed 42, 130 requests
  1 passed, 0 failed
  1 answer to open questions of the document in the report; changed: Q
  note: This run was read-only.
  report: reports/x/index.html
`,
    );
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
    expect(lines.length).toBeLessThan(600);
    expect(lines).toContain('… and 170 clauses more in the report');
  });

  test('has colours only where it is told to', () => {
    const results = someResults([someClause('fail')]);
    expect(show(results)).not.toContain('\u001b');
    expect(renderTerminal(results, { color: true, report: 'x' })).toContain('\u001b[31m');
  });

  test('names warnings and changed answers where they alone made a strict run fail', () => {
    const results = someResults([someClause('warn')], { verdict: 'non-conformant' });
    expect(show(results)).toContain('Non-conformant under --strict: 1 warning, 0 changed answers.');
  });
});

test('what others sent is told as such, and not by a depth or a seed', () => {
  const results = someResults([someClause('pass')], { basis: 'observed traffic', requests: 1 });
  for (const text of [renderTerminal(results, { color: false, report: 'x' }), renderSummary(results)]) {
    expect(text).toContain('observed traffic only, 1 request\n');
    expect(text).toContain('everything required that the observed traffic shows holds');
    expect(text).not.toContain('seed');
  }
});
