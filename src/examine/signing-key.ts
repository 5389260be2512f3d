import type { KeyObject } from 'node:crypto';
import type { Settings } from '../contract/settings.js';
import { decodeKey } from '../wire/decode-key.js';

/** The key of X-Signature, which every client holds; `null` where none was given. */
export function signingKeyOf({ signingKey, signingKeyEncoding }: Settings): KeyObject | null {
  return signingKey === null ? null : decodeKey(signingKey, signingKeyEncoding);
}
