/** How many bytes may be kept for judging at one time, by all connections together. */
export class Room {
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  /** Whether there was room for so many more. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.left += bytes;
  }
}
