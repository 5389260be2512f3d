import { styleText } from 'node:util';
import type { ClauseResult, Results } from '../contract/results.js';
import { NOT_SELECTED } from '../contract/run-verdict.js';
import type { Verdict } from '../contract/verdict.js';
import { byReason, type SharedReason } from './by-reason.js';
import { renderClauseHead, renderFinding } from './finding-text.js';
import { cutText, plainText } from './plain-text.js';
import { headline } from './short-verdict.js';
import { amount, basisText, subjectText, untestedClauses, VERDICT_LABELS, VERDICT_ORDER } from './verdict-words.js';

const MOST_CLAUSES = 30;
const MOST_FINDINGS = 3;
const MOST_REASONS = 10;
const MOST_EXPECTED_REASONS = 5;
const LONGEST_REASON = 300;
const MOST_IDS = 8;

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** What is known of a run besides its results. */
export interface TerminalOptions {
  readonly color: boolean;
  /** Where the report is, shown as it is given. */
  readonly report: string;
  /** Who signed the certificate, in a few words. */
  readonly certificate?: string;
  /** Where it is that a client wrote on standard error, and how many files that are. */
  readonly printed?: { readonly folder: string; readonly files: number };
}

/** A finished run as a person reads it at the end of the command. */
export function renderTerminal(results: Results, { color, report, certificate, printed }: TerminalOptions): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const style = results.verdict === 'conformant' ? 'green' : results.verdict === 'incomplete' ? 'yellow' : 'red';
  return [
    renderBroken(results.clauses, paint),
    renderUnverified(openClauses(results.clauses), untestedClauses(results)),
    `${paint(['bold', style], headline(results))}\n`,
    `  ${plainText(subjectText(results.subject))}, ${basisText(results)}\n`,
    `  ${renderCounts(results)}\n`,
    renderInapplicable(results),
    renderQuestions(results),
    ...results.notes.map((note) => `  note: ${plainText(note)}\n`),
    `  report: ${plainText(report)}\n`,
    printed === undefined || printed.files === 0
      ? ''
      : `  standard error of the client: ${printed.folder} (${amount(printed.files, 'file')})\n`,
    certificate === undefined ? '' : `  certificate: ${certificate}\n`,
  ].join('');
}

/** Clauses that do not hold, required ones first; the report has those that do not fit. */
function renderBroken(clauses: readonly ClauseResult[], paint: Paint): string {
  const broken = (['fail', 'warn'] as const).flatMap((wanted) => clauses.filter(({ verdict }) => verdict === wanted));
  const shown = broken.slice(0, MOST_CLAUSES).map((clause) => renderClause(clause, paint));
  const more = broken.length - shown.length;
  return [...shown, more > 0 ? `… and ${amount(more, 'clause')} more in the report\n\n` : ''].join('');
}

function renderClause(clause: ClauseResult, paint: Paint): string {
  const head = paint(clause.verdict === 'fail' ? 'red' : 'yellow', renderClauseHead(clause));
  const waiver = clause.waiver
    ? `  waived until ${plainText(clause.waiver.expires)}: ${plainText(clause.waiver.reason)}\n`
    : '';
  const findings = clause.findings.slice(0, MOST_FINDINGS).map(renderFinding).join('\n');
  const more = clause.findings.length - MOST_FINDINGS;
  return `${head}\n${waiver}${findings}${more > 0 ? `  … and ${amount(more, 'finding')} more in the report\n` : ''}\n`;
}

/** What could not be verified, by reason: many clauses share one. */
function renderUnverified(required: readonly ClauseResult[], expected: readonly ClauseResult[]): string {
  const told: string[] = [];
  const shared = ofOneFile([...required, ...expected]);
  const reasons = byReason(required.map(shared));
  const shown = new Set(reasons.slice(0, MOST_REASONS).map(({ lasting }) => lasting));
  const also = byReason(expected.map(shared));
  const alsoOf = (lasting: string): readonly ClauseResult[] =>
    also.find((one) => one.lasting === lasting)?.clauses ?? [];
  return [
    renderReasons('Not verified', reasons, MOST_REASONS, ({ reason, lasting, clauses }) => {
      const alike = alsoOf(lasting);
      const ids = `${listIds(clauses)}${alike.length > 0 ? `; expected: ${listIds(alike)}` : ''}`;
      return `${reasonText(reason, told)}: ${ids}`;
    }),
    renderReasons(
      'Expected, not verified',
      also.filter(({ lasting }) => !shown.has(lasting)),
      MOST_EXPECTED_REASONS,
      ({ reason, clauses }) => `${reasonText(reason, told)}: ${listIds(clauses)}`,
    ),
  ].join('');
}

/** So many reasons about the orders that a file lacks are told as they are. */
const MOST_LACKS = 2;
const LACKS = 'the order file has not all kinds of orders that these need, and the report says which';

/** Gives clauses one reason which lack orders of a file: it has another one for each kind that it lacks. */
function ofOneFile(clauses: readonly ClauseResult[]): (clause: ClauseResult) => ClauseResult {
  const lacking = new Set(clauses.map(({ reason }) => reason).filter(isAboutFile));
  return (clause) => (lacking.size > MOST_LACKS && lacking.has(clause.reason) ? { ...clause, reason: LACKS } : clause);
}

function isAboutFile(reason: string): boolean {
  return reason.split('; ').every((part) => /^(?:\d+ of \d+ cases: )?the order file has no (?:un)?filled /.test(part));
}

function renderReasons(
  title: string,
  reasons: readonly SharedReason[],
  most: number,
  render: (reason: SharedReason) => string,
): string {
  if (reasons.length === 0) return '';
  const lines = reasons.slice(0, most).map((reason) => `  ${render(reason)}\n`);
  const more = reasons.length - lines.length;
  return `${title}:\n${lines.join('')}${more > 0 ? `  … and ${amount(more, 'reason')} more in the report\n` : ''}\n`;
}

/** An answer that a reason ends with. */
const ANSWER = /^.*\bwith status \d{3}: (.{40,})$/s;

/**
 * A reason, in which an answer that others have shown already is not shown again.
 *
 * @param told - answers that were shown, to which that of this reason is added
 */
function reasonText(reason: string, told: string[]): string {
  const text = told.reduce((said, answer) => said.replaceAll(`: ${answer}`, ' (as above)'), reason);
  const [, answer] = ANSWER.exec(text) ?? [];
  if (answer !== undefined) told.push(answer);
  return cutText(plainText(text), LONGEST_REASON);
}

/** Those that keep a run from its verdict. */
function openClauses(clauses: readonly ClauseResult[]): readonly ClauseResult[] {
  return clauses.filter(({ verdict, kind, waiver }) => verdict === 'unverified' && kind === 'required' && !waiver);
}

function listIds(clauses: readonly ClauseResult[]): string {
  const more = clauses.length - MOST_IDS;
  const ids = clauses.slice(0, MOST_IDS).map(({ id }) => id);
  return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `120 passed, 2 warned, 20 observed`: what there is none of is left out, failures aside. */
function renderCounts({ counts }: Results): string {
  const order: readonly Verdict[] = ['pass', ...VERDICT_ORDER.filter((verdict) => verdict !== 'pass')];
  return order
    .filter((verdict) => counts[verdict] > 0 || verdict === 'fail')
    .map((verdict) => `${counts[verdict]} ${VERDICT_LABELS[verdict]}`)
    .join(', ');
}

/**
 * What is inapplicable by who is certified and by what was chosen: the clauses that a run plans are the others. The report
 * has the reason of each.
 */
function renderInapplicable({ clauses, counts, subject }: Results): string {
  const inapplicable = clauses.filter(({ verdict }) => verdict === 'inapplicable');
  const ofOtherSide = inapplicable.filter(({ role }) => role !== 'both' && role !== subject.role);
  const unchosen = inapplicable.filter((clause) => clause.reason === NOT_SELECTED && !ofOtherSide.includes(clause));
  const named = ofOtherSide.length + unchosen.length;
  if (named === 0) return '';
  const parts: readonly (readonly [number, string])[] = [
    [ofOtherSide.length, `for ${subject.role === 'service' ? 'clients' : 'services'} only`],
    [unchosen.length, 'not chosen'],
    [counts.inapplicable - named, 'for reasons in the report'],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `  inapplicable: ${shown.join(', ')}\n`;
}

function renderQuestions({ questions }: Results): string {
  const answered = questions.filter(({ observed }) => observed !== null).length;
  if (answered === 0) return '';
  const drifted = questions.filter(({ drift }) => drift);
  const drift = drifted.length > 0 ? `; changed: ${drifted.map(({ id }) => id).join(', ')}` : '';
  return `  ${amount(answered, 'answer')} to open questions of the document in the report${drift}\n`;
}
