import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../contract/package-root.js';
import { SuiteError } from '../contract/suite-error.js';
import { parseFlags } from './flags.js';
import type { Surroundings } from './command-line.js';

const STALE = 1;

/** `tradecert generate`: schemas and types from `specs/`. */
export async function generate(args: readonly string[], { out, err }: Surroundings): Promise<number> {
  const flags = parseFlags(args, { check: { type: 'boolean' } }, 'generate');
  if (!existsSync(join(packageRoot, 'src'))) throw installed();
  const { staleFiles, writeGenerated } = await import('../contract/generate.js');
  if (!flags.has('check')) {
    const changed = await writeGenerated(packageRoot);
    out(changed.length === 0 ? 'Everything was current.\n' : changed.map((path) => `wrote ${path}\n`).join(''));
    return 0;
  }
  const stale = await staleFiles(packageRoot);
  if (stale.length === 0) {
    out('Generated files are current.\n');
    return 0;
  }
  err(
    `Generated files are stale.\n  where  ${stale.join(', ')}\n  do     run npm run generate, and commit what it writes\n`,
  );
  return STALE;
}

/** In an installed package there are no types to be generated, and nobody changes its specifications. */
function installed(): SuiteError {
  return new SuiteError(
    'There is nothing to generate: this is an installed tradecert.',
    packageRoot,
    'run this in a checkout of tradecert after npm ci; only those who change its specifications need it',
  );
}
