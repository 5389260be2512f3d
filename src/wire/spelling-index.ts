/** Shortest part of a secret that is one: so many letters and digits in a row, whatever stands between them. */
export const SHORTEST_PART = 16;
/** How many bytes in a row a spelling is found by. */
export const GRAM = 8;
/** One of so many places in a row of a secret begins a gram of each part that is long enough. */
const STRIDE = SHORTEST_PART - GRAM + 1;
const FIRST_SLOTS = 1024;
const FIRST_BYTES = 4096;
/** Of the same gram, so many places are kept: others of it are found by what stands beside it. */
const MOST_PLACES = 16;

/** The upper 16 digits of a hash name a number of the marks, the next 5 a bit of it. */
const MARK_SHIFT = 16;
const BIT_SHIFT = 11;

/** A row of bytes; `end` is exclusive. */
export interface Row {
  readonly start: number;
  readonly end: number;
}

/** Hashes of grams, roughly: one that was added is always found, and of the others few are. */
export class GramMarks {
  private readonly bits = new Int32Array(1 << (32 - MARK_SHIFT));

  add(hash: number): void {
    const word = hash >>> MARK_SHIFT;
    this.bits[word] = (this.bits[word] ?? 0) | (1 << (hash >>> BIT_SHIFT));
  }

  /** Where the next gram of a text begins that may have been added, from that place on; -1: there is none. */
  next(text: Uint8Array, from: number): number {
    const { bits } = this;
    const last = text.length - GRAM;
    let low = fourAt(text, from);
    let high = fourAt(text, from + 4);
    for (let at = from; at <= last; at += 1) {
      const hash = hashOf(low, high);
      if (((bits[hash >>> MARK_SHIFT] ?? 0) & (1 << (hash >>> BIT_SHIFT))) !== 0) return at;
      low = (low >>> 8) | (high << 24);
      high = (high >>> 8) | ((text[at + GRAM] ?? 0) << 24);
    }
    return -1;
  }

  clear(): void {
    this.bits.fill(0);
  }
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
  private readonly marks: GramMarks;

  /** @param marks - told of each gram that a spelling is found by */
  constructor(marks: GramMarks) {
    this.marks = marks;
  }

  /** Adds a spelling, where it is long enough. */
  add(spelling: Uint8Array): void {
    if (spelling.length < SHORTEST_PART) return;
    const start = this.size + 1;
    this.reserve(start + spelling.length + 1);
    this.bytes.set(spelling, start);
    this.size = start + spelling.length;
    this.bytes[this.size] = 0;
    this.addGrams(start, this.size - GRAM);
  }

  /** Forgets all spellings, and keeps the room for as many. The marks are not told. */
  clear(): void {
    this.size = 0;
    this.grams = 0;
    this.slots.fill(0);
  }

  /** Tells the marks of all its grams once more. */
  markAll(): void {
    const { slots } = this;
    for (let slot = 0; slot < slots.length; slot += 2) if (slots[slot + 1] !== 0) this.marks.add(slots[slot] ?? 0);
  }

  /**
   * The longest row of the text about a gram of it that stands so in a spelling, or is made of such rows.
   *
   * @param hash - that of the gram, see {@link hashOf}
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

  /**
   * Grams between these places of which every part that is long enough has one: one of each `STRIDE`, or where that one is
   * found in harmless text, such as a row of zeros, all about it that are not.
   */
  private addGrams(start: number, last: number): void {
    let next = start;
    for (let at = start; at <= last; at += STRIDE) {
      if (this.isVaried(at)) {
        if (at >= next) this.addGram(at);
        next = Math.max(next, at + 1);
        continue;
      }
      const end = Math.min(at + STRIDE, last + 1);
      for (let near = Math.max(at - STRIDE + 1, next); near < end; near += 1)
        if (this.isVaried(near)) this.addGram(near);
      next = end;
    }
  }

  /** Whether a gram has three different characters: others are found in harmless text, such as rows of zeros. */
  private isVaried(place: number): boolean {
    const { bytes } = this;
    const first = bytes[place];
    let second: number | undefined;
    for (let next = place + 1; next < place + GRAM; next += 1) {
      const char = bytes[next];
      if (char === first || char === second) continue;
      if (second !== undefined) return true;
      second = char;
    }
    return false;
  }

  private addGram(place: number): void {
    // half empty, so that a search is short
    if (this.grams * 4 >= this.slots.length) this.growSlots();
    const hash = hashOf(fourAt(this.bytes, place), fourAt(this.bytes, place + 4));
    this.marks.add(hash);
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

/** What tells grams apart, mostly; of the two halves of one, see {@link fourAt}. */
export function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** Four bytes as one number. */
export function fourAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
