import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from './package-root.js';

let known: { version: string; sha256: string } | undefined;

/** Version of the contract (of specs/openapi.yaml) and one digest over it and the clause catalogue. */
export function contractDigest(): { readonly version: string; readonly sha256: string } {
  return (known ??= readContract());
}

function readContract(): { version: string; sha256: string } {
  const specs = join(packageRoot, 'specs');
  const openapi = readFileSync(join(specs, 'openapi.yaml'));
  const hash = createHash('sha256').update(openapi);
  for (const name of readdirSync(join(specs, 'clauses')).sort()) hash.update(name).update(readFileSync(join(specs, 'clauses', name)));
  const { info } = parse(openapi.toString('utf8')) as { info: { version: string } };
  return { version: info.version, sha256: hash.digest('hex') };
}
