import type { Html } from './html.js';

/** How much of a page is left for something that a hostile or broken service could send any amount of. */
export class EvidenceRoom {
  private left: number;

  /** @param characters - of markup */
  constructor(characters: number) {
    this.left = characters;
  }

  /** The markup where it fits; otherwise nothing, and the room is left to what is smaller. */
  take(html: Html): Html | null {
    if (html.text.length > this.left) return null;
    this.left -= html.text.length;
    return html;
  }
}
