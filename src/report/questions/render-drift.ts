import type { QuestionResult } from '../../contract/results.js';
import { type Html, markup } from '../html/html.js';
import { answerChanges, type PartChange } from './answer-changes.js';
import { inRanges } from './answer-in-words.js';
import { renderAnswer, renderNames, shown } from './render-answer.js';

/** Changes of one answer that are told apart. */
const MOST_CHANGES = 40;

/** What was pinned; of lists and members what was removed and added first, since nobody compares them item by item. */
export function renderDrift({ observed, pinned }: QuestionResult): Html {
  const changes = answerChanges(pinned, observed);
  const says = (text: string): Html => markup`<span class="pin drifted">${text}</span>`;
  if (changes.length === 0) return markup`${says('≠ drifted: it was pinned as')}${renderAnswer(pinned)}`;
  const more = changes.length - MOST_CHANGES;
  return markup`${says('≠ drifted')}<p class="key"><del>−</del> as pinned, <ins>+</ins> as it is now</p>
    <ul class="changes">${changes.slice(0, MOST_CHANGES).map(renderChange)}</ul>${more > 0 && markup`<p class="meta">… and ${more} more in results.json</p>`}
    <details class="pinned"><summary>All that was pinned</summary>${renderAnswer(pinned)}</details>`;
}

function renderChange({ parts, removed, added }: PartChange): Html {
  const mark = (tag: 'del' | 'ins', items: readonly string[]): Html | false => {
    if (items.length === 0) return false;
    const text = shown(inRanges(items).join(', '));
    return tag === 'del' ? markup`<del>${text}</del> ` : markup`<ins>${text}</ins> `;
  };
  return markup`<li>${parts.length > 0 && markup`<span class="part">${renderNames(parts)}</span>`}<span>${mark('del', removed)}${mark('ins', added)}</span></li>`;
}
