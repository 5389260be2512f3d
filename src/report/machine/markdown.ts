import { oneLine } from './clause-text.js';

/** What Markdown would act on, some of it at the start of a line only; also links and emoji that are not marked as such. */
const ACTIVE = /[&<>\\`*_{}[\]!|~$^@#]|^[-+=]|^\d+(?=[.)](?:\s|$))|:(?=\/\/|\w)|(?<=\bwww)\./gi;

/** Text in a line of Markdown: no markup, no HTML, no link, no picture, no mention, no reference to an issue. */
export function markdownText(text: string, longest?: number): string {
  return oneLine(text, longest).replaceAll(ACTIVE, (found) =>
    // A code host looks for mentions and references in what was rendered, but not in code.
    found === '@' || found === '#' ? `\`${found}\`` : found.replaceAll(/./g, asEntity),
  );
}

/** Text as code, which nothing in it can end. */
export function markdownCode(text: string, longest?: number): string {
  const shown = oneLine(text, longest);
  if (shown.trim() === '') return '(nothing)';
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const space = /^[` ]|[` ]$/.test(shown) ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

function asEntity(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}
