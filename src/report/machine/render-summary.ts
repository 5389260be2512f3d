import type { ClauseResult, CountedFinding, QuestionResult, Results } from '../../contract/results.js';
import { byReason } from '../by-reason.js';
import { asSentence } from '../sentence.js';
import { headline } from '../short-verdict.js';
import { amount, basisText, subjectText, untestedClauses, VERDICT_LABELS, VERDICT_ORDER } from '../verdict-words.js';
import { driftsOf } from './clause-text.js';
import { markdownCode, markdownText } from './markdown.js';
import { ruleClauses, type Standing } from './policy.js';

/** Half of what GitHub takes of one step, so that the two summaries of one command fit into it. */
const MOST_BYTES = 500_000;
const MOST_CLAUSES = 50;
const MOST_FINDINGS = 3;
const MOST_NOTES = 20;
const MOST_REASONS = 20;
const MOST_IDS = 20;
const LONGEST_VALUE = 300;
const MORE = 'More is in index.html, in the folder of the run.';

/** Markdown for the summary page of a CI run, the most important first. Text of the service cannot become markup. */
export function renderSummary(results: Results): string {
  const { subject, contract, profile, counts, notes, startedAt } = results;
  const drifted = driftsOf(results).size;
  const blocks = [
    `# ${markdownText(headline(results))}`,
    `${markdownCode(subjectText(subject))}, ${markdownText(basisText(results))}`,
    `Contract version ${markdownText(contract.version)} (\`${contract.sha256.slice(0, 12)}\`), profile ${profile ? `${markdownCode(profile.name, LONGEST_VALUE)} (\`${profile.sha256.slice(0, 12)}\`)` : 'none'}, run of ${momentText(startedAt)}`,
    [
      `| ${VERDICT_ORDER.map((verdict) => VERDICT_LABELS[verdict]).join(' | ')} |`,
      `|${' ---: |'.repeat(VERDICT_ORDER.length)}`,
      `| ${VERDICT_ORDER.map((verdict) => String(counts[verdict])).join(' | ')} |`,
    ].join('\n'),
    ...(drifted > 0
      ? [
          `${amount(drifted, 'answer')} to open questions ${drifted === 1 ? 'differs' : 'differ'} from what is pinned: see below`,
        ]
      : []),
    ...notes.slice(0, MOST_NOTES).map((note) => `> ${markdownText(note, LONGEST_VALUE)}`),
    ...renderStandings(results),
  ];
  return `${fitting(blocks).join('\n\n')}\n\n${MORE}\n`;
}

function listIds(ids: readonly string[]): string {
  const more = ids.length - MOST_IDS;
  const shown = ids.slice(0, MOST_IDS).map((id) => markdownCode(id));
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `2026-11-20 10:00 UTC`. */
function momentText(iso: string): string {
  return /^[\d-]{10}T[\d:]{5}/.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : markdownText(iso);
}

/** What needs work, in the order of the policy. */
function renderStandings(results: Results): string[] {
  const drifts = driftsOf(results);
  const ruled = ruleClauses(results);
  const having = (wanted: Standing): readonly ClauseResult[] =>
    ruled.filter(({ standing }) => standing === wanted).map(({ clause }) => clause);
  const section = (title: string, standing: Standing): string[] =>
    renderSection(title, having(standing), (clause) => renderClause(clause, drifts.get(clause.id)));
  return [
    ...section('Does not hold', 'failed'),
    ...renderOpen('Required, not verified', having('open')),
    ...section('Warnings', 'warned'),
    ...renderOpen('Expected, not verified', untestedClauses(results)),
    ...renderOpen('Not answered', unanswered(results)),
    ...section('Changed answers', 'changed'),
    ...section('Waived', 'waived'),
  ];
}

/** Open questions of which nothing was seen. */
function unanswered({ clauses }: Results): readonly ClauseResult[] {
  return clauses.filter(({ kind, verdict, waiver }) => kind === 'observe' && verdict === 'unverified' && !waiver);
}

function renderSection(
  title: string,
  clauses: readonly ClauseResult[],
  render: (clause: ClauseResult) => string,
): string[] {
  if (clauses.length === 0) return [];
  const more = clauses.length - MOST_CLAUSES;
  return [
    `## ${title}`,
    ...clauses.slice(0, MOST_CLAUSES).map(render),
    ...(more > 0 ? [`… and ${amount(more, 'clause')} more in index.html`] : []),
  ];
}

/** Many clauses share one reason why they could not be verified. */
function renderOpen(title: string, clauses: readonly ClauseResult[]): string[] {
  if (clauses.length === 0) return [];
  const reasons = byReason(clauses);
  const lines = reasons.slice(0, MOST_REASONS).map(({ reason, clauses: own }) => {
    return `- ${amount(own.length, 'clause')}, ${markdownText(reason, LONGEST_VALUE)}: ${listIds(own.map(({ id }) => id))}`;
  });
  const more = reasons.length - lines.length;
  return [
    `## ${title}`,
    [...lines, ...(more > 0 ? [`- … and ${amount(more, 'reason')} more in index.html`] : [])].join('\n'),
  ];
}

function renderClause(clause: ClauseResult, drift: QuestionResult | undefined): string {
  const { id, sentence, kind, section, waiver, findings, reason } = clause;
  const more = findings.length - MOST_FINDINGS;
  return [
    `### ${markdownCode(id)} ${markdownText(sentence)} (${kind}, section ${markdownText(section)})\n`,
    ...(waiver
      ? [`- waived until ${markdownText(waiver.expires)}: ${markdownText(waiver.reason, LONGEST_VALUE)}`]
      : []),
    ...(drift ? [`- pinned ${json(drift.pinned)}`, `- observed ${json(drift.observed)}`] : []),
    ...findings.slice(0, MOST_FINDINGS).map(renderFinding),
    ...(more > 0 ? [`- … and ${amount(more, 'finding')} more in index.html`] : []),
    ...(findings.length === 0 && !drift && reason !== '' ? [`- ${markdownText(reason, LONGEST_VALUE)}`] : []),
  ].join('\n');
}

function renderFinding({ cause, at, expected, actual, count, replay }: CountedFinding): string {
  return [
    `- ${markdownText(asSentence(cause), LONGEST_VALUE)}${count > 1 ? `, ${count} times` : ''}`,
    `  - at ${markdownCode(at, LONGEST_VALUE)}`,
    `  - expected ${markdownCode(expected, LONGEST_VALUE)}`,
    `  - actual ${markdownCode(actual, LONGEST_VALUE)}`,
    // Traffic that others made cannot be made again.
    ...(replay === '' ? [] : [`  - replay ${markdownCode(replay, 2 * LONGEST_VALUE)}`]),
  ].join('\n');
}

function json(value: QuestionResult['observed']): string {
  return markdownCode(JSON.stringify(value), LONGEST_VALUE);
}

/** The first blocks, as many as fit. */
function fitting(blocks: readonly string[]): readonly string[] {
  let bytes = Buffer.byteLength(MORE);
  const end = blocks.findIndex((block) => (bytes += Buffer.byteLength(block) + 2) > MOST_BYTES);
  return end < 0 ? blocks : blocks.slice(0, end);
}
