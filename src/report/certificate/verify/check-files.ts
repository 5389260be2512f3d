import { isJsonObject } from '../../../wire/json.js';
import { digestFile, LARGEST_FILE, listBundle, sizeOf } from '../bundle-files.js';
import type { CertifiedFile } from '../statement.js';
import type { Problems } from './problems.js';

const MOST_FILES = 10_000;

/** The files that a statement names; what is no proper entry is a problem. */
export function certifiedFiles(
  statement: Readonly<Record<string, unknown>>,
  problems: Problems,
): readonly CertifiedFile[] {
  const { subject } = statement;
  if (!Array.isArray(subject) || subject.length > MOST_FILES) {
    problems.add('statement', 'The certificate has no list of files, or one that is too long.');
    return [];
  }
  const files = new Map<string, CertifiedFile>();
  for (const entry of subject as readonly unknown[]) {
    const file = readEntry(entry);
    if (file === null)
      problems.add('statement', 'The certificate names a file without a proper name, size and SHA-256.');
    else if (files.has(file.name)) problems.add('statement', `The certificate names ${file.name} twice.`);
    else files.set(file.name, file);
  }
  return [...files.values()];
}

/** Names are only looked up among what lies in the folder, so that none can lead out of it. */
function readEntry(entry: unknown): CertifiedFile | null {
  if (!isJsonObject(entry)) return null;
  const { name, digest, annotations } = entry;
  if (typeof name !== 'string' || name === '' || !isJsonObject(digest) || !isJsonObject(annotations)) return null;
  const [{ sha256 }, { bytes }] = [digest, annotations];
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256) || !Number.isSafeInteger(bytes)) return null;
  return { name, sha256, bytes: bytes as number };
}

/** What lies in a run's folder, held against its certificate. */
interface CheckedFiles {
  /** Names of files that are as certified. */
  readonly sound: ReadonlySet<string>;
  /** Names of files that were changed, added or taken away. */
  readonly altered: readonly string[];
  /** Folders that no certificate is about. */
  readonly outside: readonly string[];
}

/**
 * Holds what lies in the folder against what the certificate names. Follows no link, and reads nothing whose size is not
 * the certified one.
 */
export async function checkFiles(
  dir: string,
  certified: readonly CertifiedFile[],
  problems: Problems,
): Promise<CheckedFiles> {
  const { files, odd, outside, isTooMuch } = await listBundle(dir);
  const altered = new Set(odd);
  if (isTooMuch) problems.add('files', 'The folder holds more files, or deeper ones, than a run writes.');
  for (const name of odd) problems.add('files', `${name} is a link, or no regular file: it was not opened.`);
  const present = new Set(files);
  const named = new Set(certified.map(({ name }) => name));
  for (const name of files.filter((one) => !named.has(one))) {
    altered.add(name);
    problems.add('files', `${name} is not named by the certificate: it came in later.`);
  }
  const sound = new Set<string>();
  for (const file of certified) {
    if (odd.includes(file.name)) continue;
    if (!present.has(file.name)) problems.add('files', `${file.name} is certified, but is not there.`);
    else if (await isAsCertified(dir, file, problems)) sound.add(file.name);
    if (!sound.has(file.name)) altered.add(file.name);
  }
  return { sound, altered: [...altered], outside };
}

async function isAsCertified(
  dir: string,
  { name, sha256, bytes }: CertifiedFile,
  problems: Problems,
): Promise<boolean> {
  try {
    const size = await sizeOf(dir, name);
    if (size !== bytes) {
      problems.add('files', `${name} has ${size} bytes, and had ${bytes} when it was certified.`);
      return false;
    }
    if (size > LARGEST_FILE) {
      problems.add('files', `${name} is too large to be checked.`);
      return false;
    }
    if ((await digestFile(dir, name)).sha256 === sha256) return true;
    problems.add('files', `${name} was changed after it was certified: its SHA-256 is another one.`);
  } catch (error) {
    problems.add('files', `${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  return false;
}
