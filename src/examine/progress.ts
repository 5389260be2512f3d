/** How far a run is. */
export interface Progress {
  readonly planned: number;
  /** With those that came to nothing since the run had ended by then. */
  readonly done: number;
  /** How many these are; left out, none. */
  readonly cutOff?: number;
  readonly requests: number;
  /** Clauses broken so far, by verdict. */
  readonly failed: number;
  readonly warned: number;
  /** All waits for a plain lookup that tells whether the service is still there. */
  readonly isInDoubt?: boolean;
  /** Orders that were modified are set back to their first values: how many are, of how many. */
  readonly settingBack?: { readonly done: number; readonly of: number };
}
