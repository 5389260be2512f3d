const FIRST_ROOM = 1024;

/** A set of texts of 8 bytes, each given as two halves of 4 bytes that are not 0. */
export class GramSet {
  size = 0;
  private lows = new Int32Array(FIRST_ROOM);
  private highs = new Int32Array(FIRST_ROOM);

  has(low: number, high: number): boolean {
    const { lows, highs } = this;
    const mask = lows.length - 1;
    for (let slot = slotOf(low, high) & mask; lows[slot] !== 0; slot = (slot + 1) & mask) {
      if (lows[slot] === low && highs[slot] === high) return true;
    }
    return false;
  }

  add(low: number, high: number): void {
    if (this.has(low, high)) return;
    this.size += 1;
    // half empty, so that a search is short
    if (this.size * 2 > this.lows.length) this.grow();
    this.put(low, high);
  }

  private put(low: number, high: number): void {
    const { lows, highs } = this;
    const mask = lows.length - 1;
    let slot = slotOf(low, high) & mask;
    while (lows[slot] !== 0) slot = (slot + 1) & mask;
    lows[slot] = low;
    highs[slot] = high;
  }

  private grow(): void {
    const { lows, highs } = this;
    this.lows = new Int32Array(lows.length * 2);
    this.highs = new Int32Array(lows.length * 2);
    for (const [slot, low] of lows.entries()) if (low !== 0) this.put(low, highs[slot] ?? 0);
  }
}

function slotOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
