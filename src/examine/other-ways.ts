import { Mutex } from './mutex.js';
import { Seldom } from './seldom.js';

/** So many refused ones of a run are sent in other ways one after another, so that the first tell the others how. */
const MOST_IN_TURN = 30;

/** After so many orders that no other way helped, none is tried but ever more seldom, as long as none ever did. */
const MOST_IN_VAIN = 3;

/** What a run knows of sending valid modifies in other ways once they were refused. */
export class OtherWays {
  private readonly turns = new Mutex();
  private readonly dueAgain = new Seldom();
  private tried = 0;
  private inVain = 0;
  private hasHelped = false;

  /** Runs one after another at first, later on all at once. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    this.tried += 1;
    return this.tried > MOST_IN_TURN ? task() : this.turns.run(task);
  }

  /** Whether any is worth being tried. */
  areDue(): boolean {
    return this.hasHelped || this.inVain < MOST_IN_VAIN || this.dueAgain.isDue();
  }

  /** Takes in whether one of them helped; `isFresh`: the order took none before, so that it was neither filled nor worn out since. */
  note(helped: boolean, isFresh: boolean): void {
    this.hasHelped ||= helped;
    if (isFresh) this.inVain += 1;
  }
}

const byRun = new WeakMap<object, OtherWays>();

/** Those of the run of this client. */
export function otherWaysOf(client: object): OtherWays {
  const known = byRun.get(client) ?? new OtherWays();
  byRun.set(client, known);
  return known;
}
