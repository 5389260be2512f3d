import type { Results } from '../contract/results.js';
import type { Verdict } from '../contract/verdict.js';

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

/** The verdict of a run as one plain sentence. */
export function verdictSentence({ basis, verdict, clauses, counts, questions }: Results): string {
  const open = clauses.filter((clause) => clause.verdict === 'unverified' && clause.kind === 'required').length;
  const waived = clauses.filter((clause) => clause.verdict === 'fail' && clause.waiver).length;
  const broken = counts.fail - waived;
  const warnings = counts.warn > 0 ? `, with ${amount(counts.warn, 'warning')}` : '';
  switch (verdict) {
    case 'conformant':
      return `Conformant${warnings}: ${basis === undefined ? 'everything required that applies was verified and holds' : 'everything required that the observed traffic shows holds'}${waived > 0 ? `, but for ${amount(waived, 'waived clause')}` : ''}.`;
    case 'non-conformant':
      if (broken > 0)
        return `Non-conformant: ${amount(broken, 'required clause')} ${broken === 1 ? 'does' : 'do'} not hold.`;
      return `Non-conformant under --strict: ${amount(counts.warn, 'warning')}, ${amount(questions.filter(({ drift }) => drift).length, 'changed answer')}.`;
    case 'incomplete':
      return `Incomplete${warnings}: nothing failed, yet ${amount(open, 'required clause')} could not be verified.`;
  }
}

/** What there was to judge: `smoke depth, seed 42, 466 requests`, or `observed traffic only, 12 requests`. */
export function basisText({ basis, depth, seed, requests }: Results): string {
  const plan = basis === undefined ? `${depth} depth, seed ${seed}` : `${basis} only`;
  return `${plan}, ${amount(requests, 'request')}`;
}

/** `1 clause`, `2 clauses`. */
export function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What was certified: a base URL, or a client's command. */
export function subjectText({ command, baseUrl }: Results['subject']): string {
  return command ?? baseUrl;
}
