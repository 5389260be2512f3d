import { amount } from '../contract/amount.js';
import { toPaste } from '../contract/to-paste.js';
import { plainText } from '../report/plain-text.js';
import { KEY_UNCHECKED, type Check, type CheckStatus } from './check.js';

const WORDS: Readonly<Record<CheckStatus, string>> = { ok: 'ok', warning: 'warning', failed: 'failed', skipped: '-' };
const TITLE_WIDTH = 15;
const INDENT = ' '.repeat(26);

/** A check as lines for a terminal: whether it holds, what was found, what it means, what to do. */
export function renderCheck({ title, status, found, means, remedy, details = [], brief = details }: Check): string {
  const lines = [
    `${WORDS[status].padEnd(9)} ${title.padEnd(TITLE_WIDTH)} ${printable(found)}`,
    ...brief.map((line) => `${INDENT}${printable(line)}`),
    ...(means === undefined ? [] : [`${INDENT}so: ${printable(means)}`]),
    ...(remedy === undefined ? [] : [`${INDENT}do: ${printable(remedy)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** One sentence on all of them. */
export function renderOutcome(checks: readonly Check[]): string {
  const count = (status: CheckStatus): number => checks.filter((check) => check.status === status).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  if (failed > 0) return `Not ready: ${amount(failed, 'check')} failed. Mend the first one first.\n`;
  const withWarnings = warnings > 0 ? `, with ${amount(warnings, 'warning')}` : '';
  if (isComplete(checks)) return `Ready${withWarnings}: ${toPaste('run')}\n`;
  return `Ready for a part of a run only${withWarnings}: nothing can be modified, so that a run is incomplete (exit status 3), and ${KEY_UNCHECKED}: ${toPaste('run')}\n`;
}

/** Whether a run can verify all that is claimed, as far as is known before it. */
export function isComplete(checks: readonly Check[]): boolean {
  return checks.every(({ isIncomplete, status }) => isIncomplete !== true && status !== 'failed');
}

/** What to do about the first that failed; empty where none did. */
export function renderRemedy(checks: readonly Check[]): string {
  const failed = checks.find(({ status, remedy }) => status === 'failed' && remedy !== undefined);
  return failed === undefined ? '' : `To mend first: ${failed.title}: ${printable(failed.remedy ?? '')}\n`;
}

/** What comes from a service has no say in the terminal, nor in the log of a CI. */
function printable(text: string): string {
  return plainText(text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' '));
}
