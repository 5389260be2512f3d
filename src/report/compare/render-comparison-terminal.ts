import { styleText } from 'node:util';
import { renderFinding } from '../finding-text.js';
import { cutText, plainText } from '../plain-text.js';
import { basisText, subjectText } from '../verdict-words.js';
import { headline } from '../short-verdict.js';
import { tendencyOf, type AnswerChange, type ClauseChange, type Comparison, type Side } from './comparison.js';
import {
  changeText,
  CLAUSE_LISTS,
  comparisonSentence,
  differingParts,
  OPERATION_LABELS,
  ratioText,
  type ClauseList,
} from './comparison-words.js';

const MOST_ROWS = 20;
const MOST_FINDINGS = 2;
const LONGEST_ANSWER = 300;

const TENDENCY_STYLES = { worse: 'red', 'less verified': 'yellow', 'no worse': 'green' } as const;

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string;

/** A comparison as a person reads it at the end of the command; what counts comes last, where the eye is. */
export function renderComparisonTerminal(comparison: Comparison, { color }: { readonly color: boolean }): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const style = TENDENCY_STYLES[tendencyOf(comparison)];
  return [
    ...[...CLAUSE_LISTS].reverse().map((list) => renderList(list, comparison[list.key], paint)),
    renderAnswers(comparison.answers, paint),
    renderLatency(comparison, paint),
    `${paint(['bold', style], comparisonSentence(comparison))}\n`,
    renderSide('first', comparison.before),
    renderSide('second', comparison.after),
    ...comparison.differences.map((difference) => `  note: ${plainText(difference)}\n`),
    ...notesOf('first', comparison.before),
    ...notesOf('second', comparison.after),
  ].join('');
}

function renderList({ key, title }: ClauseList, changes: readonly ClauseChange[], paint: Paint): string {
  if (changes.length === 0) return '';
  const rows = changes.slice(0, MOST_ROWS).map((change) => renderChange(change, key === 'newlyBroken', paint));
  const more = changes.length - rows.length;
  return `${paint('bold', `${title} (${changes.length})`)}\n${rows.join('')}${more > 0 ? `  … and ${more} more (--html FILE has all)\n` : ''}\n`;
}

function renderChange(change: ClauseChange, isNew: boolean, paint: Paint): string {
  const { id, sentence, after, findings, newCauses } = change;
  const head = plainText(`${id} ${sentence}`);
  const causes =
    !isNew && after && newCauses.length > 0 && change.before?.causes
      ? `; in new ways: ${plainText(newCauses.join('; '))}`
      : '';
  const line = `  ${isNew ? paint(after?.verdict === 'fail' ? 'red' : 'yellow', head) : head}\n    ${plainText(changeText(change))}${causes}\n`;
  if (!isNew) return line;
  return (
    line +
    findings
      .slice(0, MOST_FINDINGS)
      .map((finding) => renderFinding(finding).replaceAll(/^/gm, '  ').trimEnd() + '\n')
      .join('')
  );
}

function renderAnswers(answers: readonly AnswerChange[], paint: Paint): string {
  if (answers.length === 0) return '';
  const rows = answers.slice(0, MOST_ROWS).map((change) => {
    const parts = differingParts(change).map(
      ({ name, before, after }) => `    ${name === '' ? '' : `${shown(name)}: `}${shown(before)} -> ${shown(after)}\n`,
    );
    const more = parts.length - MOST_ROWS;
    return `  ${plainText(`${change.id} ${change.question}`)}\n${parts.slice(0, MOST_ROWS).join('')}${more > 0 ? `    … and ${more} more\n` : ''}`;
  });
  const more = answers.length - rows.length;
  return `${paint('bold', `Other answers to open questions (${answers.length})`)}\n${rows.join('')}${more > 0 ? `  … and ${more} more (--html FILE has all)\n` : ''}\n`;
}

function renderLatency({ latency }: Comparison, paint: Paint): string {
  if (latency.length === 0) return '';
  const rows = latency.map((change) => {
    const { operation, before, after } = change;
    return `  ${OPERATION_LABELS[operation].padEnd(20)} ${before.medianMs} ms -> ${after.medianMs} ms, ${ratioText(change)} (${before.answers} and ${after.answers} answers)\n`;
  });
  return `${paint('bold', 'Median time to an answer')}\n${rows.join('')}\n`;
}

function renderSide(which: string, { dir, results }: Side): string {
  return `  ${which.padEnd(6)} ${plainText(dir)}\n         ${plainText(subjectText(results.subject))}, ${basisText(results)}, ${plainText(results.startedAt)}\n         ${headline(results)}\n`;
}

function notesOf(which: string, { results }: Side): string[] {
  return results.notes.map((note) => `  note of the ${which}: ${shown(note)}\n`);
}

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_ANSWER);
}
