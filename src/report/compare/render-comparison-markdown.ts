import { markdownText } from '../machine/markdown.js';
import { asSentence } from '../sentence.js';
import { basisText, subjectText } from '../verdict-words.js';
import { headline } from '../short-verdict.js';
import type { Comparison, Side } from './comparison.js';
import {
  changeText,
  CLAUSE_LISTS,
  comparisonSentence,
  differingParts,
  OPERATION_LABELS,
  ratioText,
} from './comparison-words.js';

const MOST_ROWS = 50;
const LONGEST_CELL = 200;

/** Markdown for a pull request or the summary page of a CI run. Text of a service cannot become markup. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  const { before, after, differences, answers, latency } = comparison;
  return [
    `# ${comparisonSentence(comparison)}\n`,
    ...table('', ['run', 'subject', 'verdict', 'of'], [rowOf('first', before), rowOf('second', after)]),
    ...differences.map((difference) => `> ${cell(difference)}\n`),
    ...[before, after].flatMap(({ results }, index) =>
      results.notes.map((note) => `> ${cell(`${index === 0 ? 'First' : 'Second'} run: ${note}`)}\n`),
    ),
    ...CLAUSE_LISTS.flatMap(({ key, title }) =>
      table(
        `${title} (${comparison[key].length})`,
        ['clause', 'sentence', 'verdict', 'what broke', 'expected', 'actual'],
        comparison[key].map((change) => {
          const [first] = key === 'newlyBroken' ? change.findings : [];
          return [
            ...[change.id, change.sentence, changeText(change)],
            ...[asSentence(first?.cause ?? ''), first?.expected ?? '', first?.actual ?? ''],
          ];
        }),
      ),
    ),
    ...table(
      `Other answers to open questions (${answers.length})`,
      ['clause', 'question', 'of', 'first', 'second'],
      answers.flatMap((change) =>
        differingParts(change).map((part) => [change.id, change.question, part.name, part.before, part.after]),
      ),
    ),
    ...table(
      'Median time to an answer',
      ['operation', 'first', 'second', 'ratio'],
      latency.map((change) => [
        OPERATION_LABELS[change.operation],
        `${change.before.medianMs} ms of ${change.before.answers}`,
        `${change.after.medianMs} ms of ${change.after.answers}`,
        ratioText(change),
      ]),
    ),
  ].join('\n');
}

function rowOf(which: string, { results }: Side): string[] {
  return [which, subjectText(results.subject), headline(results), `${basisText(results)}, ${results.startedAt}`];
}

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const more = rows.length - MOST_ROWS;
  return [
    ...(title === '' ? [] : [`## ${title}\n`]),
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, MOST_ROWS).map((row) => line(row.map(cell))),
    ...(more > 0 ? [`\n… and ${more} more`] : []),
    '',
  ];
}

function cell(text: string): string {
  return markdownText(text, LONGEST_CELL);
}
