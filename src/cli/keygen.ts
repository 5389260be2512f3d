import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { plainText } from '../report/plain-text.js';
import { generateCertificateKey, keyIdOf, parsePublicKey } from '../report/certificate/certificate-key.js';
import type { Surroundings } from './command-line.js';
import { parseFlags } from './flags.js';

const DEFAULT_FILE = 'certificate-key.pem';

/** `tradecert keygen`: a key that signs certificates, and its public half. Overwrites nothing, prints no secret. */
export function keygen(args: readonly string[], { cwd, out }: Surroundings): number {
  const flags = parseFlags(args, { out: { type: 'string' } }, 'keygen');
  const shown = plainText(flags.text['out'] ?? DEFAULT_FILE);
  const file = resolve(cwd, shown);
  const { privateKey, publicKey } = generateCertificateKey();
  writeNew(`${file}.pub`, publicKey, 0o644);
  try {
    writeNew(file, privateKey, 0o600);
  } catch (error) {
    rmSync(`${file}.pub`);
    throw error;
  }
  out(`private key  ${shown}        keep it secret; TRADECERT_CERTIFICATE_KEY_FILE=${shown} signs with it
public key   ${shown}.pub    give it to whoever checks: ${toPaste(`verify DIR --key ${shown}.pub`)}
key id       ${keyIdOf(parsePublicKey(publicKey, 'keygen'))}
`);
  return 0;
}

function writeNew(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const what = code === 'EEXIST' ? 'is there already' : `cannot be written (${code ?? 'unknown'})`;
    throw new SuiteError(
      `The file ${path} ${what}.`,
      'tradecert keygen',
      'name another file with --out; no key is ever overwritten',
    );
  }
}
