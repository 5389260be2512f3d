import type { Clause, Side } from '../contract/clause.js';
import { BROKEN, type Outcome } from '../contract/verdict.js';
import type { Passage } from '../wire/passage.js';
import { plainText } from '../report/plain-text.js';
import { amount } from '../report/verdict-words.js';

/** What a clause has come to so far, from good to bad. */
const RANKS = ['held', 'warned', 'failed'] as const;
type Standing = (typeof RANKS)[number];

/** Adds up what is judged of both sides while traffic flows, in the words of a terminal. */
export class LiveTally {
  private requests = 0;
  private unanswered = 0;
  private connections = 0;
  /** Why the service was not reached when it was last told. */
  private unreachable = '';
  private readonly standings: Readonly<Record<Side, Map<string, Standing>>> = { client: new Map(), service: new Map() };

  /** @returns a line that tells that the service cannot be reached, for the first time and each other reason */
  see({ connection, trouble }: Pick<Passage, 'connection' | 'trouble'>): string | null {
    this.requests += 1;
    // they are numbered from 1
    this.connections = Math.max(this.connections, connection);
    if (trouble !== undefined) this.unanswered += 1;
    if (trouble?.kind !== 'unreachable' || trouble.because === this.unreachable) return null;
    this.unreachable = trouble.because;
    return `${plainText(trouble.because)}; the client was answered with status 502\n`;
  }

  /**
   * Takes what a judge says of one case.
   *
   * @param clause - with its kind in this run
   * @returns a line that tells of it, where the clause is broken for the first time
   */
  report(
    side: Side,
    { id, kind, sentence }: Pick<Clause, 'id' | 'kind' | 'sentence'>,
    outcome: Outcome,
  ): string | null {
    const standing = standingAfter(kind, outcome);
    if (standing === null) return null;
    const standings = this.standings[side];
    const before = standings.get(id);
    if (before !== undefined && RANKS.indexOf(before) >= RANKS.indexOf(standing)) return null;
    standings.set(id, standing);
    return standing === 'held' ? null : `${side} ${standing} ${id} (${kind}): ${plainText(sentence)}\n`;
  }

  /** `120 requests on 3 connections, 1 without a whole answer; client: 30 held, 1 failed; service: 52 held`. */
  line(): string {
    const without = this.unanswered > 0 ? `, ${this.unanswered} without a whole answer` : '';
    const traffic = `${amount(this.requests, 'request')} on ${amount(this.connections, 'connection')}${without}`;
    return [traffic, this.side('client'), this.side('service')].join('; ');
  }

  private side(side: Side): string {
    const standings = [...this.standings[side].values()];
    const counts = RANKS.map((rank) => [standings.filter((standing) => standing === rank).length, rank] as const);
    const shown = counts.filter(([count, rank]) => count > 0 || rank === 'held');
    return `${side}: ${shown.map(([count, rank]) => `${count} ${rank}`).join(', ')}`;
  }
}

/** `null`: it says neither that the clause holds nor that it is broken. */
function standingAfter(kind: Clause['kind'], { outcome }: Outcome): Standing | null {
  if (outcome === 'pass') return 'held';
  if (outcome !== 'broken') return null;
  const verdict = BROKEN[kind];
  return verdict === 'fail' ? 'failed' : verdict === 'warn' ? 'warned' : null;
}
