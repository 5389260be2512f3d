import { Mutex } from './mutex.js';
import { Seldom } from './seldom.js';

/** So many refused ones of a run are sent in other ways one after another, so that the first tell the others how. */
const MOST_IN_TURN = 30;

/** After so many orders that no other way helped, none is tried but ever more seldom, as long as none ever did. */
const MOST_IN_VAIN = 3;

/** How often no other way helped, of orders of one kind. */
class InVain {
  private readonly dueAgain = new Seldom();
  private times = 0;

  note(): void {
    this.times += 1;
  }

  isDue(): boolean {
    return this.times < MOST_IN_VAIN || this.dueAgain.isDue();
  }
}

/** What a run knows of sending valid modifies in other ways once they were refused. */
export class OtherWays {
  private readonly turns = new Mutex();
  /** Orders that took modifies before may be filled or worn out since: those tell nothing of new ones. */
  private readonly inVain = { fresh: new InVain(), used: new InVain() };
  /** Whether prices that moved far were accepted where no others were. */
  haveGoneFar = false;
  private tried = 0;
  private hasHelped = false;

  /** Runs one after another at first, later on all at once. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    this.tried += 1;
    return this.tried > MOST_IN_TURN ? task() : this.turns.run(task);
  }

  /** Whether any is worth being tried for an order; `isFresh`: it took none before. */
  areDue(isFresh: boolean): boolean {
    return this.hasHelped || this.inVain[isFresh ? 'fresh' : 'used'].isDue();
  }

  /** Takes in whether one of them helped. */
  note(helped: boolean, isFresh: boolean): void {
    this.hasHelped ||= helped;
    if (!helped) this.inVain[isFresh ? 'fresh' : 'used'].note();
  }
}

const byRun = new WeakMap<object, OtherWays>();

/** Those of the run of this client. */
export function otherWaysOf(client: object): OtherWays {
  const known = byRun.get(client) ?? new OtherWays();
  byRun.set(client, known);
  return known;
}
