import type { RunVerdict } from '../contract/verdict.js';

/** What the command ends with. */
export const EXIT = { conformant: 0, nonConformant: 1, usage: 2, incomplete: 3 } as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** The status of a run that came to a verdict; under `--strict` the verdict has it already. */
export function exitStatusOf(verdict: RunVerdict): ExitStatus {
  switch (verdict) {
    case 'conformant':
      return EXIT.conformant;
    case 'non-conformant':
      return EXIT.nonConformant;
    case 'incomplete':
      return EXIT.incomplete;
  }
}

let atExit: ExitStatus | null = null;

/**
 * Makes this process end with the given status whatever Playwright ends it with, which knows 0, 1 and 130 only.
 * The last call counts.
 */
export function endProcessWith(status: ExitStatus): void {
  if (atExit === null) process.once('exit', () => (process.exitCode = atExit ?? undefined));
  atExit = status;
}
