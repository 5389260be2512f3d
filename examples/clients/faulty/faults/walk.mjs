import { Buffer } from 'node:buffer';
import { lookupParameters, parameter } from './hooks.mjs';

const NAMES_ELSEWHERE = { ALL: 'ANY', FOREIGN: 'FX', INDEX: 'INDICES', COMMODITY: 'COMMODITIES', CRYPTO: 'COIN' };

/** Changes how a nextKey is written in the query. */
const encodingKeys = (encode) => ({
  encoded: (right, { name, value }) => (name === 'nextKey' ? encode(value, right) : right),
});

/** Mistakes in what is asked for. */
const FILTER_FAULTS = [
  {
    name: 'group-of-another-name',
    clause: 'LKP-002',
    does: 'Sends names for stock groups that are none.',
    ...parameter('stockGroupCd', (group) => NAMES_ELSEWHERE[group]),
  },
  {
    name: 'group-in-lower-case',
    clause: 'LKP-003',
    does: 'Sends the stock group in lower case.',
    ...parameter('stockGroupCd', (group) => group.toLowerCase()),
  },
  {
    name: 'group-always-all',
    clause: 'CLI-027',
    also: ['CLI-035'],
    does: 'Asks for all groups, whichever was named.',
    ...parameter('stockGroupCd', () => 'ALL'),
  },
  {
    name: 'stock-ignored',
    clause: 'CLI-027',
    also: ['CLI-035'],
    does: 'Asks for all instruments, whichever was named.',
    ...parameter('stockCd', () => ''),
  },
  {
    name: 'stock-in-lower-case',
    clause: 'CLI-027',
    also: ['CLI-035'],
    does: 'Sends stockCd in lower case.',
    ...parameter('stockCd', (code) => code.toLowerCase()),
  },
  {
    name: 'stock-not-encoded',
    clause: 'CLI-027',
    also: ['CLI-004', 'CLI-035'],
    does: 'Puts stockCd into the URL as it is, but for what no URL can hold.',
    encoded: (right, { name, value }) => (name === 'stockCd' ? encodeURI(value) : right),
  },
  {
    name: 'stock-in-latin-1',
    clause: 'CLI-027',
    does: 'Encodes stockCd in Latin-1.',
    encoded: (right, { name, value }) =>
      name === 'stockCd' && /[^\0-\x7f]/.test(value) ? percentEncoded(Buffer.from(value, 'latin1')) : right,
  },
  {
    name: 'stock-lost-on-second-page',
    clause: 'CLI-024',
    also: ['CLI-035'],
    does: 'Asks for all instruments from the second page on.',
    ...parameter('stockCd', (code, { pages }) => (pages === 0 ? code : '')),
  },
  {
    name: 'filter-on-first-page-only',
    clause: 'CLI-024',
    also: ['CLI-035'],
    does: 'Sends the filter with the first lookup, and then the nextKey alone.',
    ...lookupParameters((parameters, { pages }) => (pages === 0 ? parameters : parameters.slice(2))),
  },
  {
    name: 'group-lost-on-second-page',
    clause: 'CLI-024',
    does: 'Asks for all groups from the second page on, for INDEX if it was all.',
    ...parameter('stockGroupCd', (group, { pages }) => (pages === 0 ? group : group === 'ALL' ? 'INDEX' : 'ALL')),
  },
];

/** Mistakes with the nextKey. */
const KEY_FAULTS = [
  { name: 'first-key-zero', clause: 'CLI-021', does: 'Begins a walk with the nextKey 0.', firstKey: () => '0' },
  { name: 'first-key-null', clause: 'CLI-021', does: 'Begins a walk with the nextKey null.', firstKey: () => 'null' },
  {
    name: 'first-key-of-the-last-walk',
    clause: 'CLI-021',
    does: 'Begins a walk with a nextKey that it kept from an earlier one.',
    firstKey: () => 'MTA',
  },
  {
    name: 'no-key-at-first',
    clause: 'CLI-022',
    does: 'Begins a walk without the parameter nextKey.',
    ...lookupParameters((parameters, { pages }) => (pages === 0 ? parameters.slice(0, 2) : parameters)),
  },
  {
    name: 'key-not-encoded',
    clause: 'CLI-023',
    also: ['CLI-004'],
    does: 'Puts a nextKey into the URL as it is, but for what no URL can hold.',
    ...encodingKeys((key) => encodeURI(key)),
  },
  {
    name: 'plus-not-encoded',
    clause: 'CLI-023',
    does: 'Does not encode a + in a nextKey.',
    ...encodingKeys((_, right) => right.replaceAll('%2B', '+')),
  },
  {
    name: 'percent-not-encoded',
    clause: 'CLI-023',
    does: 'Takes a % in a nextKey for the beginning of an encoding.',
    ...encodingKeys((_, right) => right.replace(/%25(?=[0-9A-F]{2})/gi, '%')),
  },
  {
    name: 'key-encoded-twice',
    clause: 'CLI-023',
    does: 'Encodes a nextKey twice.',
    ...encodingKeys((_, right) => encodeURIComponent(right)),
  },
  {
    name: 'key-decoded',
    clause: 'CLI-023',
    does: 'Decodes a nextKey before it encodes it, as forms are decoded.',
    nextKey: (key) =>
      typeof key === 'string' ? Object.fromEntries(new URLSearchParams(`key=${key.replaceAll('&', '%26')}`)).key : key,
  },
  {
    name: 'key-in-latin-1',
    clause: 'CLI-023',
    does: 'Encodes a nextKey in Latin-1.',
    ...encodingKeys((key, right) => (/[^\0-\x7f]/.test(key) ? percentEncoded(Buffer.from(key, 'latin1')) : right)),
  },
  {
    name: 'key-cut-at-1-kb',
    clause: 'CLI-023',
    does: 'Cuts a nextKey at 1024 characters.',
    nextKey: (key) => key?.slice(0, 1024),
  },
  {
    name: 'key-trimmed',
    clause: 'CLI-023',
    does: 'Takes the spaces around a nextKey away.',
    nextKey: (key) => key?.trim(),
  },
  {
    name: 'key-as-number',
    clause: 'CLI-023',
    does: 'Reads a nextKey as a number where it looks like one.',
    nextKey: (key) => (/^\d+$/.test(key) ? String(Number(key)) : key),
  },
  {
    name: 'key-in-lower-case',
    clause: 'CLI-023',
    does: 'Sends a nextKey in lower case.',
    nextKey: (key) => key?.toLowerCase(),
  },
  {
    name: 'key-decomposed',
    clause: 'CLI-023',
    does: 'Normalises a nextKey, which takes accents and syllables apart.',
    nextKey: (key) => key?.normalize('NFD'),
  },
  {
    name: 'page-number-for-key',
    clause: 'CLI-023',
    also: ['CLI-028'],
    does: 'Counts pages in nextKey.',
    nextKey: (_, { pages }) => String(pages + 2),
  },
];

function percentEncoded(bytes) {
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Mistakes about where a walk ends. */
const END_FAULTS = [
  {
    name: 'first-page-only',
    clause: 'CLI-025',
    also: ['CLI-035', 'CLI-036'],
    does: 'Takes the first page for all.',
    goesOn: () => false,
  },
  {
    name: 'ends-at-an-empty-page',
    clause: 'CLI-025',
    also: ['CLI-035'],
    does: 'Ends a walk at a page without instruments.',
    goesOn: (hasNext, { page }) => hasNext && page.stockCds.length > 0,
  },
  {
    name: 'ends-at-a-short-page',
    clause: 'CLI-025',
    also: ['CLI-035'],
    does: 'Ends a walk at a page of fewer than two instruments.',
    goesOn: (hasNext, { page }) => hasNext && page.stockCds.length >= 2,
  },
  {
    name: 'twenty-pages-at-most',
    clause: 'CLI-025',
    also: ['CLI-035'],
    does: 'Ends a walk after twenty pages.',
    goesOn: (hasNext, { pages }) => hasNext && pages < 19,
  },
  {
    name: 'goes-on-with-a-last-key',
    clause: 'CLI-026',
    also: ['CLI-035'],
    does: 'Goes on from the last page where that gives a nextKey, until a page has no instruments.',
    goesOn: (hasNext, { page }) => hasNext || (Boolean(page.nextKey) && page.stockCds.length > 0),
  },
  {
    name: 'goes-on-while-there-is-a-key',
    clause: 'CLI-026',
    also: ['CLI-035', 'CLI-036'],
    does: 'Ends a walk where there is no nextKey, and not by hasNext.',
    goesOn: (_, { page }) => typeof page.nextKey === 'string' && page.nextKey !== '',
  },
  {
    name: 'goes-on-to-an-empty-page',
    clause: 'CLI-026',
    also: ['CLI-025', 'CLI-035'],
    does: 'Ends a walk at a page without instruments, and not by hasNext.',
    goesOn: (_, { page }) => page.stockCds.length > 0,
    isKey: () => true,
  },
  {
    name: 'goes-on-without-a-key',
    clause: 'CLI-028',
    does: 'Goes on with an empty nextKey where a page gives none, for ever.',
    nextKey: (key) => key ?? '',
    isKey: (right, { page }) => right || (page.nextKey ?? '') === '',
    isRepeated: () => false,
  },
  { name: 'walks-for-ever', clause: 'CLI-028', does: 'Never gives a walk up.', isRepeated: () => false },
];

export const WALK_FAULTS = [...FILTER_FAULTS, ...KEY_FAULTS, ...END_FAULTS];
