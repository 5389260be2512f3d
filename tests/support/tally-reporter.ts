import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Closes the run with one line that needs no knowledge of Playwright: `12 passed, 0 failed, 1 skipped`. */
export default class TallyReporter implements Reporter {
  private readonly tests = new Map<string, TestCase>();

  onTestEnd(test: TestCase): void {
    this.tests.set(test.id, test);
  }

  printsToStdio(): boolean {
    return true;
  }

  onExit(): Promise<void> {
    const tally = { passed: 0, failed: 0, skipped: 0 };
    for (const test of this.tests.values()) {
      const outcome = test.outcome();
      tally[outcome === 'skipped' ? 'skipped' : outcome === 'expected' ? 'passed' : 'failed'] += 1;
    }
    const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : '';
    process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed${skipped}\n`);
    return Promise.resolve();
  }
}
