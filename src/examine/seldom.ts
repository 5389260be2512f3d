/** Says yes ever more seldom, where what was in vain may have been for its moment: after 2, 4, 8 and so on. */
export class Seldom {
  private gap = 2;
  private left = this.gap;

  isDue(): boolean {
    this.left -= 1;
    if (this.left >= 0) return false;
    this.gap *= 2;
    this.left = this.gap;
    return true;
  }
}
