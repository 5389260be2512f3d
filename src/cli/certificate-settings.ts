import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_DAYS, type CertificateSettings } from '../contract/settings.js';
import { SuiteError } from '../contract/suite-error.js';
import { parsePrivateKey, parsePublicKey } from '../report/certificate/certificate-key.js';
import type { TrustedKey } from '../report/certificate/verify/check-signatures.js';
import { plainText } from '../report/plain-text.js';
import { findSetting, type Found, type Sources } from './setting-sources.js';

const MOST_DAYS = 3650;
/** A key takes 119 bytes; what is much larger is another file. */
const LARGEST_KEY = 64 * 1024;
/** The group and all others may read it. */
const READABLE_BY_OTHERS = 0o044;

/**
 * How certificates are made: with which key, and for how long. The key is checked before anything is sent.
 *
 * @throws SuiteError where the key is none, or is given twice in the same place; no message has it
 */
export function resolveCertificate(sources: Sources, cwd: string): CertificateSettings {
  const days = findSetting(sources, 'certificateDays');
  return { key: resolveKey(sources, cwd), days: days ? parseDays(days) : DEFAULT_DAYS };
}

/** What the user should know of the key: whoever reads its file can sign as its owner. */
export function certificateWarnings(sources: Sources, cwd: string): string[] {
  const { text, file } = findKey(sources);
  // Windows has no such modes.
  if (!file || (text && text.level < file.level) || process.platform === 'win32') return [];
  const found = statSync(resolve(cwd, file.value), { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & READABLE_BY_OTHERS) === 0) return [];
  return [`the private key in ${plainText(file.value)} can be read by others: chmod 600 keeps it to its owner`];
}

interface KeyPlaces {
  readonly text: Found | null;
  readonly file: Found | null;
}

function findKey(sources: Sources): KeyPlaces {
  return { text: findSetting(sources, 'certificateKey'), file: findSetting(sources, 'certificateKeyFile') };
}

function resolveKey(sources: Sources, cwd: string): string | null {
  const { text, file } = findKey(sources);
  if (text && file && text.level === file.level) {
    throw new SuiteError('The certificate key is given twice.', `${text.where}, and ${file.where}`, 'give one of them');
  }
  const given = text && (!file || text.level < file.level) ? text : file && { ...file, value: readKey(file, cwd) };
  if (!given) return null;
  parsePrivateKey(given.value, given.where);
  return given.value;
}

function readKey({ value, where }: Found, cwd: string): string {
  return readKeyFile(resolve(cwd, value), where);
}

/**
 * Reads public keys by which signatures are checked.
 *
 * @param paths - as given with `--key`
 * @throws SuiteError for the first that is none
 */
export function readTrustedKeys(paths: readonly string[] = [], cwd: string): TrustedKey[] {
  return paths.map((path) => {
    const where = `--key ${path}`;
    return { key: parsePublicKey(readKeyFile(resolve(cwd, path), where), where), where: plainText(path) };
  });
}

/** @throws SuiteError where it cannot be read, or is too large to be one */
function readKeyFile(path: string, where: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SuiteError(
      `The key file ${path} cannot be read (${code ?? 'unknown'}).`,
      where,
      'name a file with a key',
    );
  }
  if (text.length <= LARGEST_KEY) return text;
  throw new SuiteError(`The key file ${path} is too large for a key.`, where, 'name a file with a key in PEM');
}

function parseDays({ value, where }: Found): number {
  const days = Number(value);
  if (/^\d{1,4}$/.test(value) && days >= 1 && days <= MOST_DAYS) return days;
  throw new SuiteError(`A certificate does not hold for that many days.`, where, `give 1 to ${MOST_DAYS}`);
}
