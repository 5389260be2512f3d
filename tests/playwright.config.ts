import { defineConfig } from '@playwright/test';

/** The project's own tests: `playwright test -c tests`. The conformance tests have the configuration above. */
export default defineConfig({
  testDir: './unit',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: '100%',
  timeout: 60_000,
  reporter: [['line'], ['./support/tally-reporter.ts']],
  use: { trace: 'off' },
});
