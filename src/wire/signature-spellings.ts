import { Buffer } from 'node:buffer';
import { FOLDED } from './folded-code.js';

/** What the six bits of each character of base64 stand for, as its letter or digit in lower case; 0: neither. */
const BASE64 = Uint8Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  (char) => FOLDED[char.charCodeAt(0)] ?? 0,
);
/** Where the first whole character of base64 begins after none, one and two bytes of something else. */
const FIRST_BITS = [0, 4, 2];
const MOST_DECIMALS = 3;

/**
 * How a signature may be spelled elsewhere than in its own digits, as letters and digits in lower case: these digits as hexadecimal
 * and decimal numbers and in base64, and its bytes as decimal numbers and in base64.
 *
 * @param digits - in lower-case hexadecimal
 */
export function signatureSpellings(digits: string): Uint8Array[] {
  const text = Buffer.from(digits, 'latin1');
  const bytes = Buffer.from(digits, 'hex');
  return [
    Buffer.from(text.toString('hex'), 'latin1'),
    ...[decimalsOf(text), decimalsOf(bytes)],
    ...FIRST_BITS.flatMap((first) => [base64From(text, first), base64From(bytes, first)]),
  ];
}

function decimalsOf(bytes: Uint8Array): Uint8Array {
  const spelled = Buffer.allocUnsafe(bytes.length * MOST_DECIMALS);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 100) spelled[length++] = ZERO + Math.trunc(byte / 100);
    if (byte >= 10) spelled[length++] = ZERO + (Math.trunc(byte / 10) % 10);
    spelled[length++] = ZERO + (byte % 10);
  }
  return spelled.subarray(0, length);
}

const ZERO = 48;

/** Base64 of what follows that many bits. */
function base64From(bytes: Uint8Array, first: number): Uint8Array {
  const spelled = Buffer.allocUnsafe(Math.ceil((bytes.length * 8) / 6));
  let length = 0;
  let rest = 0;
  let bits = -first;
  for (let at = 0; at < bytes.length; at += 1) {
    rest = (rest << 8) | (bytes[at] ?? 0);
    for (bits += 8; bits >= 6; bits -= 6) {
      const char = BASE64[(rest >> (bits - 6)) & 63] ?? 0;
      spelled[length] = char;
      if (char !== 0) length += 1;
    }
    rest &= 63;
  }
  const last = bits === 0 ? 0 : (BASE64[(rest << (6 - bits)) & 63] ?? 0);
  spelled[length] = last;
  return spelled.subarray(0, last === 0 ? length : length + 1);
}
