import { markup, type Html } from '../html/html.js';
import type { RunFacts, StripFacts, StripFinding, StripLane, StripPause } from '../facts/run-facts.js';
import { plainText } from '../plain-text.js';
import { at, drawing, key, percent, SHAPES, upright, words } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { grouped, several, shortTime } from './in-words.js';

const ID = 'picture-strip';
const TITLE = 'What was sent when';
const MOST_LANES = 24;
const LANE = 26;
const BARS = 20;
/** Room for the marks of findings above the bars. */
const TOP = LANE - BARS;
const TICKS = 4;
const NAMES: Readonly<Record<string, string>> = {
  modifyOrder: 'POST /orders/modify',
  listOrderableStocks: 'GET /stocks/orders',
};

/** The run from its first request to its last: what was sent when, and where findings showed. */
export function renderStrip({ strip }: RunFacts): Html {
  const { startMs, endMs } = strip;
  if (startMs === null || endMs === null) return renderEmpty(ID, TITLE, 'No request was sent.');
  const lanes = lanesOf(strip);
  const highest = Math.max(1, ...lanes.flatMap(({ bins }) => bins.map(({ count }) => count)));
  const span = { startMs, endMs: Math.max(endMs, startMs + 1) };
  const findings = strip.lanes.flatMap((lane) => lane.findings);
  return renderFigure({
    id: ID,
    title: TITLE,
    says: whatIsShown(strip, span, findings),
    keys: [
      key(
        markup`<path class="pic-spark" d="M-7 7V1h3v6zM-3 7v-11h3v11zM1 7V-1h3v8z"/>`,
        `requests in ${shortTime(strip.binMs)}`,
      ),
      ...(findings.some(({ verdict }) => verdict === 'fail') ? [key(SHAPES.fail, 'a required clause is broken')] : []),
      ...(findings.some(({ verdict }) => verdict === 'warn') ? [key(SHAPES.warn, 'an expected clause is broken')] : []),
    ],
    body: markup`<div class="pic-rows pic-strip">${lanes.map((lane) => renderLane(lane, strip, span, highest))}${strip.pauses.length > 0 && renderPauses(strip.pauses, span)}<span></span>${renderAxis(span)}</div>`,
    table: tablesOf(strip, span.startMs),
  });
}

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

const WHOSE: Readonly<Record<StripFacts['laneKind'], string>> = {
  area: 'Each row is an area of clauses, in the order in which their first requests went out.',
  scenario: 'Each row is a scenario, in the order in which the client first met it.',
  operation: 'Each row is an operation.',
};

function whatIsShown(
  { laneKind, unplaced, pauses }: StripFacts,
  { startMs, endMs }: Span,
  findings: readonly StripFinding[],
): string {
  const { length } = findings;
  const cases = findings.reduce((sum, finding) => sum + finding.cases, 0);
  const once = cases > length ? `, once for all of ${length === 1 ? 'its' : 'their'} ${grouped(cases)} cases` : '';
  const shown =
    length === 0
      ? ''
      : ` ${several(length, 'finding is', 'findings are')} marked at the request that shows ${length === 1 ? 'it' : 'them'} best${once}.`;
  const hidden =
    unplaced === 0
      ? ''
      : ` ${several(unplaced, 'finding has', 'findings have')} no request of their own and no place here.`;
  return `${shortTime(endMs - startMs)} from ${clockText(startMs)} UTC on. ${WHOSE[laneKind]}${pausesInWords(pauses)}${shown}${hidden}`;
}

const WHY: Readonly<Record<StripPause['why'], string>> = {
  asked: 'since the service had asked to wait',
  end: 'before the orders were set back, when all clauses had been tried',
  shards: 'between the shards that the run was put together from',
  unknown: 'and the record does not tell why',
};

/** For how long nothing was sent, by what is known of the reason. */
function pausesInWords(pauses: readonly StripPause[]): string {
  return (Object.keys(WHY) as StripPause['why'][])
    .flatMap((why) => {
      const own = pauses.filter((pause) => pause.why === why);
      if (own.length === 0) return [];
      const lasted = shortTime(own.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0));
      return [` Nothing was under way for ${lasted}${own.length > 1 ? ` in ${own.length} pauses` : ''}, ${WHY[why]}.`];
    })
    .join('');
}

/** Times in which nothing was sent, as long as they were. */
function renderPauses(pauses: readonly StripPause[], span: Span): Html {
  const marks = pauses.map(({ fromMs, toMs }) => {
    const [from, to] = [placeOf(fromMs, span), placeOf(toMs, span)];
    const line = markup`<line class="pic-line" x1="${percent(from)}" x2="${percent(to)}" y1="15.5" y2="15.5"/>`;
    const ends = [from, to].map((end) => upright('pic-tick', end, 11, 20));
    return markup`${line}${ends}${words('pic-label', (from + to) / 2, 11, shortTime(toMs - fromMs))}`;
  });
  return markup`<span class="pic-name">pauses</span>${drawing('pic-lane', LANE, marks)}
`;
}

function clockText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** As many lanes as can be read: those with findings stay, the rest of the smaller ones becomes one. */
function lanesOf({ lanes }: StripFacts): StripLane[] {
  if (lanes.length <= MOST_LANES) return [...lanes];
  const weight = ({ findings, requests }: StripLane): number => findings.length * 1e12 + requests;
  const kept = new Set([...lanes].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_LANES - 1));
  const rest = lanes.filter((lane) => !kept.has(lane));
  return [...lanes.filter((lane) => kept.has(lane)), together(rest)];
}

function together(lanes: readonly StripLane[]): StripLane {
  const bins = new Map<number, number>();
  for (const { bin, count } of lanes.flatMap((lane) => lane.bins)) bins.set(bin, (bins.get(bin) ?? 0) + count);
  return {
    name: `${grouped(lanes.length)} more`,
    requests: lanes.reduce((sum, { requests }) => sum + requests, 0),
    bins: [...bins].map(([bin, count]) => ({ bin, count })).sort((a, b) => a.bin - b.bin),
    findings: lanes.flatMap(({ findings }) => findings),
    moreFindings: lanes.reduce((sum, { moreFindings }) => sum + moreFindings, 0),
  };
}

function renderLane(lane: StripLane, strip: StripFacts, span: Span, highest: number): Html {
  const count = Math.max(1, Math.ceil((span.endMs - span.startMs) / strip.binMs));
  const spark = markup`<svg y="${TOP}" width="100%" height="${BARS}" viewBox="0 0 ${count} ${BARS}" preserveAspectRatio="none"><path class="pic-spark" d="${sparkOf(lane, highest)}"/></svg>`;
  const marks = lane.findings.map((finding) => at(placeOf(finding.atMs, span), TOP + 3, renderFinding(finding)));
  const ground = markup`<line class="pic-ground" x2="100%" y1="${LANE - 0.5}" y2="${LANE - 0.5}"/>`;
  return markup`<span class="pic-name">${laneText(lane.name)} <b>${grouped(lane.requests)}</b></span>${drawing('pic-lane', LANE, ground, spark, marks)}
`;
}

/** One path for all bars of a lane; heights grow with the logarithm, so that a single request is seen beside a thousand. */
function sparkOf({ bins }: StripLane, highest: number): string {
  return bins
    .map(({ bin, count }) => {
      const share = Math.log1p(count) / Math.log1p(highest);
      const height = Math.max(2, Math.round(BARS * share * 10) / 10);
      return `M${bin} ${BARS}v-${height}h1v${height}z`;
    })
    .join('');
}

function renderFinding({ clause, verdict, cause, cases, exchange }: StripFinding): Html {
  return markup`<g><title>${clause}: ${plainText(cause)}, ${several(cases, 'case')}, exchange ${exchange}</title>${SHAPES[verdict]}</g>`;
}

function laneText(name: string): string {
  return NAMES[name] ?? plainText(name).replaceAll('-', ' ');
}

function placeOf(ms: number, { startMs, endMs }: Span): number {
  return (ms - startMs) / (endMs - startMs);
}

function renderAxis({ startMs, endMs }: Span): Html {
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => index / TICKS).map((share) => {
    const text = share === 0 ? '0' : shortTime(share * (endMs - startMs));
    return markup`${upright('pic-tick', share, 0, 5)}${words('pic-label', share, 19, text)}`;
  });
  return drawing('pic-axis', 24, ticks);
}

function tablesOf({ lanes }: StripFacts, startMs: number): Html {
  const findings = lanes
    .flatMap((lane) => lane.findings)
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ clause, verdict, cause, cases, exchange, atMs }) => [
      markup`<a href="#${clause}">${clause}</a>`,
      verdict === 'fail' ? 'failed' : 'warned',
      plainText(cause),
      grouped(cases),
      shortTime(atMs - startMs),
      String(exchange),
    ]);
  const rows = lanes.map(({ name, requests, findings: own, moreFindings }) => [
    laneText(name),
    grouped(requests),
    grouped(own.length + moreFindings),
  ]);
  return markup`${findings.length > 0 && renderTable(['finding', 'verdict', 'what', 'cases', 'after', 'exchange'], findings, [3, 4, 5])}${renderTable(['row', 'requests', 'findings'], rows, [1, 2])}`;
}
