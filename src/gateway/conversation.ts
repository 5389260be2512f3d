import type { Buffer } from 'node:buffer';
import { RESET, TRUNCATED } from '../wire/connection-failure.js';
import type { Trouble } from '../wire/exchange.js';
import { LengthReader, type BodyReader } from './body-reader.js';
import { Dialog, type Keeping } from './dialog.js';
import { answerBody, parseAnswerHead, parseRequestHead, requestBody, type AnswerHead } from './head.js';
import { MessageReader } from './message-reader.js';

/** What a {@link Conversation} tells. */
export interface ConversationEvents {
  /** A request and its answer are over. */
  readonly over: (dialog: Dialog) => void;
  /** The client sends what cannot be read. */
  readonly unreadable: () => void;
}

const MALFORMED: Trouble = { kind: 'malformed', because: 'the answer is no valid HTTP' };
const UNASKED: Trouble = { kind: 'malformed', because: 'the service sent what no request called for' };
const CLIENT_LEFT: Trouble = {
  kind: 'stopped',
  because: 'the client closed the connection before the answer was over',
};
const CLIENT_LEFT_MIDWAY: Trouble = {
  kind: 'truncated',
  because: 'the client closed the connection in the middle of the answer',
};

/** What passes over one connection of a client, in both directions, told apart into dialogs. */
export class Conversation {
  /** Method of the first request; null before it. */
  firstMethod: string | null = null;
  private readonly number: number;
  private readonly readdress: (head: Buffer) => Buffer;
  private readonly keeping: Keeping;
  private readonly events: ConversationEvents;
  private readonly requests: MessageReader;
  private readonly answers: MessageReader;
  /** Dialogs whose answer is not over, oldest first. */
  private readonly unanswered: Dialog[] = [];
  /** The one whose request is still coming. */
  private asking: Dialog | null = null;
  /** The answer that is coming. */
  private answering: AnswerHead | null = null;
  /** Why no more answers can be expected. */
  private failure: Trouble | null = null;
  private outgoing: Buffer[] = [];

  /**
   * @param number - of the connection
   * @param readdress - gives the head of a request as it goes out
   */
  constructor(number: number, readdress: (head: Buffer) => Buffer, keeping: Keeping, events: ConversationEvents) {
    this.number = number;
    this.readdress = readdress;
    this.keeping = keeping;
    this.events = events;
    this.requests = new MessageReader({
      head: (bytes) => this.beginRequest(bytes),
      raw: (bytes) => this.outgoing.push(bytes),
      content: (bytes) => this.asking?.requestBody.add(bytes),
      end: () => this.endRequest({ isBroken: false }),
      lost: () => this.loseRequest(),
    });
    this.answers = new MessageReader({
      head: (bytes) => this.beginAnswer(bytes),
      raw: () => undefined,
      content: (bytes) => this.unanswered[0]?.answerBody.add(bytes),
      end: () => this.endAnswer(),
      lost: () => this.fail(MALFORMED),
    });
  }

  /** Takes what the client sent, and gives what goes to the service. */
  fromClient(bytes: Buffer): Buffer[] {
    this.outgoing = [];
    this.requests.read(bytes);
    return this.outgoing;
  }

  /** The client sends no more, but may still read. Gives what goes to the service. */
  clientEnded(): Buffer[] {
    this.outgoing = [];
    this.requests.finish();
    this.endRequest({ isBroken: true });
    return this.outgoing;
  }

  /** Takes what the service sent, which goes to the client as it is. */
  fromService(bytes: Buffer): void {
    this.answers.read(bytes);
  }

  /** The service sends no more. */
  serviceEnded(): void {
    this.answers.finish();
    this.fail(this.answering === null ? RESET : TRUNCATED);
  }

  /** The connection to the service broke, or none came about. */
  serviceFailed(trouble: Trouble = this.answering === null ? RESET : TRUNCATED): void {
    this.fail(trouble);
  }

  /** The connection is closed: all is over. */
  closed(trouble: Trouble = this.answering === null ? CLIENT_LEFT : CLIENT_LEFT_MIDWAY): void {
    this.fail(trouble);
    this.endRequest({ isBroken: true });
  }

  private beginRequest(bytes: Buffer): BodyReader | null {
    const head = parseRequestHead(bytes);
    this.outgoing.push(head === null ? bytes : this.readdress(bytes));
    const body = head === null ? null : requestBody(head);
    if (head === null || body === null) {
      this.events.unreadable();
      return null;
    }
    this.firstMethod ??= head.method;
    this.asking = new Dialog(head, this.number, this.keeping, this.events.over);
    if (this.failure === null) this.unanswered.push(this.asking);
    else this.asking.endAnswer(this.failure);
    if (head.method !== 'CONNECT') return body;
    this.endRequest({ isBroken: false });
    return null;
  }

  private endRequest(how: { readonly isBroken: boolean }): void {
    const asking = this.asking;
    this.asking = null;
    asking?.endRequest(how);
  }

  private loseRequest(): void {
    this.endRequest({ isBroken: true });
    this.events.unreadable();
  }

  private beginAnswer(bytes: Buffer): BodyReader | null {
    const method = this.unanswered[0]?.head.method;
    const head = parseAnswerHead(bytes);
    const body = head === null ? null : answerBody(method ?? '', head);
    if (method === undefined || head === null || body === null) {
      this.fail(method === undefined ? UNASKED : MALFORMED);
      return null;
    }
    if (head.status < 200 && head.status !== 101) return new LengthReader(0);
    this.answering = head;
    return head.status === 101 || (method === 'CONNECT' && head.status < 300) ? this.beginTunnel() : body;
  }

  /** From here on the connection carries something else than HTTP/1. */
  private beginTunnel(): null {
    this.endAnswer();
    this.requests.stop();
    return null;
  }

  private endAnswer(): void {
    const answering = this.answering;
    if (answering === null) return; // an informational one: the last one is still to come
    this.answering = null;
    this.unanswered.shift()?.endAnswer(answering);
  }

  private fail(trouble: Trouble): void {
    const later = trouble === TRUNCATED ? RESET : trouble;
    this.failure ??= later;
    this.answering = null;
    for (const [at, dialog] of this.unanswered.splice(0).entries()) dialog.endAnswer(at === 0 ? trouble : later);
  }
}
