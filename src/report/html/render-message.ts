import type { ShownExchange } from '../../contract/verdict.js';
import { markup, type Html } from './html.js';
import { differenceOf, differingNames, partingOf, type DifferenceLine } from './line-difference.js';
import { requestLines, responseLines, type MessageLine } from './message-lines.js';

/** What was sent; with the nearest accepted request, what differs from that is marked. */
export function renderSent(shown: ShownExchange, sibling: ShownExchange | undefined, at: string): Html {
  const lines = requestLines(shown);
  if (sibling === undefined) return renderLines('What was sent', markPlace(lines, at, 'request '));
  return renderLines('What was sent', differenceOf(lines, requestLines(sibling)).map(renderDifference));
}

/** What came back, with the place that a finding is about marked. */
export function renderCameBack(shown: ShownExchange, at: string): Html {
  return renderLines('What came back', markPlace(responseLines(shown), at, 'response '));
}

/** In words: what sets a request apart from the nearest accepted one. */
export function differenceSentence(shown: ShownExchange, sibling: ShownExchange): string {
  const names = differingNames(differenceOf(requestLines(shown), requestLines(sibling)));
  if (names.length === 0) return 'No difference shows here: token and signature are taken out.';
  const shownNames = names.slice(0, 6);
  const more = names.length - shownNames.length;
  return `It differs in ${shownNames.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function renderLines(label: string, lines: readonly Html[]): Html {
  return markup`<pre class="wire" tabindex="0" role="group" aria-label="${label}">${lines}</pre>`;
}

function markPlace(lines: readonly MessageLine[], at: string, side: string): Html[] {
  const place = at.startsWith(side) ? at.slice(side.length).toLowerCase() : null;
  return lines.map(({ text, place: own }) =>
    place !== null && own !== '' && own.toLowerCase() === place
      ? markup`<mark class="line at">${text}
</mark>`
      : plain(text),
  );
}

function renderDifference(difference: DifferenceLine): Html {
  const { line } = difference;
  switch (difference.side) {
    case 'both':
      return plain(line.text);
    case 'this':
      return markup`<ins class="line">${line.text}
</ins>`;
    case 'other':
      return markup`<del class="line">${line.text}
</del>`;
    case 'changed': {
      const { before, after } = partingOf(line.text, difference.pair.text);
      return markup`<del class="line">${emphasised(difference.pair.text, before, after)}
</del><ins class="line">${emphasised(line.text, before, after)}
</ins>`;
    }
  }
}

/** The part of a text that another does not have. */
function emphasised(text: string, before: number, after: number): Html {
  const end = text.length - after;
  if (before >= end) return markup`${text}`;
  return markup`${text.slice(0, before)}<b>${text.slice(before, end)}</b>${text.slice(end)}`;
}

function plain(text: string): Html {
  return markup`${text}
`;
}
