import { dataOf } from '../../wire/envelope.js';
import { decodeUtf8, isJsonObject, parseJson } from '../../wire/json.js';
import { quoteShort } from '../describe-value.js';
import { bytesOf } from './request-query.js';
import type { Sight } from './sight.js';

/** What the answer to a lookup gave to go on with. */
export type LookupPage =
  /** Refused, or no answer came. */
  | { readonly kind: 'failed' }
  /** What the client made of it cannot be told. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'page';
      readonly hasNext: boolean;
      /** Its UTF-8 bytes, one character each; empty where there is none. */
      readonly key: string;
      /** Redacted, in one short line. */
      readonly shownKey: string;
      /** The same for the same instruments. */
      readonly instruments: number;
    };

/** Longest nextKey that is remembered, in bytes. */
const LONGEST_KEY = 16 * 1024;

/** Reads the answer to a lookup. */
export function lookupPageOf(sight: Sight): LookupPage {
  const { response, trouble } = sight.passage;
  if (response === undefined) {
    // These may have come to the client whole.
    return { kind: trouble?.kind === 'oversize' || trouble?.kind === 'malformed' ? 'unknown' : 'failed' };
  }
  if (response.status < 200 || response.status > 299) return { kind: 'failed' };
  const data = dataOf(sight.exchange);
  const hasNext = data?.['hasNext'];
  const shown = data?.['nextKey'] ?? '';
  if (data === null || typeof hasNext !== 'boolean' || typeof shown !== 'string') return { kind: 'unknown' };
  const key = shown.includes('[redacted:') ? unredactedKey(response.body) : shown;
  // A lone surrogate has no bytes of its own.
  if (key === null || key.length > LONGEST_KEY || /\p{Surrogate}/u.test(key)) return { kind: 'unknown' };
  return {
    kind: 'page',
    hasNext,
    key: bytesOf(key),
    shownKey: quoteShort(shown),
    instruments: hashOf(data['details']),
  };
}

function unredactedKey(body: Uint8Array): string | null {
  const json = parseJson(decodeUtf8(body) ?? '');
  if (!json.ok || !isJsonObject(json.value) || !isJsonObject(json.value['data'])) return null;
  const { nextKey } = json.value['data'];
  return typeof nextKey === 'string' ? nextKey : null;
}

function hashOf(details: unknown): number {
  let hash = FNV_START;
  if (!Array.isArray(details)) return hash;
  for (const record of details as unknown[]) {
    const code = isJsonObject(record) ? record['stockCd'] : undefined;
    hash = hashText(typeof code === 'string' ? `${code}\0` : '\0', hash);
  }
  return hash;
}

const FNV_START = 0x811c9dc5;

/** FNV-1a of 32 bits: to tell texts apart that nobody made alike on purpose. */
export function hashText(text: string, start = FNV_START): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
