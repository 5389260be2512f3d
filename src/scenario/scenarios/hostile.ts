import * as does from '../behaviours.js';
import { by, modifying, walk } from './make-scenario.js';
import type { Scenario } from './scenario.js';

const NO_ENVELOPES: readonly (readonly [name: string, what: string, type: string, body: string])[] = [
  ['html-with-200', 'a page of HTML', 'text/html', '<html><h1>Maintenance</h1></html>'],
  ['nothing-with-200', 'an empty body', 'application/json', ''],
  ['null-with-200', 'null', 'application/json', 'null'],
  ['no-data', 'no data', 'application/json', '{"status":"SUCCESS","code":200}'],
  [
    'success-as-text',
    'texts for what is a boolean or a list',
    'application/json',
    '{"status":"SUCCESS","code":200,"data":{"success":"false","hasNext":"false","nextKey":"","details":"none"}}',
  ],
];

const LONGER_THAN_ANYONE_WAITS_MS = 3_600_000;

/** Answers that the document does not permit, or none. */
export const HOSTILE: readonly Scenario[] = [
  ...NO_ENVELOPES.flatMap(([name, what, type, body]): Scenario[] => [
    modifying(
      `${name}-for-a-modify`,
      `Answers with status 200 and ${what}.`,
      by(does.answeringWith('modifyOrder', type, body)),
      'CLI-034',
    ),
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
  modifying(
    'cut-off-for-a-modify',
    'Answers with the first half of the JSON.',
    by(does.cutting('modifyOrder')),
    'CLI-034',
  ),
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
  modifying(
    'redirect-of-a-modify',
    'Sends a modify to another origin, with status 307.',
    by(does.redirecting(307)),
    'CLI-042',
  ),
  modifying(
    'redirect-for-good',
    'Sends a modify to another origin, with status 308.',
    by(does.redirecting(308)),
    'CLI-042',
  ),
  {
    ...walk(
      'redirect-of-a-walk',
      'Sends a lookup to another origin, with status 302.',
      by(does.redirecting(302)),
      'CLI-042',
    ),
    isHopeless: true,
  },
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
];
