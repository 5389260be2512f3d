import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { Clause } from './clause.js';
import { packageRoot } from './package-root.js';
import { SuiteError } from './suite-error.js';

interface ClauseFile {
  readonly area: string;
  readonly title: string;
  readonly clauses: readonly (Omit<Clause, 'area' | 'passive' | 'modifies'> & { passive?: boolean; modifies?: boolean })[];
}

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
  'operations',
  'open-questions',
] as const;

let loaded: readonly Clause[] | undefined;

/** All clauses of `specs/clauses`, area by area. Read once per process. */
export function loadCatalogue(): readonly Clause[] {
  loaded ??= readCatalogue(join(packageRoot, 'specs', 'clauses'));
  return loaded;
}

function readCatalogue(directory: string): readonly Clause[] {
  const present = readdirSync(directory).map((name) => basename(name, '.yaml'));
  const unknown = present.filter((name) => name !== 'coverage' && !AREAS.includes(name as (typeof AREAS)[number]));
  if (unknown.length > 0) {
    throw new SuiteError(
      `The clause catalogue has files that nothing reads: ${unknown.join(', ')}.`,
      directory,
      'add the area to AREAS in src/contract/catalogue.ts, or remove the file',
    );
  }
  return AREAS.flatMap((area) => {
    const file = parse(readFileSync(join(directory, `${area}.yaml`), 'utf8')) as ClauseFile;
    return file.clauses.map((clause) => ({ ...clause, area, passive: clause.passive ?? false, modifies: clause.modifies ?? false }));
  });
}

/** The clause with this id. Throws if there is none: ids are checked where they come from a user. */
export function clauseById(id: string): Clause {
  const clause = loadCatalogue().find((candidate) => candidate.id === id);
  if (clause === undefined) throw new SuiteError(`No clause has the id ${id}.`, 'the clause catalogue', 'look at specs/clauses');
  return clause;
}
