import * as does from '../behaviours.js';
import type { Make } from '../behaviours.js';
import { by, modifying, walk } from './make-scenario.js';
import type { Scenario } from './scenario.js';

const REFUSAL_BODIES: readonly (readonly [name: string, type: string, body: string])[] = [
  ['text', 'text/plain', 'no'],
  ['html', 'text/html', '<html><h1>Bad Request</h1></html>'],
  ['an-envelope', 'application/json', '{"status":"ERROR","code":40030,"message":"no such order"}'],
  ['a-problem', 'application/problem+json', '{"type":"about:blank","title":"Bad Request","status":400}'],
  ['a-list', 'application/json', '[{"field":"orderNo","error":"unknown"}]'],
  ['the-body-of-a-success', 'application/json', '{"status":"SUCCESS","code":200,"data":{"success":true}}'],
];

const OTHERS: readonly (readonly [status: number, type: string, body: string])[] = [
  [202, 'application/json', '{"status":"ACCEPTED","code":202}'],
  [401, 'application/json', '{"error":"invalid_token"}'],
  [403, 'text/html', '<html><h1>Forbidden</h1></html>'],
  [404, 'application/json', '{"status":"ERROR","code":404}'],
  [500, 'text/html', '<html><h1>Internal Server Error</h1></html>'],
];

/** The document gives a success status 200: none of these is one. */
const OTHER_STATUSES = OTHERS.map(([status, type, body]): Scenario => ({
  ...modifying(
    `answered-with-${status}`,
    `Answers a modify with status ${status}.`,
    by(does.refusing(type, body, status)),
    'CLI-033',
  ),
  ...([403, 404].includes(status) && { isRepeating: true }),
}));

/** Refusals, of whatever shape. */
export const REFUSALS: readonly Scenario[] = [
  {
    ...modifying(
      'busy-at-first',
      'Answers the first modify with status 503 and Retry-After 1 after three seconds, and carries out the next.',
      by(does.busyAtFirst(3_000, 503, [['Retry-After', '1']])),
      'CLI-041',
    ),
    isOptional: true,
  },
  {
    ...modifying(
      'too-many-at-first',
      'Answers the first modify with status 429 and Retry-After 1 after three seconds, and carries out the next.',
      by(does.busyAtFirst(3_000, 429, [['Retry-After', '1']])),
      'CLI-041',
    ),
    isOptional: true,
    isRepeating: true,
  },
  modifying(
    'refused-with-nothing',
    'Refuses with status 400 and an empty body.',
    by(does.refusingWithNothing),
    'CLI-033',
  ),
  ...REFUSAL_BODIES.map(([name, type, body]) =>
    modifying(
      `refused-with-${name}`,
      `Refuses with status 400 and ${name.replaceAll('-', ' ')}.`,
      by(does.refusing(type, body)),
      'CLI-033',
    ),
  ),
  ...OTHER_STATUSES,
  modifying('refused-with-200', 'Answers with status 200 and data.success false.', by(does.withoutSuccess), 'CLI-032'),
  stoppedBy('refused-on-the-way', 'Refuses the second page with status 400.', does.refusingLaterPages(400)),
  stoppedBy('token-expired-on-the-way', 'Refuses the second page with status 401.', does.refusingLaterPages(401)),
  stoppedBy('page-lost-on-the-way', 'Closes the connection at the second page.', does.losingLaterPages),
  ...[500, 502, 503, 504].map((status): Scenario => ({
    ...stoppedBy(
      `page-failed-with-${status}`,
      `Answers the second page with status ${status}, however often it is asked for.`,
      does.refusingLaterPages(status),
    ),
    ...(status !== 500 && { isRepeating: true }),
  })),
  {
    ...walk(
      'page-busy-at-first',
      'Answers the second page with status 503 once, and gives it when it is asked for again.',
      by(does.refusingLaterPages(503, 1)),
      'CLI-036',
    ),
    isDoubtful: true,
  },
];

/** A walk that does not come to its end. */
function stoppedBy(name: string, what: string, behaviour: Make): Scenario {
  return { ...walk(name, what, by(behaviour), 'CLI-036'), isHopeless: true };
}
