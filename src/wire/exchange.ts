import type { OperationId } from '../contract/clause.js';

/** Header names and values in the order of the wire; a name may occur more than once. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** A request as it goes out, byte for byte. Holds secrets: never recorded as it is. */
export interface WireRequest {
  readonly method: string;
  /** Path with the base URL's prefix, and `?query` where there is one, exactly as sent. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/** Why no whole answer came. */
export interface Trouble {
  readonly kind: 'unreachable' | 'reset' | 'timeout' | 'truncated' | 'oversize' | 'malformed' | 'busy' | 'stopped';
  /** One plain sentence, free of secrets. */
  readonly because: string;
}

/** An answer, redacted. */
export interface RecordedResponse {
  readonly status: number;
  /** Names in lower case, values redacted. */
  readonly headers: Headers;
  /** Decoded body as text, redacted; `null` where its bytes are no valid UTF-8. */
  readonly text: string | null;
  /** A body that is no valid UTF-8 as base64; a long one is cut and ends with `…`. Absent where a secret is in it. */
  readonly base64?: string;
  /** Bytes of the decoded body. */
  readonly size: number;
  /** The body as JSON; see {@link ParsedJson}. */
  readonly json: ParsedJson;
}

/**
 * A body read as JSON. `value` is `undefined` where it is none. Parsed from redacted text, so no secret is in it.
 */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown; readonly duplicateMembers: readonly string[] }
  | { readonly ok: false; readonly because: string };

/** What a request that was made invalid on purpose must come to. */
export type Expected = 'refusal';

/** Which page of which walk a lookup asks for. */
export interface WalkMark {
  /** The same for all walks of one process, drawn by lot: a run that was put together has several. */
  readonly part: string;
  /** Counts up from 1 within the part. */
  readonly number: number;
  /** Counts up from 1. What a last page gives a key for is one page more. */
  readonly page: number;
  /** The `first` and `later` ones of a group are looked at by all clauses on walks; one `again` by its own clause alone. */
  readonly made: 'first' | 'later' | 'again';
  /** The walk before it broke off, and this is the same once more. */
  readonly isRetry?: true;
  /** Number of the first of the walks whose pages are asked for in turns, of which this is one. */
  readonly turns?: number;
}

/** What is known of a request that others sent, beside what it says. */
export interface Origin {
  /** The same for all requests of one connection. */
  readonly connection: number;
  /** The same for all requests with the same Authorization, counted from 1; absent where there is none. */
  readonly client?: number;
  /** Number of the task that it was sent for, as tasks.jsonl has it; absent where there are no tasks. */
  readonly task?: number;
  /** The body was not known whole. */
  readonly isBodyCut?: true;
  /** How far the clock of the machine that recorded it was set before, in milliseconds: its time may be off by that. */
  readonly clockSetByMs?: number;
}

/**
 * One request with its answer, timed and redacted at recording: no secret is ever in it.
 * Exactly one of `response` and `trouble` is set.
 */
export interface Exchange {
  /** Counts up from 1 within a run. */
  readonly number: number;
  /** On whose behalf it was sent. */
  readonly clause: string;
  /** `refusal`: the request breaks the clause on whose behalf it was sent, so that it must be refused. */
  readonly expects?: Expected;
  /** Of a request with a wrong Authorization that is held against others with the same: what is wrong with it. */
  readonly way?: string;
  /** Only of lookups that are made for walks. */
  readonly walk?: WalkMark;
  /** Only of what others sent. */
  readonly origin?: Origin;
  readonly operation: OperationId | null;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: Headers;
    /** Body as text, redacted, `null` where there was none or it is no valid UTF-8. */
    readonly text: string | null;
    /** As in {@link RecordedResponse}. */
    readonly base64?: string;
    readonly size: number;
  };
  readonly response?: RecordedResponse;
  readonly trouble?: Trouble;
  /** Local wall clock, milliseconds since the epoch. */
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  /** Answers 429 or 503 that were waited out before this answer. */
  readonly waits: number;
}

/** An exchange as exchanges.jsonl has it, one a line: long texts are cut, and the parsed body is left to its text. */
export type RecordedExchange = Omit<Exchange, 'response'> & { readonly response?: Omit<RecordedResponse, 'json'> };
