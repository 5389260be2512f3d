import type { KeyEncoding } from '../../src/contract/profile.js';

/** What a client needs to talk to a running service, and how to end it. */
export interface RunningService {
  readonly baseUrl: string;
  /** The order source, see docs/settings.md. */
  readonly ordersUrl: string;
  readonly token: string;
  readonly signingKey: string;
  readonly signingKeyEncoding: KeyEncoding;
  /** A template or the name of a preset. */
  readonly signatureTemplate: string;
  close(): Promise<void>;
}

/** One misbehaviour of an independent service. */
export interface IndependentFault {
  /** Kebab-case. */
  readonly name: string;
  /** Id of the clause that it breaks first. */
  readonly clause: string;
  /** Further clauses that the same behaviour breaks, or shows in, in every run. */
  readonly also?: readonly string[];
  /** Those that it may show in: it hangs on the cases of the run, or on the moment. */
  readonly atTimes?: readonly string[];
  /** One sentence on what the service then does. */
  readonly does: string;
}

/**
 * A conformant service that was written from the document alone and shares no code with the reference service,
 * so that the suite is not tuned to one implementation.
 */
export interface IndependentService {
  /** Kebab-case. */
  readonly name: string;
  /** One sentence on how it is built. */
  readonly does: string;
  readonly faults: readonly IndependentFault[];
  /** @param fault - name of the one fault it has; `null`: none */
  start(fault: string | null): Promise<RunningService>;
}
