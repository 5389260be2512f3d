import { DOES_NOT_APPLY } from '../contract/verdict-reasons.js';
import { broken, inapplicable, passIn, unverified, type Outcome, type ShownExchange } from '../contract/verdict.js';
import { describeValue, quoteShort } from './describe-value.js';
import { whyIncomplete, type Repeat, type Walk } from './walk.js';

/**
 * Judges whether keys were accepted.
 *
 * @returns `inapplicable` where no page had another one after it: no key was ever sent
 * @clause PAG-002
 */
export function judgeKeysAccepted(walk: Walk): Outcome {
  const { end, pages } = walk;
  if (end.kind === 'refused' && end.page > 1) {
    const what = `page ${end.page} was answered with status ${end.status}`;
    if (end.times < 2) return unverified(what);
    return broken({
      cause: 'a nextKey that the service gave is not answered with status 200',
      at: 'response status',
      expected: '200',
      actual: `${end.status} for the nextKey of page ${end.page - 1}, in ${end.times} walks in a row`,
      ...shownAt(walk, -1),
    });
  }
  if (pages.length > 1) return passIn(pages[1]?.exchange);
  return end.kind === 'complete' ? inapplicable(DOES_NOT_APPLY.onePage) : unverified(whyIncomplete(walk));
}

/**
 * Judges whether every page with hasNext true has a key that leads to another page. The same key for every page is no
 * break, as long as what it leads to changes; neither is an empty page.
 *
 * @clause PAG-003
 */
export function judgeProgress(walk: Walk): Outcome {
  const { end, pages } = walk;
  if (end.kind === 'no key') {
    if (pages.at(-1)?.key !== 'empty') return unverified(whyIncomplete(walk));
    return broken({
      cause: 'hasNext is true and nextKey is empty',
      at: 'response /data/nextKey',
      expected: 'a string that is not empty',
      actual: describeValue(''),
      ...shownAt(walk, -1),
    });
  }
  const index = pages.findIndex(({ repeatsLast, stockCds }) => repeatsLast && stockCds.length > 0);
  if (index >= 0) {
    return broken({
      cause: 'the nextKey leads to the same page again',
      at: 'response /data',
      expected: 'another page',
      actual: `page ${index + 1} is page ${index} again, with the nextKey ${quoteShort(pages[index]?.nextKey ?? '')}`,
      ...shownAt(walk, index),
    });
  }
  if (!pages.some(({ hasNext }) => hasNext)) {
    return end.kind === 'complete' ? inapplicable(DOES_NOT_APPLY.neverMore) : unverified(whyIncomplete(walk));
  }
  return pages.length > 1 ? passIn(pages[1]?.exchange) : unverified(whyIncomplete(walk));
}

/**
 * Judges whether a walk ends.
 *
 * @clause PAG-004
 */
export function judgeEnd(walk: Walk): Outcome {
  if (walk.end.kind === 'complete') return atLast(walk);
  if (walk.end.kind !== 'endless') return unverified(whyIncomplete(walk));
  return broken({
    cause: 'a walk does not come to an end',
    at: `page ${walk.pages.length} of the walk of ${walk.group}`,
    expected: 'hasNext false',
    actual: `hasNext true: ${walk.end.because}`,
    ...shownAt(walk, -1),
  });
}

/** An instrument that comes twice within one page: no change of the data explains that. */
export function repeatInPage({ repeats }: Walk): Repeat | undefined {
  return repeats.find(({ firstPage, page }) => firstPage === page);
}

/**
 * Judges whether an instrument came twice. Across pages it may have moved while they were read, so that is told only
 * where another walk shows the like.
 *
 * @param again - another walk of the same group; `null` where none was made
 * @clause PAG-005
 */
export function judgeRepeats(walk: Walk, again: Walk | null): Outcome {
  // One cause, one finding: pages that come round for ever repeat everything.
  if (walk.end.kind === 'endless') return unverified(whyIncomplete(walk));
  const inPage = repeatInPage(walk);
  const found = inPage ?? confirmedRepeat(walk, again);
  if (found === undefined) return walk.end.kind === 'complete' ? atLast(walk) : unverified(whyIncomplete(walk));
  return broken({
    cause: inPage === undefined ? 'an instrument comes on two pages' : 'an instrument comes twice on one page',
    at: `response ${found.pointers.join(' and ')}, page ${found.page} of the walk of ${walk.group}`,
    expected: 'each instrument once',
    actual:
      inPage === undefined
        ? `${describeValue(found.stockCd)} also on page ${found.firstPage}`
        : `${describeValue(found.stockCd)} twice`,
    shown: found.shown,
  });
}

function confirmedRepeat(walk: Walk, again: Walk | null): Repeat | undefined {
  return again !== null && again.repeats.length > 0 ? walk.repeats[0] : undefined;
}

/**
 * Judges whether the key of the last page, where it gave one, led to instruments that the walk did not have.
 *
 * @param isNew - whether an instrument counts: one that another walk returned is not hidden
 * @clause PAG-006
 */
export function judgeLastPage(walk: Walk, isNew: (stockCd: string) => boolean): Outcome {
  if (walk.end.kind !== 'complete') return unverified(whyIncomplete(walk));
  const { afterEnd } = walk;
  if (afterEnd === null) return atLast(walk);
  const hidden = afterEnd.hidden.filter(isNew);
  const [first] = hidden;
  if (first === undefined) return passIn(afterEnd.shown.exchange);
  return broken({
    cause: 'after a page with hasNext false, its nextKey leads to further instruments',
    at: `after page ${walk.pages.length} of the walk of ${walk.group}`,
    expected: 'no further instruments',
    actual: `${hidden.length} more, such as ${describeValue(first)}`,
    shown: afterEnd.shown,
  });
}

/** A pass that the last page shows. */
function atLast({ pages }: Walk): Outcome {
  return passIn(pages.at(-1)?.exchange);
}

function shownAt(walk: Walk, index: number): { readonly shown?: ShownExchange } {
  const shown = walk.shown.get(index);
  return shown === undefined ? {} : { shown };
}
