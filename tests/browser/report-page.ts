import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { Results } from '../../src/contract/results.js';
import { certifyService } from '../../src/examine/certify-service.js';
import { startReferenceService } from '../../src/mock/reference-service.js';
import { gatherFacts } from '../../src/report/facts/gather-facts.js';
import { renderHtml, type ReportInput } from '../../src/report/html/render-html.js';
import { readExchanges } from '../../src/report/recorded-run.js';
import { findBrowser } from '../support/browser.js';
import { settingsFor } from '../support/certify-reference.js';
import { hostileResults, someClause, someResults } from '../unit/report/some-results.js';

/** Reports to look at, by name. */
export type ReportName = 'faulty' | 'hostile' | 'conformant' | 'nothing' | 'drifted';

/** A run with several faults, and the pages of all reports. */
export interface Reports {
  readonly results: Results;
  urlOf(name: ReportName): string;
}

const FAULTS = [
  'loose-type-stock-cd',
  'whole-sell-price-as-number',
  'overlap-in-a-second-walk',
  'timestamp-bound-by-tens',
  'nine-hours-behind',
];

/** Tests with a browser that is on this machine, and with reports of real and of made-up runs in files. */
export const test = base.extend<{ open: (name: ReportName, hash?: string) => Promise<void> }, { reports: Reports }>({
  launchOptions: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      await use({ executablePath: findBrowser(), args: ['--disable-gpu'] });
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  viewport: { width: 1440, height: 900 },
  reports: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tradecert-report-'));
      const faulty = await faultyRun(folder);
      const inputs: Readonly<Record<ReportName, ReportInput>> = {
        faulty,
        hostile: { results: hostileResults, facts: faulty.facts },
        conformant: {
          results: someResults([someClause('pass'), someClause('observed', { id: 'OPN-017' })]),
          facts: null,
        },
        drifted: { ...faulty, results: { ...faulty.results, questions: drifted(faulty.results.questions) } },
        nothing: { results: someResults([someClause('unverified')]), facts: null },
      };
      for (const [name, input] of Object.entries(inputs))
        writeFileSync(join(folder, `${name}.html`), renderHtml(input));
      await use({
        results: faulty.results,
        urlOf: (name) => pathToFileURL(join(folder, `${name}.html`)).href,
      });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  open: async ({ page, reports }, use) => {
    await use(async (name, hash = '') => {
      await page.goto(reports.urlOf(name) + hash);
    });
  },
});

/** The first three answers as if they were pinned: one still so, two other ones. */
function drifted(questions: Results['questions']): Results['questions'] {
  const answered = questions.filter(({ observed }) => observed !== null).map(({ id }) => id);
  return questions.map((question) => {
    const at = answered.indexOf(question.id);
    if (at < 0 || at > 2) return question;
    return { ...question, pinned: at === 0 ? question.observed : { former: 'answer' }, drift: at > 0 };
  });
}

async function faultyRun(folder: string): Promise<ReportInput> {
  const service = await startReferenceService({ faults: FAULTS });
  try {
    const settings = settingsFor(service, folder, { depth: 'smoke', seed: 42 });
    const results = await certifyService({ settings, toolVersion: 'test' });
    return { results, facts: await gatherFacts(readExchanges(folder), results) };
  } finally {
    await service.close();
  }
}

/** What axe-core holds against a page as it stands: rule and element, one a line. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

/** Unfolds all groups, and in each the first clauses with all that is in them: every kind of thing that a page has. */
export async function unfoldSome(page: Page): Promise<void> {
  await page.evaluate(() => {
    const inFirst = ':is(.clause:nth-of-type(-n+2), .clause:nth-of-type(-n+2) *)';
    for (const part of document.querySelectorAll<HTMLDetailsElement>(
      `details:is(.group, .reason, .more, .pic-table, ${inFirst})`,
    ))
      part.open = true;
  });
}

/** Unfolds everything. */
export async function unfoldAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
  });
}

export { expect };
