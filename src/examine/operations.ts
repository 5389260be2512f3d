import { Buffer } from 'node:buffer';
import type { RequestTools } from '../client/request-recipe.js';
import { loadCatalogue } from '../contract/catalogue.js';
import type { BoundOperation } from '../contract/profile.js';
import { DOES_NOT_APPLY } from '../contract/verdict-reasons.js';
import { inapplicable, unverified, type Outcome } from '../contract/verdict.js';
import { isUndecided, judgeEnvelopeOf, judgeWrongGet, judgeWrongPost } from '../oracle/operation-token.js';
import type { Exchange, Headers, WireRequest } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';
import { habitsOf, neitherNor, wrongAuthorizations, type WrongAuthorization } from './operation-token.js';
import { untilAnswered } from './resend.js';

/** All operations of section 4.4 are held to what is common: the token, and the envelope. */
const commonRules: Examination = async (context) => {
  const { settings, clause } = context;
  const bound = settings.profile.operations?.find((operation) => operation.clause === clause.id);
  if (bound === undefined) return [inapplicable(DOES_NOT_APPLY.unbound)];
  if (clause.operation?.method !== 'POST') return examineGet(context, bound);
  if (settings.readOnly) return [unverified('this run is read-only, and the operation is a POST')];
  const outcomes = await examinePost(context, bound);
  return [...outcomes, inapplicable(DOES_NOT_APPLY.neverSent)];
};

/** Wrong ones between two with the token, of which each must have the envelope. */
async function examineGet(context: Context, bound: BoundOperation): Promise<Outcome[]> {
  const accepted = await sendBound(context, bound, 'GET');
  if (!isSuccess(accepted.response?.status)) {
    return [unverified(describeAnswer('the operation with the token', accepted))];
  }
  const habits = await habitsOf(context);
  const outcomes: Outcome[] = [];
  for (const wrong of wrongAuthorizations(context)) {
    const exchange = await sendBound(context, bound, 'GET', wrong);
    outcomes.push(
      isUndecided(exchange) ? neitherNor(exchange, wrong) : judgeWrongGet(exchange, accepted, wrong, habits),
    );
  }
  const again = await sendBound(context, bound, 'GET');
  if (isSuccess(again.response?.status)) {
    return [...judgeEnvelopeOf(accepted), ...judgeEnvelopeOf(again), ...outcomes];
  }
  const because = describeAnswer('the operation with the token, a second time,', again);
  return [...judgeEnvelopeOf(accepted), ...outcomes.filter(({ outcome }) => outcome === 'broken'), unverified(because)];
}

/** Wrong ones only, and no more of them once one was accepted. */
async function examinePost(context: Context, bound: BoundOperation): Promise<Outcome[]> {
  const habits = await habitsOf(context);
  const outcomes: Outcome[] = [];
  for (const wrong of wrongAuthorizations(context)) {
    const exchange = await sendBound(context, bound, 'POST', wrong);
    const outcome = isUndecided(exchange) ? neitherNor(exchange, wrong) : judgeWrongPost(exchange, wrong, habits);
    outcomes.push(outcome);
    if (outcome.outcome === 'broken') break;
  }
  return outcomes;
}

/**
 * Sends a bound operation; a POST has the body `{}`.
 *
 * @param wrong - instead of the token
 */
export async function sendBound(
  { client, clause, stop }: Context,
  bound: BoundOperation,
  method: 'GET' | 'POST',
  wrong?: WrongAuthorization,
): Promise<Exchange> {
  const pairs = Object.entries(bound.query ?? {});
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const build = ({ prefix, token }: RequestTools): WireRequest => {
    const credential = wrong === undefined ? `Bearer ${token}` : wrong.authorization;
    const headers: Headers = [
      ...(credential === null ? [] : [['Authorization', credential] as const]),
      ...(method === 'POST' ? [['Content-Type', 'application/json'] as const] : []),
      ['Accept', 'application/json'],
    ];
    const target = `${prefix}${bound.path}${query === '' ? '' : `?${query}`}`;
    return { method, target, headers, body: method === 'POST' ? Buffer.from('{}') : null };
  };
  if (wrong === undefined) return (await client.send(clause.id, null, build)).exchange;
  return untilAnswered(stop, async () => (await client.send(clause.id, null, build, { way: wrong.way })).exchange);
}

/** Examinations of the operations that the document only names, section 4.4. */
export const operationExaminations: Examinations = Object.fromEntries(
  loadCatalogue()
    .filter(({ operation }) => operation !== undefined)
    .map(({ id }) => [id, commonRules]),
);
