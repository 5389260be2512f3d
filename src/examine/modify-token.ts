import { forgedTokens, malformedAuthorizations } from '../arbitraries/token.js';
import { unverified } from '../contract/verdict.js';
import type { Examination, Examinations } from './context.js';
import { bodyOf, examineNegatives } from './signature.js';

const missing: Examination = (context) =>
  examineNegatives(
    context,
    [
      {
        way: 'it has no Authorization header',
        recipe: (order) => ({ body: bodyOf(order), authorization: null }),
      },
    ],
    'all kinds',
  );

const malformed: Examination = (context) =>
  examineNegatives(
    context,
    malformedAuthorizations(context.settings.token).map(({ way, value }) => ({
      way,
      recipe: (order) => ({ body: bodyOf(order), authorization: value }),
    })),
  );

const forged: Examination = (context) => {
  const tokens = forgedTokens(context.settings.token);
  if (tokens === null) return Promise.resolve([unverified('the token is not of the form of a JWT')]);
  return examineNegatives(
    context,
    tokens.map(({ way, token }) => ({ way, recipe: (order) => ({ body: bodyOf(order), token }) })),
  );
};

/** Examinations of the token clauses on the modify operation, section 5. */
export const modifyTokenExaminations: Examinations = { 'AUT-001': missing, 'AUT-003': malformed, 'AUT-005': forged };
