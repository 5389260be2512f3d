import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CertificateSettings } from '../../contract/settings.js';
import { amount } from '../verdict-words.js';
import { CERTIFICATE_FILE, LARGEST_CERTIFICATE, readBundleText } from './bundle-files.js';
import { keyIdOf, parsePrivateKey } from './certificate-key.js';
import { addSignature, parseEnvelope, renderEnvelope, type Envelope } from './envelope.js';
import type { Problem } from './verify/problems.js';
import { verifyBundle } from './verify/verify-bundle.js';

/** What became of the certificate of a run that was made again. */
export interface Signing {
  /** Who vouches for it, in a few words. */
  readonly says: string;
  /** What kept it from being signed: what the certificate says and does not hold. */
  readonly problems: readonly Problem[];
  /** Problems beyond those listed. */
  readonly unlisted: number;
  /** Ids of other keys whose signatures were about the files as they were before, and are no longer there. */
  readonly lost?: readonly string[];
}

/** What the certificate in a run's folder is worth, but for its signatures and how long it holds. */
export interface Standing {
  readonly envelope: Envelope | null;
  /** Whether it is about the files and the results that lie there. */
  readonly isAboutFolder: boolean;
  readonly problems: readonly Problem[];
  readonly unlisted: number;
}

/** @param now - milliseconds since the epoch */
export async function standingOf(dir: string, now: number): Promise<Standing> {
  const envelope = await readEnvelope(dir);
  const { problems, unlisted } = await verifyBundle(dir, { keys: [], allowUnsigned: true, now });
  const lasting = problems.filter(({ check }) => check !== 'expiry');
  const isAboutFolder = !lasting.some(({ check }) => ['certificate', 'files', 'statement'].includes(check));
  return { envelope, isAboutFolder: envelope !== null && isAboutFolder, problems: lasting, unlisted };
}

/**
 * Signs the certificate that was written just now, without a signature, where all that it says holds; else leaves it as it
 * is. Without a key, there is nothing to do.
 */
export async function signWhatHolds(dir: string, { key }: CertificateSettings, now: number): Promise<Signing> {
  if (key === null) return { says: 'not signed', problems: [], unlisted: 0 };
  const { envelope, problems, unlisted } = await standingOf(dir, now);
  if (envelope === null || problems.length > 0) {
    return { says: 'not signed, since it does not hold', problems, unlisted };
  }
  const signer = parsePrivateKey(key, 'the certificate key');
  const path = join(dir, CERTIFICATE_FILE);
  await writeFile(`${path}.partial`, renderEnvelope(addSignature(envelope, signer)));
  await rename(`${path}.partial`, path);
  return { says: `signed with the key ${keyIdOf(signer)}`, problems, unlisted };
}

/** A certificate that is left as it is, in a few words. */
export function keptAs({ signatures }: Envelope): string {
  if (signatures.length === 0) return 'kept as it was, not signed';
  return `kept as it was, with ${amount(signatures.length, 'signature')}: ${signatures.map(({ keyId }) => keyId || 'no key id').join(', ')}`;
}

/** The certificate in a run's folder; `null` where there is none that can be used. */
export async function readEnvelope(dir: string): Promise<Envelope | null> {
  const text = await readBundleText(dir, CERTIFICATE_FILE, LARGEST_CERTIFICATE).catch(() => null);
  const envelope = text === null ? null : parseEnvelope(text);
  return typeof envelope === 'string' ? null : envelope;
}
