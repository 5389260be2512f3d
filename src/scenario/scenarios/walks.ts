import { STOCK_GROUPS } from '../../contract/order.js';
import * as does from '../behaviours.js';
import { keysLike } from './keys.js';
import { by, twin, walk } from './make-scenario.js';
import { BEYOND_ASCII, TO_ESCAPE } from './odd-instruments.js';
import type { Scenario } from './scenario.js';

const PAGE_SIZES = [1, 2, 1_000] as const;

/** Walks of every group, in pages of one, of two, and all on one page. */
const GROUPS: readonly Scenario[] = STOCK_GROUPS.flatMap((stockGroupCd, row) =>
  PAGE_SIZES.map((pageSize, column): Scenario => {
    const size = pageSize > 100 ? 'all' : String(pageSize);
    return {
      name: `walk-${stockGroupCd.toLowerCase()}-${size}`,
      does: `Has ${size === 'all' ? 'everything on one page' : `pages of ${size}`}.`,
      errand: { kind: 'list', stockGroupCd },
      clause: 'CLI-035',
      pageSize,
      ...(row % PAGE_SIZES.length !== column && { isRepeating: true }),
    };
  }),
);

const KEYS: readonly Scenario[] = [
  walk('odd-keys', 'Gives long keys with spaces, reserved characters and letters beyond ASCII.', twin('odd-keys')),
  walk('keys-of-2-kb', 'Gives keys of two thousand characters.', by(keysLike('k'.repeat(2_000)))),
  walk('keys-like-numbers', 'Gives keys that look like numbers.', by(keysLike('0010'))),
  walk('keys-with-plus', 'Gives keys with + / and =, as base64 has.', by(keysLike('a+b/c=='))),
  walk('keys-with-percent', 'Gives keys with %2B and &, which are no encoding.', by(keysLike('%2B&x=1#%'))),
  walk('keys-with-spaces', 'Gives keys that begin and end with a space.', by(keysLike(' key '))),
  walk('keys-beyond-ascii', 'Gives keys with letters beyond ASCII.', by(keysLike('키é\u{1F511}'))),
  walk('keys-for-one-use', 'Takes each nextKey once.', twin('keys-for-one-use')),
];

/** A last page without a text for nextKey breaks an expectation of ours: whoever tells it as an error is not to blame. */
const PAGES: readonly Scenario[] = [
  walk('pages-of-any-size', 'Has pages of one, seven, two and three instruments in turn.', by(does.pagesOfAnySize)),
  walk('empty-page-in-between', 'Has a page without instruments, whose key leads on.', by(does.emptyPageInBetween)),
  walk('empty-last-page', 'Has a last page without instruments.', twin('empty-last-page')),
  {
    ...walk('last-page-without-key', 'Gives no nextKey on the last page.', by(does.lastKey(undefined))),
    isDoubtful: true,
  },
  {
    ...walk('last-page-with-null', 'Gives null for the nextKey of the last page.', by(does.lastKey(null))),
    isDoubtful: true,
  },
  walk('last-page-with-its-key', 'Gives on the last page the nextKey that led to it.', twin('last-key-again')),
  walk('last-page-with-a-key', 'Gives on the last page a nextKey that leads nowhere.', twin('last-key-to-nothing')),
  oneInstrument('one-instrument', 'EUR/USD'),
  { ...oneInstrument('one-instrument-to-escape', TO_ESCAPE.stockCd), instrument: TO_ESCAPE },
  { ...oneInstrument('one-instrument-beyond-ascii', BEYOND_ASCII.stockCd), instrument: BEYOND_ASCII },
];

/** On its second page, so that it shows whether that is asked for as the first one was. */
function oneInstrument(name: string, stockCd: string): Scenario {
  return {
    ...walk(name, 'Is asked for one instrument, and has it on the second page.', by(does.emptyFirstPage)),
    errand: { kind: 'list', stockGroupCd: 'ALL', stockCd },
  };
}

/** Walks that lead to their end, and have to be told whole. */
export const WALKS: readonly Scenario[] = [...GROUPS, ...KEYS, ...PAGES];
