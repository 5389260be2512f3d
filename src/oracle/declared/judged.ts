import type { Outcome } from '../../contract/verdict.js';

/** What a scenario came to on one clause. */
export interface Judged {
  readonly clause: string;
  readonly outcome: Outcome;
  /** What is asked of the client is what a plain task asks as well: where it fails at that, it says nothing of this one. */
  readonly isLikePlain?: true;
  /** It stands whatever the scenario is about, and whether or not the client came to that. */
  readonly isOfAnyTask?: true;
  /** It is about what the client sent, and not about what it told. */
  readonly isOfSending?: true;
}
