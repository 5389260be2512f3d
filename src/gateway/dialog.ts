import type { Trouble } from '../wire/exchange.js';
import { decompress } from '../wire/decompress.js';
import { headerValues } from '../wire/headers.js';
import type { Passage } from '../wire/passage.js';
import type { AnswerHead, RequestHead } from './head.js';
import { KeptBody } from './kept-body.js';
import type { Room } from './room.js';

/** How dialogs are kept until they are over. */
export interface Keeping {
  /** Bytes of one body that are kept. */
  readonly most: number;
  readonly room: Room;
  readonly now: () => number;
  /** How far the machine's clock was set so far, in milliseconds. */
  readonly clockSetByMs: () => number;
}

/** The gateway was closed in the middle. */
export const STOPPED: Trouble = { kind: 'stopped', because: 'the gateway was closed before the answer was over' };

/** One request with its answer, while they pass by. */
export class Dialog {
  readonly head: RequestHead;
  readonly requestBody: KeptBody;
  readonly answerBody: KeptBody;
  private readonly connection: number;
  private readonly keeping: Keeping;
  private readonly onOver: (dialog: Dialog) => void;
  private outcome: AnswerHead | Trouble = STOPPED;
  private isRequestBroken = false;
  private arrivedAtMs = Number.NaN;
  private answeredAtMs = Number.NaN;
  private clockSetByMs = 0;

  /** @param onOver - called once, when no more will come of the request nor of the answer */
  constructor(head: RequestHead, connection: number, keeping: Keeping, onOver: (dialog: Dialog) => void) {
    this.head = head;
    this.connection = connection;
    this.keeping = keeping;
    this.onOver = onOver;
    this.requestBody = new KeptBody(keeping.most, keeping.room);
    this.answerBody = new KeptBody(keeping.most, keeping.room);
  }

  /** No more of the request will come: it is whole, or it broke off. */
  endRequest({ isBroken }: { readonly isBroken: boolean }): void {
    this.isRequestBroken = isBroken;
    this.arrivedAtMs = this.keeping.now();
    this.clockSetByMs = this.keeping.clockSetByMs();
    if (!Number.isNaN(this.answeredAtMs)) this.onOver(this);
  }

  /** No more of an answer will come. That may be so before the request is over. */
  endAnswer(outcome: AnswerHead | Trouble): void {
    this.outcome = outcome;
    this.answeredAtMs = this.keeping.now();
    if (!Number.isNaN(this.arrivedAtMs)) this.onOver(this);
  }

  /** What is to be judged, once all is over. */
  async passage(): Promise<Passage> {
    const { requestBody, arrivedAtMs, answeredAtMs, clockSetByMs, connection } = this;
    const body = requestBody.bytes.length === 0 ? null : requestBody.bytes;
    return {
      request: { ...this.head, body },
      isBodyCut: requestBody.isCut || this.isRequestBroken,
      ...(await this.decoded(this.outcome)),
      arrivedAtMs,
      answeredAtMs,
      ...(clockSetByMs > 0 && { clockSetByMs }),
      connection,
    };
  }

  /** Forgets the bodies. */
  release(): void {
    this.requestBody.release();
    this.answerBody.release();
  }

  private async decoded(outcome: AnswerHead | Trouble): Promise<Pick<Passage, 'response' | 'trouble'>> {
    if ('kind' in outcome) return { trouble: outcome };
    if (this.answerBody.isCut) {
      return { trouble: { kind: 'oversize', because: 'the answer is larger than what is kept of one for judging' } };
    }
    const codings = headerValues(outcome.headers, 'content-encoding').join(',');
    const unfolded = await decompress(this.answerBody.bytes, codings, this.keeping.most);
    return 'trouble' in unfolded ? unfolded : { response: { ...outcome, body: unfolded.body } };
  }
}
