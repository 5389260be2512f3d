import { Buffer } from 'node:buffer';

/** Bytes that are put together and taken apart again at their end, behind room for what a keyed hash reads first. */
export class Draft {
  /** In bytes, with the room. */
  length: number;
  private readonly room: number;
  private bytes: Buffer;
  /** Views are dear to make, and lengths come again. */
  private readonly views = new Map<number, Buffer>();

  /** @param room - bytes in front of what is put together */
  constructor(room: number) {
    this.room = room;
    this.length = room;
    this.bytes = Buffer.alloc(room + 64 * 1024);
  }

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Puts bytes in the place of all that was put together. */
  replace(bytes: Uint8Array): void {
    this.length = this.room;
    this.append(bytes);
  }

  /** What was put together; overwritten by later calls. */
  get content(): Buffer {
    return this.bytes.subarray(this.room, this.length);
  }

  /** The content behind what is put into the room; overwritten by later calls. */
  behind(bytes: Uint8Array): Buffer {
    this.bytes.set(bytes);
    const known = this.views.get(this.length);
    if (known !== undefined) return known;
    if (this.views.size >= MOST_VIEWS) this.views.clear();
    const made = this.bytes.subarray(0, this.length);
    this.views.set(this.length, made);
    return made;
  }

  private grow(more: number): void {
    this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length + more)]);
    this.views.clear();
  }
}

const MOST_VIEWS = 10_000;
