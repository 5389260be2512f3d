import { forgedTokens, malformedAuthorizations } from '../arbitraries/token.js';
import { encodeQuery, type Reply } from '../client/service-client.js';
import { broken, pass, unverified } from '../contract/verdict.js';
import { showExchange } from '../oracle/show-exchange.js';
import type { Headers } from '../wire/exchange.js';
import type { Context, Examination, Examinations } from './context.js';
import { describeAnswer } from './describe-answer.js';
import { examineLookupNegatives } from './lookup-sandwich.js';
import { isSuccess } from './lookups.js';

const missing: Examination = (context) =>
  examineLookupNegatives(
    context,
    [{ way: 'it has no Authorization header', edits: { authorization: null } }],
    'a lookup without Authorization is answered',
  );

const malformed: Examination = (context) =>
  examineLookupNegatives(
    context,
    malformedAuthorizations(context.settings.token).map(({ way, value }) => ({ way, edits: { authorization: value } })),
    'a lookup with a malformed Authorization is answered',
  );

const forged: Examination = (context) => {
  const tokens = forgedTokens(context.settings.token);
  if (tokens === null) return Promise.resolve([unverified('the token is not of the form of a JWT')]);
  return examineLookupNegatives(
    context,
    tokens.map(({ way, token }) => ({ way, edits: { token } })),
    'a lookup with a forged token is answered',
  );
};

/** Refused alone, and accepted with a signature: then more is needed than the Authorization header. */
const authorizationAlone: Examination = async (context) => {
  const { lookups, clause, settings } = context;
  const plain = await lookups.ask(clause.id);
  if (isSuccess(plain.exchange.response?.status)) return [pass];
  const because = describeAnswer('a lookup with the Authorization header alone', plain.exchange);
  const status = plain.exchange.response?.status;
  if (settings.signingKey === null || status === undefined || status >= 500) return [unverified(because)];
  const signed = await sendSigned(context);
  const again = await lookups.ask(clause.id);
  if (!isSuccess(signed.exchange.response?.status) || isSuccess(again.exchange.response?.status)) {
    return [unverified(because)];
  }
  return [
    broken({
      cause: 'a lookup without signature and timestamp is refused',
      at: 'response status',
      expected: '200, as with signature and timestamp',
      actual: String(status),
      shown: showExchange(plain.exchange),
      sibling: showExchange(signed.exchange),
    }),
  ];
};

/** The same lookup with X-Timestamp and X-Signature, made as for a modify. */
async function sendSigned({ lookups, client, clause }: Context): Promise<Reply> {
  const query = encodeQuery(await lookups.plainQuery(clause.id));
  return lookups.inARow(() =>
    client.send(clause.id, 'listOrderableStocks', (tools) => {
      const target = `${tools.prefix}/stocks/orders?${query}`;
      const headers: Headers = [
        ['Authorization', `Bearer ${tools.token}`],
        ['X-Timestamp', tools.timestamp],
        ['X-Signature', tools.sign({ method: 'GET', target })],
        ['Accept', 'application/json'],
      ];
      return { method: 'GET', target, headers, body: null };
    }),
  );
}

/** Examinations of the token clauses on the lookup, section 5. */
export const lookupTokenExaminations: Examinations = {
  'AUT-002': missing,
  'AUT-004': malformed,
  'AUT-006': forged,
  'AUT-007': authorizationAlone,
};
