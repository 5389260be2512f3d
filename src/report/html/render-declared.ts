import type { DeclaredProfile } from '../../contract/declared-profile.js';
import type { Results } from '../../contract/results.js';
import { cutText, plainText } from '../plain-text.js';
import { amount } from '../verdict-words.js';
import { markup, type Html } from './html.js';

/** Clauses that are named in one line. */
const MOST_NAMED = 60;
const LONGEST_TEXT = 240;

type Row = readonly [label: string, value: Html | string];

/** What the profile declares that the verdict rests on; nothing where results do not tell. */
export function renderDeclared({ profile }: Results): Html | false {
  const declares = profile?.declares;
  if (declares === undefined) return false;
  const rows = [...verdictRows(declares), ...settingRows(declares)];
  if (rows.length === 0) return false;
  return markup`<details class="declares"><summary>What the profile declares <span class="soft">${sumUp(declares)}</span></summary>
<dl class="facts">${rows.map(([label, value]) => markup`<dt>${label}</dt><dd>${value}</dd>`)}</dl></details>`;
}

/** What changes a verdict comes first. */
function verdictRows({ waivers = [], kinds = {}, claims, pins = {}, operations = [] }: DeclaredProfile): Row[] {
  return [
    ...waivers.map(({ clause, expires, reason }): Row => [
      'Waiver',
      markup`${linked([clause])} until ${shown(expires)}: ${shown(reason)}`,
    ]),
    ...Object.entries(kinds).map(([id, kind]): Row => ['Kind', markup`${linked([id])} is ${kind}`]),
    ...(claims ? [['Claims', claims.join(', ') || 'neither operation'] as const] : []),
    ...listed('Pins', Object.keys(pins), 'question-'),
    ...listed('Operations', operations),
  ];
}

function settingRows({ environment, rate, limits = {}, unsaid }: DeclaredProfile): Row[] {
  const limitText = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  return [
    ...(environment ? [['Environment', environment] as const] : []),
    ...(rate === undefined ? [] : [['Rate', `${rate} requests a second at most`] as const]),
    ...(limitText.length > 0 ? [['Limits', limitText.join(', ')] as const] : []),
    ...(unsaid.length > 0 ? [['Not told here', shown(unsaid.join(', '))] as const] : []),
  ];
}

function sumUp({ waivers = [], kinds = {}, pins = {}, operations = [] }: DeclaredProfile): string {
  const counted = [
    [waivers.length, 'waiver'],
    [Object.keys(kinds).length, 'kind'],
    [Object.keys(pins).length, 'pin'],
    [operations.length, 'operation'],
  ] as const;
  return counted.flatMap(([count, what]) => (count === 0 ? [] : [amount(count, what)])).join(', ');
}

function listed(label: string, ids: readonly string[], before = ''): Row[] {
  return ids.length === 0 ? [] : [[label, linked(ids, before)]];
}

/** Clauses by their ids, each a link to its place in the page. */
function linked(ids: readonly string[], before = ''): Html {
  const links = ids.slice(0, MOST_NAMED).map((id, at) => {
    const name = ID.test(id) ? markup`<a href="#${before}${id}">${id}</a>` : shown(id);
    return markup`${at > 0 && ', '}${name}`;
  });
  const more = ids.length - MOST_NAMED;
  return markup`${links}${more > 0 && ` and ${more} more`}`;
}

/** As the catalogue has them; anything else in a file is text. */
const ID = /^[A-Z]{3}-\d{3}$/;

function shown(text: string): string {
  return cutText(plainText(text), LONGEST_TEXT);
}
