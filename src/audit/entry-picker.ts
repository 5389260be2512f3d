import type { Token } from 'stream-json/core/parser.js';

/** A text of any length, kept up to a limit. */
export interface LongText {
  readonly text: string;
  readonly isCut: boolean;
}

/** One element of `log.entries` with the members that matter; nothing about their types is certain. */
export interface PickedEntry {
  readonly value: Readonly<Record<string, unknown>>;
  /** It has more headers, or longer texts, than are read: something of it is missing. */
  readonly isOverlong: boolean;
}

/** What is picked: members of objects, elements of arrays, scalars. A `long` text becomes a {@link LongText}. */
type Shape = 'short' | 'long' | Container;
type Container = { readonly [member: string]: Shape } | readonly [Shape];

const HEADERS = [{ name: 'short', value: 'short' }] as const;
const HAR = {
  log: {
    entries: [
      {
        startedDateTime: 'short',
        time: 'short',
        connection: 'short',
        timings: { blocked: 'short', dns: 'short', connect: 'short', send: 'short', wait: 'short', receive: 'short' },
        request: {
          method: 'short',
          url: 'short',
          headers: HEADERS,
          bodySize: 'short',
          postData: { text: 'long', encoding: 'short', params: [{}], _file: 'short' },
        },
        response: {
          status: 'short',
          headers: HEADERS,
          content: { text: 'long', encoding: 'short', size: 'short', mimeType: 'short', _file: 'short' },
        },
        _fromCache: 'short',
        _fetchedViaServiceWorker: 'short',
        _wasFulfilled: 'short',
      },
    ],
  },
} as const satisfies Container;

/** Containers around a member of an entry: the file, its log, the entries, the entry. */
const ENTRY_DEPTH = 4;
const MOST_DEPTH = 1_000;
/** Longest body, in characters: 16 MiB in base64, and a little more. */
const LONGEST_LONG = 24 * 1024 * 1024;
const LONGEST_SHORT = 64 * 1024;
/** All short texts of an entry together. */
const MOST_SHORT = 1024 * 1024;
const MOST_ELEMENTS = 4_000;
const LONGEST_KEY = 64;

interface Frame {
  readonly shape: Container;
  readonly value: Record<string, unknown> | unknown[];
  /** Its name in the object around it. */
  readonly name: string;
}

const isList = (shape: Container): shape is readonly [Shape] => Array.isArray(shape);

/** Picks the entries out of the tokens of a HAR, whatever else is in it, in memory that is bounded. */
export class EntryPicker {
  /** Whether there was a `log.entries`. */
  hasEntries = false;
  /** It is nested deeper than any HAR: what is read on costs memory for each level. */
  isTooDeep = false;
  private readonly onEntry: (entry: PickedEntry) => void;
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** Depth below which all is passed over; 0: nothing is. */
  private skippedBelow = 0;
  /** Of the member that comes next, or is being read. */
  private name = '';
  private text = '';
  private longest = 0;
  private isTextCut = false;
  private shortLength = 0;
  private elements = 0;
  private isOverlong = false;
  private hasEnded = false;

  constructor(onEntry: (entry: PickedEntry) => void) {
    this.onEntry = onEntry;
  }

  /** Whether the outermost value is complete. */
  get isWhole(): boolean {
    return this.hasEnded;
  }

  take(token: Token): void {
    switch (token.name) {
      case 'startObject':
        this.open({});
        break;
      case 'startArray':
        this.open([]);
        break;
      case 'endObject':
      case 'endArray':
        this.close();
        break;
      case 'startKey':
        this.begin(LONGEST_KEY);
        break;
      case 'startString':
      case 'startNumber':
        this.begin(this.limit());
        break;
      case 'stringChunk':
      case 'numberChunk':
        this.append(token.value);
        break;
      case 'endKey':
        this.name = this.isTextCut ? '' : this.text;
        break;
      case 'endString':
        this.putText();
        break;
      case 'endNumber':
        this.put(Number(this.text));
        break;
      case 'trueValue':
      case 'falseValue':
      case 'nullValue':
        this.put(token.value);
        break;
      case 'keyValue':
      case 'stringValue':
      case 'numberValue':
      case 'whitespace':
        break; // Does not come where texts are told in parts.
    }
  }

  /** The shape that is wanted at this place. */
  private get wanted(): Shape | undefined {
    const frame = this.frames.at(-1);
    if (frame === undefined) return this.hasEnded ? undefined : HAR;
    if (isList(frame.shape)) return frame.shape[0];
    return Object.hasOwn(frame.shape, this.name) ? frame.shape[this.name] : undefined;
  }

  private open(value: Frame['value']): void {
    this.depth += 1;
    if (this.depth > MOST_DEPTH) this.isTooDeep = true;
    if (this.skippedBelow > 0) return;
    const shape = this.wanted;
    if (typeof shape !== 'object' || isList(shape) !== Array.isArray(value)) {
      this.put(undefined); // Of another type than it should be, where it is wanted at all.
      this.skippedBelow = this.depth;
      return;
    }
    if (shape === HAR.log.entries) this.hasEntries = true;
    if (shape === HAR.log.entries[0]) this.beginEntry();
    this.countElement();
    this.frames.push({ shape, value, name: this.name });
  }

  private close(): void {
    this.depth -= 1;
    if (this.skippedBelow > 0) {
      if (this.depth < this.skippedBelow) this.skippedBelow = 0;
      this.hasEnded ||= this.depth === 0;
      return;
    }
    const frame = this.frames.pop();
    if (frame === undefined || this.frames.length === 0) {
      this.hasEnded = true;
      return;
    }
    this.name = frame.name;
    if (this.frames.length === ENTRY_DEPTH - 1) this.endEntry(frame.value);
    else this.keep(frame.value);
  }

  private beginEntry(): void {
    this.shortLength = 0;
    this.elements = 0;
    this.isOverlong = false;
  }

  private endEntry(value: Frame['value']): void {
    if (!Array.isArray(value)) this.onEntry({ value, isOverlong: this.isOverlong });
  }

  /** How many characters are kept of the scalar that begins here. */
  private limit(): number {
    if (this.skippedBelow > 0) return 0;
    const { wanted } = this;
    if (wanted === 'long') return LONGEST_LONG;
    return wanted === undefined ? 0 : Math.min(LONGEST_SHORT, MOST_SHORT - this.shortLength);
  }

  private begin(longest: number): void {
    this.text = '';
    this.isTextCut = false;
    this.longest = longest;
  }

  private append(chunk: string): void {
    const room = this.longest - this.text.length;
    if (chunk.length > room) this.isTextCut = true;
    if (room > 0) this.text += chunk.length > room ? chunk.slice(0, room) : chunk;
  }

  private putText(): void {
    const { text, isTextCut, wanted } = this;
    if (wanted === 'long') {
      this.put({ text, isCut: isTextCut } satisfies LongText);
      return;
    }
    this.shortLength += text.length;
    if (isTextCut && wanted !== undefined && this.skippedBelow === 0) this.isOverlong = true;
    this.put(text);
  }

  private put(value: unknown): void {
    if (this.skippedBelow > 0 || this.wanted === undefined) return;
    this.countElement();
    this.keep(value);
  }

  private keep(value: unknown): void {
    const frame = this.frames.at(-1);
    if (frame === undefined || this.frames.length < ENTRY_DEPTH) return;
    if (!Array.isArray(frame.value)) frame.value[this.name] = value;
    else if (this.elements <= MOST_ELEMENTS) frame.value.push(value);
  }

  private countElement(): void {
    if (this.frames.length < ENTRY_DEPTH || !Array.isArray(this.frames.at(-1)?.value)) return;
    this.elements += 1;
    if (this.elements > MOST_ELEMENTS) this.isOverlong = true;
  }
}
