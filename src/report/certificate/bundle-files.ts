import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, opendir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isOfGoingRun, WORK_FOLDER } from '../../contract/going-run.js';
import type { CertifiedFile } from './statement.js';

/** The certificate cannot name itself. */
export const CERTIFICATE_FILE = 'certificate.json';

/** Folders that belong to no bundle: Playwright writes its own report at its own time. */
const OUTSIDE: readonly string[] = ['playwright', WORK_FOLDER, 'playwright-blob'];

const MOST_ENTRIES = 10_000;
const DEEPEST = 8;
/** Bytes; a larger certificate is not read. */
export const LARGEST_CERTIFICATE = 8 * 1024 * 1024;
/** What is larger is not read. */
export const LARGEST_FILE = 8 * 1024 ** 3;

/** What lies in a run's folder. */
export interface BundleContents {
  /**
   * Regular files by name relative to the folder, with slashes; certificate.json is not among them, nor what only serves a
   * run as long as it goes on.
   */
  readonly files: readonly string[];
  /** Links, pipes and the like: never followed, never opened. */
  readonly odd: readonly string[];
  /** Folders of Playwright's own: what is in them is not certified, and not looked at. */
  readonly outside: readonly string[];
  /** There is more, or it is deeper, than any run writes: the lists are not whole. */
  readonly isTooMuch: boolean;
}

/** Lists a run's folder without following links, in bounded time. */
export async function listBundle(dir: string): Promise<BundleContents> {
  const files: string[] = [];
  const odd: string[] = [];
  const outside: string[] = [];
  let isTooMuch = false;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && !isTooMuch; folder = folders.pop()) {
    for await (const entry of await opendir(join(dir, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      isTooMuch ||= files.length + odd.length + folders.length >= MOST_ENTRIES || name.split('/').length > DEEPEST;
      if (isTooMuch) break;
      if (entry.isDirectory()) {
        (OUTSIDE.includes(name) ? outside : folders).push(name);
      } else if (!entry.isFile()) odd.push(name);
      else if (name !== CERTIFICATE_FILE && !isOfGoingRun(name)) files.push(name);
    }
  }
  return { files: files.sort(), odd: odd.sort(), outside: outside.sort(), isTooMuch };
}

/**
 * Opens a file of the bundle for reading: a link in its place, or what is no regular file, is refused.
 *
 * @throws Error of the file system
 */
export async function openBundleFile(dir: string, name: string): Promise<FileHandle> {
  const file = await open(join(dir, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error(`${name} is no regular file`), { code: 'EINVAL' });
}

/** Bytes and SHA-256 of a file, read in pieces. */
export async function digestFile(dir: string, name: string): Promise<CertifiedFile> {
  const file = await openBundleFile(dir, name);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    return { name, sha256: hash.digest('hex'), bytes };
  } finally {
    await file.close();
  }
}

/** Bytes of a file, from what the file system says. */
export async function sizeOf(dir: string, name: string): Promise<number> {
  const file = await openBundleFile(dir, name);
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** A file as text, otherwise as {@link readBundleBytes}. */
export async function readBundleText(dir: string, name: string, most: number): Promise<string> {
  return (await readBundleBytes(dir, name, most)).toString('utf8');
}

/**
 * The bytes of a file.
 *
 * @param most - bytes; what is larger is not read
 * @throws Error of the file system, or with the code `EFBIG`
 */
export async function readBundleBytes(dir: string, name: string, most: number): Promise<Buffer> {
  const file = await openBundleFile(dir, name);
  try {
    const { size } = await file.stat();
    if (size > most) throw Object.assign(new Error(`${name} is too large`), { code: 'EFBIG' });
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
