/** An answer that is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** An answer on its way. */
export interface Letter {
  /** By `performance.now()`. */
  readonly dueMs: number;
  readonly answer: Answer;
  readonly send: (answer: Answer) => void;
}

/** Sends the answers that are due. */
export function deliver(due: readonly Letter[]): void {
  for (const { send, answer } of due) send(answer);
}

/** Answers that wait to be sent: 2 to 15 ms each, so that they leave in another order than they came. */
export class Outbox {
  readonly #deliver: typeof deliver;
  #letters: Letter[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(deliverDue: typeof deliver) {
    this.#deliver = deliverDue;
  }

  post(answer: Answer, send: Letter['send']): void {
    this.#count += 1;
    this.#letters.push({ dueMs: performance.now() + 2 + ((this.#count * 9) % 14), answer, send });
    this.#timer ??= setInterval(() => this.#release(), 1);
  }

  /** Sends nothing any more. */
  close(): void {
    this.#letters = [];
    this.#rest();
  }

  #rest(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #release(): void {
    const nowMs = performance.now();
    const due = this.#letters.filter((letter) => letter.dueMs <= nowMs);
    this.#letters = this.#letters.filter((letter) => letter.dueMs > nowMs);
    if (this.#letters.length === 0) this.#rest();
    this.#deliver(due.sort((a, b) => a.dueMs - b.dueMs));
  }
}
