import type { Answer } from '../../contract/verdict.js';
import { type Html, markup } from '../html/html.js';
import { cutText, plainText } from '../plain-text.js';
import { inOrder, isMembers, isPlain, membersByValue } from './answer-in-words.js';

/** Characters of one answer that are shown; results.json has it whole. */
const LONGEST_ANSWER = 4000;
/** Members of one value that stand open. */
const MOST_NAMES = 8;

/** An answer to read, without JSON where it can be. */
export function renderAnswer(answer: Answer): Html {
  if (answer === null) return markup`<p class="meta">not observed</p>`;
  if (isPlain(answer)) return markup`<p>${shown(String(answer))}</p>`;
  if (isMembers(answer)) return renderMembers(answer);
  const items = answer;
  if (items.every(isPlain)) return markup`<p>${shown(inOrder(items.map(String)).join(', ') || 'none')}</p>`;
  return markup`<p><code>${shown(JSON.stringify(answer))}</code></p>`;
}

/** Members, then their value; those of one value together. */
function renderMembers(answer: Readonly<Record<string, Answer>>): Html {
  return markup`<dl class="answer">
    ${[...membersByValue(answer)].map(([value, names]) => markup`<dt>${renderNames(names)}</dt><dd>${shown(value)}</dd>`)}
  </dl>`;
}

/** Names one below the other, many of them folded. */
export function renderNames(names: readonly string[]): Html {
  if (names.length === 1) return markup`${shown(names[0] ?? '')}`;
  const items = (some: readonly string[]): Html =>
    markup`<ul>${some.map((name) => markup`<li>${shown(name)}</li>`)}</ul>`;
  const all = inOrder(names);
  if (all.length <= MOST_NAMES + 1) return items(all);
  const rest = all.slice(MOST_NAMES);
  return markup`${items(all.slice(0, MOST_NAMES))}<details><summary>and ${rest.length} more</summary>${items(rest)}</details>`;
}

/** A text of an answer, as it may stand in a page. */
export function shown(text: string): string {
  return cutText(plainText(text), LONGEST_ANSWER);
}
