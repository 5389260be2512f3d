import { isIso8601 } from '../contract/formats.js';

/** What can be said of two timestamps: `open` where it depends on an offset that one of them leaves out. */
export type Comparison = 'same' | 'different' | 'open' | 'unreadable';

interface Reading {
  /** The wall clock, as seconds since the epoch if it were UTC. */
  readonly clock: number;
  /** Digits after the seconds. */
  readonly fraction: string;
  /** Minutes east of UTC; `null` where none is given. */
  readonly offset: number | null;
}

/** Furthest apart that two clocks of the same moment can be, in seconds: from UTC-12 to UTC+14. */
const WIDEST = 26 * 3_600;
const QUARTER_HOUR = 900;

/** Whether a text is an ISO 8601 timestamp, a date with a time (2.3). */
export function isTimestamp(text: string): boolean {
  return isIso8601(text);
}

/**
 * Whether two texts name the same moment, in whatever spelling: basic or extended, another offset, a space or a small
 * letter for T, fewer or more decimals. A fraction that is cut off counts as the same.
 */
export function compareTimestamps(one: string, other: string): Comparison {
  const [a, b] = [read(one), read(other)];
  if (a === null || b === null) return 'unreadable';
  if (!a.fraction.startsWith(b.fraction) && !b.fraction.startsWith(a.fraction)) return 'different';
  if (a.offset !== null && b.offset !== null) {
    return a.clock - a.offset * 60 === b.clock - b.offset * 60 ? 'same' : 'different';
  }
  const apart = Math.abs(a.clock - b.clock);
  if (a.offset === b.offset) return apart === 0 ? 'same' : 'different';
  return apart <= WIDEST && apart % QUARTER_HOUR === 0 ? 'open' : 'different';
}

function read(text: string): Reading | null {
  const plain = text.toUpperCase().replace(' ', 'T');
  if (!isIso8601(plain)) return null;
  const [date = '', time = ''] = plain.split('T');
  const [, clock = '', fraction = '', offset = ''] = /^([\d:]+)(?:[.,](\d+))?(.*)$/.exec(time) ?? [];
  const [hour, minute, second] = pairs(clock);
  const day = date.replaceAll('-', '');
  const midnight = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));
  return {
    clock: midnight / 1000 + Number(hour) * 3_600 + Number(minute) * 60 + Number(second ?? 0),
    fraction,
    offset: offset === '' ? null : minutesOf(offset),
  };
}

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0;
  const [hours, minutes] = pairs(offset.slice(1));
  const size = Number(hours) * 60 + Number(minutes ?? 0);
  return offset.startsWith('-') ? -size : size;
}

function pairs(digits: string): readonly string[] {
  return digits.replaceAll(':', '').match(/../g) ?? [];
}
