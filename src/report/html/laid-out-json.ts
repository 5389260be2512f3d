import { isJson, tokensOf, escapePointer } from '../../wire/json.js';

/** One line of JSON that was laid out for reading. */
export interface JsonLine {
  readonly text: string;
  /** JSON pointer of the value that begins on this line; `null` where none does. */
  readonly pointer: string | null;
}

const INDENT = '  ';
const DEEPEST_INDENT = 12;

interface Container {
  pointer: string;
  isArray: boolean;
  index: number;
  name: string;
}

/**
 * JSON with a line for each member, every spelling kept. `null` where the text is no JSON: it is then shown as it came. A text
 * that was cut short for the report is laid out as far as it goes.
 */
export function layOutJson(text: string): JsonLine[] | null {
  const isCut = text.endsWith('…') && /^[[{]/.test(text);
  return isCut || isJson(text) ? new Layout().lay(text) : null;
}

/**
 * A piece from the middle of a JSON text, laid out likewise.
 *
 * @param focus - index in the piece at which a value begins
 * @param pointer - of that value; of the lines before it none has one
 */
export function layOutFragment(piece: string, focus: number, pointer: string): JsonLine[] {
  const quotes = quotesIn(piece.slice(0, focus));
  // With an odd number of quotes before a value, the piece begins within a string.
  const inside = quotes.length % 2 === 1 ? (quotes[0] ?? -1) + 1 : 0;
  return new Layout().layFragment(piece.slice(0, inside), piece.slice(inside, focus), piece.slice(focus), pointer);
}

/** Indexes of the quotes that open or close a string. */
function quotesIn(text: string): number[] {
  return [...text.matchAll(/(\\*)"/g)].flatMap((match) => {
    const [, slashes = ''] = match;
    return slashes.length % 2 === 0 ? [match.index + slashes.length] : [];
  });
}

/** How many containers a text closes that it did not open, and how many more it opens than it closes. */
function levelsOf(text: string): { unopened: number; rise: number } {
  let [rise, lowest] = [0, 0];
  for (const { kind } of tokensOf(text)) {
    if (kind === '{' || kind === '[') rise += 1;
    else if (kind === '}' || kind === ']') lowest = Math.min(lowest, (rise -= 1));
  }
  return { unopened: -lowest, rise };
}

class Layout {
  private readonly lines: JsonLine[] = [];
  private readonly open: Container[] = [];
  private text = '';
  private pointer: string | null = null;
  private isName = false;

  /** Of the value that comes next, in a fragment. */
  private next: string | null = null;

  lay(text: string): JsonLine[] {
    this.take(text);
    this.endLine();
    return this.lines;
  }

  layFragment(tail: string, before: string, after: string, pointer: string): JsonLine[] {
    const inside = pointer.split('/').length - 1 - levelsOf(before).rise;
    const depth = Math.max(inside, levelsOf(before + after).unopened);
    for (let level = 0; level < depth; level += 1) this.open.push({ pointer: '', isArray: false, index: 0, name: '' });
    this.text = tail === '' ? '' : this.indent() + tail;
    this.take(before);
    const unknown = this.lines.length;
    this.placeAt(pointer);
    this.next = pointer;
    this.take(after);
    this.endLine();
    return this.lines.map((line, index) => (index < unknown ? { ...line, pointer: null } : line));
  }

  /** Tells the containers that are open what they are, by the place of the value that comes next. */
  private placeAt(pointer: string): void {
    let inner = pointer;
    for (const container of this.open.reverse()) {
      const step = inner.slice(inner.lastIndexOf('/') + 1);
      inner = inner.slice(0, Math.max(0, inner.lastIndexOf('/')));
      const isArray = /^\d+$/.test(step);
      Object.assign(container, { pointer: inner, isArray, index: isArray ? Number(step) : 0 });
    }
    this.open.reverse();
  }

  private take(text: string): void {
    for (const token of tokensOf(text)) {
      switch (token.kind) {
        case '{':
        case '[':
          this.enter(token.kind);
          break;
        case '}':
        case ']':
          this.leave(token.kind);
          break;
        case ',':
          this.separate();
          break;
        case ':':
          this.text += ': ';
          this.isName = false;
          break;
        case 'string':
        case 'literal':
          this.put(token.text);
      }
    }
  }

  private enter(bracket: '{' | '['): void {
    const pointer = this.here();
    this.append(bracket, pointer);
    this.open.push({ pointer, isArray: bracket === '[', index: 0, name: '' });
    this.isName = bracket === '{';
  }

  private leave(bracket: '}' | ']'): void {
    if (!this.isJustOpened()) this.endLine();
    this.open.pop();
    if (this.text === '') this.text = this.indent();
    this.text += bracket;
    this.isName = false;
  }

  private separate(): void {
    this.text += ',';
    this.endLine();
    const inside = this.open.at(-1);
    if (inside === undefined) return;
    inside.index += 1;
    this.isName = !inside.isArray;
  }

  private put(token: string): void {
    const inside = this.open.at(-1);
    if (this.isName && inside !== undefined) inside.name = nameOf(token);
    this.append(token, this.here());
  }

  private append(text: string, pointer: string): void {
    if (this.isJustOpened()) this.endLine();
    if (this.text === '') this.text = this.indent();
    this.pointer = this.next ?? this.pointer ?? pointer;
    this.next = null;
    this.text += text;
  }

  private isJustOpened(): boolean {
    return /[[{]$/.test(this.text);
  }

  private here(): string {
    const inside = this.open.at(-1);
    if (inside === undefined) return '';
    return `${inside.pointer}/${inside.isArray ? inside.index : escapePointer(inside.name)}`;
  }

  private indent(): string {
    return INDENT.repeat(Math.min(this.open.length, DEEPEST_INDENT));
  }

  private endLine(): void {
    if (this.text !== '') this.lines.push({ text: this.text, pointer: this.pointer });
    this.text = '';
    this.pointer = null;
  }
}

function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}
