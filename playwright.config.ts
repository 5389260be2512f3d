import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { WORK_FOLDER } from './src/contract/going-run.js';
import { describeRun, isListing, keepReporter } from './src/cli/playwright-run.js';

/**
 * The conformance tests, one per clause. `tradecert run` starts Playwright with this; `npx playwright test` works too,
 * with settings from the environment, `.env` and profile. The project's own tests are under `tests/playwright.config.ts`.
 */
const run = describeRun();
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const moduleOf = (name: string): string => fileURLToPath(new URL(`./src/cli/${name}.${extension}`, import.meta.url));
const reporter = moduleOf('certification-reporter');
keepReporter(reporter, process.argv, process.env);
/** Clauses that are examined, where not all are. */
const chosen = run.shard?.clauses ?? run.settings?.only;
const blob = { outputDir: join(run.outDir, 'playwright-blob'), fileName: `report-${run.shard?.index ?? 1}.zip` };
const html = {
  outputFolder: join(run.outDir, 'playwright'),
  open: 'never',
  title: 'tradecert',
  noCopyPrompt: true,
} as const;

export default defineConfig({
  // Whole, since a configuration elsewhere may take this one over (`tradecert/playwright-config`).
  testDir: fileURLToPath(new URL('./tests/conformance', import.meta.url)),
  testMatch: `**/*.test.${extension}`,
  // Work is done in the main process; more workers only wait for it.
  workers: 1,
  // A clause takes as long as its requests do: rate and timeouts bound it.
  timeout: 0,
  retries: 0,
  captureGitInfo: { commit: false, diff: false },
  ...(run.settings ? { outputDir: join(run.outDir, WORK_FOLDER) } : {}),
  ...(chosen ? { grep: new RegExp(`(?:^|\\s)(?:${chosen.join('|')})\\s`) } : {}),
  use: { trace: 'off', screenshot: 'off', video: 'off' },
  globalSetup: moduleOf('global-setup'),
  reporter: [
    [reporter],
    ...(isListing(process.argv) ? [] : [['html', html] as const]),
    // What Playwright's own merge-reports takes.
    ...(run.shard ? [['blob', blob] as const] : []),
  ],
});
