import { claimsOf } from '../wire/jwt-claims.js';
import { sleepFor, type Sleep } from './pace.js';

/** Gets a fresh token, such as by a command, until it is aborted. Rejects with words that hold no secret. */
export type FetchToken = (stop: AbortSignal) => Promise<string>;

/** Settings of a {@link TokenSource}. */
export interface TokenSourceOptions {
  /** The first token. */
  readonly token: string;
  /** `null`: there is no other token than the first. */
  readonly fetch: FetchToken | null;
  /** The service's time by our estimate, in milliseconds since the epoch. */
  readonly serviceNow: () => number;
  /** Local wall clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly sleep?: Sleep;
  /** Nothing is waited for once this is aborted. */
  readonly stopSignal?: AbortSignal;
  /** Called with each fresh token before it is used, so that it is recorded nowhere. */
  readonly onFresh: (token: string) => void;
  /** Called with why there is no fresh token; free of secrets. */
  readonly onTrouble: (because: string) => void;
}

/** A fresh token is fetched so long before the present one ends, or after four fifths of its life if that is later. */
const LEAD_MS = 60_000;
const LEAD_SHARE = 0.2;

/** Shortest time from one fetch to the next; doubled with each that was in vain. */
const SHORTEST_INTERVAL_MS = 2_000;
const LONGEST_INTERVAL_MS = 300_000;

/** A fetch that failed after so long hung. After so many in a row there are no more: each may hold all sending. */
const HANG_MS = 20_000;
const MOST_HANGS = 2;
/** So long a run that ends waits for a token to set orders back with. */
const LAST_WAIT_MS = 5_000;

/**
 * The token of a run. Where fresh ones can be had, one is fetched before the present one ends, and where the present one
 * is refused; never more often than every 2 s, ever more rarely while that is in vain, and no more where it hangs.
 */
export class TokenSource {
  private readonly options: TokenSourceOptions;
  private current: string;
  private dueMs: number;
  private endsMs: number;
  private fetching: Promise<void> | null = null;
  private readonly stopped: Promise<void>;
  private lastAtMs: number;
  /** Fetches since a request with the present token was accepted. */
  private inVain = 0;
  /** Fetches that hung since one did not. */
  private hangs = 0;
  private readonly ended = new AbortController();

  constructor(options: TokenSourceOptions) {
    this.options = options;
    this.current = options.token;
    [this.dueMs, this.endsMs] = lifeOf(this.current);
    this.lastAtMs = options.now();
    this.stopped = new Promise((resolve) =>
      options.stopSignal?.addEventListener('abort', () => resolve(), { once: true }),
    );
  }

  /** The token as it is now. */
  get present(): string {
    return this.current;
  }

  /** When the present token ends, in milliseconds since the epoch; `Infinity` where it does not say. */
  get endsAtMs(): number {
    return this.endsMs;
  }

  /** Whether there can be another token than the first. */
  get isRenewable(): boolean {
    return this.options.fetch !== null;
  }

  /** Whether the present token is another one than at first. */
  get isRenewed(): boolean {
    return this.current !== this.options.token;
  }

  /** Whether a fresh token can be had now, or soon: not right after fetches that were in vain. */
  get mayFetch(): boolean {
    return this.isRenewable && this.hangs < MOST_HANGS && (this.inVain === 0 || this.waitMs() <= 0);
  }

  /** Before a request is made: a token that ends soon is renewed meanwhile, one that has ended is waited for. */
  async prepare(): Promise<void> {
    if (!this.isRenewable || this.options.serviceNow() < this.dueMs) return;
    const renewed = this.renew();
    if (this.options.serviceNow() >= this.endsMs) await Promise.race([renewed, this.stopped]);
  }

  /** The present token, or, where that ends soon or has ended, a fresh one if one can be had, however long that takes. */
  async lasting(): Promise<string> {
    if (this.isRenewable && this.options.serviceNow() >= this.dueMs) await Promise.race([this.renew(), this.stopped]);
    return this.current;
  }

  /** Before what is sent after the end of a run: a token that ends soon is renewed first, unless that takes long. */
  async settle(): Promise<void> {
    const { sleep = sleepFor, serviceNow } = this.options;
    if (!this.isRenewable || this.hangs > 0 || serviceNow() < this.dueMs) return;
    const waited = new AbortController();
    await Promise.race([this.renew(), sleep(LAST_WAIT_MS, waited.signal)]);
    waited.abort();
  }

  /** Ends a fetch that is under way, for good. */
  close(): void {
    this.ended.abort();
  }

  /**
   * After a token was refused.
   *
   * @returns whether there is another one by now
   */
  async replace(refused: string): Promise<boolean> {
    if (this.current === refused) await Promise.race([this.renew(), this.stopped]);
    return this.current !== refused;
  }

  /**
   * A request that carried this token was accepted. Where it had ended by the service's time, that time is not what the
   * token's end goes by: the next is fetched when this one is refused.
   */
  noteAccepted(token: string): void {
    if (token !== this.current) return;
    this.inVain = 0;
    if (this.options.serviceNow() >= this.endsMs) this.dueMs = Infinity;
  }

  /** One fetch at a time, which all wait for. Never rejects. */
  private renew(): Promise<void> {
    this.fetching ??= this.fetchInTime().finally(() => (this.fetching = null));
    return this.fetching;
  }

  private async fetchInTime(): Promise<void> {
    const { now, sleep = sleepFor, stopSignal, fetch } = this.options;
    // What was in vain before is not waited for: whatever is refused until then is judged as it is.
    if (!this.mayFetch) return;
    const waitMs = this.waitMs();
    if (waitMs > 0) await sleep(waitMs, stopSignal);
    if (this.waitMs() > 0 || fetch === null) return;
    this.lastAtMs = now();
    this.inVain += 1;
    const begunAtMs = now();
    try {
      this.take(await fetch(this.ended.signal));
      this.hangs = 0;
    } catch (error) {
      if (this.ended.signal.aborted) return;
      this.options.onTrouble(error instanceof Error ? error.message : 'no fresh token could be had');
      this.hangs = now() - begunAtMs < HANG_MS ? 0 : this.hangs + 1;
      if (this.hangs === MOST_HANGS)
        this.options.onTrouble(`No more fresh tokens: that hung ${MOST_HANGS} times in a row.`);
    }
  }

  private waitMs(): number {
    return this.lastAtMs + intervalAfter(this.inVain) - this.options.now();
  }

  private take(token: string): void {
    const { onFresh, onTrouble, serviceNow } = this.options;
    const isSame = token === this.current;
    if (!isSame) {
      onFresh(token);
      this.current = token;
      [this.dueMs, this.endsMs] = lifeOf(token);
    }
    if (serviceNow() >= this.endsMs) onTrouble('The fresh token has ended already.');
    else if (isSame) onTrouble('The fresh token is the one that there was.');
  }
}

function intervalAfter(inVain: number): number {
  return Math.min(SHORTEST_INTERVAL_MS * 2 ** inVain, LONGEST_INTERVAL_MS);
}

/** When a token is to be renewed, and when it ends, in milliseconds since the epoch: never where it does not say. */
function lifeOf(token: string): [dueMs: number, endsMs: number] {
  const { exp, iat } = claimsOf(token) ?? {};
  if (typeof exp !== 'number') return [Infinity, Infinity];
  const lifeMs = typeof iat === 'number' && exp > iat ? (exp - iat) * 1000 : Infinity;
  return [exp * 1000 - Math.min(LEAD_MS, lifeMs * LEAD_SHARE), exp * 1000];
}
