import { _baseTest, type TestInfo } from '@playwright/test';
import { VERDICT_ANNOTATION } from '../../src/cli/verdict-annotation.js';
import { askExaminer } from '../../src/cli/examiner.js';
import { withoutStack } from '../../src/cli/last-resort.js';
import { decodeRun } from '../../src/cli/run-environment.js';
import { PRIVATE_VARIABLES } from '../../src/cli/setting-names.js';
import type { ClauseResult } from '../../src/contract/results.js';
import { renderClauseHead, renderFinding } from '../../src/report/finding-text.js';
import { plainText } from '../../src/report/plain-text.js';

/** What a conformance test works with. */
export interface Fixtures {
  /** Fails, skips or annotates the test by its clause's verdict. A test that ends without it is an error. */
  readonly judge: (result: ClauseResult) => void;
}

/** What all tests of a worker share. */
export interface WorkerFixtures {
  /** The result of one clause: the work is done in the main process, once. */
  readonly examine: (id: string) => Promise<ClauseResult>;
}

/**
 * Playwright's test without its browser fixtures: they cost several milliseconds a test, and their `request` would put
 * credentials into reports.
 */
export const test = _baseTest.extend<Fixtures, WorkerFixtures>({
  examine: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const url = process.env[PRIVATE_VARIABLES.examinerUrl] ?? '';
      const key = process.env[PRIVATE_VARIABLES.examinerKey] ?? '';
      await use((id) =>
        askExaminer({ url, key }, id).catch((error: unknown) => {
          throw withoutStack(error);
        }),
      );
    },
    { scope: 'worker' },
  ],
  judge: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use, info) => {
      const strict = decodeRun(process.env)?.settings?.strict === true;
      const judged: string[] = [];
      await use((result) => {
        judged.push(result.id);
        judgeResult(result, strict, info);
      });
      if (judged.length === 0 && info.status === 'passed')
        throw new Error(`${info.title}: the test ended without a verdict.`);
    },
    { auto: true },
  ],
});

/**
 * Maps a verdict to what Playwright knows: a broken clause fails with its findings; a warning or a waived failure passes
 * with an annotation; what was not verified or does not apply is skipped, and the reason begins with which of the two.
 */
export function judgeResult(result: ClauseResult, strict: boolean, info: Pick<TestInfo, 'annotations' | 'skip'>): void {
  const { verdict, reason, waiver } = result;
  const annotate = (type: string, description: string): void =>
    void info.annotations.push({ type, description: plainText(description) });
  annotate(VERDICT_ANNOTATION, verdict);
  switch (verdict) {
    case 'pass':
      return;
    case 'fail':
      if (!waiver) throw brokenClause(result);
      annotate('waived', `until ${waiver.expires}: ${waiver.reason}`);
      return;
    case 'warn':
      if (strict && !waiver) throw brokenClause(result);
      annotate('warning', brokenClause(result).message);
      return;
    case 'observed':
      annotate('observed', reason);
      return;
    case 'unverified':
    case 'inapplicable':
      info.skip(true, plainText(`${verdict}: ${reason}`));
  }
}

/** The findings, readable and without the stack of this file. Everything in it was redacted when it was recorded. */
function brokenClause(result: ClauseResult): Error {
  const error = new Error(`${renderClauseHead(result)}\n${result.findings.map(renderFinding).join('\n')}`);
  error.stack = error.message;
  return error;
}
