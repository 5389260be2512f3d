/** What the situation is about in which a client is given a task. */
export interface Situation {
  /** The clause that is broken where something else is declared than a careful client would. */
  readonly clause: string;
  /** The walk cannot be completed, so that a list is not what came of it. */
  readonly isHopeless?: true;
  /**
   * What is wrong in the answer can be read as what was meant, and need not be: a walk may be told as a failure, or whole;
   * a modify however. Nothing else of it is let pass.
   */
  readonly isDoubtful?: true;
  /** An answer with status 200 to a modify, which was carried out, says neither yes nor no. */
  readonly isUnreadable?: true;
  /** Not every client meets what it is about: one that does not ask for gzip, or does not try again. */
  readonly isOptional?: true;
}
