import { markup, type Html } from '../html/html.js';
import type { LatencyFacts, RunFacts } from '../facts/run-facts.js';
import { bar, drawing, percent, upright, words } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, several, shortTime } from './in-words.js';

const ID = 'picture-latency';
const TITLE = 'How long answers took';
/** Height of the bars, and of a line of words above them. */
const BARS = 64;
const LINE = 14;
/**
 * What is marked on the scale. Each has a line of its own, the longest on top, and its words to the left of its mark, where
 * no mark that begins higher passes.
 */
const QUANTILES = [
  ['maxMs', 'longest'],
  ['p99Ms', '99 % within'],
  ['p95Ms', '95 % within'],
  ['medianMs', 'median'],
] as const;
const HEIGHT = BARS + QUANTILES.length * LINE + 4;
/** So far to the left there is no room beside a mark. */
const LEFTMOST = 0.4;
const LABELLED: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000];

/** How long the answers of each operation took: a histogram whose steps grow with the time. */
export function renderLatency({ latency }: RunFacts): Html {
  const timed = latency.filter(({ quantiles }) => quantiles !== null);
  if (timed.length === 0) {
    return renderEmpty(ID, TITLE, latency.length === 0 ? 'No request was sent.' : 'No request was answered.');
  }
  const edges = edgesOf(timed);
  return renderFigure({
    id: ID,
    title: TITLE,
    says: 'From sending a request to having its whole answer, by operation. Each step to the right is about one and a half times the one before.',
    body: markup`${latency.map((facts) => renderOperation(facts, edges))}`,
    table: tableOf(latency),
  });
}

function nameOf(operation: LatencyFacts['operation']): string {
  if (operation === 'modifyOrder') return 'POST /orders/modify';
  return operation === 'listOrderableStocks' ? 'GET /stocks/orders' : 'anything else';
}

function renderOperation(facts: LatencyFacts, edges: readonly number[]): Html {
  const { operation, answered, unanswered } = facts;
  const without = unanswered > 0 && markup`, <b>${grouped(unanswered)} without a whole answer</b>`;
  return markup`<div class="pic-operation"><h4>${nameOf(operation)}</h4><p>${several(answered, 'answer')}${without}</p>${facts.quantiles !== null && renderBars(facts, facts.quantiles, edges)}</div>
`;
}

function renderBars(
  { bins }: LatencyFacts,
  quantiles: NonNullable<LatencyFacts['quantiles']>,
  edges: readonly number[],
): Html {
  const highest = Math.max(...bins.map(({ count }) => count));
  const bars = bins.map(({ fromMs, toMs, count }) => {
    const height = count === 0 ? 0 : Math.max(2, Math.round((BARS * count) / highest));
    const label = `${shortTime(fromMs)} to ${shortTime(toMs)}: ${several(count, 'answer')}`;
    const [from, to] = [shareOf(fromMs, edges) + 0.001, shareOf(toMs, edges) - 0.001];
    return count > 0 && markup`<g><title>${label}</title>${bar('pic-bar', from, to, HEIGHT - height, height)}</g>`;
  });
  const marks = QUANTILES.map(([name], line) => {
    return upright('pic-quantile', shareOf(quantiles[name], edges), line * LINE + 2, HEIGHT);
  });
  const names = QUANTILES.map(([name, text], line) => {
    const place = shareOf(quantiles[name], edges);
    const [side, shift] = place < LEFTMOST ? ['start', 5] : ['end', -5];
    return markup`<text class="pic-label pic-strong" x="${percent(place)}" dx="${shift}" y="${line * LINE + 11}" text-anchor="${side}">${text} ${timeText(quantiles[name])}</text>`;
  });
  return markup`${drawing('pic-bars', HEIGHT, markup`${bars}`, marks, names)}${renderAxis(edges)}`;
}

function renderAxis(edges: readonly number[]): Html {
  const last = edges.at(-1) ?? 0;
  const ticks = LABELLED.filter((ms) => ms >= (edges[0] ?? 0) && ms <= last).map(
    (ms) =>
      markup`${upright('pic-tick', shareOf(ms, edges), 0, 5)}${words('pic-label', shareOf(ms, edges), 19, shortTime(ms))}`,
  );
  return drawing('pic-axis', 24, ticks);
}

/** The edges of all bins that hold anything, over all operations: their histograms stand on one scale. */
function edgesOf(latency: readonly LatencyFacts[]): number[] {
  const edges = new Set(latency.flatMap(({ bins }) => bins.flatMap(({ fromMs, toMs }) => [fromMs, toMs])));
  return [...edges].sort((a, b) => a - b);
}

/** Bins are equally wide; within one, a time has its place between its edges. */
function shareOf(ms: number, edges: readonly number[]): number {
  const steps = edges.length - 1;
  const bin = Math.min(
    steps - 1,
    Math.max(
      0,
      edges.findLastIndex((edge) => edge <= ms),
    ),
  );
  const [from, to] = [edges[bin] ?? 0, edges[bin + 1] ?? 1];
  return (bin + Math.min(1, (ms - from) / (to - from))) / steps;
}

function timeText(ms: number): string {
  return ms < 1 ? 'under 1 ms' : shortTime(ms);
}

function tableOf(latency: readonly LatencyFacts[]): Html {
  const rows = latency.map(({ operation, answered, unanswered, quantiles }) => {
    const time = (name: (typeof QUANTILES)[number][0]): string => (quantiles === null ? '' : timeText(quantiles[name]));
    return [
      nameOf(operation),
      grouped(answered),
      grouped(unanswered),
      ...[...QUANTILES].reverse().map(([name]) => time(name)),
    ];
  });
  const head = ['operation', 'answered', 'not answered', 'median', '95th percentile', '99th percentile', 'longest'];
  return renderTable(head, rows, [1, 2, 3, 4, 5, 6]);
}
