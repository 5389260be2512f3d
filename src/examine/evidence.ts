import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { withWholeCharacters } from '../contract/whole-characters.js';
import type { Exchange, RecordedExchange } from '../wire/exchange.js';

const BLOCK_BYTES = 64 * 1024;
const MOST_BODY_CHARACTERS = 64 * 1024;

/** Writes exchanges.jsonl, one redacted exchange a line, in blocks. */
export class EvidenceLog {
  private readonly file: number;
  private pending: string[] = [];
  private pendingLength = 0;
  /** Why evidence was lost, if it was: a full disk must not end the run. */
  trouble: string | undefined;

  constructor(outDir: string) {
    mkdirSync(outDir, { recursive: true });
    this.file = openSync(join(outDir, 'exchanges.jsonl'), 'w', 0o600);
  }

  write(exchange: Exchange): void {
    // Bodies and headers are kept as they are spelled; a half of a character only comes of cutting, or of a recording.
    const line = `${JSON.stringify(withWholeCharacters(recorded(exchange)))}\n`;
    this.pending.push(line);
    this.pendingLength += line.length;
    if (this.pendingLength >= BLOCK_BYTES) this.flush();
  }

  flush(): void {
    if (this.pending.length === 0) return;
    const block = this.pending.join('');
    this.pending = [];
    this.pendingLength = 0;
    try {
      writeSync(this.file, block);
    } catch (error) {
      this.trouble ??= `evidence could not be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
    }
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }
}

/** All but the parsed body, which the text holds already. */
function recorded(exchange: Exchange): RecordedExchange {
  const { number, clause, expects, operation, request, response, trouble, sentAtMs, receivedAtMs, waits } = exchange;
  const { method, target, headers, text, base64, size } = request;
  return {
    number,
    clause,
    ...(expects && { expects }),
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
  return text === null || text.length <= MOST_BODY_CHARACTERS ? text : `${text.slice(0, MOST_BODY_CHARACTERS)}… [cut]`;
}
