import { ORDINARY_NAMES } from '../ordinary-names.js';
import { differingNames, type DifferenceLine } from './line-difference.js';

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
  const isOrdinary = (name: string): boolean => ORDINARY_NAMES.has(name.toLowerCase()) && !said.has(name.toLowerCase());
  const telling = names.filter((name) => !isOrdinary(name));
  return telling.length === 0 ? { telling: names, ordinary: [] } : { telling, ordinary: names.filter(isOrdinary) };
}
