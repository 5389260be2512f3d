import { cutText, plainText } from './plain-text.js';

/** Text as part of a line or as one cell of a table in Markdown: no markup, no HTML, no link, no mention. */
export function markdownText(text: string, longest: number): string {
  return cutText(plainText(text), longest)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#!|~$]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}
