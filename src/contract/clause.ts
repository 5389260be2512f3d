import type { Answer } from './verdict.js';

/** How strongly the document speaks: stated, implied, or silent. It decides how a break is reported. */
export type Kind = 'required' | 'expected' | 'observe';

/** Who is bound by a clause. */
export type Role = 'service' | 'client' | 'both';

/** Whose conduct is judged. */
export type Side = Exclude<Role, 'both'>;

/** An operation of the interface that the document specifies whole (section 4). */
export type OperationId = 'modifyOrder' | 'listOrderableStocks';

/** A sentence for the document, with places in braces for what was observed (docs/compare.md). */
export interface ProposedSentence {
  /** The answer that it is for, or members that the answer has; absent: any. */
  readonly when?: Answer;
  readonly says: string;
}

/** What a clause of both roles says to a client. Kind and basis are those of the service where they are left out. */
export interface ClientWords {
  readonly sentence: string;
  /** The document may state what a client sends, and only imply that a service refuses anything else. */
  readonly kind?: Exclude<Kind, 'observe'>;
  readonly basis?: string;
}

/** One testable sentence of the catalogue in `specs/clauses`, in the words for the side that is judged. */
export interface Clause {
  /** Permanent: never reused, never renumbered. Three capitals, a dash, three digits. */
  readonly id: string;
  /** The file of `specs/clauses` it stands in. */
  readonly area: string;
  readonly sentence: string;
  readonly section: string;
  readonly kind: Kind;
  readonly role: Role;
  /** The words of the document this rests on, paraphrased in short. */
  readonly basis: string;
  /** Judged on every answer of the whole run, whichever clause the request was sent for. */
  readonly passive: boolean;
  /** Sends modifications: `unverified` in a read-only run. */
  readonly modifies: boolean;
  /** Of role `both` only. */
  readonly client?: ClientWords;
  /** Of kind `observe` only: the open question that an observation answers. */
  readonly question?: string;
  /** Of kind `observe` only: what the document could say, given what was observed. */
  readonly proposal?: readonly ProposedSentence[];
  /** Of the 23 operations of section 4.4 only: what a profile must bind before it can be tested. */
  readonly operation?: { readonly group: string; readonly name: string; readonly method: string | null };
}
