import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/package-root.js';

/** The files that `tradecert init --ci` writes for one CI, with their texts. */
export function ciFiles(ci: 'github' | 'gitlab'): readonly (readonly [name: string, text: string])[] {
  const folder = join(packageRoot, 'templates/ci', ci);
  return readdirSync(folder).map((name) => [`${ci}/${name}`, readFileSync(join(folder, name), 'utf8')] as const);
}

/** Every command line of tradecert in a text: its command and its flags. */
export function commandsIn(text: string): { command: string; flags: string[]; line: string }[] {
  return [...text.matchAll(/npx (?:--no -- )?tradecert (\w+)([^\n`#]*)/g)].map(([line, command = '', rest = '']) => ({
    command,
    flags: [...rest.matchAll(/(?<= )--[a-z-]+/g)].map(([flag]) => flag),
    line,
  }));
}
