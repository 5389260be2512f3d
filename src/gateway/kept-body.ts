import { Buffer } from 'node:buffer';
import type { Room } from './room.js';

const SMALLEST = 1024;

/** A body that passes by, kept from its beginning as far as there is room. */
export class KeptBody {
  /** There was more than could be kept. */
  isCut = false;
  private buffer = Buffer.alloc(0);
  private used = 0;
  private readonly most: number;
  private readonly room: Room;

  /** @param most - bytes that are kept of it at most */
  constructor(most: number, room: Room) {
    this.most = most;
    this.room = room;
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.used);
  }

  add(chunk: Buffer): void {
    if (this.isCut) return;
    const wanted = Math.min(chunk.length, this.most - this.used);
    const fits = this.makeRoom(wanted);
    if (!fits || wanted < chunk.length) this.isCut = true;
    this.used += chunk.copy(this.buffer, this.used, 0, wanted);
  }

  /** Forgets what was kept. */
  release(): void {
    this.room.giveBack(this.buffer.length);
    this.buffer = Buffer.alloc(0);
    this.used = 0;
  }

  /** One growing buffer: single bytes in a list would cost a hundred times their size. */
  private makeRoom(more: number): boolean {
    const needed = this.used + more;
    if (needed <= this.buffer.length) return true;
    const size = Math.min(this.most, Math.max(needed, 2 * this.buffer.length, SMALLEST));
    if (!this.room.take(size - this.buffer.length)) return false;
    const grown = Buffer.allocUnsafe(size);
    this.buffer.copy(grown, 0, 0, this.used);
    this.buffer = grown;
    return true;
  }
}
