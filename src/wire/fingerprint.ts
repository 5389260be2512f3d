import { createHash } from 'node:crypto';

/** Stands for a text where it is only asked whether it is the same: SHA-256 in base64, 44 characters whatever its length. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
