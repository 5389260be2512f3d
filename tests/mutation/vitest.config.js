import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Finds a file beside this one. */
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@playwright/test': beside('playwright-test.js') } },
  test: {
    include: ['tests/unit/{oracle,wire}/**/*.test.ts'],
    // Mutated code counts where it goes, and is slow on large texts.
    exclude: ['tests/unit/wire/large-text.test.ts'],
    // One thread for all files: half the time, the same mutants found.
    isolate: false,
    testTimeout: 60_000,
    setupFiles: [beside('same-seed.js')],
  },
});
