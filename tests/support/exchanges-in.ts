import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of `exchanges.jsonl`, as far as tests look at it. */
export interface Line {
  readonly clause: string;
  readonly request: { readonly method: string; readonly text: string | null };
  readonly response?: { readonly text: string | null };
}

/** What was sent and answered in a run, by its evidence. */
export function exchangesIn(folder: string): Line[] {
  return readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}
