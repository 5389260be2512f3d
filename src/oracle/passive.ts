import { DOES_NOT_APPLY } from '../contract/verdict-reasons.js';
import { inapplicable, unverified, type Outcome } from '../contract/verdict.js';
import type { Exchange } from '../wire/exchange.js';
import type { Report } from './breaks.js';
import { judgeEnvelope } from './envelope.js';
import { RECORD_CLAUSES } from './instrument-record.js';
import { judgeLookupAnswer } from './lookup-answer.js';
import { judgeModifyAnswer } from './modify-answer.js';

const ENVELOPE_CLAUSES = [
  'ENV-001',
  'ENV-002',
  'ENV-003',
  'ENV-004',
  'ENV-005',
  'ENV-006',
  'ENV-007',
  'ENV-008',
  'ENV-009',
];
const LOOKUP_CLAUSES = ['LKP-011', 'LKP-012', 'LKP-013', 'LKP-014', 'LKP-015', 'LKP-016'];

/** Clauses that every answer of a run is judged by, whichever clause the request was sent for. */
export const PASSIVE_CLAUSES: readonly string[] = [
  ...ENVELOPE_CLAUSES,
  ...LOOKUP_CLAUSES,
  ...RECORD_CLAUSES,
  'MOD-007',
];

/**
 * Judges one exchange by every clause that applies to any answer: at most one pass, or one break per cause, for each.
 * Says nothing where no whole answer came. All is well costs no allocation: it runs for every answer.
 */
export function judgePassively(exchange: Exchange, report: Report): void {
  judgeEnvelope(exchange, report);
  if (exchange.operation === 'listOrderableStocks') judgeLookupAnswer(exchange, report);
  else if (exchange.operation === 'modifyOrder') judgeModifyAnswer(exchange, report);
}

/** What a passive clause comes to when no answer of the run said anything of it. */
export function outcomeUnseen(clause: string): Outcome {
  if (clause === 'ENV-008') return inapplicable(DOES_NOT_APPLY.noRefusal);
  if (clause === 'LKP-012') return inapplicable(DOES_NOT_APPLY.noFurtherPage);
  if (clause === 'LKP-013') return unverified('no lookup came to its last page');
  if (clause === 'MOD-007') return unverified('no modify was answered with status 200');
  if (clause.startsWith('LKP-')) return unverified('no lookup was answered with status 200 and data');
  if (clause.startsWith('INS-')) return unverified('no lookup returned an instrument');
  if (clause === 'ENV-001') return unverified('no request was answered with status 200');
  if (clause === 'ENV-007') return unverified('no request was answered');
  return unverified('no request was answered with status 200 and JSON');
}
