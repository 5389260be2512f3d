import { markup, type Html } from '../html/html.js';
import { amount } from '../verdict-words.js';
import type { LatencyChange } from './comparison.js';
import { OPERATION_LABELS, ratioText } from './comparison-words.js';

/** From here on, a change is drawn as one that a reader should look at. */
const SLOWER = 1.5;

/** How long answers took: two bars for each operation, with the figures beside them. */
export function renderLatencies(latency: readonly LatencyChange[]): Html | false {
  if (latency.length === 0) return false;
  const most = Math.max(1, ...latency.flatMap(({ before, after }) => [before.medianMs, after.medianMs]));
  return markup`<details class="group" id="latency" open>
<summary><h2>Median time to an answer</h2><span class="saying">Over all answers of one operation. It takes part in no verdict.</span></summary>
${latency.map((change) => renderTiming(change, most))}</details>
`;
}

function renderTiming(change: LatencyChange, most: number): Html {
  const { operation, before, after, ratio } = change;
  const isSlower = ratio !== null && ratio >= SLOWER && after.medianMs - before.medianMs > 1;
  return markup`<article class="change timing"><h3>${OPERATION_LABELS[operation]} <span class="soft">${ratioText(change)}</span></h3>
${renderBar('First run', before, most, 'was')}${renderBar('Second run', after, most, isSlower ? 'slow' : 'is')}</article>
`;
}

function renderBar(which: string, { medianMs, answers }: LatencyChange['after'], most: number, kind: string): Html {
  const length = Math.max(0.5, (medianMs / most) * 100).toFixed(2);
  return markup`<p><span>${which}</span><svg class="bar ${kind}" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${length}" height="1"/></svg><span><b>${medianMs} ms</b> of ${amount(answers, 'answer')}</span></p>
`;
}
