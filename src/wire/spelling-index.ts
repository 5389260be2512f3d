/** How many bytes in a row a spelling is found by. */
export const GRAM = 8;
const FIRST_SLOTS = 1024;
const FIRST_BYTES = 4096;
/** Of the same gram, so many places are kept: others of it are found by what stands beside it. */
const MOST_PLACES = 16;

/** A row of bytes; `end` is exclusive. */
export interface Row {
  readonly start: number;
  readonly end: number;
}

/** Texts without zero bytes, of which parts are found in other texts by some of their grams. */
export class SpellingIndex {
  /** Bytes of all spellings. */
  size = 0;
  /** Each spelling stands between zeros, so that no part goes beyond it. */
  private bytes = new Uint8Array(FIRST_BYTES);
  private grams = 0;
  /** For each gram two numbers: its hash, and where it stands in `bytes`; 0: nothing. */
  private slots = new Int32Array(2 * FIRST_SLOTS);

  /** Adds a spelling, to be found by the grams that begin at these places. */
  add(spelling: Uint8Array, keys: readonly number[]): void {
    const start = this.size + 1;
    this.reserve(start + spelling.length + 1);
    this.bytes.set(spelling, start);
    this.size = start + spelling.length;
    for (const at of keys) this.addGram(start + at);
  }

  /**
   * The longest row of the text about a gram of it that stands so in a spelling, or is made of such rows.
   *
   * @param hash - that of the gram, see {@link hashAt}
   * @param from - where the row begins at the earliest
   */
  rowAt(text: Uint8Array, at: number, hash: number, from: number): Row | null {
    const { slots } = this;
    const mask = slots.length - 1;
    let row: { start: number; end: number } | null = null;
    for (let slot = (2 * hash) & mask; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] !== hash) continue;
      const place = slots[slot + 1] ?? 0;
      if (!this.isSame(text, at, place)) continue;
      row ??= { start: at, end: at + GRAM };
      row.start = Math.min(row.start, this.startOf(text, at, place, from));
      row.end = Math.max(row.end, this.endOf(text, at, place));
    }
    return row;
  }

  private isSame(text: Uint8Array, at: number, place: number): boolean {
    for (let next = 0; next < GRAM; next += 1) if (text[at + next] !== this.bytes[place + next]) return false;
    return true;
  }

  private startOf(text: Uint8Array, at: number, place: number, from: number): number {
    let before = 0;
    while (at - before > from && text[at - before - 1] === this.bytes[place - before - 1]) before += 1;
    return at - before;
  }

  private endOf(text: Uint8Array, at: number, place: number): number {
    let after = GRAM;
    while (at + after < text.length && text[at + after] === this.bytes[place + after]) after += 1;
    return at + after;
  }

  private addGram(place: number): void {
    // half empty, so that a search is short
    if (this.grams * 4 >= this.slots.length) this.growSlots();
    const hash = hashAt(this.bytes, place);
    let alike = 0;
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = (2 * hash) & mask;
    for (; slots[slot + 1] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot] === hash && (alike += 1) === MOST_PLACES) return;
    }
    this.grams += 1;
    slots[slot] = hash;
    slots[slot + 1] = place;
  }

  private growSlots(): void {
    const { slots: old } = this;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let slot = (2 * (old[from] ?? 0)) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from] ?? 0;
      slots[slot + 1] = old[from + 1] ?? 0;
    }
    this.slots = slots;
  }

  private reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const bytes = new Uint8Array(Math.max(length, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.size));
    this.bytes = bytes;
  }
}

/** What tells grams apart, mostly. */
export function hashAt(bytes: Uint8Array, at: number): number {
  const mixed = Math.imul(fourAt(bytes, at), 0x9e3779b1) ^ Math.imul(fourAt(bytes, at + 4), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function fourAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
