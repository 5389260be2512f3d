import type { Exchange } from '../wire/exchange.js';
import type { Context } from './context.js';
import { isSuccess, type Ask } from './lookups.js';
import { lessonsByRun, sendAgain, type Reasons, type Retried } from './refusal-lessons.js';

/** Sends one lookup, or several in a row of which the last one counts. */
export type SendLookup = (ask: Ask) => Promise<Exchange>;

/** Of lookups that ought to be accepted. */
const lessonsOf = lessonsByRun();

const REASONS: Reasons = {
  taken:
    'it was accepted once nothing else had been sent for some seconds: the service seems to take only so many lookups at a time, and does not say so with status 429 (a lower `--rate` may help)',
  noneIsTaken:
    'once nothing else had been sent for some seconds, it was refused, and so was another one that should be accepted: the service seems to take no more lookups, or none for the moment (a quota that is used up)',
  unanswered: 'a lookup was not answered when it was sent again',
};

/**
 * Whether the refusal of a lookup may be about its moment alone: how many lookups a service takes, and when, the document
 * does not say (section 8). Nothing else is sent for some seconds, then the lookup, its sibling, and the lookup again.
 *
 * @returns why the refusal tells nothing; `null`: it stands
 */
export function whyPassingRefusal(
  { client, clause, lookups }: Context,
  refused: SendLookup,
  sibling: SendLookup,
): Promise<string | null> {
  return lessonsOf(client).whyPassing(clause.id, async () => {
    let retried: Retried = { found: 'nothing', why: 'it was not sent again before the run was stopped' };
    await lookups.inQuiet(async (ask) => {
      const by = (send: SendLookup) => async () => isTaken(await send(ask));
      retried = await sendAgain(by(refused), by(sibling), REASONS);
    });
    return retried;
  });
}

/** `null`: there was no answer. */
function isTaken({ response }: Exchange): boolean | null {
  return response === undefined ? null : isSuccess(response.status);
}
