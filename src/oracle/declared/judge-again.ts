import { broken, pass, type Outcome } from '../../contract/verdict.js';
import { showExchange } from '../show-exchange.js';
import { isAccepted, isUnknown } from '../../wire/envelope.js';
import type { Exchange } from '../../wire/exchange.js';
import { parseJson, stableStringify } from '../../wire/json.js';
import type { Judged } from './judged.js';

/**
 * Judges whether a modify came again that must not: one of which it is not known what came of it, and one that succeeded.
 * One that was refused, or found the service busy, may come again.
 *
 * @param modifies - of one task, which asks for one change
 * @param isUnreadable - an answer with status 200 says neither yes nor no
 * @clause CLI-044, CLI-047
 */
export function judgeAgain(modifies: readonly Exchange[], isUnreadable = false): Judged[] {
  const isOpen = (one: Exchange): boolean => isUnknown(one) || (isUnreadable && one.response?.status === 200);
  const unknown = modifies.findIndex(isOpen);
  const accepted = modifies.findIndex(isAccepted);
  return [
    ...(unknown < 0 ? [] : [judgeBlindly(modifies, unknown)]),
    ...(accepted < 0 ? [] : [judgeTwice(modifies, accepted)]),
  ];
}

function judgeBlindly(modifies: readonly Exchange[], first: number): Judged {
  const what = isUnknown(modifies[first] as Exchange) ? 'did not come' : 'cannot be read';
  const cause = `a modify whose answer ${what} is sent again`;
  return { clause: 'CLI-044', outcome: once(modifies, first, cause, first < modifies.length - 1), isOfSending: true };
}

function judgeTwice(modifies: readonly Exchange[], first: number): Judged {
  const change = changeIn(modifies[first]);
  const isAgain = change !== null && modifies.slice(first + 1).some((later) => changeIn(later) === change);
  const outcome = once(modifies, first, 'a modify that succeeded is sent again', isAgain);
  return { clause: 'CLI-047', outcome, isOfSending: true, isOfAnyTask: true };
}

function once(modifies: readonly Exchange[], first: number, cause: string, isAgain: boolean): Outcome {
  const sent = modifies[first];
  if (!isAgain || sent === undefined) return pass;
  return broken({
    cause,
    at: 'request',
    expected: 'no further modify',
    actual: `${modifies.length} of them in all`,
    shown: showExchange(sent),
  });
}

/** What a modify asks for, however it is spelled. */
function changeIn(exchange: Exchange | undefined): string | null {
  const text = exchange?.request.text ?? null;
  if (text === null) return null;
  const json = parseJson(text);
  return json.ok ? stableStringify(json.value) : text;
}
