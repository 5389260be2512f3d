import { Buffer } from 'node:buffer';

/**
 * What a DSSE signature covers: the Pre-Authentication Encoding, version 1, of a payload and its type
 * (https://github.com/secure-systems-lab/dsse/blob/master/protocol.md).
 */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
  ]);
}
