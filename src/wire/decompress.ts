import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import type { Trouble } from './exchange.js';

/** Most codings that one answer may have on top of each other. */
const MOST_CODINGS = 3;

type Decoder = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;

const gunzipAsync: Decoder = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);
const inflateAsync: Decoder = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);
const inflateRawAsync: Decoder = promisify<Uint8Array, ZlibOptions, Buffer>(inflateRaw);
const brotliAsync = promisify(brotliDecompress);

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipAsync,
  'x-gzip': gunzipAsync,
  // some services send deflate without the zlib wrapper that HTTP asks for
  deflate: (bytes, options) => (hasZlibHeader(bytes) ? inflateAsync : inflateRawAsync)(bytes, options),
  br: (bytes, { maxOutputLength }) => brotliAsync(bytes, maxOutputLength === undefined ? {} : { maxOutputLength }),
};

/**
 * Undoes the Content-Encoding of a body.
 *
 * @param maxBytes - most bytes that it may unfold to, on every level
 */
export async function decompress(
  body: Buffer,
  contentEncoding: string,
  maxBytes: number,
): Promise<{ readonly body: Buffer } | { readonly trouble: Trouble }> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const applied = codings.filter((coding) => coding !== '' && coding !== 'identity').reverse();
  if (body.length === 0 || applied.length === 0) return { body };
  if (applied.length > MOST_CODINGS) {
    const because = `the answer has more than ${MOST_CODINGS} codings on top of each other, which is as many as are undone`;
    return { trouble: { kind: 'oversize', because } };
  }
  if (!applied.every((coding) => Object.hasOwn(DECODERS, coding))) {
    return {
      trouble: { kind: 'malformed', because: 'the Content-Encoding of the answer is none of gzip, deflate and br' },
    };
  }
  let decoded = body;
  for (const coding of applied) {
    try {
      decoded = (await DECODERS[coding]?.(decoded, { maxOutputLength: maxBytes })) ?? decoded;
    } catch (error) {
      return { trouble: explain(error, coding, maxBytes) };
    }
  }
  return { body: decoded };
}

function explain(error: unknown, coding: string, maxBytes: number): Trouble {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return { kind: 'oversize', because: `the answer unfolds to more than ${maxBytes} bytes` };
  }
  if (code === 'Z_BUF_ERROR') return { kind: 'truncated', because: `the ${coding} data of the answer ends too early` };
  return { kind: 'malformed', because: `the body of the answer is no valid ${coding}` };
}

function hasZlibHeader(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}
