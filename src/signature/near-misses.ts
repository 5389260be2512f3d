import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import type { GivenSignature } from './signed-request.js';
import { Joiner, templateOf, visitCandidates } from './candidates.js';
import type { Part } from './parts.js';

/** A way in which the signature comes out that no setting can say. */
export interface Miss {
  /** What would have to be otherwise, in plain words. */
  readonly differs: string;
  readonly template: string;
}

interface Way {
  readonly differs: string;
  readonly sign: (bytes: Uint8Array) => Buffer;
}

/** Most candidates that are tried in each of these ways. */
const MOST = 100_000;
const HIGHEST_COST = 12;

/** Tries the likeliest candidates with keys that were copied wrongly and with what is no HMAC. */
export function findMisses(signature: GivenSignature, key: string, slots: readonly (readonly Part[])[]): Miss[] {
  const ways = waysOf(key, signature.hash);
  const misses: Miss[] = [];
  const joiner = new Joiner();
  let left = MOST;
  for (let cost = 1; cost <= HIGHEST_COST && left > 0 && misses.length === 0; cost += 1) {
    visitCandidates(slots, cost, (candidate) => {
      const bytes = joiner.join(candidate);
      for (const { differs, sign } of ways) {
        if (sign(bytes).equals(signature.bytes)) misses.push({ differs, template: templateOf(candidate) });
      }
      left -= 1;
      return left > 0;
    });
  }
  return misses;
}

function waysOf(key: string, hash: GivenSignature['hash']): Way[] {
  const withKey = (differs: string, other: string): Way[] =>
    other === key || other === ''
      ? []
      : [{ differs, sign: (bytes) => createHmac(hash, Buffer.from(other)).update(bytes).digest() }];
  const digest = (bytes: Uint8Array): Buffer => createHash(hash).update(bytes).digest();
  return [
    ...withKey('the key has white space around it that is not part of it', key.trim()),
    ...withKey('the key ends with a line end', `${key}\n`),
    ...withKey('the key is in lower case', key.toLowerCase()),
    ...withKey('the key is in upper case', key.toUpperCase()),
    ...withKey('the key is the hexadecimal text of what was given', Buffer.from(key).toString('hex')),
    ...withKey('the key is the base64 text of what was given', Buffer.from(key).toString('base64')),
    { differs: 'it is no HMAC, but a hash without a key', sign: digest },
    {
      differs: 'it is no HMAC, but a hash of the key and what is signed',
      sign: (bytes) => digest(Buffer.concat([Buffer.from(key), bytes])),
    },
    {
      differs: 'it is no HMAC, but a hash of what is signed and the key',
      sign: (bytes) => digest(Buffer.concat([bytes, Buffer.from(key)])),
    },
    {
      differs: 'what is signed is hashed first',
      sign: (bytes) => createHmac(hash, Buffer.from(key)).update(digest(bytes)).digest(),
    },
    {
      differs: 'what is signed is hashed first, and the hash is written in hexadecimal',
      sign: (bytes) => createHmac(hash, Buffer.from(key)).update(digest(bytes).toString('hex')).digest(),
    },
    {
      differs: 'what is signed is turned into base64 first',
      sign: (bytes) => createHmac(hash, Buffer.from(key)).update(Buffer.from(bytes).toString('base64')).digest(),
    },
  ];
}
