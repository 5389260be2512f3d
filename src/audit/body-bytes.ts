import { Buffer } from 'node:buffer';
import { dirname } from 'node:path';
import { openBundleFile } from '../report/certificate/bundle-files.js';
import type { HarBody } from './har-entry.js';

/** Most that is kept of a body, in bytes. */
export const MOST_BODY_BYTES = 16 * 1024 * 1024;

/** A body as far as a HAR has it. */
export interface KeptBody {
  readonly bytes: Buffer;
  /** These may not be all of its bytes, or not the ones that were sent. */
  readonly isInexact: boolean;
}

/** Reads bodies out of a HAR, and out of files beside it. */
export class BodyReader {
  private readonly folder: string;

  /** @param path - of the HAR */
  constructor(path: string) {
    this.folder = dirname(path);
  }

  /** `null`: the HAR does not have it. */
  async read(body: HarBody): Promise<KeptBody | null> {
    if (body.file !== null) return this.readBeside(body.file);
    if (body.text === null) return null;
    const isBase64 = body.isBase64 && BASE64.test(body.text);
    const bytes = Buffer.from(body.text, isBase64 ? 'base64' : 'utf8');
    const isInexact = body.isCut || bytes.length > MOST_BODY_BYTES || (!isBase64 && LOSSY.test(body.text));
    return { bytes: bytes.subarray(0, MOST_BODY_BYTES), isInexact };
  }

  /** The name comes from the HAR, which may be anybody's: nothing is opened but what Playwright writes, and no link followed. */
  private async readBeside(name: string): Promise<KeptBody | null> {
    if (!ATTACHED.test(name)) return null;
    try {
      const file = await openBundleFile(this.folder, name);
      try {
        const stats = await file.stat();
        const bytes = Buffer.alloc(Math.min(stats.size, MOST_BODY_BYTES));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
        return { bytes: bytes.subarray(0, bytesRead), isInexact: stats.size > bytesRead };
      } finally {
        await file.close();
      }
    } catch {
      return null;
    }
  }
}

/** Called by the SHA-1 of what is in it. */
const ATTACHED = /^[0-9a-f]{40}\.[a-z0-9]{1,10}$/;
/** Some recorders say base64 of what is none. */
const BASE64 = /^[A-Za-z0-9+/_\-\s]*={0,2}\s*$/;
/** What stands in a text for bytes that were no text. */
const LOSSY = /[\ufffd\p{Surrogate}]/u;
