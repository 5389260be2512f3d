import type { Kind } from './clause.js';

/** What a clause comes to, as in results.json. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'observed' | 'unverified' | 'inapplicable';

/** What a whole run comes to. */
export type RunVerdict = 'conformant' | 'non-conformant' | 'incomplete';

/** JSON as an answer to an open question. Object members are in a stable order. */
export type Answer = null | boolean | number | string | readonly Answer[] | { readonly [member: string]: Answer };

/** A request or an answer as it is shown to a reader: redacted, bounded in size. */
export interface ShownExchange {
  readonly method: string;
  readonly target: string;
  readonly requestHeaders: readonly (readonly [string, string])[];
  readonly requestBody: string | null;
  /** A body that is no valid UTF-8, as base64; a long one is cut and ends with `…`. */
  readonly requestBase64?: string;
  readonly status: number | null;
  readonly responseHeaders: readonly (readonly [string, string])[];
  readonly responseBody: string | null;
  /** As `requestBase64`. */
  readonly responseBase64?: string;
  readonly durationMs: number;
  /** Number of the exchange in exchanges.jsonl. */
  readonly exchange: number;
}

/** One way in which a clause was broken, with the smallest case seen. */
export interface Finding {
  /** Findings of one clause with the same cause are one finding, counted. Plain words, no values of the run. */
  readonly cause: string;
  /** Where in the request or answer, such as `response /data/details/3/pointUnit`. */
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
  /** The exchange that shows it. */
  readonly shown?: ShownExchange;
  /** The nearest request that was accepted and differs by one edit. */
  readonly sibling?: ShownExchange;
}

/** What an oracle says of one case. It does not know how loud it is: the clause's kind decides. */
export type Outcome =
  | {
      readonly outcome: 'pass';
      /** Number of the exchange that shows it, where it was sent for another clause. */
      readonly exchange?: number;
    }
  | { readonly outcome: 'broken'; readonly finding: Finding }
  | { readonly outcome: 'unverified'; readonly because: string }
  | { readonly outcome: 'inapplicable'; readonly because: string }
  | { readonly outcome: 'observed'; readonly answer: Answer };

/** How the cause of a finding ends that shows only on a connection which carried a valid request before. */
export const ON_USED_ALONE = ', on a used connection alone';

/** Whether a finding with this cause shows on used connections alone. */
export const isOnUsedAlone = (cause: string): boolean => cause.endsWith(ON_USED_ALONE);

/** The one policy table from kind to the verdict of a broken clause. */
export const BROKEN: Readonly<Record<Kind, Verdict>> = { required: 'fail', expected: 'warn', observe: 'observed' };

export const pass: Outcome = { outcome: 'pass' };
export const passIn = (exchange: number | undefined): Outcome =>
  exchange === undefined ? pass : { outcome: 'pass', exchange };
export const broken = (finding: Finding): Outcome => ({ outcome: 'broken', finding });
export const unverified = (because: string): Outcome => ({ outcome: 'unverified', because });
/** Whether a result is an outcome, or has one, that tells nothing. */
export const isLeftOpen = (result: unknown): boolean =>
  Array.isArray(result)
    ? result.some(isLeftOpen)
    : typeof result === 'object' && result !== null && 'outcome' in result && result.outcome === 'unverified';
export const inapplicable = (because: string): Outcome => ({ outcome: 'inapplicable', because });
export const observed = (answer: Answer): Outcome => ({ outcome: 'observed', answer });
