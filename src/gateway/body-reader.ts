import type { Buffer } from 'node:buffer';

/** Finds the end of a body, and what in it is content rather than framing. */
export interface BodyReader {
  readonly isDone: boolean;
  /** Only the end of the connection ends it. */
  readonly endsWithConnection: boolean;
  /**
   * @param bytes - as on the wire, perhaps beyond the body's end
   * @returns how many of them belong to the body; null where they cannot be read
   */
  read(bytes: Buffer, content: (bytes: Buffer) => void): number | null;
}

/** A body of a known length; infinite where only the end of the connection ends it. */
export class LengthReader implements BodyReader {
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  get isDone(): boolean {
    return this.left === 0;
  }

  get endsWithConnection(): boolean {
    return this.left === Number.POSITIVE_INFINITY;
  }

  read(bytes: Buffer, content: (bytes: Buffer) => void): number {
    const own = bytes.subarray(0, Math.min(this.left, bytes.length));
    this.left -= own.length;
    if (own.length > 0) content(own);
    return own.length;
  }
}

/** Longest line between chunks, extensions and a trailer included. */
const LONGEST_LINE = 16 * 1024;
const CHUNK_SIZE = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i;
const LF = 0x0a;

/** A body in chunks, with its trailers. */
export class ChunkedReader implements BodyReader {
  readonly endsWithConnection = false;
  private phase: 'size' | 'data' | 'after data' | 'trailer' | 'done' | 'unreadable' = 'size';
  private left = 0;
  private line = '';

  get isDone(): boolean {
    return this.phase === 'done';
  }

  read(bytes: Buffer, content: (bytes: Buffer) => void): number | null {
    let at = 0;
    while (at < bytes.length && !this.isDone) {
      const rest = bytes.subarray(at);
      at += this.phase === 'data' ? this.readData(rest, content) : this.readLine(rest);
      if (this.phase === 'unreadable') return null;
    }
    return at;
  }

  private readData(bytes: Buffer, content: (bytes: Buffer) => void): number {
    const own = bytes.subarray(0, this.left);
    this.left -= own.length;
    if (this.left === 0) this.phase = 'after data';
    content(own);
    return own.length;
  }

  private readLine(bytes: Buffer): number {
    const end = bytes.indexOf(LF);
    const length = end < 0 ? bytes.length : end + 1;
    if (this.line.length + length > LONGEST_LINE) {
      this.phase = 'unreadable';
      return 0;
    }
    this.line += bytes.toString('latin1', 0, length);
    if (end >= 0) {
      this.takeLine(this.line.replace(/\r?\n$/, ''));
      this.line = '';
    }
    return length;
  }

  private takeLine(line: string): void {
    if (this.phase === 'trailer') {
      if (line === '') this.phase = 'done';
    } else if (this.phase === 'after data') {
      this.phase = line === '' ? 'size' : 'unreadable';
    } else {
      const size = CHUNK_SIZE.exec(line)?.[1];
      this.left = Number.parseInt(size ?? '', 16);
      this.phase = size === undefined ? 'unreadable' : this.left === 0 ? 'trailer' : 'data';
    }
  }
}
