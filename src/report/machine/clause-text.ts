import type { ClauseResult, CountedFinding, QuestionResult, Results } from '../../contract/results.js';
import { wholeCharacters } from '../../contract/whole-characters.js';
import { renderFinding } from '../finding-text.js';
import { cutText, plainText } from '../plain-text.js';
import { asSentence } from '../sentence.js';

const LONGEST_LINE = 500;
const LONGEST_FINDINGS = 8192;
const MOST_FINDINGS = 20;

/** Text of a service on one line, cut, harmless, and without halves of characters, at which strict readers stop. */
export function oneLine(text: string, longest = LONGEST_LINE): string {
  return wholeCharacters(cutText(plainText(text), longest));
}

/** `INS-006 Every record has pointUnit, a number.`: a clause as a test is named. */
export function clauseName({ id, sentence }: ClauseResult): string {
  return oneLine(`${id} ${sentence}`);
}

/** What broke, where, expected and actual, on one line. */
export function findingLine({ cause, at, expected, actual, count }: CountedFinding): string {
  const times = count > 1 ? ` (${count} times)` : '';
  return `${oneLine(asSentence(cause))}; ${oneLine(at)}: expected ${oneLine(expected)}, actual ${oneLine(actual)}${times}`;
}

/** Why a clause came to what it did, on one line: its first finding, else its reason; before it, what it was waived for. */
export function reasonLine(clause: ClauseResult, drift?: QuestionResult): string {
  const { waiver, findings, reason } = clause;
  const [first] = findings;
  const waived = waiver ? `waived until ${oneLine(waiver.expires)}, ${oneLine(waiver.reason)}: ` : '';
  return waived + (drift ? driftLine(drift) : first ? findingLine(first) : oneLine(reason));
}

/** What was pinned, and what is now. */
export function driftLine({ pinned, observed }: QuestionResult): string {
  return `the answer changed: pinned ${oneLine(JSON.stringify(pinned))}, observed ${oneLine(JSON.stringify(observed))}`;
}

/** Answers that differ from their pins, by clause. */
export function driftsOf({ questions }: Results): ReadonlyMap<string, QuestionResult> {
  return new Map(questions.filter(({ drift }) => drift).map((question) => [question.id, question]));
}

/** The findings of a clause, a few lines each; empty where there are none. */
export function findingsText({ findings }: ClauseResult): string {
  const shown = findings.slice(0, MOST_FINDINGS).map((finding) => renderFinding(finding));
  const more = findings.length - shown.length;
  const text = [...shown, ...(more > 0 ? [`… and ${more} more in index.html\n`] : [])].join('\n');
  return wholeCharacters(cutText(text, LONGEST_FINDINGS));
}
