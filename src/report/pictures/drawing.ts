import { Html, markup } from '../html/html.js';

/**
 * Drawings are as wide as their place and as high as they are drawn: positions across are percentages, sizes are pixels,
 * so that letters and marks keep their size on a phone. What is placed with {@link at} is drawn around its own origin.
 */
export function drawing(className: string, height: number, ...parts: readonly (Html | readonly Html[])[]): Html {
  return markup`<svg class="${className}" width="100%" height="${height}" aria-hidden="true">${parts}</svg>`;
}

/** A part of a drawing around a point. */
export function at(share: number, y: number, part: Html): Html {
  return markup`<svg x="${percent(share)}" y="${y}" overflow="visible">${part}</svg>`;
}

/** A bar from one share of the width to another. */
export function bar(className: string, from: number, to: number, y: number, height: number): Html {
  return markup`<rect class="${className}" x="${percent(from)}" width="${percent(Math.max(0, to - from))}" y="${y}" height="${height}"/>`;
}

/** An upright line. */
export function upright(className: string, share: number, y1: number, y2: number): Html {
  return markup`<line class="${className}" x1="${percent(share)}" x2="${percent(share)}" y1="${y1}" y2="${y2}"/>`;
}

/** Words in a drawing; at the edges they keep inside of it. */
export function words(className: string, share: number, y: number, text: string): Html {
  const side = share < 0.06 ? 'start' : share > 0.94 ? 'end' : 'middle';
  return markup`<text class="${className}" x="${percent(share)}" y="${y}" text-anchor="${side}">${text}</text>`;
}

/** A share of the whole as an attribute has it. */
export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100}%`;
}

/** Marks that are told apart by their shape, around their own origin. */
export const SHAPES = {
  accepted: new Html('<circle class="pic-accepted" r="4.5"/>'),
  refused: new Html('<path class="pic-refused" d="M-4-4L4 4M4-4L-4 4"/>'),
  unclear: new Html('<path class="pic-unclear" d="M0-5L5 0L0 5L-5 0z"/>'),
  fail: new Html('<path class="pic-fail" d="M-4-4L4 4M4-4L-4 4"/>'),
  warn: new Html('<path class="pic-warn" d="M0-5.5L5.5 4.5H-5.5z"/>'),
} as const;

/** A mark beside the words that explain it. */
export function key(shape: Html, text: string): Html {
  return markup`<li><svg class="pic-key" width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">${shape}</svg>${text}</li>`;
}
