import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../contract/verdict.js';
import { isOtherwise, judgeSameAnswer, type Told } from '../oracle/same-answer.js';
import type { Context } from './context.js';

/**
 * After the first pair that differs: in an order in which nothing that comes in turns looks like a difference, others and
 * plain ones are sent again, as long as all others differ from all plain ones.
 */
export const AGAIN = ['others', 'plain', 'others', 'plain', 'plain'] as const;
/** The same of single requests, of which more can be sent. */
const OFTEN = [...AGAIN, 'others', 'plain', 'others', 'others', 'plain'] as const;
/** Before each of them, in milliseconds: how much a service takes at a time, the document does not say. */
const SPACING_MS = 100;

/** Sends a plain request and one that means the same, and both again where they are not answered the same. */
export async function compare(
  { stop }: Pick<Context, 'stop'>,
  way: string,
  send: { readonly plain: () => Promise<Told>; readonly other: () => Promise<Told> },
  again: readonly (typeof AGAIN)[number][] = OFTEN,
): Promise<Outcome> {
  const told = { way, plain: [await send.plain()], others: [await send.other()] };
  for (const which of again) {
    if (!isOtherwise(told) || stop.aborted) break;
    await pause(SPACING_MS);
    told[which].push(await (which === 'plain' ? send.plain() : send.other()));
  }
  return judgeSameAnswer(told);
}
