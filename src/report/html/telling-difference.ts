import { differingNames, type DifferenceLine } from './line-difference.js';

/** What differs between any two requests, or between an order and one that was already modified, in lower case. */
const ORDINARY: ReadonlySet<string> = new Set([
  'x-timestamp',
  'x-signature',
  'orderprice',
  'barrierprice',
  'profitrealizationbarrierprice',
  'losscutbarrierprice',
]);

/** Names of what differs between two requests. */
export interface Names {
  /** What a finding can be about. */
  readonly telling: readonly string[];
  /** What differs anyway. */
  readonly ordinary: readonly string[];
}

/**
 * Tells what a finding can be about from what differs between any two requests.
 *
 * @param words - all that is said of the finding: what is named there is never taken for ordinary
 */
export function tellApart(lines: readonly DifferenceLine[], words: string): Names {
  const names = differingNames(lines);
  const said = new Set(words.toLowerCase().match(/[a-z][a-z-]*/g));
  const isOrdinary = (name: string): boolean => ORDINARY.has(name.toLowerCase()) && !said.has(name.toLowerCase());
  const telling = names.filter((name) => !isOrdinary(name));
  return telling.length === 0 ? { telling: names, ordinary: [] } : { telling, ordinary: names.filter(isOrdinary) };
}
