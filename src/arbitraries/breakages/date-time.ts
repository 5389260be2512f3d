import fc from 'fast-check';
import { ANYWHERE, breakage, settingIn, type Breakage } from '../breakage.js';
import { parseOrderTime } from '../order-time.js';

/** Made of the orderDateTime of an order: one text or many, `null` where there is none. */
type Spell = (dateTime: string) => fc.Arbitrary<string> | string | null;

const words = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,19}$/);
const two = (number: number): string => String(number).padStart(2, '0');

/**
 * Texts that are no ISO 8601 timestamp. Where it can be done they say the order's own moment, so that a lenient reader
 * finds the order.
 */
const WAYS: readonly (readonly [way: string, spell: Spell])[] = [
  ['is text', () => fc.oneof(fc.constantFrom('now', 'today', 'T', 'Z', 'null'), words)],
  ['is in American notation', (text) => ofParts(text, ([y, mo, d, h, mi, s]) => `${mo}/${d}/${y} ${h}:${mi}:${s}`)],
  ['is in the notation of mail', (text) => ofMoment(text, (ms) => new Date(ms).toUTCString())],
  ['is its date without a time', (text) => text.slice(0, text.indexOf('T'))],
  ['is its time without a date', (text) => text.slice(text.indexOf('T'))],
  ['ends after the T', (text) => text.slice(0, text.indexOf('T') + 1)],
  ['is followed by text', (text) => words.map((word) => `${text} ${word}`)],
  ['is followed by the name of a zone', (text) => `${text}[Asia/Seoul]`],
  ['is there twice', (text) => `${text}/${text}`],
  ['has a month too many', (text) => rolledOver(text, ([y, mo, ...rest]) => [y - 1, mo + 12, ...rest])],
  ['has a month of 0', () => '2026-00-05T09:00:00Z'],
  ['has a day too many', (text) => rolledOver(text, ([y, mo, d, ...rest]) => [...dayOfMonthBefore(y, mo, d), ...rest])],
  [
    'has a day that its month does not have',
    () => fc.constantFrom('2026-02-30T09:00:00Z', '2026-04-31T09:00:00Z', '2025-02-29T09:00:00Z'),
  ],
  ['has an hour of 25 or more', () => fc.integer({ min: 25, max: 99 }).map((hour) => `2026-01-05T${hour}:00:00Z`)],
  ['has a minute too many', (text) => rolledOver(text, ([y, mo, d, h, mi, s]) => [y, mo, d, h - 1, mi + 60, s])],
  ['has a second too many', (text) => rolledOver(text, ([y, mo, d, h, mi, s]) => [y, mo, d, h, mi - 1, s + 60])],
  ['has a year of two digits', (text) => text.slice(2)],
  ['has an offset of one digit', (text) => text.replace(/(?:Z|[+-]\d\d:?\d\d)$/, '+9')],
  ['has the name of its zone for an offset', (text) => text.replace(/(?:Z|[+-]\d\d:?\d\d)?$/, ' KST')],
  [
    'is in full-width digits',
    (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)),
  ],
  ['is very long', (text) => fc.integer({ min: 1_000, max: 5_000 }).map((length) => `${text}${'Z'.repeat(length)}`)],
];

/** Texts that are no ISO 8601 timestamp. Other spellings of the order's own moment are none of them. @clause MOD-034 */
export const noTimestamps: readonly Breakage[] = WAYS.map(([way, spell]) =>
  breakage('MOD-034', `orderDateTime ${way}`, ANYWHERE, ({ order, plain }) => {
    const texts = spell(order.orderDateTime);
    if (texts === null || texts === order.orderDateTime) return NO_SPELLING;
    const others = typeof texts === 'string' ? fc.constant(texts) : texts;
    return settingIn(
      plain,
      'orderDateTime',
      others.map((text) => JSON.stringify(text)),
    );
  }),
);

const NO_SPELLING = "the order's own orderDateTime has no such spelling";

type Parts = readonly [year: number, month: number, day: number, hour: number, minute: number, second: number];

function ofMoment(text: string, spell: (ms: number) => string): string | null {
  const ms = Date.parse(text);
  return Number.isFinite(ms) ? spell(ms) : null;
}

/** The wall clock of a timestamp, each part with two digits or more. */
function ofParts(text: string, spell: (parts: readonly string[]) => string): string | null {
  const parts = partsOf(text);
  return parts === null ? null : spell(parts.map(two));
}

function partsOf(text: string): Parts | null {
  const read = parseOrderTime(text);
  if (read === null) return null;
  const wall = new Date(read.seconds * 1000);
  return [
    wall.getUTCFullYear(),
    wall.getUTCMonth() + 1,
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
  ];
}

/** The same moment with one part beyond its end, which a lenient reader carries over into the part before. */
function rolledOver(text: string, carry: (parts: Parts) => readonly number[]): string | null {
  const [read, parts] = [parseOrderTime(text), partsOf(text)];
  if (read === null || parts === null || !read.extended || !read.hasSeconds) return null;
  const moved = carry(parts);
  // A 60th second may be a leap second, and there is nothing before the first minute or hour.
  if (moved.some((part) => part < 0) || moved[5] === 60) return null;
  const [y = '', mo = '', d = '', h = '', mi = '', s = ''] = moved.map(two);
  return `${y}-${mo}-${d}T${h}:${mi}:${s}${read.fraction}${read.offset}`;
}

function dayOfMonthBefore(year: number, month: number, day: number): readonly [number, number, number] {
  const before = new Date(Date.UTC(year, month - 1, 0));
  return [before.getUTCFullYear(), before.getUTCMonth() + 1, day + before.getUTCDate()];
}
