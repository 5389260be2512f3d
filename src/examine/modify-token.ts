import { forgedTokens, malformedAuthorizations } from '../arbitraries/token.js';
import { unverified } from '../contract/verdict.js';
import type { Examination, Examinations } from './context.js';
import { edited, editedAfterwards, editedTwice, examineNegatives } from './negatives.js';
import { signingKeyOf } from './signing-key.js';

const missing: Examination = (context) =>
  examineNegatives(
    context,
    [
      edited('it has no Authorization header', { authorization: null }),
      editedAfterwards('it has no Authorization header', { authorization: null }),
    ],
    'each type and side',
  );

const malformed: Examination = (context) =>
  examineNegatives(
    context,
    malformedAuthorizations(context.settings.token).map(({ way, value }) => edited(way, { authorization: value })),
  );

const forged: Examination = (context) => {
  const tokens = forgedTokens(context.settings.token, signingKeyOf(context.settings));
  if (tokens === null) return Promise.resolve([unverified('the token is not of the form of a JWT')]);
  const [, again] = tokens;
  return examineNegatives(context, [
    ...tokens.map(({ way, token }) => edited(way, { token })),
    ...(again === undefined ? [] : [editedTwice(again.way, { token: again.token })]),
  ]);
};

/** Examinations of the token clauses on the modify operation, section 5. */
export const modifyTokenExaminations: Examinations = { 'AUT-001': missing, 'AUT-003': malformed, 'AUT-005': forged };
