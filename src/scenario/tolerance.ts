import type { Alteration, Behaviour } from '../mock/behaviour.js';
import { headerValuesOf, type Call, type Incoming } from '../mock/call.js';
import { LEGAL_TWINS } from '../mock/legal/legal-twins.js';
import { normalPath } from '../wire/operation-of.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const PARAMETERS = ['stockGroupCd', 'stockCd', 'nextKey'];

/** Takes over what a step found that was given another request. */
function withIncoming(call: Call, different: Partial<Incoming>): Call {
  return { ...call, incoming: { ...call.incoming, ...different } };
}

/** A signature that is given several times, one. */
function withOneSignature(call: Call): Call {
  const given = headerValuesOf(call.incoming, 'x-signature').flatMap((value) => value.split(','));
  const [one = '', ...others] = new Set(given.map((value) => value.trim().toLowerCase()));
  if (given.length < 2 || others.length > 0) return call;
  const { rawHeaders } = call.incoming;
  const kept = rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== 'x-signature');
  return withIncoming(call, { rawHeaders: [...kept, 'X-Signature', one] });
}

/** The parameters that the operation has, the first of each name. */
function knownParameters(query: string): string {
  const pairs = query.split('&').map((pair) => [pair.split('=')[0] ?? '', pair] as const);
  return PARAMETERS.flatMap((name) => pairs.find(([own]) => own === name)?.[1] ?? []).join('&');
}

const tolerating = (before: Behaviour): Partial<Behaviour> => ({
  route: (call) => {
    const plain = withIncoming(call, { path: normalPath(call.incoming.path) });
    const refusal = before.route(plain);
    Object.assign(call, { operation: plain.operation, named: plain.named });
    return refusal;
  },
  readTimestamp: (call) => {
    const [value = '', ...others] = new Set(headerValuesOf(call.incoming, 'x-timestamp'));
    if (others.length > 0 || !NUMBER.test(value)) return before.readTimestamp(call);
    call.timestamp = value;
    return null;
  },
  verifySignature: (call) => before.verifySignature(withOneSignature(call)),
  checkContentType: (call) => {
    const types = headerValuesOf(call.incoming, 'content-type');
    const isJson = types.length > 0 && types.every((type) => /^application\/json\s*(?:;|$)/i.test(type));
    return isJson ? null : before.checkContentType(call);
  },
  parseBody: (call) => {
    const refusal = before.parseBody(call);
    if (refusal?.cause !== 'body-duplicate') return refusal;
    call.body = JSON.parse(call.incoming.body.toString('utf8')) as Call['body'];
    return null;
  },
  findOrder: (call) => {
    const order = call.service.orders.get(String(call.body['orderNo']));
    const secondOf = (text: string): number => Math.floor(Date.parse(text) / 1_000);
    if (order === null || secondOf(order.orderDateTime) !== secondOf(String(call.body['orderDateTime']))) {
      return before.findOrder(call);
    }
    call.order = order;
    return null;
  },
  readQuery: (call) => before.readQuery(withIncoming(call, { query: knownParameters(call.incoming.query) })),
});

/**
 * What another service may take though the document does not say so: a client that relies on it is warned, and its other
 * clauses are put to the test all the same.
 */
export const TOLERANCE: readonly Alteration[] = [
  ...LEGAL_TWINS.filter(({ name }) =>
    ['bearer-in-any-case', 'few-mandatory-fields', 'unknown-members-ignored', 'fields-not-compared'].includes(name),
  ),
  { name: 'tolerance', does: 'Takes other spellings, and what is too much or missing.', apply: tolerating },
];
