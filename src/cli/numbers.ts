import type { Depth } from '../contract/profile.js';
import type { Shard } from '../contract/results.js';
import { SuiteError } from '../contract/suite-error.js';
import { didYouMean } from '../contract/near-names.js';
import type { Found } from './setting-sources.js';

const DEPTHS: readonly Depth[] = ['smoke', 'standard', 'deep'];
const LARGEST_SEED = 0xff_ff_ff_ff;

/** Requests a second: one every 100 s. A run with fewer would not come to its end. */
const LEAST_RATE = 0.01;

/** Reads requests per second: a number from 0.01. */
export function parseRate({ value, where }: Found): number {
  const rate = Number(value);
  if (value.trim() !== '' && Number.isFinite(rate) && rate >= LEAST_RATE) return rate;
  if (rate > 0 && rate < LEAST_RATE) {
    throw new SuiteError(
      'The rate is less than one request in 100 s: no run comes to its end so.',
      where,
      `give ${LEAST_RATE} or more, such as 20 or 0.5`,
    );
  }
  throw new SuiteError(
    'The rate is not a positive number.',
    where,
    'give the most requests a second, such as 20 or 0.5',
  );
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000 } as const;
/** What a timer of the machine can wait for. */
const LONGEST_MS = 24 * 24 * UNIT_MS.h;

/** Reads a length of time such as `90s`, `30m` or `1.5h`, in milliseconds. */
export function parseDuration({ value, where }: Found): number {
  const [, count, unit] = /^(\d{1,9}(?:\.\d{1,3})?)([smh])$/.exec(value.trim()) ?? [];
  const ms = Math.round(Number(count) * UNIT_MS[(unit ?? 's') as keyof typeof UNIT_MS]);
  if (ms > 0 && ms <= LONGEST_MS) return ms;
  if (/^\d+(?:\.\d+)?$/.test(value.trim()))
    throw new SuiteError(
      'The time has no unit.',
      where,
      `give s, m or h behind it: ${value.trim().slice(0, 12)}m for minutes`,
    );
  throw new SuiteError(
    'The time is not a number of seconds, minutes or hours, of 24 days at most.',
    where,
    'give for instance 90s, 30m or 2h',
  );
}

/** Reads how many requests a run may send: a whole number from 1. */
export function parseRequestCount({ value, where }: Found): number {
  const count = Number(value);
  if (/^\d+$/.test(value.trim()) && count >= 1 && Number.isSafeInteger(count)) return count;
  throw new SuiteError('The number of requests is not a whole number from 1.', where, 'give for instance 5000');
}

/** Reads a seed: an unsigned integer of 32 bits. */
export function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed <= LARGEST_SEED) return seed;
  throw new SuiteError(
    'The seed is not a whole number from 0 to 4294967295.',
    '--seed',
    'leave it out, or give the seed of an earlier run',
  );
}

/** Reads how much is tried of each clause. */
export function parseDepth(text: string): Depth {
  const known = DEPTHS.find((depth) => depth === text);
  if (known) return known;
  throw new SuiteError(
    `The depth "${text.slice(0, 40)}" is unknown.`,
    '--depth',
    didYouMean(text, DEPTHS, `use one of ${DEPTHS.join(', ')}`),
  );
}

/** Reads a TCP port; 0 means any that is free. */
export function parsePort(text: string, flag = '--port'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new SuiteError(
    'The port is not a number from 0 to 65535.',
    flag,
    'give a port, or leave it out for any that is free',
  );
}

const UNITS = { '': 0, K: 1, M: 2, G: 3, T: 4 } as const;

/** Reads a size such as `500M` or `2 GiB`, in bytes; units are powers of 1024. */
export function parseSize(text: string, flag: string): number {
  const [, count = '', unit = ''] = /^(\d{1,12})\s*([KMGT]?)(?:i?B)?$/i.exec(text.trim()) ?? [];
  const bytes = Number(count) * 1024 ** UNITS[unit.toUpperCase() as keyof typeof UNITS];
  if (count !== '' && Number.isSafeInteger(bytes)) return bytes;
  throw new SuiteError('The size is not a number of bytes, K, M, G or T.', flag, 'give for instance 500M or 2G');
}

/** Checks `I/N`: one part of a run that is split over several machines. */
export function parseShard(text: string): Shard {
  const [, index, of] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && of !== undefined && index >= 1 && index <= of) return { index, of };
  throw new SuiteError(
    'The shard is not of the form I/N with I from 1 to N.',
    '--shard',
    'give for instance 1/3, 2/3 and 3/3',
  );
}
