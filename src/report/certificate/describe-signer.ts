import type { CertificateSettings } from '../../contract/settings.js';
import { keyIdOf, parsePrivateKey } from './certificate-key.js';

/** Who vouches for the certificates of a run, in a few words. */
export function describeSigner(certificate: CertificateSettings | undefined): string {
  const key = certificate?.key ?? null;
  return key === null ? 'not signed' : `signed with the key ${keyIdOf(parsePrivateKey(key, 'the certificate key'))}`;
}
