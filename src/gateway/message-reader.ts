import { Buffer } from 'node:buffer';
import type { BodyReader } from './body-reader.js';

/** Largest head that is read. */
const LARGEST_HEAD = 64 * 1024;
const [LF, CR] = [0x0a, 0x0d];
const NOTHING: Buffer = Buffer.alloc(0);

/** What a {@link MessageReader} finds, in the order of the wire. */
export interface MessageEvents {
  /**
   * A whole head, with its empty last line.
   *
   * @returns how its body is framed; `null` where nothing that follows can be read
   */
  head(bytes: Buffer): BodyReader | null;
  /** What follows a head on the wire, framing included, and everything that cannot be read. */
  raw(bytes: Buffer): void;
  /** A part of a body. */
  content(bytes: Buffer): void;
  /** The end of a message. */
  end(): void;
  /** What was just given to `raw`, and all that follows, cannot be read. */
  lost(): void;
}

/** Finds the messages in one direction of an HTTP/1 connection, however its bytes come in pieces. */
export class MessageReader {
  private readonly events: MessageEvents;
  private held: Buffer = NOTHING;
  /** How far {@link held} was searched for its end. */
  private searched = 0;
  private body: BodyReader | null = null;
  private isReading = true;

  constructor(events: MessageEvents) {
    this.events = events;
  }

  /** Between two messages. */
  get isIdle(): boolean {
    return this.body === null && this.held.length === 0;
  }

  read(bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) rest = this.step(rest);
  }

  /** Nothing more will come: ends a body that has no other end. */
  finish(): void {
    if (this.body?.endsWithConnection === true) this.endMessage();
    if (this.held.length > 0) this.loseTrack(this.held);
    this.isReading = false;
  }

  /** Reads no more: what follows is no HTTP/1. */
  stop(): void {
    this.isReading = false;
  }

  private step(bytes: Buffer): Buffer {
    if (!this.isReading) {
      this.events.raw(bytes);
      return NOTHING;
    }
    return this.body === null ? this.readHead(bytes) : this.readBody(this.body, bytes);
  }

  private readHead(bytes: Buffer): Buffer {
    const held = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    if (!canBeginHead(held)) return this.loseTrack(held);
    const end = this.endOfHead(held);
    if ((end < 0 ? held.length : end) > LARGEST_HEAD) return this.loseTrack(held);
    this.held = end < 0 ? held : NOTHING;
    if (end < 0) return NOTHING;
    this.searched = 0;
    this.body = this.events.head(held.subarray(0, end));
    if (this.body === null) this.isReading = false;
    else if (this.body.isDone) this.endMessage();
    return held.subarray(end);
  }

  /** Where the empty line that ends a head is over; -1 where it has not come yet. */
  private endOfHead(bytes: Buffer): number {
    let at = this.searched;
    if (at === 0) while (bytes[at] === CR || bytes[at] === LF) at += 1;
    if (at === bytes.length) return -1;
    for (at = bytes.indexOf(LF, at); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      const next = bytes[at + 1] === CR ? at + 2 : at + 1;
      if (bytes[next] === LF) return next + 1;
      if (next >= bytes.length) break;
    }
    this.searched = at < 0 ? bytes.length : at;
    return -1;
  }

  private readBody(body: BodyReader, bytes: Buffer): Buffer {
    const length = body.read(bytes, (content) => this.events.content(content));
    if (length === null) return this.loseTrack(bytes);
    this.events.raw(bytes.subarray(0, length));
    if (body.isDone) this.endMessage();
    return bytes.subarray(length);
  }

  private endMessage(): void {
    this.body = null;
    this.events.end();
  }

  private loseTrack(bytes: Buffer): Buffer {
    this.held = NOTHING;
    this.isReading = false;
    this.events.raw(bytes);
    this.events.lost();
    return NOTHING;
  }
}

/** Whether the first byte can be one of a method or of a version: TLS, for one, would never come to the end of a head. */
function canBeginHead(bytes: Buffer): boolean {
  const first = bytes.find((byte) => byte !== CR && byte !== LF);
  return first === undefined || (first > 0x20 && first < 0x7f);
}
