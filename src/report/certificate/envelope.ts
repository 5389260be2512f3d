import { Buffer } from 'node:buffer';
import type { KeyObject } from 'node:crypto';
import { isJsonObject, parseJson } from '../../wire/json.js';
import { keyIdOf, signBytes, spkiOf } from './certificate-key.js';
import { preAuthEncoding } from './pae.js';

/** Media type of an in-toto statement. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** Signatures beyond this are not looked at. */
const MOST_SIGNATURES = 64;

/** One signature of an envelope. */
export interface Signature {
  /** A hint, not signed itself: which key to try. Empty where there is none. */
  readonly keyId: string;
  /**
   * The public key, SPKI in DER: tells whether the signature and what it covers are whole, not whose it is, since whoever
   * signs anew brings a key along. `null` where another tool left it out.
   */
  readonly publicKey: Uint8Array | null;
  readonly bytes: Uint8Array;
}

/** A DSSE envelope: what is signed, what it is, and by whom. Without signatures, nobody vouches for it. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly signatures: readonly Signature[];
}

/** The envelope with one signature more. */
export function addSignature(envelope: Envelope, key: KeyObject): Envelope {
  const bytes = signBytes(key, preAuthEncoding(envelope.payloadType, envelope.payload));
  return {
    ...envelope,
    signatures: [...envelope.signatures, { keyId: keyIdOf(key), publicKey: spkiOf(key), bytes }],
  };
}

/** The envelope as certificate.json has it: there is one way to write one, so that no byte of it can change unseen. */
export function renderEnvelope({ payloadType, payload, signatures }: Envelope): string {
  const written = {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: signatures.map(({ keyId, publicKey, bytes }) => ({
      ...(keyId !== '' && { keyid: keyId }),
      ...(publicKey !== null && { publicKey: Buffer.from(publicKey).toString('base64') }),
      sig: Buffer.from(bytes).toString('base64'),
    })),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/**
 * Reads an envelope, whoever wrote it: white space, order of members and either alphabet of base64 are free.
 *
 * @returns why it cannot be read, as the end of a sentence, where it cannot
 */
export function parseEnvelope(text: string): Envelope | string {
  const json = parseJson(text);
  if (!json.ok) return json.because;
  const [twice] = json.duplicateMembers;
  if (twice !== undefined) return `it names a member twice (${twice})`;
  if (!isJsonObject(json.value)) return 'it is no JSON object';
  const { payloadType, payload, signatures } = json.value;
  const bytes = decodeBase64(payload);
  if (typeof payloadType !== 'string') return 'it has no payloadType';
  if (bytes === null) return 'its payload is no base64';
  const read = readSignatures(signatures);
  return typeof read === 'string' ? read : { payloadType, payload: bytes, signatures: read };
}

function readSignatures(value: unknown): readonly Signature[] | string {
  if (!Array.isArray(value)) return 'it has no list of signatures';
  if (value.length > MOST_SIGNATURES) return `it has more than ${MOST_SIGNATURES} signatures`;
  const read: Signature[] = [];
  for (const one of value as readonly unknown[]) {
    if (!isJsonObject(one)) return 'one of its signatures is no object';
    const { keyid = '', publicKey, sig } = one;
    const bytes = decodeBase64(sig);
    if (bytes === null || typeof keyid !== 'string') return 'one of its signatures is no base64, or its keyid no text';
    const key = publicKey === undefined ? null : decodeBase64(publicKey);
    if (publicKey !== undefined && key === null) return 'one of its public keys is no base64';
    read.push({ keyId: keyid, publicKey: key, bytes });
  }
  return read;
}

/** Bytes of base64 in either alphabet; `null` where it is none. */
function decodeBase64(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}
