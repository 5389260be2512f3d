import type { Trouble, WireRequest } from './exchange.js';
import type { WireResponse } from './recording.js';

/** One request of a client with its answer, byte for byte. Exactly one of `response` and `trouble` is set. */
export interface Passage {
  /** As it arrived. May hold secrets: never recorded as it is. */
  readonly request: WireRequest;
  /** The body was too large to be kept whole: `request.body` is its beginning. */
  readonly isBodyCut: boolean;
  /** As it went back, its body decoded. */
  readonly response?: WireResponse;
  readonly trouble?: Trouble;
  /** When the last byte of the request had come. Milliseconds since the epoch. */
  readonly arrivedAtMs: number;
  /** When the last byte of the answer had gone out. Milliseconds since the epoch. */
  readonly answeredAtMs: number;
  /** How far the clock of this machine was set before the request had come, in milliseconds; absent: it was not. */
  readonly clockSetByMs?: number;
  /** The same for all requests of one connection of the client. */
  readonly connection: number;
}
