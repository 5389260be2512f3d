import { forgedEdits, malformedEdits } from '../arbitraries/token.js';
import { unverified } from '../contract/verdict.js';
import type { Examination, Examinations } from './context.js';
import {
  edited,
  editedAfterwards,
  editedTwice,
  examineNegatives,
  examineOnFullOrder,
  examineOnMarketOrder,
  inEachForm,
} from './negatives.js';
import { signingKeyOf } from './signing-key.js';

const NO_TOKEN = edited('it has no Authorization header', { authorization: null });

const missing: Examination = async (context) => [
  ...(await examineNegatives(
    context,
    [
      editedAfterwards('it has no Authorization header', { authorization: null }),
      NO_TOKEN,
      edited('it has no Authorization, X-Timestamp and X-Signature header', {
        authorization: null,
        omitTimestamp: true,
        signature: () => null,
      }),
      NO_TOKEN,
    ],
    'each type and side',
  )),
  ...(await examineOnFullOrder(context, inEachForm(NO_TOKEN))),
];

const malformed: Examination = async (context) => {
  const negatives = malformedEdits(context.settings.token, context.seed).map(({ way, authorization }) =>
    edited(way, { authorization }),
  );
  return [
    ...(await examineNegatives(context, negatives)),
    ...(await examineOnFullOrder(context, inEachForm(NO_JWT))),
    ...(await examineOnMarketOrder(context, [NO_JWT])),
  ];
};

const NO_JWT = edited('its Authorization holds text that is no JWT', { authorization: 'Bearer not-a-jwt' });

const forged: Examination = async (context) => {
  const tokens = forgedEdits(context.settings.token, signingKeyOf(context.settings), context.seed);
  if (tokens === null) return [unverified('the token is not of the form of a JWT')];
  const negatives = tokens.map(({ way, token }) => edited(way, { token }));
  const [altered] = negatives;
  const [, again] = tokens;
  return [
    ...(await examineNegatives(context, [
      ...negatives,
      ...(again === undefined ? [] : [editedTwice(again.way, { token: again.token })]),
    ])),
    ...(altered === undefined ? [] : await examineOnFullOrder(context, inEachForm(altered))),
    ...(altered === undefined ? [] : await examineOnMarketOrder(context, [altered])),
  ];
};

/** Examinations of the token clauses on the modify operation, section 5. */
export const modifyTokenExaminations: Examinations = { 'AUT-001': missing, 'AUT-003': malformed, 'AUT-005': forged };
