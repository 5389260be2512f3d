/** Findings of one clause that are kept whole; further causes are only counted into the reason. */
export const MOST_FINDINGS = 20;

/** Why a clause passes. */
export function heldReason(cases: number): string {
  return `held in ${casesOf(cases)}`;
}

/**
 * Why a clause is broken.
 *
 * @param unlisted - broken cases whose causes are beyond the findings that are kept
 */
export function brokenReason(broken: number, cases: number, unlisted: number): string {
  const more = unlisted > 0 ? `; ${unlisted} more cases of other causes are not listed` : '';
  return `broken in ${broken} of ${casesOf(cases)}${more}`;
}

/** Why an open question is answered. */
export const ANSWERED = 'recorded';

/** `1 case`, `2 cases`. */
export function casesOf(count: number): string {
  return `${count} case${count === 1 ? '' : 's'}`;
}
