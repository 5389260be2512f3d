import { createHmac, randomBytes } from 'node:crypto';
import type { Instrument } from './instruments.js';
import { Problem } from './problem.js';

/** What a lookup asks for. */
export interface Filter {
  readonly stockGroupCd: string;
  /** Empty: any. */
  readonly stockCd: string;
}

/** The list that one walk goes through. It stays as it was when the walk began. */
export interface Snapshot {
  readonly filter: Filter;
  readonly items: readonly Instrument[];
}

/** Where a walk goes on. */
export interface Place {
  readonly snapshot: Snapshot;
  readonly id: number;
  readonly position: number;
}

const KEPT = 2000;

/** The snapshots of the walks that are under way, and the keys that lead into them. */
export class Snapshots {
  readonly #secret = randomBytes(32);
  readonly #kept = new Map<number, Snapshot>();
  #last = 0;

  freeze(snapshot: Snapshot): Place {
    this.#last += 1;
    this.#kept.set(this.#last, snapshot);
    this.#kept.delete(this.#last - KEPT);
    return { snapshot, id: this.#last, position: 0 };
  }

  /** Base64 with `+`, `/` and `=`, which a client has to encode. */
  keyOf(id: number, position: number): string {
    const place = Buffer.alloc(6);
    place.writeUInt32BE(id);
    place.writeUInt16BE(position, 4);
    const proof = createHmac('sha256', this.#secret).update(place).digest().subarray(0, 10);
    return Buffer.concat([place, proof]).toString('base64');
  }

  find(nextKey: string, { stockGroupCd, stockCd }: Filter): Place {
    const bytes = Buffer.from(nextKey, 'base64');
    const [id, position] = bytes.length === 16 ? [bytes.readUInt32BE(), bytes.readUInt16BE(4)] : [0, 0];
    const snapshot = this.#kept.get(id);
    const isOwn = snapshot?.filter.stockGroupCd === stockGroupCd && snapshot.filter.stockCd === stockCd;
    if (snapshot === undefined || !isOwn || this.keyOf(id, position) !== nextKey) {
      throw new Problem(400, 'Unknown key', 'the nextKey is not one of this walk');
    }
    return { snapshot, id, position };
  }
}
