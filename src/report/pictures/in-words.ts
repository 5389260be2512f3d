/** A number with its thousands apart: `12,345`. */
export function grouped(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

/** `1 page`, `1,200 pages`. */
export function several(count: number, noun: string, nouns = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : nouns}`;
}

/** A time as short as it can be read: `0 ms`, `12 ms`, `1.5 s`, `3 min`. */
export function shortTime(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${trimmed(ms / 1_000)} s`;
  return ms < 7_200_000 ? `${trimmed(ms / 60_000)} min` : `${trimmed(ms / 3_600_000)} h`;
}

/** A distance in time, of any size: `61 s`, `5 min`, `9 h`, `1 day`, `136 years`. */
export function distanceText(seconds: number): string {
  if (seconds < 300) return `${seconds} s`;
  if (seconds < 3_590) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_000) return `${Math.round(seconds / 3_600)} h`;
  return seconds < 365 * 86_400
    ? several(Math.round(seconds / 86_400), 'day')
    : several(Math.round(seconds / (365.25 * 86_400)), 'year');
}

function trimmed(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}

/** What was sent for a clause or in a scenario names it; what others sent was for none. */
export function isNamed(clause: string): boolean {
  return clause !== 'traffic';
}
