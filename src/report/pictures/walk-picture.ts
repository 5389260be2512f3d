import { markup, type Html } from '../html/html.js';
import type { PageWalk, RunFacts, WalkedPage } from '../facts/run-facts.js';
import { plainText } from '../plain-text.js';
import { key } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, isNamed, several } from './in-words.js';

const ID = 'picture-walks';
const TITLE = 'The walk over the pages';
/** A link of the chain, in pixels. */
const WIDTH = 46;
const HEIGHT = 44;
const STEP = 20;
/** Pages in a row that are alike and still drawn one by one; of more, so many at their beginning. */
const LONGEST_ROW = 9;
const ROW_BEGINS = 3;

/** Walks over the pages of the lookup, each as a chain: how much was on each page, what came again, and where it ended. */
export function renderWalks({ walks }: RunFacts): Html {
  if (walks.pages === 0) return renderEmpty(ID, TITLE, 'No lookup was answered with a page.');
  if (walks.walks.length === 0) {
    return renderEmpty(
      ID,
      TITLE,
      `No walk went beyond its first page; ${several(walks.single, 'first page was', 'first pages were')} seen.`,
    );
  }
  return renderFigure({
    id: ID,
    title: TITLE,
    says: whatIsShown(walks),
    keys: keysOf(walks.walks),
    body: markup`<ul class="pic-walks">${walks.walks.map(renderWalk)}</ul>`,
    table: tableOf(walks.walks),
  });
}

function whatIsShown({ pages, single, walks, dropped }: RunFacts['walks']): string {
  const other =
    single === 0
      ? ''
      : ` ${several(single, 'lookup', 'lookups')} that ended with the first page ${single === 1 ? 'is' : 'are'} left out.`;
  const more = dropped === 0 ? '' : ` ${several(dropped, 'more walk is', 'more walks are')} not drawn.`;
  return `${several(pages, 'page')} came in all. Each chain is a walk, or several that were alike; ${walks.length > 1 ? 'the oddest come first; ' : ''}the number on a page is how many instruments were on it.${other}${more}`;
}

function keysOf(walks: readonly PageWalk[]): readonly Html[] {
  const pages = walks.flatMap((walk) => walk.pages);
  return [
    key(
      markup`<rect class="pic-page" x="-7" y="-7" width="14" height="14" rx="2"/><rect class="pic-fill" x="-7" y="-1" width="14" height="8"/>`,
      'page, filled by its size',
    ),
    ...(pages.some(({ repeats }) => repeats > 0)
      ? [
          key(
            markup`<rect class="pic-again" x="-7" y="-7" width="14" height="14" rx="2"/>`,
            'instruments that had come before',
          ),
        ]
      : []),
    ...(pages.some(({ size }) => size === 0)
      ? [key(markup`<rect class="pic-page pic-hollow" x="-7" y="-7" width="14" height="14" rx="2"/>`, 'empty page')]
      : []),
    ...(pages.some(({ repeatsKey }) => repeatsKey) ? [key(LOOP, 'a nextKey that had come before')] : []),
  ];
}

const LOOP = markup`<path class="pic-loop" d="M4.5-2.5A5 5 0 1 0 5 1.5M5-5.5V-2H1.5"/>`;

function renderWalk(walk: PageWalk): Html {
  const { filter, clause, times, pages, pageCount, instruments, repeated, missing } = walk;
  const largest = Math.max(1, ...pages.map(({ size }) => size));
  const isOdd = repeated > 0 || missing > 0 || ['no key', 'refused', 'broken'].includes(walk.end);
  const facts = [
    several(pageCount, 'page'),
    `${pages.some(({ isCut }) => isCut) ? 'at least ' : ''}${several(instruments, 'instrument')}`,
    ...(repeated > 0 ? [several(repeated, 'repeat')] : []),
    ...(missing > 0 ? [`${grouped(missing)} fewer than another walk had`] : []),
    ...(times > 1 ? [`${grouped(times)} times`] : []),
  ];
  return markup`<li><p class="pic-walk-head"><b>${plainText(filter)}</b> <span>${facts.join(', ')}${isNamed(clause) && `; ${times > 1 ? 'first ' : ''}in ${plainText(clause)}`}</span></p>
<ol class="pic-chain${isOdd && ' pic-odd'}">${folded(pages).map((item, index, items) => renderItem(item, items[index - 1], largest))}<li class="pic-end">${endText(walk)}</li></ol></li>
`;
}

/** Pages in a row that are all alike, told in words. */
interface Row {
  readonly alike: number;
  readonly like: WalkedPage;
  /** Of its last page. */
  readonly index: number;
}

/** Puts a row in the place of many pages that are alike; the first ones stay, and the last one where the next is drawn. */
function folded(pages: readonly WalkedPage[]): (WalkedPage | Row)[] {
  const items: (WalkedPage | Row)[] = [];
  for (let start = 0; start < pages.length;) {
    const end = endOfRow(pages, start);
    const own = pages.slice(start, end);
    const last = own.at(-1);
    if (own.length <= LONGEST_ROW || last === undefined) items.push(...own);
    else {
      const isFollowed = pages[end] === undefined || pages[end].index === last.index + 1;
      const rest = own.slice(ROW_BEGINS, isFollowed ? -1 : undefined);
      items.push(...own.slice(0, ROW_BEGINS), { alike: rest.length, like: last, index: rest.at(-1)?.index ?? 0 });
      if (isFollowed) items.push(last);
    }
    start = end;
  }
  return items;
}

/** The first page after `start` that differs from the one there, or does not follow. */
function endOfRow(pages: readonly WalkedPage[], start: number): number {
  const traits = (page: WalkedPage | undefined, at: number): string =>
    page === undefined ? '' : [page.index - at, page.size, page.isCut, page.repeats, page.repeatsKey].join(' ');
  const end = pages.findIndex((page, at) => at > start && traits(page, at) !== traits(pages[start], start));
  return end < 0 ? pages.length : end;
}

function renderItem(item: WalkedPage | Row, before: WalkedPage | Row | undefined, largest: number): Html {
  if ('alike' in item) return markup`<li class="pic-more">${rowText(item)}</li>`;
  const skipped = before === undefined ? 0 : item.index - before.index - 1;
  return markup`${skipped > 0 && markup`<li class="pic-more">… ${several(skipped, 'page')} …</li>`}<li>${drawPage(item, before !== undefined, largest)}</li>`;
}

function rowText({ alike, like }: Row): string {
  const again = like.repeats > 0 ? `, ${grouped(like.repeats)} of them again` : '';
  return `… ${several(alike, 'page')} of ${grouped(like.size)}${like.isCut ? ' and more' : ''}${again} …`;
}

function drawPage(
  { index, size, isCut, repeats, repeatsKey, exchange }: WalkedPage,
  hasBefore: boolean,
  largest: number,
): Html {
  const left = hasBefore ? STEP : 0;
  const inner = HEIGHT - 2;
  const filled = Math.round((inner * size) / largest);
  const again = size === 0 ? 0 : Math.round((filled * Math.min(repeats, size)) / size);
  const text = `page ${index}: ${isCut ? 'at least ' : ''}${several(size, 'instrument')}${repeats > 0 ? `, ${grouped(repeats)} of them again` : ''}${repeatsKey ? ', a nextKey that had come before' : ''}, exchange ${exchange}`;
  const arrow = hasBefore && markup`<path class="pic-arrow" d="M2 ${HEIGHT / 2}H${STEP - 4}m-5-4l5 4l-5 4"/>`;
  return markup`<svg class="pic-link" width="${left + WIDTH}" height="${HEIGHT}" role="img" aria-label="${text}"><title>${text}</title>${arrow}
<rect class="pic-page${size === 0 && ' pic-hollow'}" x="${left + 1}" y="1" width="${WIDTH - 2}" height="${inner}" rx="5"/>
${filled > 0 && markup`<rect class="pic-fill" x="${left + 2}" y="${1 + inner - filled}" width="${WIDTH - 4}" height="${filled}" rx="4"/>`}
${again > 0 && markup`<rect class="pic-again" x="${left + 2}" y="${1 + inner - again}" width="${WIDTH - 4}" height="${again}" rx="4"/>`}
<text class="pic-size" x="${left + WIDTH / 2}" y="${HEIGHT / 2 + 5}" text-anchor="middle">${grouped(size)}${isCut && '+'}</text>
${repeatsKey && markup`<svg x="${left + WIDTH - 9}" y="10" overflow="visible">${LOOP}</svg>`}</svg>`;
}

function endText({ end, endStatus }: PageWalk): Html {
  switch (end) {
    case 'complete':
      return markup`<span class="pic-good">■ the last page</span>`;
    case 'left':
      return markup`→ more, not asked for`;
    case 'no key':
      return markup`<span class="pic-bad">✕ more, without a nextKey</span>`;
    case 'refused':
      return markup`<span class="pic-bad">✕ refused: ${endStatus ?? 'no status'}</span>`;
    case 'broken':
      return markup`<span class="pic-bad">✕ ${endStatus === null ? 'no answer' : `no page: ${endStatus}`}</span>`;
    case 'unknown':
      return markup`? its end was not recorded`;
  }
}

function tableOf(walks: readonly PageWalk[]): Html {
  const rows = walks.map((walk) => {
    const { filter, clause, times, pageCount, instruments, repeated, missing } = walk;
    const numbers = [pageCount, instruments, repeated, missing, times].map(grouped);
    return [plainText(filter), plainText(clause), ...numbers, endText(walk)];
  });
  const head = ['walk of', 'first in', 'pages', 'instruments', 'repeats', 'missing', 'times', 'end'];
  return renderTable(head, rows, [2, 3, 4, 5, 6]);
}
