import { ServiceClock, type Sighting } from '../../client/service-clock.js';
import { headerValue, headerValues } from '../../wire/headers.js';
import { parseHttpDate } from '../../wire/http-date.js';
import type { Reply, WindowEdge, WindowFacts, WindowMark } from './run-facts.js';
import type { SeenExchange } from './seen-exchange.js';

/** Half the width of the window, in seconds (section 8). */
const LIMIT_SECONDS = 60;

/** Clauses that send requests whose only flaw can be their timestamp: those about the window, and its edges. */
const ABOUT_THE_WINDOW: ReadonlySet<string> = new Set(['CLK-004', 'CLK-005', 'CLK-006', 'CLK-007', 'OPN-047']);

/** Requests whose distance waits for the end, when the clock is known best; further ones are told with what is known. */
const MOST_WAITING = 2_000;
const MOST_MARKS = 400;
/** Clocks of a client's run: every scenario may have a service of its own. */
const MOST_CLOCKS = 200;
/** A service's time that is farther from what it was was set meanwhile: machines that answer in turn agree better. */
const JUMP_MS = 60_000;

/** A service's time, for as long as nobody sets it. */
interface Period {
  readonly clock: ServiceClock;
  /** When the first answer came that told it. */
  readonly sinceMs: number;
}

interface Waiting {
  readonly clock: ServiceClock;
  readonly timestamp: number;
  readonly sentAtMs: number;
  readonly reply: Reply;
  readonly exchange: number;
}

/** Places modify requests by how far their X-Timestamp is from the service's time. */
export class WindowGathering {
  private readonly basis: WindowFacts['basis'];
  private readonly leavesDatesOut: boolean;
  private readonly periods = new Map<string, Period>();
  private readonly waiting: Waiting[] = [];
  private readonly marks = new Map<string, { seconds: number; reply: Reply; count: number; exchange: number }>();
  private readonly past = { farthestAccepted: -Infinity, nearestRefused: Infinity };
  private readonly future = { farthestAccepted: -Infinity, nearestRefused: Infinity };
  private requests = 0;
  private withoutTime = 0;
  private dropped = 0;

  /** @param leavesDatesOut - `Date` is not that of the service: distances are from our clock */
  constructor(basis: WindowFacts['basis'], leavesDatesOut = false) {
    this.basis = basis;
    this.leavesDatesOut = leavesDatesOut;
  }

  see(seen: SeenExchange): void {
    const { clock, sinceMs } = this.periodOf(seen);
    if (!this.leavesDatesOut) observe(clock, seen);
    if (seen.operation !== 'modifyOrder') return;
    if (this.basis === 'probes' && !ABOUT_THE_WINDOW.has(seen.clause)) return;
    this.requests += 1;
    const timestamp = timestampOf(seen);
    if (timestamp === null || seen.sentAtMs === null || seen.sentAtMs < sinceMs) {
      this.withoutTime += 1;
      return;
    }
    const { sentAtMs, reply, number: exchange } = seen;
    if (this.waiting.length < MOST_WAITING) this.waiting.push({ clock, timestamp, sentAtMs, reply, exchange });
    else this.place({ clock, timestamp, sentAtMs, reply, exchange });
  }

  facts(): WindowFacts {
    for (const one of this.waiting.splice(0)) this.place(one);
    const known = [...this.periods.values()].map(({ clock }) => clock).filter(({ isKnown }) => isKnown);
    const worst = known.sort((a, b) => b.uncertaintyMs - a.uncertaintyMs)[0];
    return {
      limitSeconds: LIMIT_SECONDS,
      basis: this.basis,
      requests: this.requests,
      withoutTime: this.withoutTime,
      marks: [...this.marks.values()].sort((a, b) => a.seconds - b.seconds || (a.reply < b.reply ? -1 : 1)),
      dropped: this.dropped,
      clock: worst === undefined ? null : { offsetMs: worst.offsetMs, uncertaintyMs: worst.uncertaintyMs },
      past: edgeOf(this.past),
      future: edgeOf(this.future),
    };
  }

  /** A client's scenarios have a service each; all others ask one. */
  private periodOf(seen: SeenExchange): Period {
    const name = this.basis === 'probes' || this.periods.size >= MOST_CLOCKS ? '' : seen.clause;
    let period = this.periods.get(name);
    if (period === undefined || hasJumped(period.clock, seen)) {
      const sinceMs = period === undefined ? -Infinity : (seen.receivedAtMs ?? -Infinity);
      this.periods.set(name, (period = { clock: new ServiceClock(() => 0), sinceMs }));
    }
    return period;
  }

  private place({ clock, timestamp, sentAtMs, reply, exchange }: Waiting): void {
    const distance = timestamp - (sentAtMs + clock.offsetMs) / 1_000;
    this.widen(distance, reply);
    const seconds = Math.round(distance);
    const key = `${seconds} ${reply}`;
    const mark = this.marks.get(key);
    if (mark !== undefined) mark.count += 1;
    else if (this.marks.size < MOST_MARKS)
      this.marks.set(key, { seconds, reply, count: 1, exchange } satisfies WindowMark);
    else this.dropped += 1;
  }

  private widen(distance: number, reply: Reply): void {
    const edge = distance < 0 ? this.past : this.future;
    const far = Math.abs(distance);
    if (reply === 'accepted') edge.farthestAccepted = Math.max(edge.farthestAccepted, far);
    if (reply === 'refused') edge.nearestRefused = Math.min(edge.nearestRefused, far);
  }
}

function edgeOf({
  farthestAccepted,
  nearestRefused,
}: {
  farthestAccepted: number;
  nearestRefused: number;
}): WindowEdge {
  const known = (seconds: number): number | null => (Number.isFinite(seconds) ? Math.round(seconds * 10) / 10 : null);
  return { farthestAccepted: known(farthestAccepted), nearestRefused: known(nearestRefused) };
}

function observe(clock: ServiceClock, seen: SeenExchange): void {
  const sighting = sightingOf(seen);
  if (sighting !== null) clock.observe(sighting);
}

function hasJumped({ isKnown, offsetMs, uncertaintyMs }: ServiceClock, seen: SeenExchange): boolean {
  const { date, sentAtMs = 0, receivedAtMs = 0, cached } = sightingOf(seen) ?? {};
  const dateMs = cached === true ? Number.NaN : parseHttpDate(date, receivedAtMs);
  const far = JUMP_MS + uncertaintyMs;
  return isKnown && (dateMs - receivedAtMs > offsetMs + far || dateMs - sentAtMs < offsetMs - far);
}

function sightingOf({ answer, sentAtMs, receivedAtMs }: SeenExchange): Sighting | null {
  if (answer === null || sentAtMs === null || receivedAtMs === null) return null;
  const cached = Number(headerValue(answer.headers, 'age') ?? 0) > 0;
  return { date: headerValue(answer.headers, 'date'), sentAtMs, receivedAtMs, cached };
}

/** The one X-Timestamp of a request as a whole number; `null` where it is none. */
function timestampOf({ requestHeaders }: SeenExchange): number | null {
  const [only, ...more] = headerValues(requestHeaders, 'x-timestamp');
  return only !== undefined && more.length === 0 && /^\d{1,15}$/.test(only) ? Number(only) : null;
}
