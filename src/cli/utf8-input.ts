import { isUtf8 } from 'node:buffer';
import { SuiteError } from '../contract/suite-error.js';

/**
 * Refuses a text in UTF-16, as Windows PowerShell writes one with `>`, which read as UTF-8 would be empty or no text, and one
 * in another encoding, such as Windows-1252, of which characters would be lost: of a key, without a word.
 *
 * @param name - what it is, to begin a sentence
 * @throws SuiteError
 */
export function refuseOtherThanUtf8(bytes: Uint8Array, name: string, where: string): void {
  const because = whyNoUtf8(bytes);
  if (because === null) return;
  throw new SuiteError(
    `${name} is not in UTF-8: ${because}.`,
    where,
    'save it as UTF-8; PowerShell writes UTF-8 with Set-Content -Encoding utf8',
  );
}

function whyNoUtf8(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return 'it holds zero bytes, as UTF-16 does';
  return isUtf8(bytes) ? null : 'it holds bytes that no UTF-8 has, as Windows-1252 does';
}
