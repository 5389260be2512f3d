import * as does from '../behaviours.js';
import { by, modifying, walk } from './make-scenario.js';
import type { Scenario } from './scenario.js';

const NO_ENVELOPES: readonly (readonly [name: string, what: string, type: string, body: string])[] = [
  ['html-with-200', 'a page of HTML', 'text/html', '<html><h1>Maintenance</h1></html>'],
  ['nothing-with-200', 'an empty body', 'application/json', ''],
  ['null-with-200', 'null', 'application/json', 'null'],
  ['no-data', 'no data', 'application/json', '{"status":"SUCCESS","code":200}'],
  ['data-as-list', 'data that are a list', 'application/json', '{"status":"SUCCESS","code":200,"data":[]}'],
  [
    'success-as-text',
    'texts for what is a boolean or a list',
    'application/json',
    '{"status":"SUCCESS","code":200,"data":{"success":"false","hasNext":"false","nextKey":"","details":"none"}}',
  ],
];

const LONGER_THAN_ANYONE_WAITS_MS = 3_600_000;

const NAMES: ReadonlyMap<number, string> = new Map([
  [307, 'redirect-of-a-modify'],
  [308, 'redirect-for-good'],
]);

/** By status; clients make a GET of what comes after 303, and of what comes after 301 and 302 as well. */
const REDIRECTS: readonly Scenario[] = [301, 302, 303, 307, 308].flatMap((status): Scenario[] => [
  {
    ...modifying(
      NAMES.get(status) ?? `redirect-${status}-of-a-modify`,
      `Sends a modify to another origin, with status ${status}.`,
      by(does.redirecting(status)),
      'CLI-042',
    ),
    ...(status < 303 && { isRepeating: true }),
  },
  {
    ...walk(
      status === 302 ? 'redirect-of-a-walk' : `redirect-${status}-of-a-walk`,
      `Sends a lookup to another origin, with status ${status}.`,
      by(does.redirecting(status)),
      'CLI-042',
    ),
    isHopeless: true,
    ...(status !== 302 && { isRepeating: true }),
  },
]);

/** Answers that the document does not permit, or none. */
export const HOSTILE: readonly Scenario[] = [
  ...NO_ENVELOPES.flatMap(([name, what, type, body]): Scenario[] => [
    {
      ...modifying(
        `${name}-for-a-modify`,
        `Carries a modify out, and answers with status 200 and ${what}.`,
        by(does.answeringWith('modifyOrder', type, body)),
        'CLI-034',
      ),
      // The text "false" can be read as what it says.
      ...(name !== 'success-as-text' && { isUnreadable: true }),
    },
    {
      ...walk(
        `${name}-for-a-walk`,
        `Answers with status 200 and ${what}.`,
        by(does.answeringWith('listOrderableStocks', type, body)),
        'CLI-034',
      ),
      isHopeless: true,
    },
  ]),
  {
    ...modifying(
      'cut-off-for-a-modify',
      'Carries a modify out, and answers with the first half of the JSON.',
      by(does.cutting('modifyOrder')),
      'CLI-034',
    ),
    isUnreadable: true,
  },
  {
    ...walk(
      'cut-off-for-a-walk',
      'Answers with the first half of the JSON.',
      by(does.cutting('listOrderableStocks')),
      'CLI-034',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'same-page-for-ever',
      'Gives the same page with the same key for ever.',
      by(does.samePageForEver),
      'CLI-028',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'further-page-without-key',
      'Says hasNext true and gives no nextKey.',
      by(
        does.lastKey(undefined),
        does.pageData((data) => ({ ...data, hasNext: true })),
      ),
      'CLI-036',
    ),
    isHopeless: true,
  },
  {
    ...walk(
      'further-page-with-empty-key',
      'Says hasNext true and gives an empty nextKey.',
      by(does.pageData((data) => ({ ...data, hasNext: true, nextKey: '' }))),
      'CLI-036',
    ),
    isHopeless: true,
  },
  ...REDIRECTS,
  modifying(
    'answer-lost',
    'Carries a modify out and closes the connection without an answer.',
    by(does.losingTheAnswer),
    'CLI-043',
  ),
  {
    ...modifying(
      'answer-never',
      'Carries a modify out and does not answer as long as the client waits.',
      by(does.holdingTheAnswer(LONGER_THAN_ANYONE_WAITS_MS)),
      'CLI-043',
    ),
    isRepeating: true,
  },
  modifying(
    'answer-late',
    'Carries a modify out and closes the connection after three seconds.',
    by(does.holdingTheAnswer(3_000)),
    'CLI-043',
  ),
  ...[502, 504].map((status): Scenario => ({
    ...modifying(
      `gateway-failed-with-${status}`,
      `Carries a modify out, and answers with status ${status}, as a gateway does to which no answer came.`,
      by(does.failingAfterwards(status)),
      'CLI-043',
    ),
    ...(status !== 502 && { isRepeating: true }),
  })),
];
