import { amount } from '../contract/amount.js';
import type { Kind } from '../contract/clause.js';
import { whatNeverWorked } from '../contract/given-tasks.js';
import type { ClauseResult, Results } from '../contract/results.js';
import { NOT_SELECTED } from '../contract/run-verdict.js';
import type { Verdict } from '../contract/verdict.js';

export { amount };

/** Verdicts in the order in which a reader wants them: what needs work first. */
export const VERDICT_ORDER: readonly Verdict[] = ['fail', 'warn', 'unverified', 'observed', 'pass', 'inapplicable'];

/** Verdicts as they are counted to a reader. */
export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warned',
  observed: 'observed',
  unverified: 'unverified',
  inapplicable: 'inapplicable',
};

/**
 * The verdict of a run as one plain sentence: what it is, a colon, and what that rests on. It never claims more than was
 * chosen, watched and told; what is waived is neither open nor broken.
 */
export function verdictSentence(results: Results): string {
  const { verdict, clauses, questions } = results;
  const unwaived = clauses.filter(({ waiver }) => waiver === undefined);
  const count = (wanted: Verdict, kind?: Kind): number =>
    unwaived.filter((clause) => clause.verdict === wanted && (kind === undefined || clause.kind === kind)).length;
  const [broken, warned] = [count('fail'), count('warn')];
  const warnings = warned > 0 ? `, with ${amount(warned, 'warning')}` : '';
  const untested = untestedText(count('unverified', 'expected'));
  switch (verdict) {
    case 'conformant':
      return `Conformant${extentText(results)}${warnings}: ${[...choiceOf(results), whatHolds(results)].join('; ')}${waivedText(clauses)}${untested}.`;
    case 'non-conformant':
      if (broken > 0)
        return `Non-conformant: ${amount(broken, 'required clause')} ${broken === 1 ? 'does' : 'do'} not hold.`;
      return `Non-conformant under --strict: ${amount(warned, 'warning')}, ${amount(questions.filter(({ drift }) => drift).length, 'changed answer')}.`;
    case 'incomplete':
      return `Incomplete${whyIncomplete(results, count('unverified', 'required'), warnings, untested)}.`;
  }
}

/** What keeps a run of which nothing failed from its verdict, the most telling first. */
function whyIncomplete({ tasks, subject }: Results, open: number, warnings: string, untested: string): string {
  const told = whatNeverWorked(tasks, subject.role);
  const never = told.map((said) => said.charAt(0).toLowerCase() + said.slice(1).replace(/\.$/, ''));
  const reasons = [...never, ...(open > 0 ? [`${amount(open, 'required clause')} could not be verified`] : [])];
  if (reasons.length === 0) return ': nothing was verified that a verdict could rest on';
  return `${warnings}: nothing failed, yet ${reasons.join('; ')}${untested}`;
}

/** Expected clauses that were not verified: nothing fails by them, and nothing is known of them. */
export function untestedClauses({ clauses }: Pick<Results, 'clauses'>): readonly ClauseResult[] {
  return clauses.filter(({ kind, verdict, waiver }) => kind === 'expected' && verdict === 'unverified' && !waiver);
}

/** Clauses about what a client tells of its tasks, and nothing else. */
const TOLD = /^CLI-03[1-8]$/;

/** How far a good verdict reaches, where that is not all the way. */
function extentText(results: Results): string {
  const told = results.clauses.filter(({ id }) => TOLD.test(id));
  const isSilent =
    results.basis === undefined &&
    told.some(({ verdict }) => verdict === 'unverified') &&
    told.every(({ verdict }) => verdict === 'unverified' || verdict === 'inapplicable');
  const observed = results.basis === undefined ? '' : ' as far as observed';
  const chosen = choiceOf(results).length > 0 ? ' as far as chosen' : observed;
  return isSilent ? ` on the wire${chosen}, outcomes not told` : chosen;
}

/** `part 1 of 4 and no verdict on the whole`, `22 of 119 clauses`, `1 of 98 scenarios`; empty where everything was chosen. */
function choiceOf({ subject, clauses, scenarios, plan }: Results): string[] {
  const binding = clauses.filter(({ role }) => role === 'both' || role === subject.role);
  const chosen = binding.filter(({ reason }) => reason !== NOT_SELECTED).length;
  const some = [
    ...(plan?.shard ? [`part ${plan.shard.index} of ${plan.shard.of} and no verdict on the whole`] : []),
    ...(chosen < binding.length ? [`${chosen} of ${amount(binding.length, 'clause')}`] : []),
    ...(scenarios ? [`${scenarios.chosen} of ${amount(scenarios.of, 'scenario')}`] : []),
  ];
  return some.length === 0 ? [] : [some.join(', ')];
}

/** Whether any clause that the document states came to a verdict. */
export function isRequiredJudged({ clauses }: Pick<Results, 'clauses'>): boolean {
  return clauses.some(({ kind, verdict }) => kind === 'required' && (verdict === 'pass' || verdict === 'fail'));
}

function whatHolds(results: Results): string {
  if (!isRequiredJudged(results)) return 'nothing required was judged';
  return results.basis === undefined
    ? 'everything required that applies was verified and holds'
    : 'everything required that the observed traffic shows holds';
}

function waivedText(clauses: readonly ClauseResult[]): string {
  const waived = clauses.filter(({ waiver, verdict }) => waiver && ['fail', 'warn', 'unverified'].includes(verdict));
  return waived.length > 0 ? `, but for ${amount(waived.length, 'waived clause')}` : '';
}

function untestedText(count: number): string {
  return count > 0 ? `; ${amount(count, 'expected clause')} ${count === 1 ? 'was' : 'were'} not verified` : '';
}

/** What there was to judge: `smoke depth, seed 42, 466 requests`, or `observed traffic only, 12 requests`. */
export function basisText({ basis, depth, seed, requests }: Results): string {
  const plan = basis === undefined ? `${depth} depth, seed ${seed}` : `${basis} only`;
  return `${plan}, ${amount(requests, 'request')}`;
}

/** What was certified: a client's name or command, or a base URL. */
export function subjectText({ name, command, baseUrl }: Results['subject']): string {
  return name ?? command ?? baseUrl;
}
