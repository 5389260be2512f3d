import { SuiteError } from '../contract/suite-error.js';

/**
 * Refuses a text in UTF-16, as Windows PowerShell writes one with `>`: read as UTF-8 it would be empty, or no text.
 *
 * @param name - what it is, to begin a sentence
 * @throws SuiteError
 */
export function refuseUtf16(bytes: Uint8Array, name: string, where: string): void {
  if (!bytes.includes(0)) return;
  throw new SuiteError(
    `${name} is not in UTF-8: it holds zero bytes, as UTF-16 does.`,
    where,
    'save it as UTF-8; PowerShell writes UTF-8 with Set-Content -Encoding utf8',
  );
}
