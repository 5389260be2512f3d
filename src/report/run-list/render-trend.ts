import type { Verdict } from '../../contract/verdict.js';
import { markup, type Html } from '../html/html.js';
import { VERDICT_LABELS } from '../verdict-words.js';
import type { KeptRun } from './read-kept-runs.js';

const MOST_COLUMNS = 30;
const COLUMN = 8;
const STEP = 10;
const HEIGHT = 48;
/** From the bottom up: what needs work stands on the ground, where lengths can be compared. */
const STACK: readonly Verdict[] = ['fail', 'warn', 'unverified', 'pass'];

/**
 * The last runs of one subject as columns, the newest on the right: how many of the clauses that can be broken were, and
 * how many hold.
 *
 * @param runs - the newest first
 */
export function renderTrend(runs: readonly KeptRun[]): Html | false {
  if (runs.length < 2) return false;
  const drawn = runs.slice(0, MOST_COLUMNS).reverse();
  const width = drawn.length * STEP;
  const words = drawn.map(({ broken }) => broken.length).join(', ');
  return markup`<div class="trends"><svg class="trend" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="Broken clauses, the oldest run first: ${words}">
${drawn.map((run, index) => renderColumn(run, index * STEP))}</svg>
<p class="soft" aria-hidden="true">${STACK.map((verdict) => markup`<span class="swatch ${verdict}"></span>${VERDICT_LABELS[verdict]} `)} <span class="from">older runs on the left</span></p></div>`;
}

function renderColumn({ counts }: KeptRun, x: number): Html[] {
  const all = STACK.reduce((sum, verdict) => sum + counts[verdict], 0);
  let bottom = HEIGHT;
  return STACK.filter((verdict) => counts[verdict] > 0).map((verdict) => {
    // One of two hundred is seen, too.
    const height = Math.min(bottom, Math.max(2, (counts[verdict] / all) * HEIGHT));
    bottom -= height;
    return markup`<rect class="${verdict}" x="${x}" y="${bottom.toFixed(1)}" width="${COLUMN}" height="${height.toFixed(1)}"/>`;
  });
}
