import { withDigest } from '../contract/results-digest.js';
import type { Results } from '../contract/results.js';
import { writeResults } from '../report/write-run.js';

const EVERY_MS = 1_000;

/** Results of a run that goes on: a reader must see that it had not ended. It cannot be conformant yet. */
export function asUnfinished(results: Results, note: string): Results {
  const verdict = results.verdict === 'conformant' ? 'incomplete' : results.verdict;
  return withDigest({ ...results, verdict, notes: [note, ...results.notes], unfinished: true });
}

/** Writes the results so far of a run that watches, as long as it goes on. */
export function writeSnapshots(outDir: string, soFar: () => Results): Snapshots {
  const note = 'This was written while the run went on: it has not ended.';
  const snapshots = new Snapshots(() => writeResults(outDir, asUnfinished(soFar(), note)));
  snapshots.start();
  return snapshots;
}

/** Writes what is known every second, so that what is killed leaves a file that can be read. */
export class Snapshots {
  private readonly write: () => Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | null = null;

  /** @param write - its failures count for nothing: a full disk is told at the end, when it matters */
  constructor(write: () => Promise<void>) {
    this.write = write;
  }

  start(): void {
    this.take();
    this.timer = setInterval(() => this.take(), EVERY_MS).unref();
  }

  /** Ends it; what is being written is waited for. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private take(): void {
    this.writing ??= this.write()
      .catch(() => undefined)
      .finally(() => (this.writing = null));
  }
}
