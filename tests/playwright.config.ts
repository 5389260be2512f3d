import { defineConfig } from '@playwright/test';

/** The project's own tests: `playwright test -c tests`. The conformance tests have the configuration above. */
export default defineConfig({
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // Many tests wait for seconds, or for processes of their own: with one worker for each core a third of the time nothing was done.
  workers: '200%',
  // Far more than anything takes: they end what hangs, and fail nothing on a machine that is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['./support/tally-reporter.ts']],
  use: { trace: 'off' },
  projects: [
    // One browser and one run to look at are enough for all of them. They come first: last, they would leave a core idle.
    { name: 'browser', testDir: './browser', workers: 1, fullyParallel: false },
    { name: 'unit', testDir: './unit' },
  ],
});
