import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { compareRuns } from '../../src/report/compare/compare-runs.js';
import { renderComparisonHtml } from '../../src/report/compare/render-comparison-html.js';
import { keptRun } from '../../src/report/run-list/read-kept-runs.js';
import { renderRunList } from '../../src/report/run-list/render-run-list.js';
import { withFolder } from '../support/certify-reference.js';
import { HOSTILE, someClause, someFinding, someResults } from '../unit/report/some-results.js';
import { accessibilityProblems, test } from './report-page.js';

const finding = someFinding({ cause: HOSTILE, expected: 'x'.repeat(400), actual: HOSTILE, replay: 'y'.repeat(400) });
const questions = (observed: string | number): Parameters<typeof someResults>[1] => {
  const asked = { id: 'OPN-039', section: '8', question: HOSTILE, pinned: null, drift: false };
  return { questions: [{ ...asked, observed }] };
};
const before = someResults(
  [someClause('pass'), someClause('fail', { id: 'INS-008' }), someClause('pass', { id: 'INS-009' })],
  questions(10),
);
const after = someResults(
  [
    someClause('fail', { findings: [finding], sentence: HOSTILE }),
    someClause('pass', { id: 'INS-008' }),
    someClause('unverified', { id: 'INS-009', reason: HOSTILE }),
    // Every verdict is a column of the table of both.
    ...(['warn', 'observed', 'inapplicable'] as const).map((verdict) => someClause(verdict, { id: `X-${verdict}` })),
  ],
  {
    ...questions('z'.repeat(300)),
    subject: { role: 'service', baseUrl: `http://x/${'w'.repeat(300)}` },
    notes: [HOSTILE],
  },
);
const quantiles = { medianMs: 20, p95Ms: 30, p99Ms: 30, maxMs: 30 };
const latency = [{ operation: 'modifyOrder', answered: 9, unanswered: 0, quantiles, bins: [] }] as const;
const sides = [
  { dir: 'a', results: before },
  { dir: HOSTILE, results: after },
] as const;

const pages = {
  'a comparison': renderComparisonHtml(compareRuns(...sides, { before: latency, after: latency })),
  'the list of runs': renderRunList({
    runs: [keptRun(after, ['b'], true), keptRun({ ...before, subject: after.subject }, [HOSTILE], true)],
    leftOut: [{ folder: HOSTILE, why: HOSTILE }],
    older: 3,
  }),
};

/** Opens a page from a file, and gives what the browser complains of. */
async function opened(page: Page, html: string, task: () => Promise<void>): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  await withFolder(async (folder) => {
    await writeFile(join(folder, 'page.html'), html);
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);
    await task();
  });
  return complaints;
}

for (const [name, html] of Object.entries(pages)) {
  test.describe(name, () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`has nothing that axe-core finds, ${colorScheme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await opened(page, html, async () => {
          expect(await accessibilityProblems(page)).toEqual([]);
        });
      });
    }

    test('has nothing that axe-core finds on a phone', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await opened(page, html, async () => {
        expect(await accessibilityProblems(page)).toEqual([]);
      });
    });

    test('keeps to its policy, and fits a phone', async ({ page }) => {
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const complaints = await opened(page, html, async () => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
        });
        expect(complaints).toEqual([]);
      }
    });
  });
}

test('a count of the comparison leads to its list', async ({ page }) => {
  await opened(page, pages['a comparison'], async () => {
    await page.getByRole('link', { name: '2 newly broken' }).click();
    await expect(page.locator('#newlyBroken')).toBeInViewport();
    await expect(page.locator('#newlyBroken article')).toHaveCount(2);
  });
});
