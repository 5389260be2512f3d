import { visibleText } from '../plain-text.js';

/** HTML that is safe to put into a page: made by {@link markup} only. */
export class Html {
  readonly text: string;

  /** @param text - markup; text from elsewhere goes through {@link markup} instead */
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Template tag: everything put in is escaped unless it is {@link Html} itself, control characters too. Attributes must be
 * quoted.
 * Not called `html`, since Prettier would then lay out what is in it, style and preformatted text included.
 */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, index) => text + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return visibleText(String(part)).replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
