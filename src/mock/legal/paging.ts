import type { LegalTwin } from '../behaviour.js';

/** Characters that a query has to encode, and others that it may get wrong. */
const ODD = '다음+/=&%?# é"\u{1F511}';

/** Legal ways to page: the page size and the form of a nextKey are not shown (4.3, 8). */
export const LEGAL_PAGING: readonly LegalTwin[] = [
  pagesOf(1, 'one-on-a-page'),
  pagesOf(3, 'three-on-a-page'),
  pagesOf(1_000_000, 'all-on-one-page'),
  {
    name: 'last-key-again',
    does: 'Gives on the last page the nextKey that led to it.',
    apply: (before) => ({
      pageData: (call, page) => {
        const data = before.pageData(call, page) as object;
        return page.hasNext ? data : { ...data, nextKey: call.parameters.get('nextKey') ?? '' };
      },
    }),
  },
  {
    name: 'last-key-to-nothing',
    does: 'Gives on the last page a nextKey that leads to a page without instruments.',
    apply: (before) => ({
      pageData: (call, page) => {
        const data = before.pageData(call, page) as object;
        return page.hasNext || page.end === 0 ? data : { ...data, nextKey: before.keyOf(call, page.end) };
      },
    }),
  },
  {
    name: 'empty-last-page',
    does: 'Says hasNext true as long as a page has instruments, so that the last page is empty.',
    apply: (before) => ({
      pageOf: (call, selected) => {
        const page = before.pageOf(call, selected);
        return { ...page, hasNext: page.instruments.length > 0 };
      },
    }),
  },
  {
    name: 'keys-never-the-same',
    does: 'Gives another nextKey for each place every time, and takes all that it gave.',
    apply: (before) => {
      let given = 0;
      return {
        keyOf: (call, position) => `${before.keyOf(call, position)}#${(given += 1)}`,
        readKey: (call, key) => before.readKey(call, key.split('#')[0] ?? ''),
      };
    },
  },
  {
    name: 'odd-keys',
    does: 'Gives long keys with spaces, reserved characters and letters beyond ASCII.',
    apply: (before) => ({
      keyOf: (call, position) => ODD.repeat(12) + before.keyOf(call, position),
      readKey: (call, key) => {
        const prefix = ODD.repeat(12);
        const position = Number(Buffer.from(key.slice(prefix.length).split('+')[0] ?? '', 'base64url').toString());
        const isOwn = Number.isSafeInteger(position) && prefix + before.keyOf(call, position) === key;
        return isOwn ? position : null;
      },
    }),
  },
];

function pagesOf(size: number, name: string): LegalTwin {
  return {
    name,
    does: size > 100 ? 'Gives everything on one page.' : `Gives ${size} on a page.`,
    // Where there is one page, there is no key to go on with.
    leaves: size > 100 ? ['LKP-012', 'PAG-002', 'PAG-003', 'EQV-005', 'EQV-006', 'EQV-007'] : [],
    apply: () => ({
      pageOf: ({ position }, selected) => {
        const end = Math.min(position + size, selected.length);
        return { instruments: selected.slice(position, end), end, hasNext: end < selected.length };
      },
    }),
  };
}
