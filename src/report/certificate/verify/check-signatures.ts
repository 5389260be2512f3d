import type { KeyObject } from 'node:crypto';
import { amount } from '../../verdict-words.js';
import { isSignedBy, keyIdOf } from '../certificate-key.js';
import { PAYLOAD_TYPE, type Envelope } from '../envelope.js';
import { preAuthEncoding } from '../pae.js';
import type { Problems } from './problems.js';

/** A public key that a reader trusts, and where it came from. */
export interface TrustedKey {
  readonly key: KeyObject;
  readonly where: string;
}

/** One signature of a certificate. */
export interface CheckedSignature {
  readonly keyId: string;
  /** `unchecked`: none of the keys that were given is its own. */
  readonly state: 'valid' | 'invalid' | 'unchecked';
}

/** What is asked of the signatures. */
export interface SignaturePolicy {
  /** Each of them must have signed. */
  readonly keys: readonly TrustedKey[];
  /** Without keys, a certificate holds that nobody signed, or whose signatures nobody checked. */
  readonly allowUnsigned: boolean;
}

/**
 * Holds the signatures against the keys. As DSSE has it, a key id only tells which key to try: where it names no given
 * key, all are tried.
 */
export function checkSignatures(
  envelope: Envelope,
  { keys, allowUnsigned }: SignaturePolicy,
  problems: Problems,
): readonly CheckedSignature[] {
  if (envelope.payloadType !== PAYLOAD_TYPE) {
    problems.add('certificate', `The payload is of the type ${envelope.payloadType}, not ${PAYLOAD_TYPE}.`);
  }
  const signed = preAuthEncoding(envelope.payloadType, envelope.payload);
  const known = new Map(keys.map(({ key }) => [keyIdOf(key), key]));
  const holds = new Set<string>();
  const seen = new Set<string>();
  const checked = envelope.signatures.map(({ keyId, bytes }): CheckedSignature => {
    const signer = [...known].find(([, key]) => isSignedBy(key, signed, bytes))?.[0];
    if (seen.has(keyId)) problems.add('signatures', `Two signatures name the key ${keyId}.`);
    seen.add(keyId);
    if (signer !== undefined) {
      holds.add(signer);
      if (signer !== keyId)
        problems.add('signatures', `A signature of ${signer} names the key ${keyId || 'not at all'}.`);
      return { keyId: signer, state: 'valid' };
    }
    if (!known.has(keyId)) return { keyId, state: 'unchecked' };
    problems.add('signatures', `The signature of ${keyId} does not hold: it or what it covers was changed.`);
    return { keyId, state: 'invalid' };
  });
  for (const { key, where } of keys) {
    if (!holds.has(keyIdOf(key)))
      problems.add('signatures', `There is no valid signature of ${keyIdOf(key)} (${where}).`);
  }
  if (keys.length === 0 && !allowUnsigned) problems.add('signatures', whyUnsigned(envelope));
  return checked;
}

function whyUnsigned({ signatures }: Envelope): string {
  return signatures.length === 0
    ? 'The certificate is not signed: nobody vouches for it.'
    : `The certificate has ${amount(signatures.length, 'signature')}, but no key was given to check ${signatures.length === 1 ? 'it' : 'them'} with.`;
}
