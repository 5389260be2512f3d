import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { CERTIFICATE_FILE, LARGEST_CERTIFICATE, readBundleText } from '../report/certificate/bundle-files.js';
import { keyIdOf, parsePrivateKey } from '../report/certificate/certificate-key.js';
import { addSignature, parseEnvelope, renderEnvelope } from '../report/certificate/envelope.js';
import { verifyBundle } from '../report/certificate/verify/verify-bundle.js';
import { plainText } from '../report/plain-text.js';
import { amount } from '../report/verdict-words.js';
import { certificateWarnings, resolveCertificate } from './certificate-settings.js';
import type { Surroundings } from './command-line.js';
import { parseFlags } from './flags.js';
import { refreshRunList } from './refresh-run-list.js';
import { readDotenv } from './setting-sources.js';
import { renderProblems } from './verify.js';
import { whyUncertified } from './stopped-run.js';
import { warningLine } from './warning-line.js';

const REFUSED = 1;

/** `tradecert sign DIR`: adds a signature to a run's certificate, once all that it says holds. */
export async function sign(args: readonly string[], { env, cwd, out, err }: Surroundings): Promise<number> {
  const flags = parseFlags(args, { 'certificate-key-file': { type: 'string' } }, 'sign', ['DIR']);
  const [given = ''] = flags.operands;
  const dir = resolve(cwd, given);
  const sources = { flags: flags.text, env, dotenv: readDotenv(cwd) };
  const { key: pem } = resolveCertificate(sources, cwd);
  for (const warning of certificateWarnings(sources, cwd)) err(warningLine(warning));
  if (pem === null) {
    throw new SuiteError(
      'There is no key to sign with.',
      'tradecert sign',
      `name it with --certificate-key-file or TRADECERT_CERTIFICATE_KEY_FILE; make one with: ${toPaste('keygen')}`,
    );
  }
  const key = parsePrivateKey(pem, 'the certificate key');
  const path = join(dir, CERTIFICATE_FILE);
  const unended = await whyUncertified(dir, cwd);
  if (unended !== null) {
    err(unended);
    return REFUSED;
  }
  const text = await readBundleText(dir, CERTIFICATE_FILE, LARGEST_CERTIFICATE).catch((error: unknown) => {
    throw unusable(path, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  });
  const envelope = parseEnvelope(text);
  if (typeof envelope === 'string') throw unusable(path, `is no certificate: ${plainText(envelope)}`);
  if (envelope.signatures.some(({ keyId }) => keyId === keyIdOf(key))) throw signedAlready(path);
  const { problems, unlisted } = await verifyBundle(dir, { keys: [], allowUnsigned: true, now: Date.now() });
  if (problems.length > 0) {
    err(`Not signed: what the certificate says does not hold.\n${renderProblems(problems, unlisted)}`);
    return REFUSED;
  }
  const signed = addSignature(envelope, key);
  await writeFile(`${path}.partial`, renderEnvelope(signed));
  await rename(`${path}.partial`, path);
  await refreshRunList(dir, cwd, err);
  out(`Signed with the key ${keyIdOf(key)}; ${amount(signed.signatures.length, 'signature')} now.\n`);
  return 0;
}

function unusable(path: string, what: string): SuiteError {
  return new SuiteError(`${plainText(path)} ${what}.`, 'tradecert sign', 'name the folder that a run was written to');
}

function signedAlready(path: string): SuiteError {
  return new SuiteError(
    `${plainText(path)} has a signature of this key.`,
    'tradecert sign',
    `sign with another key; whose signatures hold is shown by: ${toPaste('verify DIR')}`,
  );
}
