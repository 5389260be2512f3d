import type { TokenSource } from './token-source.js';

/** One request that was sent, as far as its token matters. */
export interface Attempt {
  readonly method: string;
  readonly target: string;
  /** The token, where it stood in the header as it should and nothing was wrong with the request on purpose; else `null`. */
  readonly token: string | null;
  /** `undefined` where no answer came. */
  readonly status: number | undefined;
  readonly sentAtMs: number;
}

/** Settings of a {@link TokenCure}. */
export interface TokenCureOptions {
  readonly tokens: TokenSource;
  /** Sends a plain lookup, which shows whether the token still holds and renews it where not; `null`: there is none. */
  readonly lookUp: (() => Promise<unknown>) | null;
  /** Local wall clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/** How many addresses of accepted lookups are remembered. */
const MOST_TARGETS = 16;
/** A modify that is refused with another status than 401 is most often refused for itself: a vain doubt at most so often. */
const DOUBT_INTERVAL_MS = 10_000;

/** A lookup that is under way. */
interface Asking {
  readonly begunMs: number;
  readonly answer: Promise<void>;
}

/**
 * Sends what was refused for a token that has ended once more, with a fresh one. A refusal that has another reason stays
 * what it is: first the present token is tried again, by a lookup, which changes nothing.
 */
export class TokenCure {
  private readonly options: TokenCureOptions;
  private readonly accepted = new Set<string>();
  private acceptedToken = '';
  /** When the latest accepted request with that token was sent. */
  private acceptedAtMs = -Infinity;
  private doubtedAtMs = -Infinity;
  private asking: Asking | null = null;

  constructor(options: TokenCureOptions) {
    this.options = options;
  }

  /** Sends, and once more where a fresh token may cure the refusal. */
  async send<T extends Attempt>(once: () => Promise<T>): Promise<T> {
    const first = await once();
    if (first.token === null) return first;
    this.note(first);
    if (!this.isInDoubt(first, first.token)) return first;
    return first.method === 'GET' ? this.repeat(first, first.token, once) : this.askFirst(first, first.token, once);
  }

  private note({ token, status, method, target, sentAtMs }: Attempt): void {
    if (token === null || status === undefined || status < 200 || status > 299) return;
    this.options.tokens.noteAccepted(token);
    if (token !== this.acceptedToken) this.acceptedAtMs = -Infinity;
    this.acceptedToken = token;
    this.acceptedAtMs = Math.max(this.acceptedAtMs, sentAtMs);
    if (method === 'GET' && this.accepted.size < MOST_TARGETS) this.accepted.add(target);
  }

  /** Whether the token may be what was refused. */
  private isInDoubt({ status, method, target, sentAtMs }: Attempt, token: string): boolean {
    if (status === undefined || status < 400 || status > 499 || status === 429) return false;
    const { tokens } = this.options;
    if (tokens.present === token && !tokens.mayFetch) return false;
    const isKnown = token === this.acceptedToken;
    if (isKnown && this.acceptedAtMs > sentAtMs) return false;
    if (method !== 'GET' && method !== 'POST') return false;
    if (status === 401 || tokens.present !== token) return true;
    if (method === 'GET') return !isKnown || this.accepted.has(target);
    return this.options.lookUp !== null;
  }

  /** A lookup changes nothing: it is sent again, with the same token first. */
  private async repeat<T extends Attempt>(first: T, refused: string, once: () => Promise<T>): Promise<T> {
    const { tokens } = this.options;
    if (tokens.present === refused) {
      const again = await once();
      this.note(again);
      const isRefused = again.status !== undefined && again.status >= 400 && again.status <= 499;
      if (again.token !== refused) return again;
      if (!isRefused || !(await tokens.replace(refused))) return first;
    }
    return this.last(once);
  }

  /** A modify is not sent twice with one token. */
  private async askFirst<T extends Attempt>(first: T, refused: string, once: () => Promise<T>): Promise<T> {
    const { tokens, lookUp } = this.options;
    if (lookUp !== null) await this.ask(first, refused, lookUp);
    else if (tokens.present === refused) await tokens.replace(refused);
    if (tokens.present === refused) return first;
    this.doubtedAtMs = -Infinity;
    return this.last(once);
  }

  /** One lookup answers for all that were sent before it; what was sent later is sent again as well where it renews the token. */
  private async ask({ status, sentAtMs }: Attempt, refused: string, lookUp: () => Promise<unknown>): Promise<void> {
    while (this.options.tokens.present === refused) {
      if (this.asking === null && status !== 401 && !this.isTimeToDoubt()) return;
      const { begunMs, answer } = (this.asking ??= this.begin(lookUp));
      await answer;
      if (begunMs >= sentAtMs) return;
    }
  }

  private isTimeToDoubt(): boolean {
    const nowMs = this.options.now();
    if (nowMs - this.doubtedAtMs < DOUBT_INTERVAL_MS) return false;
    this.doubtedAtMs = nowMs;
    return true;
  }

  private begin(lookUp: () => Promise<unknown>): Asking {
    const end = (): void => {
      this.asking = null;
    };
    return { begunMs: this.options.now(), answer: lookUp().then(end, end) };
  }

  private async last<T extends Attempt>(once: () => Promise<T>): Promise<T> {
    const sent = await once();
    this.note(sent);
    return sent;
  }
}
