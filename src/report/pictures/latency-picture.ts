import { markup, type Html } from '../html/html.js';
import type { LatencyFacts, RunFacts } from '../facts/run-facts.js';
import { bar, drawing, upright, words } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, several, shortTime } from './in-words.js';

const ID = 'picture-latency';
const TITLE = 'How long answers took';
const HEIGHT = 96;
/** Above the bars, where the quantiles are named. */
const HEAD = 34;
/** Marks of the quantiles: name, and on which line it is written, so that neighbours do not cover each other. */
const QUANTILES = [
  ['medianMs', 'median', 0],
  ['p95Ms', '95 %', 1],
  ['p99Ms', '99 %', 0],
  ['maxMs', 'longest', 1],
] as const;
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
    says: 'From the first byte sent to the last byte received, by operation. Each step to the right is about one and a half times the one before.',
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
  const scale = (ms: number): number => shareOf(ms, edges);
  const room = HEIGHT - HEAD;
  const bars = bins.map(({ fromMs, toMs, count }) => {
    const height = count === 0 ? 0 : Math.max(2, Math.round((room * count) / highest));
    const label = `${shortTime(fromMs)} to ${shortTime(toMs)}: ${several(count, 'answer')}`;
    return (
      count > 0 &&
      markup`<g><title>${label}</title>${bar('pic-bar', scale(fromMs) + 0.001, scale(toMs) - 0.001, HEIGHT - height, height)}</g>`
    );
  });
  const marks = QUANTILES.map(([name, , line]) => {
    const place = scale(quantiles[name]);
    return markup`${upright('pic-quantile', place, line * 15 + 14, HEIGHT)}`;
  });
  const names = placedNames(quantiles, scale);
  return markup`${drawing('pic-bars', HEIGHT, markup`${bars}`, marks, names)}${renderAxis(edges)}`;
}

/** Names of the quantiles. On one line, the later one gives way where both have the same place. */
function placedNames(quantiles: NonNullable<LatencyFacts['quantiles']>, scale: (ms: number) => number): Html[] {
  return QUANTILES.map(([name, text, line]) => {
    const place = scale(quantiles[name]);
    return words('pic-label pic-strong', place, line * 15 + 11, `${text} ${shortTime(quantiles[name])}`);
  });
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

function tableOf(latency: readonly LatencyFacts[]): Html {
  const rows = latency.map(({ operation, answered, unanswered, quantiles }) => {
    const time = (name: (typeof QUANTILES)[number][0]): string =>
      quantiles === null ? '' : shortTime(quantiles[name]);
    return [nameOf(operation), grouped(answered), grouped(unanswered), ...QUANTILES.map(([name]) => time(name))];
  });
  const head = ['operation', 'answered', 'not answered', 'median', '95th percentile', '99th percentile', 'longest'];
  return renderTable(head, rows, [1, 2, 3, 4, 5, 6]);
}
