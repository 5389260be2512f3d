import { join, relative } from 'node:path';
import { packageRoot } from './package-root.js';

/**
 * A page of ours as its reader can open it: mostly `node_modules/tradecert/docs/…`.
 *
 * @param name - such as `settings.md`
 * @param cwd - where the reader is; default: where this process is
 */
export function docPage(name: string, cwd = ''): string {
  return relative(cwd, join(packageRoot, 'docs', name));
}

/** The profile of ours that shows every member, as its reader can open it. */
export function exampleProfile(): string {
  return relative('', join(packageRoot, 'specs', 'profiles', 'example.yaml'));
}
