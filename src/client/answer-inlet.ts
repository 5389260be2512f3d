import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';

const [CR, LF, ZERO] = [0x0d, 0x0a, 0x30];

/** How the head of an interim answer begins; any minor version will do. */
const BEGINNING = Buffer.from('HTTP/1.x 1');
const MINOR_AT = 7;

/** Where its status ends. */
const STATUS_END = 12;

/** 102: as little an answer as 100, and one that undici passes over. */
const OTHER_INTERIM = 0x32;

/**
 * Stands between a connection and the parser of undici. It counts what comes, and makes each `100 Continue` before an
 * answer a `102`: a client has to be able to pass over one that it did not ask for (RFC 9110, 15.2), and undici takes 100
 * alone for the end of the connection.
 */
export class AnswerInlet {
  private bytes = 0;
  private onBytes: ((before: number) => void) | null = null;
  /** How far the head is read that may be of an interim answer; null behind it. */
  private at: number | null = null;
  private isHundred = false;
  /** How much of the empty line that ends a head has come: CR LF CR LF. */
  private ending = 0;

  /** Lets everything that is read from the connection pass here first. */
  static on(socket: Socket): AnswerInlet {
    const inlet = new AnswerInlet();
    const read = socket.read.bind(socket);
    socket.read = (size?: number): unknown => {
      const bytes = read(size) as Buffer | null;
      if (bytes !== null) inlet.pass(bytes);
      return socket.destroyed ? null : bytes;
    };
    return inlet;
  }

  /**
   * A request goes out: what comes next is its answer.
   *
   * @param onBytes - told how many bytes of the answer had come before those that come now
   */
  begin(onBytes: (before: number) => void): void {
    this.onBytes = onBytes;
    this.bytes = this.at = this.ending = 0;
    this.isHundred = true;
  }

  private pass(bytes: Buffer): void {
    this.onBytes?.(this.bytes);
    this.bytes += bytes.length;
    for (let from = 0; from < bytes.length && this.at !== null; from += 1) this.step(bytes, from, this.at);
  }

  private step(bytes: Buffer, index: number, at: number): void {
    const byte = bytes[index];
    const isOther = at < BEGINNING.length && at !== MINOR_AT && byte !== BEGINNING[at];
    this.at = isOther ? null : at + 1;
    if (at >= BEGINNING.length && at < STATUS_END && byte !== ZERO) this.isHundred = false;
    if (at === STATUS_END - 1 && this.isHundred) bytes[index] = OTHER_INTERIM;
    this.ending = byte === (this.ending % 2 === 0 ? CR : LF) ? this.ending + 1 : Number(byte === CR);
    if (this.ending < 4) return;
    this.at = this.ending = 0;
    this.isHundred = true;
  }
}
