import { Buffer } from 'node:buffer';
import type { GivenSignature } from './signed-request.js';
import { templateOf, visitCandidates } from './candidates.js';
import { Draft } from './draft.js';
import { BLOCK_BYTES, DraftMac, effortOf, shortDigest } from './draft-mac.js';
import type { Part } from './parts.js';

/** A way in which the signature comes out that no setting can say. */
export interface Miss {
  /** What would have to be otherwise, in plain words. */
  readonly differs: string;
  readonly template: string;
}

interface Way {
  readonly differs: string;
  readonly sign: (draft: Draft) => string;
}

/** So many candidates at most are tried in each of these ways, unless it is said otherwise. */
export const MOST_NEARLY = 100_000;
const HIGHEST_COST = 12;
const PROGRESS_EVERY = 5_000;

/** Tries the likeliest candidates with keys that were copied wrongly and with what is no HMAC. */
export function findMisses(
  { hash, bytes }: GivenSignature,
  key: string,
  slots: readonly (readonly Part[])[],
  most: number,
  onProgress: (candidates: number) => void,
): readonly Miss[] {
  const wanted = bytes.toString('latin1');
  const ways = [...keyWays(key, hash), ...hashWays(Buffer.from(key), hash)];
  const misses: Miss[] = [];
  const draft = new Draft(BLOCK_BYTES[hash]);
  let left = most;
  let nextProgress = most - PROGRESS_EVERY;
  for (let cost = 1; cost <= HIGHEST_COST && left > 0 && misses.length === 0; cost += 1) {
    visitCandidates(slots, cost, draft, (candidate) => {
      for (const { differs, sign } of ways) {
        if (sign(draft) === wanted) misses.push({ differs, template: templateOf(candidate) });
      }
      left -= effortOf(draft);
      if (left <= nextProgress) {
        nextProgress = left - PROGRESS_EVERY;
        onProgress(most - left);
      }
      return left > 0;
    });
  }
  return misses;
}

function keyWays(key: string, hash: GivenSignature['hash']): Way[] {
  const others: readonly (readonly [differs: string, other: string])[] = [
    ['the key has white space around it that is not part of it', key.trim()],
    ['the key ends with a line end', `${key}\n`],
    ['the key is in lower case', key.toLowerCase()],
    ['the key is in upper case', key.toUpperCase()],
    ['the key is the hexadecimal text of what was given', Buffer.from(key).toString('hex')],
    ['the key is the base64 text of what was given', Buffer.from(key).toString('base64')],
  ];
  return others
    .filter(([, other]) => other !== key && other !== '')
    .map(([differs, other]) => {
      const mac = new DraftMac(hash, Buffer.from(other));
      return { differs, sign: (draft) => mac.of(draft) };
    });
}

function hashWays(key: Buffer, hash: GivenSignature['hash']): Way[] {
  const mac = new DraftMac(hash, key);
  const other = new Draft(BLOCK_BYTES[hash]);
  const macOf = (bytes: Uint8Array): string => {
    other.replace(bytes);
    return mac.of(other);
  };
  const digest = (bytes: Uint8Array): Buffer => Buffer.from(shortDigest(hash, bytes), 'latin1');
  return [
    { differs: 'it is no HMAC, but a hash without a key', sign: ({ content }) => shortDigest(hash, content) },
    {
      differs: 'it is no HMAC, but a hash of the key and what is signed',
      sign: ({ content }) => shortDigest(hash, Buffer.concat([key, content])),
    },
    {
      differs: 'it is no HMAC, but a hash of what is signed and the key',
      sign: ({ content }) => shortDigest(hash, Buffer.concat([content, key])),
    },
    { differs: 'what is signed is hashed first', sign: ({ content }) => macOf(digest(content)) },
    {
      differs: 'what is signed is hashed first, and the hash is written in hexadecimal',
      sign: ({ content }) => macOf(Buffer.from(digest(content).toString('hex'))),
    },
    {
      differs: 'what is signed is turned into base64 first',
      sign: ({ content }) => macOf(Buffer.from(content.toString('base64'))),
    },
  ];
}
