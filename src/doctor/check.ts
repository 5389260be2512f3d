/** What one check came to. `skipped`: it was not tried, since something before it does not hold or it is not wanted. */
export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** One line of the doctor. Holds no secret. */
export interface Check {
  /** Kebab-case, permanent. */
  readonly id: string;
  readonly title: string;
  readonly status: CheckStatus;
  /** What was found, in plain words. */
  readonly found: string;
  /** What that means for a run. */
  readonly means?: string;
  /** What to do. */
  readonly remedy?: string;
  /** Further lines, such as what was signed. */
  readonly details?: readonly string[];
  /** The same in fewer lines, for people. */
  readonly brief?: readonly string[];
  /** What it leaves out keeps a run from being complete, though nothing is wrong. */
  readonly isIncomplete?: true;
  /** Of the details, what looks like a signature and is none: in lower-case hexadecimal. Not for the reader. */
  readonly digests?: ReadonlySet<string>;
}

/** Where no signed modify is sent. */
export const KEY_UNCHECKED = 'signing key and signature template are not checked';

/** A check that holds. */
export function ok(id: string, title: string, found: string, details: readonly string[] = []): Check {
  return { id, title, status: 'ok', found, ...(details.length > 0 && { details }) };
}

/** A check that was not tried. */
export function skipped(id: string, title: string, found: string): Check {
  return { id, title, status: 'skipped', found };
}
