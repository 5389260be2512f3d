import type { Passage } from '../wire/passage.js';
import type { Dialog } from './dialog.js';

/** Hands over passages in the order in which they ended, whatever their judge makes of them. */
export class HandOver {
  private readonly onPassage: (passage: Passage) => void;
  private readonly onThrown: (error: unknown) => void;
  private last: Promise<void> = Promise.resolve();

  /** @param onThrown - takes what `onPassage` throws */
  constructor(onPassage: (passage: Passage) => void, onThrown: (error: unknown) => void) {
    this.onPassage = onPassage;
    this.onThrown = onThrown;
  }

  add(dialog: Dialog): void {
    this.last = this.last.then(() => this.handOver(dialog));
  }

  /** Resolves once all that was added is handed over. */
  settled(): Promise<void> {
    return this.last;
  }

  private async handOver(dialog: Dialog): Promise<void> {
    try {
      this.onPassage(await dialog.passage());
    } catch (error) {
      this.onThrown(error);
    } finally {
      dialog.release();
    }
  }
}
