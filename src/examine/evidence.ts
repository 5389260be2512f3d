import { Buffer } from 'node:buffer';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { wholeJson } from '../contract/whole-characters.js';
import { cutBody } from '../wire/cut-body.js';
import type { Exchange, RecordedExchange } from '../wire/exchange.js';
import { keepRoom } from './kept-room.js';

const BLOCK_BYTES = 64 * 1024;
const FILE_NAME = 'exchanges.jsonl';
const TAKEN_AWAY = `${FILE_NAME} was taken away during the run`;

/** Settings of an {@link EvidenceLog}. */
export interface EvidenceOptions {
  /** Size that the file does not exceed, in bytes; default none. */
  readonly mostBytes?: number;
  /** Writes bytes at a place of the file, or fewer of them; default that of the machine. */
  readonly write?: (file: number, bytes: Uint8Array, position: number) => number;
  /** Of a run that goes on: how many exchanges of its earlier part are not in the file, which is written further. */
  readonly unrecordedBefore?: number | undefined;
  /** How many of them are in the file; default 0. */
  readonly recordedBefore?: number | undefined;
}

/**
 * Writes exchanges.jsonl, one redacted exchange a line, in blocks. A disk that is full does not end the run: lines that
 * cannot be written are counted, and none is left in half. Where the file is taken away meanwhile, all that was in it counts
 * so, and it goes on in a new one. Until it is closed, it keeps room for the report.
 */
export class EvidenceLog {
  /** Exchanges that are not in the file. */
  unrecorded = 0;
  private readonly path: string;
  private file: number;
  private isClosed = false;
  private isGone = false;
  /** How many exchanges are in the file. */
  private written: number;
  private readonly giveUpRoom: () => void;
  private readonly mostBytes: number;
  private readonly writeSome: NonNullable<EvidenceOptions['write']>;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private writtenBytes = 0;
  private isFull = false;
  private why: string | undefined;

  /**
   * @throws SuiteError where the file cannot be made, or has something in it, as where another run has this folder, and
   *   where there is no room for the report
   */
  constructor(
    outDir: string,
    { mostBytes = Infinity, write = writeAt, unrecordedBefore, recordedBefore = 0 }: EvidenceOptions = {},
  ) {
    this.mostBytes = mostBytes;
    this.writeSome = write;
    this.path = join(outDir, FILE_NAME);
    this.file = unrecordedBefore === undefined ? openNew(this.path) : openFile(this.path);
    this.written = recordedBefore;
    try {
      this.giveUpRoom = keepRoom(outDir);
    } catch (error) {
      closeSync(this.file);
      throw error;
    }
    this.unrecorded = unrecordedBefore ?? 0;
    this.writtenBytes = fstatSync(this.file).size;
  }

  /** How many exchanges are not in the file and why, in a sentence; `undefined`: all of them are. */
  get trouble(): string | undefined {
    const { why, unrecorded } = this;
    return why && `${why}: ${unrecorded} ${unrecorded === 1 ? 'exchange is' : 'exchanges are'} not in it.`;
  }

  write(exchange: Exchange): void {
    // Bodies and headers are kept as they are spelled; a half of a character only comes of cutting, or of a recording.
    const line = Buffer.from(`${wholeJson(recorded(exchange))}\n`);
    this.isFull ||= this.writtenBytes + this.pendingBytes + line.length > this.mostBytes;
    if (this.isFull) {
      this.lose(1, `${FILE_NAME} has come to the size that it may have (${this.mostBytes} bytes)`);
      return;
    }
    this.pending.push(line);
    this.pendingBytes += line.length;
    if (this.pendingBytes >= BLOCK_BYTES) this.flush();
  }

  flush(): void {
    if (!this.isClosed && !this.isGone && !isSameFile(this.path, this.file)) this.beginAnew();
    if (this.pending.length === 0) return;
    const [lines, block] = [this.pending.length, Buffer.concat(this.pending)];
    this.pending = [];
    this.pendingBytes = 0;
    if (this.isGone) {
      this.lose(lines, TAKEN_AWAY);
      return;
    }
    try {
      for (let at = 0; at < block.length;) {
        const count = this.writeSome(this.file, block.subarray(at), this.writtenBytes + at);
        if (count === 0) throw new Error('nothing was written');
        at += count;
      }
      this.writtenBytes += block.length;
      this.written += lines;
    } catch (error) {
      this.takeBack();
      this.lose(lines, `${FILE_NAME} could not be written (${codeOf(error)})`);
    }
  }

  close(): void {
    this.flush();
    this.isClosed = true;
    closeSync(this.file);
    this.giveUpRoom();
  }

  /** Where another file is in its place, or none can be made, no more is recorded. */
  private beginAnew(): void {
    if (this.written > 0) this.lose(this.written, TAKEN_AWAY);
    this.written = 0;
    try {
      const file = openFile(this.path, constants.O_EXCL);
      closeSync(this.file);
      this.file = file;
      this.writtenBytes = 0;
    } catch {
      this.isGone = true;
    }
  }

  /** Of a block that was written in part, nothing stays. */
  private takeBack(): void {
    try {
      ftruncateSync(this.file, this.writtenBytes);
    } catch {
      // It is no file that has a length, such as a device.
    }
  }

  private lose(lines: number, why: string): void {
    this.unrecorded += lines;
    this.why ??= why;
  }
}

/** Whether a file is still where it was opened. */
function isSameFile(path: string, file: number): boolean {
  try {
    const [found, opened] = [statSync(path), fstatSync(file)];
    return found.ino === opened.ino && found.dev === opened.dev;
  } catch {
    return false;
  }
}

function openFile(path: string, flag = 0): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, constants.O_WRONLY | constants.O_CREAT | flag, 0o600);
  } catch (error) {
    const remedy = 'give a folder with room that can be written';
    throw new SuiteError(`${FILE_NAME} cannot be made (${codeOf(error)}).`, path, remedy);
  }
}

function openNew(path: string): number {
  const file = openFile(path);
  if (fstatSync(file).size === 0) return file;
  closeSync(file);
  const remedy = 'give a new folder: an earlier run is never overwritten';
  throw new SuiteError(`There are exchanges of another run in ${FILE_NAME}.`, path, remedy);
}

/**
 * Takes away what is behind the last whole line: a run that was killed may leave half of one.
 *
 * @throws SuiteError where the file is not there, or cannot be written
 */
export function cutTornLine(outDir: string): void {
  const path = join(outDir, FILE_NAME);
  try {
    const file = openSync(path, 'r+');
    try {
      const { size } = fstatSync(file);
      const end = lastLineEnd(file, size);
      if (end < size) ftruncateSync(file, end);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const remedy = 'give the folder of a run as it was written, and one that can be written';
    throw new SuiteError(`${FILE_NAME} cannot be written further (${codeOf(error)}).`, path, remedy);
  }
}

/** Bytes of a file up to its last line break, that one included. */
function lastLineEnd(file: number, size: number): number {
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let end = size; end > 0; end -= BLOCK_BYTES) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const at = block.subarray(0, readSync(file, block, 0, end - start, start)).lastIndexOf(LINE_BREAK);
    if (at >= 0) return start + at + 1;
  }
  return 0;
}

const LINE_BREAK = 0x0a;

function writeAt(file: number, bytes: Uint8Array, position: number): number {
  return writeSync(file, bytes, 0, bytes.length, position);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}

/** All but the parsed body, which the text holds already. */
function recorded(exchange: Exchange): RecordedExchange {
  const { number, clause, expects, way, walk, origin, operation, request, response, trouble } = exchange;
  const { sentAtMs, receivedAtMs, waits } = exchange;
  const { method, target, headers, text, base64, size } = request;
  return {
    number,
    clause,
    ...(expects && { expects }),
    ...(way !== undefined && { way }),
    ...(walk && { walk }),
    ...(origin && { origin }),
    operation,
    request: { method, target, headers, text: cut(text), ...(base64 !== undefined && { base64 }), size },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        size: response.size,
        text: cut(response.text),
        ...(response.base64 !== undefined && { base64: response.base64 }),
      },
    }),
    ...(trouble && { trouble }),
    sentAtMs,
    receivedAtMs,
    waits,
  };
}

function cut(text: string | null): string | null {
  return text === null ? null : cutBody(text);
}
