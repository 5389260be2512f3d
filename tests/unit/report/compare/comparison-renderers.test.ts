import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { compareRuns } from '../../../../src/report/compare/compare-runs.js';
import type { Comparison } from '../../../../src/report/compare/comparison.js';
import { renderComparisonHtml } from '../../../../src/report/compare/render-comparison-html.js';
import { renderComparisonJson } from '../../../../src/report/compare/render-comparison-json.js';
import { renderComparisonMarkdown } from '../../../../src/report/compare/render-comparison-markdown.js';
import { renderComparisonTerminal } from '../../../../src/report/compare/render-comparison-terminal.js';
import type { ClauseResult, QuestionResult, Results } from '../../../../src/contract/results.js';
import { HOSTILE, someClause, someExchange, someFinding, someResults } from '../some-results.js';

const finding = someFinding({ cause: HOSTILE, at: HOSTILE, expected: HOSTILE, actual: HOSTILE, replay: HOSTILE });
const latency = (medianMs: number): Parameters<typeof compareRuns>[2]['before'] => [
  {
    operation: 'modifyOrder',
    answered: 5,
    unanswered: 0,
    quantiles: { medianMs, p95Ms: 9, p99Ms: 9, maxMs: 9 },
    bins: [],
  },
];

function question(observed: QuestionResult['observed']): QuestionResult {
  return { id: HOSTILE, section: HOSTILE, question: HOSTILE, observed, pinned: null, drift: false };
}

function run(observed: QuestionResult['observed'], clauses: readonly ClauseResult[]): Results {
  return someResults(clauses, {
    subject: { role: 'service', baseUrl: HOSTILE },
    profile: { name: HOSTILE, sha256: 'b'.repeat(64) },
    notes: [HOSTILE],
    startedAt: HOSTILE,
    questions: [question(observed)],
  });
}

/** Every place where text of a service or a user can stand, filled with hostile text. */
const hostile: Comparison = compareRuns(
  {
    dir: HOSTILE,
    results: run({ [HOSTILE]: HOSTILE }, [
      someClause('pass', { id: 'INS-001', sentence: HOSTILE, section: HOSTILE }),
      someClause('fail', { id: 'INS-002', reason: HOSTILE }),
      someClause('pass', { id: 'INS-003' }),
      someClause('fail', { id: HOSTILE, reason: HOSTILE }),
      someClause('fail', { id: 'INS-005' }),
    ]),
  },
  {
    dir: HOSTILE,
    results: run({ [HOSTILE]: [HOSTILE], x: 1 }, [
      someClause('fail', { id: 'INS-001', sentence: HOSTILE, section: HOSTILE, findings: [finding] }),
      someClause('pass', { id: 'INS-002', reason: HOSTILE }),
      someClause('unverified', { id: 'INS-003', reason: HOSTILE }),
      someClause('fail', { id: 'INS-005', findings: [finding], waiver: { reason: HOSTILE, expires: HOSTILE } }),
      someClause('pass', { id: 'INS-006', kind: 'expected', reason: HOSTILE }),
    ]),
  },
  { before: latency(10), after: latency(25) },
);

const show = (comparison: Comparison): string => renderComparisonTerminal(comparison, { color: false });
// eslint-disable-next-line no-control-regex -- the control characters are what is looked for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

test('no text of a service sends a control character through any of the outputs', () => {
  const renderers = [renderComparisonHtml, renderComparisonMarkdown, show];
  for (const render of renderers) expect(render(hostile)).not.toMatch(CONTROL);
});

test('a good verdict about less than the whole is said with its limits, in each of the outputs', () => {
  const limited = { dir: 'a', results: someResults([someClause('pass')], { depth: 'smoke' }) };
  const comparison = compareRuns(limited, limited, { before: [], after: [] });
  for (const render of [renderComparisonHtml, renderComparisonMarkdown, show])
    expect(render(comparison)).toContain('Conformant with limits: everything required');
});

test.describe('the page', () => {
  const page = renderComparisonHtml(hostile);

  test('has no script, loads nothing, and no text of a service becomes an element', () => {
    const tags = new Set([...page.matchAll(/<([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase()));
    for (const tag of ['script', 'img', 'link', 'iframe', 'object', 'form']) expect([...tags]).not.toContain(tag);
    expect(page).not.toMatch(/<[^>]*\s(?:on\w+|src|style)=/i);
    expect([...page.matchAll(/href="(?!#)/g)]).toEqual([]);
    expect(page).not.toMatch(/url\(|@import/);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('has a policy that allows its own style and nothing else', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(
      `content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`,
    );
  });

  test('leads from each count to its list', () => {
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
    expect(page).toContain('<b>1</b> newly broken');
    expect(page).toContain('<b>1</b> removed');
  });

  test('stays small where there is much to tell', () => {
    const findings = Array.from({ length: 20 }, () =>
      someFinding({ actual: 'y'.repeat(100_000), shown: someExchange() }),
    );
    const many = Array.from({ length: 300 }, (_, index) => `INS-${String(index).padStart(3, '0')}`);
    const before = someResults(many.map((id) => someClause('pass', { id })));
    const after = someResults(many.map((id) => someClause('fail', { id, findings })));
    const large = compareRuns({ dir: 'a', results: before }, { dir: 'b', results: after }, { before: [], after: [] });
    expect(renderComparisonHtml(large).length).toBeLessThan(3_000_000);
    expect(show(large).split('\n').length).toBeLessThan(300);
    expect(renderComparisonMarkdown(large).length).toBeLessThan(65_536);
  });
});

test('Markdown lets no text become markup, a link, a mention or a cell of its own', () => {
  const markdown = renderComparisonMarkdown(hostile);
  expect(markdown).not.toMatch(/<[a-z!/]/i);
  expect(markdown).not.toContain('](https://');
  for (const row of markdown.split('\n').filter((line) => line.startsWith('| INS')))
    expect(row.replaceAll(/\\\|/g, '').split('|')).toHaveLength(8);
});

test('the terminal ends with what counts', () => {
  const before = someResults([someClause('pass')]);
  const after = someResults([someClause('fail')], { seed: 7 });
  const sides = [
    { dir: 'one', results: before },
    { dir: 'two', results: after },
  ] as const;
  expect(show(compareRuns(...sides, { before: latency(10), after: latency(25) }))).toBe(
    `Newly broken (1)
  INS-007 pointUnit is a number.
    passed, then failed
    A member has another type
    at        response /data/details/3/pointUnit
    expected  a number
    actual    the string "0.1"
    replay    tradecert run --only INS-007 --seed 42

Median time to an answer
  POST /orders/modify  10 ms -> 25 ms, 2.5 times as long (5 and 5 answers)

1 clause newly broken.
  first  one
         http://127.0.0.1:1/public/v1, standard depth, seed 42, 130 requests, 2026-11-20T10:00:00.000Z
         Conformant with limits: everything required that applies was verified and holds.
  second two
         http://127.0.0.1:1/public/v1, standard depth, seed 7, 130 requests, 2026-11-20T10:00:00.000Z
         Non-conformant: 1 required clause does not hold.
  note: The seed differs: 42, then 7.
`,
  );
});

test('the JSON has every list, and the answers whole', () => {
  const json = JSON.parse(renderComparisonJson(hostile)) as Record<string, unknown>;
  expect(Object.keys(json)).toEqual([
    ...['schemaVersion', 'before', 'after', 'differences', 'newlyBroken', 'mended', 'noLongerVerified', 'stillBroken'],
    ...['newlyVerified', 'kinds', 'added', 'removed', 'answers', 'latency', 'unchanged'],
  ]);
  expect(json['answers']).toEqual(hostile.answers);
  expect(json['newlyBroken']).toMatchObject([
    { id: 'INS-001', before: { verdict: 'pass' }, after: { verdict: 'fail' } },
  ]);
  expect(JSON.stringify(json)).not.toContain('"shown"');
});
