/** One statement of the interface document: a row of a table, an item of a list, or a sentence. */
export interface Statement {
  /** Number of its section; `introduction` before the first one. */
  readonly section: string;
  /** White space made single; the cells of a row are joined by ` | `. */
  readonly text: string;
}

/** Splits the document into its statements, in its order. Headings and the heads of tables are none. */
export function statementsOf(markdown: string): readonly Statement[] {
  const found: Statement[] = [];
  let section = 'introduction';
  for (const block of blocksOf(markdown)) {
    const heading = /^#+ +(?:(\d+(?:\.\d+)*)\.? )?/.exec(block);
    if (heading !== null) section = heading[1] ?? 'introduction';
    else found.push(...textsOf(block).map((text) => ({ section, text })));
  }
  return found;
}

/** Paragraphs, tables, headings and list items, each as its own lines. */
function blocksOf(markdown: string): string[] {
  return markdown
    .split(/\r?\n(?:[ \t]*\r?\n)+|\r?\n(?=#|\d+\. |- )|(?<=^#.*)\r?\n/m)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function textsOf(block: string): string[] {
  if (block.startsWith('|')) return block.split(/\r?\n/).slice(2).map(rowText);
  const prose = block.replace(/^(?:\d+\.|-) +/, '').replace(/\s+/g, ' ');
  return prose.split(/(?<=\.) (?=[A-Z{])/);
}

function rowText(row: string): string {
  const cells = row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return cells.map((cell) => cell.trim().replace(/\s+/g, ' ')).join(' | ');
}
