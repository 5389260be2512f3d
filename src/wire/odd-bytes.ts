import { Buffer } from 'node:buffer';
import type { Redactor } from './redaction.js';

/** Of a longer body the beginning is kept: whole groups of base64. */
const KEPT_BYTES = 48 * 1024;

/**
 * A body that is no valid UTF-8 as base64, with `…` behind it where its end is left out. In base64 nobody would see a secret,
 * so a body with one in it is not kept at all, be it between zeros as in UTF-16, or spelled in escapes of JSON.
 *
 * @returns `undefined` where it is not kept
 */
export function oddBytes(redactor: Redactor, body: Uint8Array): string | undefined {
  const latin = Buffer.from(body).toString('latin1');
  const dense = latin.replaceAll('\0', '');
  const plain = dense.replaceAll(/\\u00([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
  if ([latin, dense, plain].some((text) => redactor.text(text) !== text)) return undefined;
  return `${Buffer.from(body.subarray(0, KEPT_BYTES)).toString('base64')}${body.length > KEPT_BYTES ? '…' : ''}`;
}
