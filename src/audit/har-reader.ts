import { createReadStream } from 'node:fs';
import { jsonParser, type TokenSource } from 'stream-json/core/parser.js';
import { SuiteError } from '../contract/suite-error.js';
import { codeOf } from '../wire/connection-failure.js';
import { EntryPicker, type PickedEntry } from './entry-picker.js';

const BLOCK_BYTES = 64 * 1024;
/** How compressed files begin, read as UTF-8: zip, gzip, zlib. */
const COMPRESSED = ['PK\u0003\u0004', '\u001f', 'x\u0001', 'x^', 'x\ufffd'];
/** How a JSON text in UTF-16 begins, read as UTF-8: with the two bytes of its byte order mark, or without. */
const UTF_16 = /^(?:\ufffd{2})?(?:\0[\s{[]|[\s{[]\0)/;
const REMEDY = 'give a HAR 1.2 file, as browsers and proxies export it';

/** Reads a HAR file of any size, one entry after another, in bounded memory. */
export class HarReader {
  /** Why the file could not be read to its end the last time; `null`: it could. */
  brokenOff: string | null = null;
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * The entries in the order of the file, from its beginning each time.
   *
   * @throws SuiteError where the file cannot be read or is no HAR
   */
  async *entries(): AsyncGenerator<PickedEntry> {
    const parse = jsonParser({ packValues: false });
    const read: PickedEntry[] = [];
    const picker = new EntryPicker((entry) => read.push(entry));
    let found = 0;
    this.brokenOff = null;
    for await (const block of this.blocks()) {
      this.brokenOff = feed(block, parse, picker);
      found += read.length;
      yield* read.splice(0);
      if (this.brokenOff !== null) break;
    }
    if (this.brokenOff === null && !picker.isWhole) this.brokenOff = 'it ends too early';
    if (found === 0) this.demandHar(picker);
  }

  /** A file without any entry may still be a HAR, but not one that is broken. */
  private demandHar({ hasEntries }: EntryPicker): void {
    if (this.brokenOff !== null) throw new SuiteError(`The file is no HAR: ${this.brokenOff}.`, this.path, REMEDY);
    if (!hasEntries) throw new SuiteError('The file is JSON, but no HAR: it has no log.entries.', this.path, REMEDY);
  }

  /** What no JSON parser could read is called by its name. */
  private demandText(start: string): void {
    if (COMPRESSED.some((magic) => start.startsWith(magic))) {
      throw new SuiteError('The file is compressed.', this.path, 'unpack it, and give the .har file inside');
    }
    if (UTF_16.test(start)) {
      throw new SuiteError('The file is written in UTF-16, and a HAR in UTF-8.', this.path, 'save it in UTF-8');
    }
  }

  private async *blocks(): AsyncGenerator<string> {
    let isFirst = true;
    try {
      for await (const block of createReadStream(this.path, { encoding: 'utf8', highWaterMark: BLOCK_BYTES })) {
        const text = block as string;
        if (isFirst) this.demandText(text);
        yield isFirst && text.startsWith('\ufeff') ? text.slice(1) : text;
        isFirst = false;
      }
    } catch (error) {
      if (error instanceof SuiteError) throw error;
      throw new SuiteError(`The file cannot be read (${codeOf(error)}).`, this.path, REMEDY);
    }
  }
}

/** Why it cannot be read on; `null`: it can. */
function feed(block: string, parse: TokenSource, picker: EntryPicker): string | null {
  try {
    const tokens = parse(block);
    if (typeof tokens === 'object') for (const token of tokens.values) picker.take(token);
    return picker.isTooDeep ? 'it is nested too deep' : null;
  } catch {
    return 'it is no valid JSON';
  }
}
