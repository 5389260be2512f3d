import type { Results } from '../../contract/results.js';
import { sectionTitles } from '../../contract/section-titles.js';
import type { Verdict } from '../../contract/verdict.js';
import { byReason } from '../by-reason.js';
import { bar, drawing } from '../pictures/drawing.js';
import { cutText, plainText } from '../plain-text.js';
import { asSentence } from '../sentence.js';
import { amount, VERDICT_LABELS, VERDICT_ORDER } from '../verdict-words.js';
import { markup, type Html } from './html.js';
import { renderMark } from './marks.js';

/** As many failed clauses can be read one by one. */
const FEW = 3;
const MOST_SECTIONS = 6;
const LONGEST_REASON = 240;

/** How the clauses came out that concern the subject: a bar of their shares, each with its number and a link to them. */
export function renderShares({ clauses, counts }: Results): Html | false {
  const shown = VERDICT_ORDER.filter((verdict) => verdict !== 'inapplicable' && counts[verdict] > 0);
  const whole = shown.reduce((sum, verdict) => sum + counts[verdict], 0);
  if (whole === 0) return false;
  return markup`<div class="shares">${drawing('shares-bar', 10, barsOf(shown, counts, whole))}
<ul>${shown.map((verdict) => markup`<li><a href="#show=${verdict}">${renderMark(verdict)} <b>${counts[verdict]}</b> ${VERDICT_LABELS[verdict]}</a></li>`)}<li class="soft">of ${amount(whole, 'clause')}: ${silentText(clauses)}</li></ul></div>`;
}

/** What the clauses are: not all of them are sentences of the document. */
function silentText(clauses: Results['clauses']): string {
  const silent = clauses.filter(({ kind, verdict }) => kind === 'observe' && verdict !== 'inapplicable').length;
  const rest = 'testable sentences of the document';
  return silent === 0 ? rest : `${rest}, and ${amount(silent, 'question')} on which it is silent`;
}

function barsOf(shown: readonly Verdict[], counts: Results['counts'], whole: number): Html[] {
  let from = 0;
  return shown.map((verdict) => {
    const start = from;
    from += counts[verdict] / whole;
    return bar(`share ${verdict}`, start, from, 0, 10);
  });
}

/** Where the document is broken, the worst first, once there is too much to be read at a glance. */
export function renderBrokenSections({ clauses, counts }: Results): Html | false {
  if (counts.fail <= FEW) return false;
  const broken = new Map<string, number>();
  for (const { section, verdict } of clauses)
    if (verdict === 'fail') broken.set(section, (broken.get(section) ?? 0) + 1);
  const worst = [...broken].sort(([, one], [, other]) => other - one);
  const more = worst.length - MOST_SECTIONS;
  return markup`<p class="places"><span class="soft">What fails, by section of the document:</span> ${worst
    .slice(0, MOST_SECTIONS)
    .map(
      ([section, count]) =>
        markup`<a href="#show=fail&amp;section=${section}">${titleOf(section)} <b>${count}</b></a> `,
    )}${more > 0 && markup`<a href="#sections">and ${amount(more, 'section')} more</a>`}</p>`;
}

/** Why so much could not be verified that there is no verdict: what explains most of it. */
export function renderMainReason({ clauses, verdict }: Results): Html | false {
  const [main] = byReason(clauses.filter((clause) => clause.verdict === 'unverified'));
  if (verdict !== 'incomplete' || main === undefined) return false;
  return markup`<p class="why"><span class="soft">Why ${amount(main.clauses.length, 'clause')} could not be:</span> ${cutText(plainText(main.reason), LONGEST_REASON)}</p>`;
}

/** Whether a note says what {@link renderMainReason} has said, in full, just above it. */
export function isMainReason({ clauses, verdict }: Results, note: string): boolean {
  const [main] = byReason(clauses.filter((clause) => clause.verdict === 'unverified'));
  if (verdict !== 'incomplete' || main === undefined || main.reason.length > LONGEST_REASON) return false;
  return asSentence(note).replace(/\.$/, '') === asSentence(main.reason);
}

/** Without what stands in parentheses at its end. */
function titleOf(section: string): string {
  return (
    sectionTitles()
      .get(section)
      ?.replace(/ \([^)]*\)$/, '') ?? `section ${section}`
  );
}
