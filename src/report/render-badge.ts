import type { Results } from '../contract/results.js';
import type { RunVerdict } from '../contract/verdict.js';
import { markup } from './html/html.js';
import { plainText } from './plain-text.js';
import { shortVerdict } from './short-verdict.js';

/** Dark enough that white text on them has a contrast of 4.5 and more. */
const COLORS: Readonly<Record<RunVerdict, string>> = {
  conformant: '#18794e',
  'non-conformant': '#b4232a',
  incomplete: '#8a5a00',
};
const LABEL_COLOR = '#3d4248';

/** Width of a character at the badge's font size, on average, and of the space at either side of a text. */
const CHARACTER = 6.6;
const SPACE = 7;

/** An SVG with the verdict, for a page or a README. A verdict about less than the whole interface says so. */
export function renderBadge(results: Results): string {
  const label = results.tool.name;
  const message = shortVerdict(results);
  const [left, right] = [widthOf(label), widthOf(message)];
  const title = `${label}: ${message}, ${results.finishedAt.slice(0, 10)}`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" viewBox="0 0 ${left + right} 20" role="img" aria-label="${plainText(title)}">
  <title>${plainText(title)}</title>
  <clipPath id="round"><rect width="${left + right}" height="20" rx="3"/></clipPath>
  <g clip-path="url(#round)">
    <rect width="${left}" height="20" fill="${LABEL_COLOR}"/>
    <rect x="${left}" width="${right}" height="20" fill="${COLORS[results.verdict]}"/>
  </g>
  <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11" aria-hidden="true">
    <text x="${left / 2}" y="14" textLength="${left - 2 * SPACE}" lengthAdjust="spacingAndGlyphs">${plainText(label)}</text>
    <text x="${left + right / 2}" y="14" textLength="${right - 2 * SPACE}" lengthAdjust="spacingAndGlyphs">${plainText(message)}</text>
  </g>
</svg>
`.text;
}

function widthOf(text: string): number {
  return Math.ceil(text.length * CHARACTER + 2 * SPACE);
}
