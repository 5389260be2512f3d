import type { ClauseResult, Results } from '../contract/results.js';
import { cutText, plainText } from './plain-text.js';
import { basisText, subjectText, VERDICT_LABELS, VERDICT_ORDER, verdictSentence } from './verdict-words.js';

const MOST_ROWS = 50;
const LONGEST_CELL = 200;

/** Markdown for the summary page of a CI run. Text of the service cannot become markup. */
export function renderSummary(results: Results): string {
  const { subject, counts, notes } = results;
  return [
    `# ${verdictSentence(results)}\n`,
    `${escapeMarkdown(subjectText(subject))}, ${basisText(results)}\n`,
    `| ${VERDICT_ORDER.map((verdict) => VERDICT_LABELS[verdict]).join(' | ')} |`,
    `|${' ---: |'.repeat(VERDICT_ORDER.length)}`,
    `| ${VERDICT_ORDER.map((verdict) => counts[verdict]).join(' | ')} |\n`,
    ...notes.map((note) => `> ${escapeMarkdown(note)}\n`),
    ...renderBroken(results.clauses),
    ...renderUnverified(results.clauses),
    ...renderWaivers(results.clauses),
    ...renderDrift(results),
  ].join('\n');
}

function renderBroken(clauses: readonly ClauseResult[]): string[] {
  const broken = (['fail', 'warn'] as const).flatMap((wanted) => clauses.filter(({ verdict }) => verdict === wanted));
  const rows = broken.map((clause) => {
    const [first] = clause.findings;
    const head = clause.waiver ? `${clause.verdict}, waived` : clause.verdict;
    return [head, clause.id, clause.sentence, first?.at ?? '', first?.expected ?? '', first?.actual ?? clause.reason];
  });
  return renderTable('Broken', ['verdict', 'clause', 'sentence', 'at', 'expected', 'actual'], rows);
}

function renderUnverified(clauses: readonly ClauseResult[]): string[] {
  const rows = clauses
    .filter(({ verdict, kind }) => verdict === 'unverified' && kind === 'required')
    .map(({ id, sentence, reason }) => [id, sentence, reason]);
  return renderTable('Required, not verified', ['clause', 'sentence', 'reason'], rows);
}

function renderWaivers(clauses: readonly ClauseResult[]): string[] {
  const rows = clauses.flatMap(({ id, verdict, waiver }) =>
    waiver === undefined ? [] : [[id, verdict, waiver.reason, waiver.expires]],
  );
  return renderTable('Waived', ['clause', 'verdict', 'reason', 'until'], rows);
}

function renderDrift({ questions }: Results): string[] {
  const rows = questions
    .filter(({ drift }) => drift)
    .map(({ id, question, pinned, observed }) => [id, question, JSON.stringify(pinned), JSON.stringify(observed)]);
  return renderTable('Answers to open questions that changed', ['clause', 'question', 'pinned', 'observed'], rows);
}

function renderTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const more = rows.length - MOST_ROWS;
  return [
    `## ${title}\n`,
    line(head),
    line(head.map(() => '---')),
    ...rows.slice(0, MOST_ROWS).map((row) => line(row.map(escapeMarkdown))),
    ...(more > 0 ? [`\n… and ${more} more in index.html`] : []),
    '',
  ];
}

/** Text as one Markdown table cell: no markup, no HTML, no link, no mention. */
function escapeMarkdown(text: string): string {
  return cutText(plainText(text), LONGEST_CELL)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#!|~$]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}
