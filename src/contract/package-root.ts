import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SuiteError } from './suite-error.js';

/** Folder of the tradecert package: the same whether this runs from `src` or from `dist`. */
export const packageRoot: string = findPackageRoot(dirname(fileURLToPath(import.meta.url)));

function findPackageRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isPackageRoot(folder)) return folder;
    if (folder === dirname(folder)) break;
  }
  throw new SuiteError('tradecert cannot find its own package folder.', start, 'install the package again');
}

function isPackageRoot(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return false;
  const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown };
  return name === 'tradecert';
}
