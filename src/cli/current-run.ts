import type { CertificationRun } from './certification-run.js';

let current: CertificationRun | null = null;

/** The run of this process: made by the global set-up, ended by the reporter. Playwright loads both in one process. */
export function currentRun(): CertificationRun | null {
  return current;
}

export function setCurrentRun(run: CertificationRun | null): void {
  current = run;
}
