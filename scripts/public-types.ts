import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Leaves of the declarations in `dist` those that the entries of the package lead to: the others are of modules that nobody
 * can import, and were an eighth of the package.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

const DECLARATION = '.d.ts';

/** What package.json names as types. */
function entries(): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  return Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [join(root, entry.types)]));
}

/** Declarations beside this one that it imports. */
function importedBy(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g);
  return [...imports].map(([, path = '']) => join(dirname(file), `${path}${DECLARATION}`));
}

function reachable(): ReadonlySet<string> {
  const known = new Set<string>();
  const waiting = entries();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (known.has(file) || !existsSync(file)) continue;
    known.add(file);
    waiting.push(...importedBy(file));
  }
  return known;
}

const kept = reachable();
for (const name of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
  const file = join(root, 'dist', name);
  if (name.endsWith(DECLARATION) && !kept.has(file)) rmSync(file);
}
