import type { Verdict } from '../../contract/verdict.js';
import { Html, markup } from './html.js';

/** What each verdict is drawn as, in a field of 16 by 16: told apart by shape, not by colour alone. */
const SHAPES: Readonly<Record<Verdict, string>> = {
  fail: '<path d="M4.5 4.5l7 7m0-7l-7 7"/>',
  warn: '<path d="M8 3.5v5.7M8 12.2v.3"/>',
  unverified: '<path d="M5.4 6.1c0-1.7 1.2-2.7 2.7-2.7s2.6 1 2.6 2.4c0 1.9-2.6 1.9-2.6 3.9M8.1 12.4v.2"/>',
  observed: '<path d="M1.8 8s2.3-4 6.2-4 6.2 4 6.2 4-2.3 4-6.2 4-6.2-4-6.2-4z"/><circle cx="8" cy="8" r="1.4"/>',
  pass: '<path d="M3.6 8.4l3 3 5.8-6.6"/>',
  inapplicable: '<path d="M4.5 8h7"/>',
};

/** The shapes, once for the page; {@link renderMark} refers to them. */
export function renderShapes(): Html {
  const shapes = Object.entries(SHAPES).map(
    ([verdict, shape]) => `<symbol id="shape-${verdict}" viewBox="0 0 16 16">${shape}</symbol>`,
  );
  return new Html(`<svg class="shapes" width="0" height="0" aria-hidden="true">${shapes.join('')}</svg>`);
}

/** A verdict as a small picture. It says nothing to those who listen: words stand beside it. */
export function renderMark(verdict: Verdict): Html {
  return markup`<svg class="mark ${verdict}" aria-hidden="true"><use href="#shape-${verdict}"/></svg>`;
}
