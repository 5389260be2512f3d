import type { CountedFinding } from '../../contract/results.js';
import type { SeenInstead } from '../../contract/seen-instead.js';
import { cutText, plainText } from '../plain-text.js';
import { amount } from '../verdict-words.js';
import { markup, type Html } from './html.js';

const LONGEST_TEXT = 300;
const LONGEST_PLACE = 120;
/** What texts have in common is said once where it is at least so long. */
const SHORTEST_COMMON = 16;

/** Where cases differ: each text that was seen instead once, and in how many of the cases. */
export function renderSeen({ seen, count, at }: CountedFinding): Html | false {
  if (seen === undefined || seen.length === 0) return false;
  const texts = seen.map(({ actual }) => cutText(plainText(actual), LONGEST_TEXT));
  const common = commonWords(texts);
  const more = count - seen.reduce((sum, { count: own }) => sum + own, 0);
  return markup`<div class="seen"><h4>What was seen in all ${amount(count, 'case')}${common !== '' && markup`: <span class="soft">${common} …</span>`}</h4>
<ul>${seen.map((one, index) => renderOne(one, texts[index]?.slice(common.length).trim() ?? '', at))}</ul>${
    more > 0 && markup`<p class="soft">… and ${amount(more, 'case')} more</p>`
  }</div>`;
}

function renderOne({ count, at, exchange }: SeenInstead, text: string, usual: string): Html {
  const where = at === usual ? '' : `, at ${cutText(plainText(at), LONGEST_PLACE)}`;
  const which = exchange === undefined ? '' : `, ${count === 1 ? '' : 'first in '}exchange ${exchange}`;
  return markup`<li><b>${text}</b> <span class="soft">${count === 1 ? 'once' : amount(count, 'time')}${which}${where}</span></li>`;
}

/** The words that all of several texts begin with, where they are worth saying once; each text has something left. */
function commonWords(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  if (others.length === 0) return '';
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length += 1;
  const words = first.slice(0, Math.max(0, first.lastIndexOf(' ', length))).trimEnd();
  return words.length >= SHORTEST_COMMON ? words : '';
}
