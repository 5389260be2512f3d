import { Buffer } from 'node:buffer';

const SMALLEST_BLOCK = 4 * 1024;
const LARGEST_BLOCK = 1024 * 1024;

/**
 * Puts bytes together that come in pieces. However small these are, it holds at most twice the bytes and 4 KiB, or 1 MiB
 * more than the bytes: a piece is copied, so that neither it nor what it is a part of is kept.
 */
export class GatheredBytes {
  private readonly blocks: Buffer[] = [];
  /** How much of the last block is in use. */
  private used = 0;
  private gathered = 0;

  /** Bytes that were added. */
  get size(): number {
    return this.gathered;
  }

  /** What is held for them, in bytes. */
  get held(): number {
    return this.blocks.reduce((sum, { length }) => sum + length, 0);
  }

  add(piece: Buffer): void {
    const last = this.blocks.at(-1);
    const fitting = last === undefined ? 0 : piece.copy(last, this.used);
    this.used += fitting;
    this.gathered += piece.length;
    if (fitting < piece.length) this.open(piece.subarray(fitting));
  }

  /** All of the bytes, in their order; not to be written to. */
  whole(): Buffer {
    const last = this.blocks.at(-1)?.subarray(0, this.used) ?? Buffer.alloc(0);
    return this.blocks.length < 2 ? last : Buffer.concat([...this.blocks.slice(0, -1), last], this.gathered);
  }

  /** Forgets them. */
  clear(): void {
    this.blocks.length = this.used = this.gathered = 0;
  }

  /** The first block is as large as its piece, which is mostly all; each further one as all before it, within bounds. */
  private open(piece: Buffer): void {
    const before = this.gathered - piece.length;
    const room = before === 0 ? 0 : Math.min(Math.max(before, SMALLEST_BLOCK), LARGEST_BLOCK);
    const block = Buffer.allocUnsafeSlow(Math.max(room, piece.length));
    this.used = piece.copy(block);
    this.blocks.push(block);
  }
}
