import type { ClauseResult, Results } from '../../contract/results.js';
import { byReason } from '../by-reason.js';
import { amount } from '../verdict-words.js';
import { clauseName, driftsOf, oneLine, reasonLine } from './clause-text.js';
import { ruleClauses, type Standing } from './policy.js';

/** GitHub shows ten errors and ten warnings of a step, and drops the others. */
const MOST = 10;
const LONGEST_MESSAGE = 1000;
const MOST_IDS = 20;

interface Annotation {
  readonly title: string;
  readonly message: string;
}

/**
 * What needs work as workflow commands of GitHub Actions, one a line, the most important first: an error for each clause
 * by which the run fails, a warning for each reason why required clauses were not verified and for each clause that is
 * warned of. At most ten of a kind; the last one says how many more there are. Empty where nothing needs work.
 */
export function renderAnnotations(results: Results): string {
  const drifts = driftsOf(results);
  const ruled = ruleClauses(results);
  const having = (wanted: Standing): readonly ClauseResult[] =>
    ruled.filter(({ standing }) => standing === wanted).map(({ clause }) => clause);
  const aboutClause = (clause: ClauseResult): Annotation => ({
    title: `${clause.id} ${clause.kind}, section ${clause.section}`,
    message: `${clauseName(clause)} ${reasonLine(clause, drifts.get(clause.id))}`,
  });
  const warnings = [...byReason(having('open')).map(aboutReason), ...having('warned').map(aboutClause)];
  return commands('error', having('failed').map(aboutClause)) + commands('warning', warnings);
}

/** Many clauses share one reason why they could not be verified. */
function aboutReason({ reason, clauses }: ReturnType<typeof byReason>[number]): Annotation {
  const ids = clauses.slice(0, MOST_IDS).map(({ id }) => id);
  const more = clauses.length - ids.length;
  return {
    title: `Not verified: ${amount(clauses.length, 'required clause')}`,
    message: `${oneLine(reason)}: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  };
}

function commands(level: 'error' | 'warning', all: readonly Annotation[]): string {
  const shown = all.length > MOST ? all.slice(0, MOST - 1) : all;
  const rest = {
    title: 'tradecert',
    message: `${all.length - shown.length} more are in the summary and in the report.`,
  };
  return (shown.length < all.length ? [...shown, rest] : shown)
    .map(({ title, message }) => `::${level} title=${property(title)}::${data(oneLine(message, LONGEST_MESSAGE))}\n`)
    .join('');
}

/** Text that is not taken for an escape of the runner; there is no line break in it. */
function data(text: string): string {
  return text.replaceAll('%', '%25');
}

/** The same for a property, which a comma or a colon would end. */
function property(text: string): string {
  return data(oneLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
