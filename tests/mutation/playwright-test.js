import { beforeEach, describe, expect, test as vitestTest } from 'vitest';

/** As much of Playwright Test as pure tests use, on Vitest: the mutation tester runs no Playwright. */
export const test = Object.assign((...args) => vitestTest(...args), {
  beforeEach,
  describe,
  step: (_title, run) => run(),
});

export { expect };
