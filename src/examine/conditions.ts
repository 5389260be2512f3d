import { changing, describeChanges, kindOf, sameChanges, type Changes } from '../arbitraries/structures.js';
import { broken, passIn, unverified, type Outcome } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import { allStories } from './conditions-stories.js';
import { allTrials, isRefusedEverywhere } from './conditions-trials.js';
import type { Context, Examination, Examinations } from './context.js';
import { explainRefusals, outcomesOf } from './explain-refusals.js';
import type { Trial } from './try-changes.js';
import { unfairRefusalsOf } from './unfair-refusals.js';

/** Every change that was tried, by itself or in a story. */
async function everyTrial(context: Context): Promise<readonly Trial[]> {
  const [trials, stories] = await Promise.all([allTrials(context), allStories(context)]);
  return [...trials, ...stories.trials];
}

/** The clause that a single change belongs to. */
const SINGLE: readonly { readonly clause: string; readonly changes: Partial<Changes> }[] = [
  { clause: 'TPS-001', changes: { takeProfit: 'Y' } },
  { clause: 'TPS-002', changes: { stopLoss: 'Y' } },
  { clause: 'TPS-003', changes: { trailing: 'Y' } },
  { clause: 'TPS-003', changes: { trailing: 'N' } },
  { clause: 'TPS-004', changes: { takeProfit: 'N' } },
  { clause: 'TPS-005', changes: { stopLoss: 'N' } },
];

function contains(changes: Changes, single: Partial<Changes>): boolean {
  return Object.entries(single).every(([condition, change]) => changes[condition as keyof Changes] === change);
}

/** Judges the change that one clause is about, made alone. */
const examineSingle: Examination = async (context) => {
  const trials = await everyTrial(context);
  return SINGLE.filter(({ clause }) => clause === context.clause.id).flatMap(({ changes }) => {
    const own = trials.filter((trial) => sameChanges(trial.changes, changing(changes)));
    if (isRefusedEverywhere(trials, changing(changes)))
      return own.filter(({ state }) => state === 'refused').map(refusedTrial);
    const accepted = own.filter(({ state }) => state === 'accepted');
    return accepted.length > 0 ? accepted.map(passedTrial) : [unverified(own[0]?.because ?? 'no order was had')];
  });
};

/** Judges every combination that no single change explains. */
const examineCombinations: Examination = async (context) => {
  const trials = await everyTrial(context);
  // A change by itself that is refused everywhere explains the refusal of what contains it.
  const explaining = SINGLE.filter(({ changes }) => isRefusedEverywhere(trials, changing(changes)));
  // Kinds of orders that the source does not have at all are told of by the clauses that need them.
  const kinds = new Set(trials.filter(({ state }) => state !== 'unknown').map(({ request }) => kindOf(request)));
  const outcomes = trials
    .filter(({ request }) => request.orderTypeCd !== 'MARKET' || kinds.has(kindOf(request)))
    .flatMap((trial): Outcome[] => {
      if (trial.state === 'accepted') return [passedTrial(trial)];
      if (trial.state === 'unknown') return [unverified(trial.because)];
      return explaining.some(({ changes }) => contains(trial.changes, changes)) ? [] : [refusedTrial(trial)];
    });
  const { rule } = unfairRefusalsOf(context.client);
  const explained = rule === null ? null : await explainRefusals(context);
  const told = outcomesOf(explained, context.clause.id);
  if (told.length > 0) return [...outcomes.filter(({ outcome }) => outcome === 'pass'), ...told];
  return outcomes.length > 0 ? outcomes : [unverified('each change by itself is refused')];
};

function passedTrial({ reply }: Trial): Outcome {
  return passIn(reply?.exchange.number);
}

function refusedTrial(trial: Trial): Outcome {
  const { orderTypeCd, sideCd } = trial.request;
  return broken({
    cause: 'a change that the rules allow is refused',
    at: 'response',
    expected: `status 200 with data.success true for a ${orderTypeCd} ${sideCd} order: the modify ${describeChanges(trial.changes)}`,
    actual: trial.because,
    ...(trial.reply && { shown: showExchange(trial.reply.exchange) }),
    ...(trial.sibling && { sibling: showExchange(trial.sibling.exchange) }),
  });
}

/** What a modify omits stays as it is. */
const examineOmission: Examination = async (context) => (await allStories(context)).survivals;

/** Examinations of what changes of take-profit, stop-loss and trailing stop must come to, section 2.4. */
export const conditionExaminations: Examinations = {
  'TPS-001': examineSingle,
  'TPS-002': examineSingle,
  'TPS-003': examineSingle,
  'TPS-004': examineSingle,
  'TPS-005': examineSingle,
  'TPS-006': examineCombinations,
  'TPS-007': examineOmission,
};
