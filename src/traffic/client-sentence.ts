import type { Clause } from '../contract/clause.js';

/**
 * What a clause asks of a client, in plain words. Clauses of both roles say what a service refuses: a client breaks one by
 * sending that.
 */
export function sentenceOf({ sentence, role }: Pick<Clause, 'sentence' | 'role'>): string {
  const [, what] = /^(.+?) (?:is refused|discloses no instrument)\b/.exec(sentence) ?? [];
  const [, added] = /^(.+?) cannot be (?:added to|switched on for) /.exec(sentence) ?? [];
  if (role !== 'both') return sentence;
  if (what !== undefined) return `The client does not send this: ${lowered(what)}.`;
  return added === undefined ? sentence : `The client does not try it: ${lowered(sentence)}`;
}

/** Names of fields and codes keep their case. */
function lowered(text: string): string {
  return /^[A-Z][a-z]* /.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
