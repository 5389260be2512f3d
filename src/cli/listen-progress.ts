import { amount } from '../report/verdict-words.js';
import type { ListenEvent } from '../scenario/listen-for-client.js';

const MOST_REFUSED = 20;

/** What has become of the tasks that wait for a client, in the words of a terminal. */
export class ListenProgress {
  private readonly tasks: number;
  private readonly taken = new Set<string>();
  private readonly declared = new Set<string>();
  private isFetched = false;
  private refused = 0;
  private last: { readonly name: string; readonly told: string } | null = null;
  /** The task that the client is at. */
  private current: string | null = null;

  /** @param tasks - how many there are */
  constructor(tasks: number) {
    this.tasks = tasks;
  }

  /** @returns a line to be told at once: of the first sign of a client, and of what it got wrong */
  see(event: ListenEvent): string | null {
    switch (event.kind) {
      case 'fetched': {
        const isFirst = !this.isFetched;
        this.isFetched = true;
        return isFirst ? 'The tasks were fetched.\n' : null;
      }
      case 'request':
        this.taken.add(event.name);
        this.current = event.name;
        return null;
      case 'declared':
        this.settle(event.name, TOLD[event.declared]);
        return null;
      case 'refused':
        this.settle(event.name, 'what it told was refused');
        this.refused += 1;
        if (this.refused > MOST_REFUSED) return null;
        return `refused: the outcome of ${event.name}: ${event.because}\n`;
    }
  }

  /** `12 of 198 tasks done, 1 under way, 185 left; last walk-index-2: a list; waiting for the next one to be taken`. */
  line(): string {
    const underWay = [...this.taken].filter((name) => !this.declared.has(name)).length;
    const left = this.tasks - this.declared.size - underWay;
    const last = this.last === null ? '' : `; last ${this.last.name}: ${this.last.told}`;
    return `${this.declared.size} of ${amount(this.tasks, 'task')} done, ${underWay} under way, ${left} left${last}; waiting for ${this.waitingFor()}`;
  }

  /** What has to come next from the other side. */
  waitingFor(): string {
    if (this.current !== null) return `the outcome of ${this.current}`;
    if (this.taken.size === 0 && !this.isFetched) return 'a client to fetch the tasks';
    return 'the next task to be taken';
  }

  private settle(name: string, told: string): void {
    this.declared.add(name);
    this.last = { name, told };
    if (this.current === name) this.current = null;
  }
}

const TOLD = {
  instruments: 'a list',
  success: 'a success',
  'no success': 'no success',
  error: 'an error',
  nothing: 'nothing',
} as const;
