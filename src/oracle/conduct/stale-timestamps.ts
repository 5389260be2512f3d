import { fingerprint } from '../../wire/fingerprint.js';
import { headerValue } from '../../wire/headers.js';
import { searchable } from './secrecy.js';
import { rule, slackMsOf, type Sight } from './sight.js';

/** Clients that are remembered. */
const MOST_CLIENTS = 1_000;
/**
 * For how long a timestamp is the one of the moment, in milliseconds: the second that it stands for, and what a signed modify
 * may wait for a connection.
 */
const A_MOMENT_MS = 6_000;
/** So many different modifies at one time are no coincidence of two clients whose clocks differ. */
const FEWEST_MODIFIES = 3;
/** Half the width of the window (section 8), in milliseconds. */
const WINDOW_MS = 60_000;

/** How a client has used its last timestamp. */
interface Use {
  readonly timestamp: string;
  readonly connection: number;
  /** Prints of the modifies that were sent with it; no more than tell them apart. */
  readonly modifies: Set<string>;
  arrivedAtMs: number;
  answeredAtMs: number;
  /** For how long modifies with it cannot have waited for each other. */
  idleMs: number;
}

/** Watches for timestamps that a client computes once and uses again for other modifies, in bounded memory. */
export class StaleTimestamps {
  private readonly uses = new Map<string, Use>();

  /**
   * What is no present time is left to the clauses on that, and a modify that comes again to the one on that.
   *
   * @clause CLI-045
   */
  see(sight: Sight): void {
    const { request, arrivedAtMs, answeredAtMs, connection, isBodyCut } = sight.passage;
    const timestamp = headerValue(request.headers, 'x-timestamp')?.trim() ?? '';
    const aheadMs = Math.abs(Number(timestamp || Number.NaN) * 1_000 - arrivedAtMs);
    if (isBodyCut || !(aheadMs <= WINDOW_MS + slackMsOf(sight))) return;
    const client = fingerprint(headerValue(request.headers, 'authorization') ?? '');
    const host = headerValue(request.headers, 'host') ?? '';
    const modify = fingerprint(`${host}${request.target}\n${searchable(request.body)}`);
    const last = this.uses.get(client);
    if (last?.timestamp !== timestamp) {
      if (last !== undefined) rule(sight, 'CLI-045', null);
      this.remember(client, {
        timestamp,
        connection,
        modifies: new Set([modify]),
        arrivedAtMs,
        answeredAtMs,
        idleMs: 0,
      });
      return;
    }
    // Modifies that are tasks of their own do not queue behind each other.
    const freeSinceMs = sight.facts.task === null ? last.answeredAtMs : last.arrivedAtMs;
    last.idleMs += Math.max(0, arrivedAtMs - freeSinceMs);
    last.arrivedAtMs = Math.max(last.arrivedAtMs, arrivedAtMs);
    last.answeredAtMs = Math.max(last.answeredAtMs, answeredAtMs);
    if (last.modifies.has(modify)) return;
    if (last.modifies.size < FEWEST_MODIFIES) last.modifies.add(modify);
    const isSameClient = last.connection === connection || last.modifies.size === FEWEST_MODIFIES;
    if (isSameClient && last.idleMs > A_MOMENT_MS) reportStale(sight, last);
  }

  private remember(client: string, use: Use): void {
    this.uses.delete(client);
    this.uses.set(client, use);
    const [oldest] = this.uses.keys();
    if (this.uses.size > MOST_CLIENTS && oldest !== undefined) this.uses.delete(oldest);
  }
}

function reportStale(sight: Sight, { idleMs }: Use): void {
  rule(sight, 'CLI-045', {
    cause: 'a modify is sent with the timestamp of an earlier one',
    at: 'request header X-Timestamp',
    expected: 'the time of this moment, and a signature over it',
    actual: `the time of another modify, ${Math.round(idleMs / 1000)} s ago`,
  });
}
