import { Buffer } from 'node:buffer';
import { loadCatalogue } from '../contract/catalogue.js';
import type { BoundOperation } from '../contract/profile.js';
import { broken, inapplicable, pass, unverified, type Outcome } from '../contract/verdict.js';
import { judgeSuccess } from '../oracle/envelope.js';
import { showExchange } from '../oracle/show-exchange.js';
import { envelopeOf } from '../wire/envelope.js';
import type { Exchange, Headers } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { isSuccess } from './lookups.js';

/** All operations of section 4.4 are held to what is common: the token, and the envelope. */
const commonRules: Examination = async (context) => {
  const { settings, clause } = context;
  const bound = settings.profile.operations?.find((operation) => operation.clause === clause.id);
  if (bound === undefined) return [inapplicable('no profile binds it to a path')];
  if (clause.operation?.method !== 'POST') return examineGet(context, bound);
  if (settings.readOnly) return [unverified('this run is read-only, and the operation is a POST')];
  const outcome = await examinePost(context, bound);
  return [outcome, inapplicable('with a valid token it is never sent: it could place or cancel an order')];
};

async function examineGet(context: Context, bound: BoundOperation): Promise<Outcome[]> {
  const accepted = await sendBound(context, bound, 'GET', true);
  const { response } = accepted;
  if (response === undefined || !isSuccess(response.status)) {
    return [unverified(describeAnswer('the operation with the token', accepted))];
  }
  const breaks: Outcome[] = [];
  judgeSuccess(accepted, response, (_, outcome) => {
    if (outcome.outcome === 'broken') breaks.push(outcome);
  });
  const refused = await sendBound(context, bound, 'GET', false);
  const again = await sendBound(context, bound, 'GET', true);
  const token = isSuccess(again.response?.status)
    ? judgeWithoutToken(refused, accepted)
    : unverified(describeAnswer('the operation with the token, a second time,', again));
  return [...breaks, ...(breaks.length === 0 ? [pass] : []), token];
}

async function examinePost(context: Context, bound: BoundOperation): Promise<Outcome> {
  return judgeWithoutToken(await sendBound(context, bound, 'POST', false), null);
}

/** @param accepted - the same with the token; a success that reads otherwise may be a refusal in another dress */
function judgeWithoutToken(exchange: Exchange, accepted: Exchange | null): Outcome {
  const { response } = exchange;
  const what = 'the operation without Authorization';
  if (response === undefined || response.status >= 500) {
    return unverified(`${describeAnswer(what, exchange)}: neither accepted nor properly refused`);
  }
  if (!isSuccess(response.status)) return pass;
  if (accepted === null || !sameMarker(exchange, accepted)) {
    return unverified(`${what} was answered with status ${response.status}; whether that is a refusal cannot be told`);
  }
  return broken({
    cause: 'the operation is answered without Authorization',
    at: 'response status',
    expected: 'a refusal',
    actual: `${response.status}, as with the token`,
    shown: showExchange(exchange),
    sibling: showExchange(accepted),
  });
}

function sameMarker(one: Exchange, other: Exchange): boolean {
  const [a, b] = [envelopeOf(one), envelopeOf(other)];
  return a?.status === b?.status && a?.code === b?.code;
}

/** Sends a bound operation; a POST has the body `{}`. */
export async function sendBound(
  { client, clause }: Context,
  bound: BoundOperation,
  method: 'GET' | 'POST',
  withToken: boolean,
): Promise<Exchange> {
  const pairs = Object.entries(bound.query ?? {});
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const { exchange } = await client.send(clause.id, null, ({ prefix, token }) => {
    const headers: Headers = [
      ...(withToken ? [['Authorization', `Bearer ${token}`] as const] : []),
      ...(method === 'POST' ? [['Content-Type', 'application/json'] as const] : []),
      ['Accept', 'application/json'],
    ];
    const target = `${prefix}${bound.path}${query === '' ? '' : `?${query}`}`;
    return { method, target, headers, body: method === 'POST' ? Buffer.from('{}') : null };
  });
  return exchange;
}

/** Examinations of the operations that the document only names, section 4.4. */
export const operationExaminations: Examinations = Object.fromEntries(
  loadCatalogue()
    .filter(({ operation }) => operation !== undefined)
    .map(({ id }) => [id, commonRules]),
);
