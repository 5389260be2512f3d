/** Lets tasks run one after the other, in the order of asking. */
export class Mutex {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs the task when all before it have ended. A task that waits for another one of the same mutex never ends. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.last.then(task, task);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
