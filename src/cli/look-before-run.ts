import type { OperationId } from '../contract/clause.js';
import type { Settings } from '../contract/settings.js';
import { DATES_CONTRADICT } from '../contract/verdict-reasons.js';
import { areUnchecked } from '../doctor/check-address.js';
import { wrongAddress } from '../doctor/check-lookup.js';
import { lookFirst, type FirstLook } from '../doctor/look-first.js';
import type { Certification } from '../examine/certification.js';

/** What {@link lookBeforeRun} goes by. */
export interface RunAhead {
  readonly settings: Settings;
  /** Whether a command gives fresh tokens. */
  readonly hasFreshTokens: boolean;
  /** Ids of the clauses of this part of the run; absent: all that are selected. */
  readonly clauses?: readonly string[] | undefined;
}

/**
 * Looks at what a run rests on before it begins; one that is pointless is stopped. On the embedded service there is nothing to
 * look at.
 *
 * @returns what the user should know before all else
 */
export async function lookBeforeRun(
  certification: Pick<
    Certification,
    'examinable' | 'orders' | 'stopSignal' | 'stop' | 'noteOnce' | 'doubt' | 'leaveDatesOut'
  >,
  { settings, hasFreshTokens, clauses }: RunAhead,
): Promise<FirstLook> {
  if (settings.embedded) return NOTHING;
  const { examinable, orders, stopSignal } = certification;
  const modifies = examinable.some((clause) => clause.modifies && clauses?.includes(clause.id) !== false);
  const first = await lookFirst(settings, {
    ...{ orders: modifies ? orders : null, hasFreshTokens, now: Date.now, stopSignal },
    isUnchecked: areUnchecked(process.env),
  });
  if (stopSignal.aborted) return NOTHING;
  if (first.hopeless !== null) {
    certification.stop(first.hopeless);
    return first;
  }
  if (first.datesContradict) certification.noteOnce(DATES_CONTRADICT);
  if (first.leavesDatesOut) certification.leaveDatesOut();
  for (const check of first.checks) {
    const note = wrongAddress(check);
    if (note !== null) certification.noteOnce(note);
    const operation = check.status === 'failed' ? OPERATIONS[check.id] : undefined;
    if (operation !== undefined) certification.doubt(operation);
  }
  return first;
}

/** By the check that looks at it. */
const OPERATIONS: Readonly<Record<string, OperationId>> = { lookup: 'listOrderableStocks', modify: 'modifyOrder' };

const NOTHING: FirstLook = { checks: [], hopeless: null };
