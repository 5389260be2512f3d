/** Lets a bounded number of tasks run at the same time; the others wait in the order in which they came. */
export class Turns {
  private active = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  /** Runs the task when a place is free. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.active >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.active += 1;
    try {
      return await task();
    } finally {
      // The place goes to who waits longest, or becomes free.
      const next = this.waiting.shift();
      if (next === undefined) this.active -= 1;
      else next();
    }
  }
}
