import { markup, type Html } from '../html/html.js';
import type { Reply, RunFacts, WindowFacts, WindowMark } from '../facts/run-facts.js';
import { at, bar, drawing, key, SHAPES, upright, words } from './drawing.js';
import { renderEmpty, renderFigure, renderTable } from './figure.js';
import { distanceText, grouped, several } from './in-words.js';

const ID = 'picture-window';
const TITLE = 'The window of 60 seconds';
/** Up to here a second is as wide as any other; beyond, each step is ten times the one before. */
const EVEN_SECONDS = 90;
const FARTHEST_SECONDS = 1e6;
const EVEN_FROM = 0.2;
const EVEN_TO = 0.8;
/** Timestamps are whole seconds, and a service may round its own time. */
const ROUNDING_SECONDS = 1;
const LANE = 40;
const LANES: readonly (readonly [Reply, string])[] = [
  ['accepted', 'accepted'],
  ['refused', 'refused'],
  ['unclear', 'no clear answer'],
];

/** The window as a scale: how far the timestamps of modify requests were from the service's time, and what came of them. */
export function renderWindow({ window }: RunFacts): Html {
  if (window.requests === 0) return renderEmpty(ID, TITLE, whyNone(window));
  const lanes = LANES.filter(([reply]) => reply !== 'unclear' || window.marks.some((mark) => mark.reply === reply));
  return renderFigure({
    id: ID,
    title: TITLE,
    says: markup`${whatIsShown(window)} ${window.basis === 'probes' && edgesText(window)} ${clockText(window)}`,
    keys: keysOf(window, lanes),
    body: markup`<div class="pic-rows pic-window">${lanes.map((lane) => renderLane(lane, window))}<span></span>${renderAxis()}</div>
<p class="pic-axis-name">past ← seconds from the service’s time to X-Timestamp → future; beyond 90 s the scale is logarithmic</p>`,
    table: tableOf(window),
  });
}

function whyNone({ basis }: WindowFacts): string {
  return basis === 'probes'
    ? 'No modify was sent with a timestamp near the edges of the window.'
    : 'No modify was sent.';
}

function whatIsShown({ basis, requests, withoutTime }: WindowFacts): string {
  const without =
    withoutTime === 0
      ? ''
      : ` ${several(withoutTime, 'of them has', 'of them have')} no X-Timestamp that is a whole number.`;
  return basis === 'probes'
    ? `${several(requests, 'modify request that differs', 'modify requests that differ')} from accepted ones in nothing but the X-Timestamp.${without}`
    : `${several(requests, 'modify request')} of clients. A refusal may have any other cause.${without}`;
}

function edgesText(window: WindowFacts): Html {
  const { past, future, marks } = window;
  const stray = (reply: Reply): number =>
    marks.filter((mark) => mark.reply === reply && isStray(mark, window)).reduce((sum, { count }) => sum + count, 0);
  const [outside, inside] = [stray('accepted'), stray('refused')];
  const edge = (seconds: number | null): string => (seconds === null ? 'none' : distanceText(seconds));
  return markup`Farthest accepted: ${edge(past.farthestAccepted)} in the past, ${edge(future.farthestAccepted)} in the future. Nearest refused: ${edge(past.nearestRefused)} and ${edge(future.nearestRefused)}.${
    outside > 0 &&
    markup` <strong>Outside the window, ${several(outside, 'request was', 'requests were')} accepted.</strong>`
  }${inside > 0 && markup` <strong>Inside the window, ${several(inside, 'request was', 'requests were')} refused.</strong>`}`;
}

/** Whether a probe was accepted beyond the window or refused within it, by more than its edges are uncertain. */
function isStray({ seconds, reply }: WindowMark, { basis, limitSeconds, clock }: WindowFacts): boolean {
  // Marks stand at whole seconds.
  const blur = blurOf(clock) + 0.5;
  const far = Math.abs(seconds);
  if (basis !== 'probes') return false;
  return reply === 'accepted' ? far > limitSeconds + blur : reply === 'refused' && far < limitSeconds - blur;
}

function clockText({ clock, basis }: WindowFacts): string {
  if (clock === null) return 'The service did not tell its time, so distances are from our clock.';
  const [whose, their] = basis === 'probes' ? ['service’s', 'its'] : ['services’', 'their'];
  return `The ${whose} time is known to ${secondsText(clock.uncertaintyMs)} s from ${their} Date headers; whole seconds blur each edge by up to ${ROUNDING_SECONDS} s more.`;
}

function secondsText(ms: number): string {
  return (Math.ceil(ms / 100) / 10).toFixed(1);
}

/** How far an edge may be off, in seconds. */
function blurOf(clock: WindowFacts['clock']): number {
  return ROUNDING_SECONDS + (clock === null ? 0 : Math.min(30, clock.uncertaintyMs / 1_000));
}

const RING = markup`<circle class="pic-ring" r="8.5"/>`;

function keysOf(window: WindowFacts, lanes: typeof LANES): readonly Html[] {
  const square = (className: string): Html => markup`<rect class="${className}" x="-7" y="-7" width="14" height="14"/>`;
  return [
    ...lanes.map(([reply, name]) => key(SHAPES[reply], name)),
    ...(window.marks.some((mark) => isStray(mark, window))
      ? [key(markup`<circle class="pic-ring" r="6.5"/>`, 'on the wrong side of an edge')]
      : []),
    key(square('pic-inside'), 'the window'),
    key(square('pic-blur'), `edge, uncertain by ${blurOf(window.clock).toFixed(1)} s`),
  ];
}

function renderLane([reply, name]: readonly [Reply, string], window: WindowFacts): Html {
  const { limitSeconds: limit, clock } = window;
  const marks = window.marks.filter((mark) => mark.reply === reply);
  const blur = blurOf(clock);
  const total = marks.reduce((sum, { count }) => sum + count, 0);
  return markup`<span class="pic-name">${name} <b>${grouped(total)}</b></span>${drawing(
    'pic-lane',
    LANE,
    bar('pic-inside', shareOf(-limit), shareOf(limit), 0, LANE),
    [-limit, limit].map((edge) => bar('pic-blur', shareOf(edge - blur), shareOf(edge + blur), 0, LANE)),
    upright('pic-line', shareOf(0), 0, LANE),
    [-EVEN_SECONDS, EVEN_SECONDS].map((edge) => upright('pic-break', shareOf(edge), 0, LANE)),
    [-limit, limit].map((edge) => upright('pic-edge', shareOf(edge), 0, LANE)),
    marks.map((mark) => at(shareOf(mark.seconds), LANE / 2, renderMark(mark, isStray(mark, window)))),
  )}`;
}

function renderMark({ seconds, reply, count, exchange }: WindowMark, stray: boolean): Html {
  const label = `${sideText(seconds)}: ${reply}, ${several(count, 'request')}, exchange ${exchange}`;
  return markup`<g><title>${label}</title>${SHAPES[reply]}${stray && RING}</g>`;
}

function sideText(seconds: number): string {
  if (seconds === 0) return 'the service’s time';
  return `${distanceText(Math.abs(seconds))} in the ${seconds < 0 ? 'past' : 'future'}`;
}

function renderAxis(): Html {
  const tick = (seconds: number, text: string, className = ''): Html =>
    markup`${upright('pic-tick', shareOf(seconds), 0, 5)}${words(`pic-label ${className}`, shareOf(seconds), 20, text)}`;
  const sides = [-1, 1].map((side) => {
    const sign = side < 0 ? '−' : '+';
    return markup`${tick(side * 60, `${sign}60`)}${tick(side * 30, `${sign}30`, 'pic-wide')}${tick(side * 3_600, `${sign}1 h`, 'pic-wider')}${tick(side * 86_400, `${sign}1 day`)}`;
  });
  return drawing('pic-axis', 26, tick(0, '0'), sides);
}

/** Where a distance lies, from 0 at the far past to 1 at the far future. */
function shareOf(seconds: number): number {
  const far = Math.abs(seconds);
  const side = Math.sign(seconds);
  const half = (EVEN_TO - EVEN_FROM) / 2;
  if (far <= EVEN_SECONDS) return 0.5 + (side * half * far) / EVEN_SECONDS;
  const beyond = Math.log(Math.min(far, FARTHEST_SECONDS) / EVEN_SECONDS) / Math.log(FARTHEST_SECONDS / EVEN_SECONDS);
  return 0.5 + side * (half + (0.485 - half) * beyond);
}

function tableOf({ marks, dropped }: WindowFacts): Html {
  const rows = marks.map(({ seconds, reply, count, exchange }) => [
    sideText(seconds),
    reply === 'unclear' ? 'no clear answer' : reply,
    grouped(count),
    String(exchange),
  ]);
  const more = dropped > 0 ? [['at other distances', '', grouped(dropped), '']] : [];
  return renderTable(['X-Timestamp', 'answer', 'requests', 'first exchange'], [...rows, ...more], [2, 3]);
}
