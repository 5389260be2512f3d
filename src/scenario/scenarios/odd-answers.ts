import { gzipSync } from 'node:zlib';
import * as does from '../behaviours.js';
import type { Make, PageData } from '../behaviours.js';
import { keysLike } from './keys.js';
import { by, modifying, walk } from './make-scenario.js';
import type { Scenario } from './scenario.js';

/** A page without one of its members. */
function without(name: string): (data: PageData) => PageData {
  return (data) => Object.fromEntries(Object.entries(data).filter(([member]) => member !== name));
}

const odd = (name: string, what: string, ...makes: Make[]): Scenario => walk(name, what, by(...makes), 'CLI-034');

/** One member of a page that is not what the document says, all others as they should be. */
const ODD_PAGES: readonly Scenario[] = [
  { ...odd('has-next-missing', 'Has no hasNext.', does.pageData(without('hasNext'))), isDoubtful: true },
  {
    ...odd(
      'has-next-null',
      'Has null for hasNext.',
      does.pageData((data) => ({ ...data, hasNext: null })),
    ),
    isDoubtful: true,
    isRepeating: true,
  },
  {
    ...odd(
      'has-next-as-text',
      'Has the texts "true" and "false" for hasNext.',
      does.pageData((data) => ({ ...data, hasNext: String(data['hasNext']) })),
    ),
    isDoubtful: true,
  },
  {
    ...odd(
      'has-next-as-number',
      'Has the numbers 1 and 0 for hasNext.',
      does.pageData((data) => ({ ...data, hasNext: data['hasNext'] === true ? 1 : 0 })),
    ),
    isDoubtful: true,
    isRepeating: true,
  },
  {
    ...odd(
      'next-key-as-number',
      'Has a number for nextKey.',
      keysLike('7'),
      does.pageData((data) => (data['nextKey'] === '' ? data : { ...data, nextKey: Number(data['nextKey']) })),
    ),
    clause: 'CLI-036',
    isDoubtful: true,
  },
  {
    ...odd(
      'details-missing',
      'Has no details from the second page on.',
      does.pageData((data, isLater) => (isLater ? without('details')(data) : data)),
    ),
    isHopeless: true,
  },
  {
    ...odd(
      'details-null',
      'Has null for details from the second page on.',
      does.pageData((data, isLater) => (isLater ? { ...data, details: null } : data)),
    ),
    isHopeless: true,
    isRepeating: true,
  },
  {
    ...odd(
      'details-as-object',
      'Has an object for details from the second page on, with numbers for names.',
      does.pageData((data, isLater) =>
        isLater ? { ...data, details: Object.fromEntries(Object.entries(data['details'] as object[])) } : data,
      ),
    ),
    isDoubtful: true,
  },
];

const oddSuccess = (name: string, what: string, data: object): Scenario =>
  modifying(name, what, by(does.modifyData(data)), 'CLI-034');

/** A data.success that is no boolean: of a text or a number that means one, it is not said what they are. */
const ODD_SUCCESSES: readonly Scenario[] = [
  {
    ...oddSuccess('success-as-true-text', 'Has the text "true" for data.success.', { success: 'true' }),
    isDoubtful: true,
  },
  {
    ...oddSuccess('success-as-number', 'Has the number 1 for data.success.', { success: 1 }),
    isDoubtful: true,
    isRepeating: true,
  },
  oddSuccess('success-null', 'Has null for data.success.', { success: null }),
  oddSuccess('success-missing', 'Has no data.success.', {}),
];

const MEGABYTE = 1024 * 1024;
const BOM = '\uFEFF';
const twice = (text: string): string => text.replace(/"(?:hasNext|success)":(?:true|false)/, '$&,$&');

/** Each in a walk, and in a modify that was not carried out: what cannot be read is no success. */
function unreadable(name: string, what: string, make: Make, more?: Partial<Scenario>): Scenario[] {
  return [
    { ...odd(`${name}-in-a-walk`, what, make), isDoubtful: true, ...more },
    modifying(
      `${name}-in-a-modify`,
      `${what.slice(0, -1)}, and data.success is false.`,
      by(does.withoutSuccess, make),
      'CLI-034',
    ),
  ];
}

/** What a client need not be able to read, and may. */
const ODD_TEXTS: readonly Scenario[] = [
  ...unreadable(
    'byte-order-mark',
    'Begins an answer with a byte order mark.',
    does.respelling((text) => BOM + text),
  ),
  ...unreadable('member-twice', 'Has a member twice, with the same value.', does.respelling(twice)),
  ...unreadable(
    'compressed-unasked',
    'Compresses an answer for whoever does not take gzip.',
    does.compressing(gzipSync, 'not asked'),
    { isOptional: true },
  ),
  {
    ...odd(
      'number-too-large',
      'Has the number 1e400 for a closePrice.',
      does.respelling((text) => text.replace(/"closePrice":[^,}]+/, '"closePrice":1e400')),
    ),
    isDoubtful: true,
  },
  {
    ...odd(
      'page-of-10-mb',
      'Has a first page of ten megabytes.',
      does.pageData((data, isLater) => (isLater ? data : { ...data, remark: 'x'.repeat(10 * MEGABYTE) })),
    ),
    isDoubtful: true,
    isRepeating: true,
  },
  {
    ...odd('keys-of-8-kb', 'Gives keys of eight thousand characters.', keysLike('k'.repeat(8_000))),
    isDoubtful: true,
    isRepeating: true,
  },
];

/** Answers in which one thing is not as the document says, or is larger than anyone expects. */
export const ODD_ANSWERS: readonly Scenario[] = [...ODD_PAGES, ...ODD_SUCCESSES, ...ODD_TEXTS];
