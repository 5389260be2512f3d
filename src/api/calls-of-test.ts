import { SuiteError } from '../contract/suite-error.js';

/** The calls of one test: they may go on once it is over, such as after its timeout, and a test may not wait for all of them. */
export class CallsOfTest {
  private readonly underWay = new Set<Promise<unknown>>();
  private over = false;

  /** The test is over: what is begun now comes too late. */
  get isOver(): boolean {
    return this.over;
  }

  /** @throws SuiteError where the test is over */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.over) throw tooLate();
    const running = call();
    this.underWay.add(running);
    try {
      return await running;
    } finally {
      this.underWay.delete(running);
    }
  }

  /**
   * Lets no further call begin, and waits for those under way.
   *
   * @param longestMs - so long at most
   * @returns whether all came to their end
   */
  async end(longestMs: number): Promise<boolean> {
    this.over = true;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestMs);
    });
    await Promise.race([Promise.allSettled(this.underWay), late]);
    clearTimeout(timer);
    return this.underWay.size === 0;
  }
}

function tooLate(): SuiteError {
  return new SuiteError(
    'The test is over: nothing is sent for it any more.',
    'test',
    'wait for each call with await, and give the test the time it needs; `service` and `takeOrder` are for the test or hook that names them among its fixtures, and for no later one',
  );
}
