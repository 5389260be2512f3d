import type { KeyObject } from 'node:crypto';
import { amount } from '../../verdict-words.js';
import { isSignedBy, keyIdOf, keyIdOfSpki, readSpki } from '../certificate-key.js';
import { PAYLOAD_TYPE, type Envelope, type Signature } from '../envelope.js';
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
  /**
   * `intact`: none of the keys that were given is its own, and it holds by the key that it brings along, whosever that is.
   * `unchecked`: it brings none along.
   */
  readonly state: 'valid' | 'intact' | 'invalid' | 'unchecked';
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
  const checked = envelope.signatures.map((signature): CheckedSignature => {
    const { keyId, publicKey, bytes } = signature;
    const signer = [...known].find(([, key]) => isSignedBy(key, signed, bytes))?.[0];
    if (seen.has(keyId)) problems.add('signatures', `Two signatures name the key ${keyId}.`);
    seen.add(keyId);
    if (signer !== undefined) {
      holds.add(signer);
      if (signer !== keyId)
        problems.add('signatures', `A signature of ${signer} names the key ${keyId || 'not at all'}.`);
      else if (publicKey !== null && keyIdOfSpki(publicKey) !== signer)
        problems.add('signatures', `The public key beside the signature of ${signer} is another one.`);
      return { keyId: signer, state: 'valid' };
    }
    const state = known.has(keyId) ? 'invalid' : stateByOwnKey(signature, signed);
    if (state !== 'intact') problems.add('signatures', WHY_NOT[state](keyId || 'a key without a name'));
    return { keyId, state };
  });
  for (const { key, where } of keys) {
    if (!holds.has(keyIdOf(key)))
      problems.add('signatures', `There is no valid signature of ${keyIdOf(key)} (${where}).`);
  }
  if (keys.length === 0 && !allowUnsigned) problems.add('signatures', whyUnsigned(envelope));
  return checked;
}

const WHY_NOT = {
  invalid: (keyId: string) => `The signature of ${keyId} does not hold: it, its key or what it covers was changed.`,
  unchecked: (keyId: string) =>
    `The signature of ${keyId} comes without its public key, and none that was given is its own: whether it was changed cannot be told.`,
} as const;

/** By the key that a signature brings along, an altered byte is found without anybody's key; a forger is not. */
function stateByOwnKey({ keyId, publicKey, bytes }: Signature, signed: Uint8Array): 'intact' | 'invalid' | 'unchecked' {
  if (publicKey === null) return 'unchecked';
  const key = keyIdOfSpki(publicKey) === keyId ? readSpki(publicKey) : null;
  return key !== null && isSignedBy(key, signed, bytes) ? 'intact' : 'invalid';
}

function whyUnsigned({ signatures }: Envelope): string {
  return signatures.length === 0
    ? 'The certificate is not signed: nobody vouches for it.'
    : `The certificate has ${amount(signatures.length, 'signature')}, but no key was given to check ${signatures.length === 1 ? 'it' : 'them'} with.`;
}
