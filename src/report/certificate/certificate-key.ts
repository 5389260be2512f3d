import { Buffer } from 'node:buffer';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { SuiteError } from '../../contract/suite-error.js';
import { toPaste } from '../../contract/to-paste.js';

/** Of an Ed25519 key. */
const SPKI_BYTES = 44;

/** A new Ed25519 key pair in PEM: PKCS#8 and SPKI. */
export function generateCertificateKey(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/**
 * Reads a key that certificates are signed with. What it is made of is in no message.
 *
 * @param pem - PKCS#8; `\n` may stand for line breaks, as where a variable holds one line only
 * @param where - for messages
 * @throws SuiteError where it is no Ed25519 private key, or is encrypted
 */
export function parsePrivateKey(pem: string, where: string): KeyObject {
  const text = pem.includes('\n') ? pem : pem.replaceAll('\\n', '\n');
  if (text.includes('ENCRYPTED')) throw unusable('is encrypted', where, 'give it without a passphrase');
  if (!text.includes('PRIVATE KEY') && text.includes('PUBLIC KEY')) {
    throw unusable('is a public one', where, 'give the private key, as tradecert keygen writes it');
  }
  const key = attempt(() => createPrivateKey(text));
  if (key === null) throw unusable('cannot be read', where, 'give a PKCS#8 PEM, as tradecert keygen writes it');
  return ed25519(key, where);
}

/**
 * Reads a key that signatures are checked with.
 *
 * @param pem - SPKI
 * @throws SuiteError where it is no Ed25519 public key; a private one is refused, since it belongs nowhere near
 */
export function parsePublicKey(pem: string, where: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw unusable('is a private one', where, 'give the public key, which tradecert keygen writes beside it');
  }
  const key = attempt(() => createPublicKey(pem));
  if (key === null) throw unusable('cannot be read', where, 'give a public key in PEM, as tradecert keygen writes it');
  return ed25519(key, where);
}

/** SHA-256 of the public key's SPKI, in hexadecimal: of a private key, that of its public one. */
export function keyIdOf(key: KeyObject): string {
  return keyIdOfSpki(spkiOf(key));
}

/** The same, of what {@link spkiOf} gives. */
export function keyIdOfSpki(spki: Uint8Array): string {
  return createHash('sha256').update(spki).digest('hex');
}

/** The public key's SPKI, 44 bytes of DER: of a private key, that of its public one. */
export function spkiOf(key: KeyObject): Uint8Array {
  return (key.type === 'public' ? key : createPublicKey(key)).export({ type: 'spki', format: 'der' });
}

/** The key that {@link spkiOf} gave; `null` where these bytes are none. */
export function readSpki(spki: Uint8Array): KeyObject | null {
  if (spki.length !== SPKI_BYTES) return null;
  const key = attempt(() => createPublicKey({ key: Buffer.from(spki), type: 'spki', format: 'der' }));
  return key?.asymmetricKeyType === 'ed25519' ? key : null;
}

/** A signature of 64 bytes. The same key and bytes always give the same one. */
export function signBytes(key: KeyObject, bytes: Uint8Array): Uint8Array {
  return sign(null, bytes, key);
}

/** Whether the holder of the key's other half signed these bytes. */
export function isSignedBy(key: KeyObject, bytes: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, bytes, key, signature);
}

function ed25519(key: KeyObject, where: string): KeyObject {
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw unusable('is no Ed25519 key', where, `make one with: ${toPaste('keygen')}`);
}

function attempt(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function unusable(what: string, where: string, remedy: string): SuiteError {
  return new SuiteError(`The certificate key ${what}.`, where, remedy);
}
