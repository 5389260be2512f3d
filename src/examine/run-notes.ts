import { createHash } from 'node:crypto';
import type { Busyness } from '../client/pace.js';
import type { Steps } from '../client/service-clock.js';

/** What the notes of a run say of how busy the service was; none where it never was. */
export function busyNote({ count, longestMs }: Busyness): string[] {
  if (count === 0) return [];
  const seconds = Number((longestMs / 1000).toPrecision(3));
  return [`The service was busy ${count === 1 ? 'once' : `${count} times`}; its longest pause was ${seconds} s.`];
}

const WITH_LOWER_RATE =
  'where the service takes only so many at a time, and does not say so with status 429, a lower `--rate` gives more verdicts.';

/** What they say of a service that refused a lookup which it took before and after, and valid modifies until it was left alone. */
export function fickleNotes(isRefusedAtTimes: { readonly lookups: boolean; readonly modifies: boolean }): string[] {
  return [
    ...(isRefusedAtTimes.lookups
      ? [`A lookup was refused that had been accepted, and was accepted again later: ${WITH_LOWER_RATE}`]
      : []),
    ...(isRefusedAtTimes.modifies
      ? [
          `Valid modifies were refused, and accepted once nothing else had been sent for some seconds: ${WITH_LOWER_RATE} Where it takes none for some seconds after a refusal, or while trading is halted, the rate has nothing to do with it. Where it refuses them for no such reason, it breaks MOD-001.`,
        ]
      : []),
  ];
}

/** What they say of steps of this machine's clock; none where there were none. */
export function stepNote({ count, sumMs }: Steps): string[] {
  if (count === 0) return [];
  const by = `${sumMs < 0 ? 'back' : 'forward'} by ${Number((Math.abs(sumMs) / 1000).toFixed(1))} s`;
  const times = count === 1 ? '' : ` in ${count} steps`;
  return [`The clock of this machine was set ${by}${times} during the run; what was under way is unverified.`];
}

/** What they say where timestamps are few. */
export function fewTimestampsNote(areFew: boolean): string[] {
  return areFew ? [FEW_TIMESTAMPS] : [];
}

const FEW_TIMESTAMPS =
  'The service takes each X-Timestamp once, or only above the last (CLK-008, CLK-009), and so hardly more than one modify a second: one invalid modify was sent for each clause that is about such, on one kind of order, and few valid ones for the others.';

/** What they say of an examination that broke down: where, but not the text of the error, which may quote an answer. */
export function breakdownNote(id: string, error: unknown): string {
  return `The examination of ${id} broke down, which is an error of tradecert: ${errorName(error)}.`;
}

function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const place = /\/(src|dist)\/[\w./-]+:\d+/.exec(error.stack ?? '')?.[0] ?? '';
  return `${error.name} at ${place.slice(1) || createHash('sha256').update(error.message).digest('hex').slice(0, 8)}`;
}
