import { expect, test } from '@playwright/test';
import { marked } from 'marked';
import { markdownCode, markdownText } from '../../../../src/report/machine/markdown.js';
import { renderSummary } from '../../../../src/report/machine/render-summary.js';
import { HOSTILE, someClause, someFinding, someResults } from '../some-results.js';
import { HOSTILE_TEXTS, resultsWith, ruledResults, UNSEEN } from './many-results.js';

/** What we use ourselves. */
const TAGS = 'blockquote code h1 h2 h3 li p table tbody td th thead tr ul'.split(' ');

/** Everything that was meant as text or code, as a reader sees it. */
function shownBy(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '');
  return text
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const render = (markdown: string): string => marked.parse(markdown, { async: false, gfm: true });

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  test(`shows ${name} as text, and makes nothing of it`, () => {
    const markdown = renderSummary(resultsWith(text));
    const html = render(markdown);
    const tags = [...html.matchAll(/<([a-z][a-z0-9-]*)([^>]*)>/gi)];
    expect([...new Set(tags.map(([, tag = '']) => tag))].filter((tag) => !TAGS.includes(tag))).toEqual([]);
    expect(tags.filter(([, , attributes = '']) => attributes !== '' && attributes !== ' align="right"')).toEqual([]);
    expect(markdown).not.toMatch(UNSEEN);
    // A code host looks for mentions and references outside of code.
    expect(shownBy(html.replaceAll(/<code>.*?<\/code>/gs, ''))).not.toMatch(/[@#]\w/);
    expect(Buffer.byteLength(markdown)).toBeLessThan(510_000);
  });
}

test('text and code are shown as they are', () => {
  for (const text of Object.values(HOSTILE_TEXTS).filter((one) => /^[ -~]+$/.test(one) && one.length < 500)) {
    expect(shownBy(render(`A ${markdownText(text)}`)).trim()).toBe(`A ${text}`);
    expect(shownBy(render(`- ${markdownCode(text)}`)).trim()).toBe(text);
  }
  expect(render(`- ${markdownText('- 1. x')}`).match(/<ul>/g)).toHaveLength(1);
  expect(markdownCode(' ')).toBe('(nothing)');
});

test('begins with the verdict, and has what is most important first', () => {
  const markdown = renderSummary(resultsWith('x'));
  const heads = markdown.split('\n').filter((line) => /^##? /.test(line));
  expect(heads).toEqual([
    '# Non-conformant: 1 required clause does not hold.',
    '## Does not hold',
    '## Required, not verified',
    '## Warnings',
    '## Expected, not verified',
    '## Changed answers',
    '## Waived',
  ]);
  const inOrder = [...markdown.matchAll(/[A-Z]{3}-\d{3}/g)].map(([id]) => id);
  expect(inOrder).toEqual(['INS-001', 'SIG-001', 'INS-003', 'SIG-003', 'OPN-002', 'INS-002', 'INS-004']);
});

test('shows a finding in a few lines', () => {
  expect(renderSummary(ruledResults([someClause('fail', { findings: [someFinding({ count: 2 })] })])))
    .toContain(`### \`INS-007\` pointUnit is a number. (required, section 2.7)

- A member has another type, 2 times
  - at \`response /data/details/3/pointUnit\`
  - expected \`a number\`
  - actual \`the string "0.1"\`
  - replay \`tradecert run --only INS-007 --seed 42\`
`);
});

test('groups what was not verified by its reason', () => {
  const clauses = ['INS-001', 'INS-002'].map((id) => someClause('unverified', { id }));
  expect(renderSummary(ruledResults(clauses))).toContain(
    '- 2 clauses, no order source was named: `INS-001`, `INS-002`\n',
  );
});

test('says how much it leaves out, and stays below the limit where everything is broken', () => {
  const actual = '`@<|'.repeat(10_000);
  const findings = Array.from({ length: 50 }, () => someFinding({ actual, expected: actual, at: actual }));
  const clauses = Array.from({ length: 200 }, (_, index) =>
    someClause(index % 2 === 0 ? 'fail' : 'warn', { id: `INS-${index}`, findings, sentence: HOSTILE.repeat(20) }),
  );
  const markdown = renderSummary(ruledResults(clauses, [], { notes: Array.from({ length: 500 }, () => HOSTILE) }));
  expect(markdown).toContain('- … and 47 findings more in index.html');
  expect(markdown).toContain('… and 50 clauses more in index.html');
  expect(Buffer.byteLength(markdown)).toBeLessThan(500_000);
  expect(markdown.trimEnd().split('\n').at(-1)).toBe('More is in index.html, in the folder of the run.');
});

test('is short where all is well', () => {
  expect(
    renderSummary(someResults([someClause('pass')]))
      .split('\n')
      .filter(Boolean),
  ).toHaveLength(7);
});

test('says of which contract and when, and that answers differ from their pins', () => {
  const question = { id: 'OPN-039', section: '8', question: '?', observed: 10, pinned: 20, drift: true } as const;
  const markdown = renderSummary(someResults([someClause('observed', { id: 'OPN-039' })], { questions: [question] }));
  expect(markdown).toContain('Contract version 1 (`aaaaaaaaaaaa`), profile none, run of 2026-11-20 10:00 UTC');
  expect(markdown).toContain('1 answer to open questions differs from what is pinned: see below');
});
