import type { ClauseResult, CountedFinding } from '../contract/results.js';
import { isOnUsedAlone } from '../contract/verdict.js';
import { cutText, plainText } from './plain-text.js';
import { asSentence } from './sentence.js';

const LONGEST_VALUE = 500;

/** What it takes to see a breach again that shows on used connections alone. */
export const USED_CONNECTION =
  'a connection that carried a valid request before: the replay has one, a single request has not';

/** A finding in a few lines: what broke, then the labels in one column. Text of the service is made harmless. */
export function renderFinding({ cause, at, expected, actual, replay, count }: CountedFinding): string {
  const times = count > 1 ? ` (${count} times)` : '';
  const rows = [
    ['at', at + times],
    ['expected', expected],
    ['actual', actual],
    // Traffic that others made cannot be made again.
    ...(replay === '' ? [] : [['replay', replay] as const]),
    ...(isOnUsedAlone(cause) ? [['takes', USED_CONNECTION] as const] : []),
  ] as const;
  const labelled = rows.map(
    ([label, value]) => `  ${label.padEnd(9)} ${label === 'replay' ? plainText(value) : shorten(value)}\n`,
  );
  return [`  ${shorten(asSentence(cause))}\n`, ...labelled].join('');
}

/** `SIG-003 required: a sentence`: what every finding begins with. */
export function renderClauseHead({ id, kind, sentence }: ClauseResult): string {
  return plainText(`${id} ${kind}: ${sentence}`);
}

function shorten(text: string): string {
  return cutText(plainText(text), LONGEST_VALUE);
}
