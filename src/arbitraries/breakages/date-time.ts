import fc from 'fast-check';
import { ANYWHERE, breakage, settingIn, type Breakage } from '../breakage.js';

type Spell = (dateTime: string) => fc.Arbitrary<string>;

const words = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,19}$/);
const secondsOfEpoch = fc.integer({ min: 1_600_000_000, max: 1_999_999_999 });
const two = (number: number): string => String(number).padStart(2, '0');

/** Two numbers that are month and day, or hour and minute. */
const clock = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }));

const WAYS: readonly (readonly [way: string, spell: Spell])[] = [
  ['is text', () => fc.oneof(fc.constantFrom('now', 'today', 'T', 'Z', 'null'), words)],
  ['is seconds of the epoch', () => secondsOfEpoch.map(String)],
  ['is milliseconds of the epoch', () => secondsOfEpoch.map((seconds) => String(seconds * 1000))],
  ['is in American notation', () => clock.map(([month, day]) => `${two(month)}/${two(day)}/2026 09:00:00`)],
  ['is in the notation of mail', () => clock.map(([, day]) => `${two(day)} Jan 2026 09:00:00 GMT`)],
  ['is a date without a time', () => clock.map(([month, day]) => `2026-${two(month)}-${two(day)}`)],
  ['is a time without a date', () => clock.map(([hour, minute]) => `T${two(hour)}:${two(minute)}:00Z`)],
  ['ends after the T', (text) => fc.constant(`${text.slice(0, text.indexOf('T'))}T`)],
  ['is followed by text', (text) => words.map((word) => `${text} ${word}`)],
  ['is there twice', (text) => fc.constant(`${text}/${text}`)],
  ['has a month of 13 or more', () => fc.integer({ min: 13, max: 99 }).map((month) => `2026-${month}-05T09:00:00Z`)],
  ['has a month of 0', () => fc.constant('2026-00-05T09:00:00Z')],
  ['has a day of 32 or more', () => fc.integer({ min: 32, max: 99 }).map((day) => `2026-01-${day}T09:00:00Z`)],
  [
    'has a day that its month does not have',
    () => fc.constantFrom('2026-02-30T09:00:00Z', '2026-04-31T09:00:00Z', '2025-02-29T09:00:00Z'),
  ],
  ['has an hour of 25 or more', () => fc.integer({ min: 25, max: 99 }).map((hour) => `2026-01-05T${hour}:00:00Z`)],
  ['has a minute of 60 or more', () => fc.integer({ min: 60, max: 99 }).map((minute) => `2026-01-05T09:${minute}:00Z`)],
  ['has a second of 61 or more', () => fc.integer({ min: 61, max: 99 }).map((second) => `2026-01-05T09:00:${second}Z`)],
  ['has a year of two digits', () => clock.map(([month, day]) => `26-${two(month)}-${two(day)}T09:00:00Z`)],
  [
    'has an offset that is none',
    () => fc.constantFrom('2026-01-05T09:00:00 KST', '2026-01-05T09:00:00+9', '2026-01-05T09:00:00GMT'),
  ],
  ['is in full-width digits', () => fc.constant('２０２６-０１-０５T０９:００:００Z')],
  ['is very long', (text) => fc.integer({ min: 1_000, max: 5_000 }).map((length) => `${text}${'Z'.repeat(length)}`)],
];

/** Texts that are no ISO 8601 timestamp. Other spellings of the order's own moment are none of them. @clause MOD-034 */
export const noTimestamps: readonly Breakage[] = WAYS.map(([way, spell]) =>
  breakage('MOD-034', `orderDateTime ${way}`, ANYWHERE, ({ order, plain }) =>
    settingIn(
      plain,
      'orderDateTime',
      spell(order.orderDateTime)
        .filter((text) => text !== order.orderDateTime)
        .map((text) => JSON.stringify(text)),
    ),
  ),
);
