import { Buffer } from 'node:buffer';
import type { Results } from '../../contract/results.js';
import { DEFAULT_DAYS, type CertificateSettings } from '../../contract/settings.js';
import { digestFile, listBundle } from './bundle-files.js';
import { parsePrivateKey } from './certificate-key.js';
import { addSignature, PAYLOAD_TYPE, renderEnvelope, type Envelope } from './envelope.js';
import { makeStatement, renderStatement, type CertifiedFile } from './statement.js';
import { catalogueDigest, suiteDigest } from './suite-digest.js';

/** A certificate that nobody vouches for. */
const UNSIGNED: CertificateSettings = { key: null, days: DEFAULT_DAYS };

/**
 * The certificate of the run in a folder, about every file that lies there now: to be written when all others are.
 *
 * @param dir - the run's folder
 */
export async function renderCertificate(dir: string, results: Results, options = UNSIGNED): Promise<string> {
  const { files } = await listBundle(dir);
  const certified: CertifiedFile[] = [];
  for (const name of files.filter((one) => !one.endsWith('.partial'))) certified.push(await digestFile(dir, name));
  const statement = makeStatement(results, {
    files: certified,
    catalogueSha256: catalogueDigest(results),
    suiteSha256: suiteDigest(),
    days: options.days,
  });
  const envelope: Envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(renderStatement(statement)),
    signatures: [],
  };
  const { key } = options;
  return renderEnvelope(key === null ? envelope : addSignature(envelope, parsePrivateKey(key, 'the certificate key')));
}
