import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Results } from '../../../src/contract/results.js';
import { renderBadge } from '../../../src/report/render-badge.js';
import { HOSTILE, someClause, someResults } from './some-results.js';

/** Results of a run over the whole catalogue, in which every clause holds. */
function wholeRun(different: Partial<Results> = {}): Results {
  const clauses = loadCatalogue().map(({ id, kind, role }) =>
    someClause(role === 'client' ? 'inapplicable' : kind === 'observe' ? 'observed' : 'pass', { id, kind, role }),
  );
  return someResults(clauses, different);
}

const messageOf = (svg: string): string => /<title>tradecert: (.+), 2026-11-20<\/title>/.exec(svg)?.[1] ?? '';

test('the badge says the verdict, and of what', () => {
  const { counts } = wholeRun();
  expect(messageOf(renderBadge(wholeRun()))).toBe('conformant');
  expect(messageOf(renderBadge(wholeRun({ counts: { ...counts, warn: 1 } })))).toBe('conformant with warnings');
  expect(messageOf(renderBadge(wholeRun({ readOnly: true })))).toBe('conformant with limits');
  expect(messageOf(renderBadge(wholeRun({ basis: 'observed traffic' })))).toBe('conformant as far as observed');
  const plan = { clauses: [], orders: 'url', shard: { index: 1, of: 3 } } as const;
  expect(messageOf(renderBadge(wholeRun({ plan })))).toBe('conformant in shard 1/3');
  expect(messageOf(renderBadge(wholeRun({ plan, verdict: 'non-conformant' })))).toBe('non-conformant');
  expect(messageOf(renderBadge(wholeRun({ verdict: 'incomplete', basis: 'observed traffic' })))).toBe('incomplete');
  expect(messageOf(renderBadge(wholeRun({ verdict: 'non-conformant' })))).toBe('non-conformant');
});

test('the badge has a title for those who do not see it, and is as wide as its text', () => {
  const svg = renderBadge(wholeRun({ verdict: 'non-conformant' }));
  expect(svg).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="(\d+)" height="20" viewBox="0 0 \1 20" role="img" aria-label="tradecert: non-conformant, 2026-11-20">/,
  );
  const width = (text: string): number => Number(/width="(\d+)"/.exec(text)?.[1]);
  expect(width(svg)).toBeGreaterThan(width(renderBadge(wholeRun({ verdict: 'incomplete' }))));
});

test('text from elsewhere is no markup in a badge', () => {
  const svg = renderBadge(wholeRun({ finishedAt: HOSTILE, tool: { name: HOSTILE as 'tradecert', version: '1' } }));
  for (const part of ['<script', '<img', '\u001b', '\u202e']) expect(svg).not.toContain(part);
});
