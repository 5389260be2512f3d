import type { CertificateSettings } from '../contract/settings.js';
import { toPaste } from '../contract/to-paste.js';
import { keyIdOf, parsePrivateKey } from '../report/certificate/certificate-key.js';
import { cutText, plainText } from '../report/plain-text.js';

const LONGEST_ID = 64;

/** Tells of a signature that is gone, since what it was about is. */
export function lostSignature(keyId: string): string {
  const whose = keyId === '' ? 'a key without an id' : `the key ${cutText(plainText(keyId), LONGEST_ID)}`;
  return `the certificate had a signature of ${whose}, which was about the files as they were: have it signed again with ${toPaste('sign DIR')}`;
}

/** Tells of the signatures of keys that will not sign again. @param keyIds - of those that had signed */
export function lostSignatures(keyIds: readonly string[], certificate: CertificateSettings | undefined): string[] {
  const key = certificate?.key ?? null;
  const own = key === null ? null : keyIdOf(parsePrivateKey(key, 'the certificate key'));
  return keyIds.filter((keyId) => keyId !== own).map(lostSignature);
}
