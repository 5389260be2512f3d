import type { ShownExchange } from '../../contract/verdict.js';
import { amount } from '../verdict-words.js';
import { markup, type Html } from './html.js';
import { differenceOf, partingOf, type DifferenceLine } from './line-difference.js';
import { pairedLines, requestLines, responseLines, type MessageLine } from './message-lines.js';
import { tellApart } from './telling-difference.js';

/** A pane is about as high; what has more lines says so. */
const PANE_LINES = 26;
/** Lines of one message on paper, and how many of them stand before the first that is marked. */
const PAPER_LINES = 80;
const BEFORE_MARKED = 20;
const MOST_NAMES = 6;

interface PaneLine {
  readonly html: Html;
  /** Readers are led to it. */
  readonly isMarked: boolean;
}

/** Two requests side by side. */
export interface Pair {
  readonly shown: ShownExchange;
  /** The nearest one that was accepted. */
  readonly sibling: ShownExchange;
  /** All that is said of the finding. */
  readonly words: string;
}

/** What was sent, with the place marked that a finding is about. */
export function renderSent(shown: ShownExchange, at: string): Html {
  return renderPane('What was sent', markPlaces(requestLines(shown), placesIn(at, 'request ')));
}

/** What was sent, with what differs from the nearest accepted request marked. */
export function renderSentBeside({ shown, sibling, words }: Pair): Html {
  const lines = linesOfPair(shown, sibling);
  const { ordinary } = tellApart(lines, words);
  return renderPane(
    'What was sent',
    lines.map((line) => renderDifference(line, ordinary.includes(line.line.name))),
  );
}

function linesOfPair(shown: ShownExchange, sibling: ShownExchange): DifferenceLine[] {
  const [own = [], other = []] = pairedLines(shown, sibling);
  return differenceOf(own, other);
}

/** What came back, with the place that a finding is about marked. */
export function renderCameBack(shown: ShownExchange, at: string): Html {
  const places = placesIn(at, 'response ');
  return renderPane('What came back', markPlaces(responseLines(shown, places[1] ?? places[0]), places));
}

/** In words: what sets a request apart from the nearest accepted one. */
export function differenceSentence({ shown, sibling, words }: Pair): string {
  const { telling, ordinary } = tellApart(linesOfPair(shown, sibling), words);
  if (telling.length === 0) return 'No difference shows here: token and signature are taken out.';
  const also = ordinary.length > 0 ? ` Also different, as between any two requests: ${listed(ordinary)}.` : '';
  return `It differs in ${listed(telling)}.${also}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** On paper all of it is shown, up to a bound, around what is marked. */
function renderPane(label: string, lines: readonly PaneLine[]): Html {
  const marked = lines.findIndex(({ isMarked }) => isMarked);
  const isLong = lines.length > PAPER_LINES;
  const from = isLong ? Math.max(0, Math.min(marked - BEFORE_MARKED, lines.length - PAPER_LINES)) : 0;
  const to = isLong ? from + PAPER_LINES : lines.length;
  const part = (start: number, end: number): Html[] => lines.slice(start, end).map(({ html }) => html);
  const offPaper = (start: number, end: number): Html | false =>
    start < end &&
    markup`<span class="off-paper">${part(start, end)}</span><span class="on-paper">… ${amount(end - start, 'line')} left out on paper
</span>`;
  return markup`<pre class="wire" tabindex="0" role="group" aria-label="${label}">${offPaper(0, from)}${part(from, to)}${offPaper(to, lines.length)}</pre>${
    lines.length > PANE_LINES &&
    markup`<p class="more-lines">${amount(lines.length, 'line')}: scroll to see all of them</p>`
  }`;
}

/** What a finding says of a place in a message, then the places in it where they are several, such as those of `/data/details/3/stockCd and /data/details/4/stockCd, page 2`. */
function placesIn(at: string, side: string): string[] {
  if (!at.startsWith(side)) return [];
  const said = at.slice(side.length).replace(/^body (?=\/)/, '');
  if (!said.startsWith('/')) return [said.toLowerCase()];
  return [said, ...(said.match(/\/[^\s,]+/g) ?? []).filter((place) => place !== said)];
}

/** Where a place is not there, what it would be in is marked. */
function markPlaces(lines: readonly MessageLine[], places: readonly string[]): PaneLine[] {
  const own = new Set(lines.map(({ place }) => place.toLowerCase()));
  const [whole = '', ...parts] = places.map((place) => place.toLowerCase());
  const there =
    own.has(whole) || parts.length === 0 ? [nearest(whole, own)] : parts.map((place) => nearest(place, own));
  return lines.map(({ text, place }) => {
    const isMarked = place !== '' && there.some((wanted) => isAt(place.toLowerCase(), wanted));
    const html = isMarked
      ? markup`<mark class="line at">${text}
</mark>`
      : plain(text);
    return { html, isMarked };
  });
}

/** `query` is all of its parameters. */
function isAt(place: string, wanted: string): boolean {
  return place === wanted || (wanted === 'query' && place.startsWith('query '));
}

function nearest(place: string, own: ReadonlySet<string>): string {
  for (let pointer = place; pointer.startsWith('/'); pointer = pointer.slice(0, pointer.lastIndexOf('/')))
    if (own.has(pointer)) return pointer;
  return place;
}

function renderDifference(difference: DifferenceLine, isOrdinary: boolean): PaneLine {
  const { line } = difference;
  const kind = isOrdinary ? 'line quiet' : 'line';
  const isMarked = difference.side !== 'both' && !isOrdinary;
  switch (difference.side) {
    case 'both':
      return { html: plain(line.text), isMarked };
    case 'this':
      return {
        html: markup`<ins class="${kind}">${line.text}
</ins>`,
        isMarked,
      };
    case 'other':
      return {
        html: markup`<del class="${kind}">${line.text}
</del>`,
        isMarked,
      };
    case 'changed': {
      const { before, after } = partingOf(line.text, difference.pair.text);
      const html = markup`<del class="${kind}">${emphasised(difference.pair.text, before, after)}
</del><ins class="${kind}">${emphasised(line.text, before, after)}
</ins>`;
      return { html, isMarked };
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
