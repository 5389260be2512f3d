/** Tells once of each silence that lasts. Keeps no process alive. */
export class Silence {
  private readonly lastsMs: number;
  private readonly tell: () => void;
  private timer: NodeJS.Timeout;

  /** @param lastsMs - how long nothing has to come */
  constructor(lastsMs: number, tell: () => void) {
    [this.lastsMs, this.tell] = [lastsMs, tell];
    this.timer = this.begin();
  }

  /** Something came. */
  broken(): void {
    this.end();
    this.timer = this.begin();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private begin(): NodeJS.Timeout {
    return setTimeout(this.tell, this.lastsMs).unref();
  }
}
