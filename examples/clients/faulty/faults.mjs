import { ANSWER_FAULTS } from './faults/answers.mjs';
import { AUTHENTICATION_FAULTS } from './faults/authentication.mjs';
import { BODY_FAULTS } from './faults/body.mjs';
import { CONDITION_FAULTS } from './faults/conditions.mjs';
import { ORDER_FAULTS } from './faults/orders.mjs';
import { REQUEST_FAULTS } from './faults/requests.mjs';
import { WALK_FAULTS } from './faults/walk.mjs';

/**
 * The mistakes that the client can make: a name, the clause that it breaks, further ones that it shows in (`also`) or may show in (`atTimes`), one
 * sentence, what it needs to show (`needs`), and hooks. A hook is given the right value and what it was made from, and
 * gives another one.
 *
 * hooks of a modify    members: of the body    body: its text, `null` for none    timestamp    key    signed: the parts
 *                      that the signature covers    signature
 * hooks of a walk      firstKey    nextKey    isKey: whether that is one    goesOn    isRepeated    page: as read
 *                      givenUp: what is told of a walk that ended early    lookupBody
 * hooks of both        method    path    parameters: of the query    encoded: one of them    headers: names and values    limitMs
 *                      pauseMs: before a request    received: the chunks of an answer    again: another request to send
 *                      answer    told    unasked: what is told without any request
 */
export const FAULTS = [
  ...REQUEST_FAULTS,
  ...AUTHENTICATION_FAULTS,
  ...BODY_FAULTS,
  ...CONDITION_FAULTS,
  ...ORDER_FAULTS,
  ...WALK_FAULTS,
  ...ANSWER_FAULTS,
];
