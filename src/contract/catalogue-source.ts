import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import type { Clause } from './clause.js';
import { SuiteError } from './suite-error.js';

/** Areas in the order in which a reader meets them in the document, and in which a run examines them. */
const AREAS = [
  'version',
  'envelope',
  'lookup',
  'paging',
  'instrument',
  'modify',
  'order',
  'take-profit-stop-loss',
  'token',
  'signature',
  'timestamp',
  'equivalence',
  'operations',
  'client',
  'open-questions',
] as const;

type WrittenClause = Omit<Clause, 'area' | 'passive' | 'modifies'> & { passive?: boolean; modifies?: boolean };

/**
 * All clauses as they are written in `specs/clauses`, area by area.
 *
 * @param rootDir - folder of the package, with `specs/` in it
 * @throws SuiteError where a file is left out of the areas, or a clause has no id, the id of another one, or not the words
 *   for a client that its role asks for
 */
export function readCatalogue(rootDir: string): readonly Clause[] {
  const directory = join(rootDir, 'specs', 'clauses');
  const present = readdirSync(directory).map((name) => basename(name, '.yaml'));
  const unknown = present.filter((name) => name !== 'coverage' && !AREAS.includes(name as (typeof AREAS)[number]));
  if (unknown.length > 0) {
    throw new SuiteError(
      `The clause catalogue has files that nothing reads: ${unknown.join(', ')}.`,
      directory,
      'add the area to AREAS in src/contract/catalogue-source.ts, or remove the file',
    );
  }
  const clauses = AREAS.filter((area) => present.includes(area)).flatMap((area) => readArea(directory, area));
  const twice = clauses.find(({ id }, index) => clauses.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) {
    throw new SuiteError(`The clause id ${twice.id} occurs twice.`, directory, 'give the later one a new id');
  }
  return clauses;
}

function readArea(directory: string, area: string): Clause[] {
  const path = join(directory, `${area}.yaml`);
  const { clauses } = parse(readFileSync(path, 'utf8')) as { clauses?: readonly Partial<WrittenClause>[] };
  if (!Array.isArray(clauses)) throw new SuiteError('There is no list "clauses".', path, 'see schemas/catalogue.json');
  return (clauses as readonly WrittenClause[]).map((clause) => {
    if (typeof clause.id !== 'string') throw new SuiteError('A clause has no id.', path, 'see schemas/catalogue.json');
    refuseOtherWords(clause, path);
    return { ...clause, area, passive: clause.passive ?? false, modifies: clause.modifies ?? false };
  });
}

/** What binds both is said to each of them in words of its own. */
function refuseOtherWords({ id, role, client }: WrittenClause, path: string): void {
  if (role !== 'both' && client !== undefined) {
    throw new SuiteError(
      `The clause ${id} has words for a client beside its own, and does not bind both.`,
      `${path}, ${id}, client`,
      `remove "client", or make its role both`,
    );
  }
  if (role === 'both' && typeof client?.sentence !== 'string') {
    throw new SuiteError(
      `The clause ${id} binds both, and has no sentence for a client.`,
      `${path}, ${id}`,
      'add "client" with a "sentence" that says what a client does',
    );
  }
}

/** Which contract a run certifies against. */
export interface ContractDigest {
  /** Of specs/openapi.yaml. */
  readonly version: string;
  /** One SHA-256 over the document, specs/openapi.yaml and the clause catalogue. */
  readonly sha256: string;
}

/** Reads the version and computes the digest of the contract under `specs/`. */
export function readContractDigest(rootDir: string): ContractDigest {
  const specs = join(rootDir, 'specs');
  const clauses = readdirSync(join(specs, 'clauses')).sort();
  const hash = createHash('sha256');
  for (const name of ['interface.md', 'openapi.yaml', ...clauses.map((file) => join('clauses', file))]) {
    hash.update(`${name}\n`).update(readFileSync(join(specs, name), 'utf8').replaceAll('\r\n', '\n'));
  }
  const openapi = parse(readFileSync(join(specs, 'openapi.yaml'), 'utf8')) as OpenAPIV3_1.Document;
  return { version: openapi.info.version, sha256: hash.digest('hex') };
}
