import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Clause, Side } from './clause.js';
import { SuiteError } from './suite-error.js';

const HOW_TESTED = 'specs/how-tested.yaml';

/** How each clause is put to the test, in a sentence or two: by side and clause id. */
export type HowTested = Readonly<Record<Side, ReadonlyMap<string, string>>>;

/** One sentence for several clauses: ids, ranges such as `CLI-021..CLI-028`, and globs. */
interface Entry {
  readonly clauses: readonly string[];
  readonly how: string;
}

/**
 * @param rootDir - folder of the package, with `specs/` in it
 * @throws SuiteError where a clause is not told of exactly once for each side that it binds, or an entry is about none
 */
export function readHowTested(rootDir: string, catalogue: readonly Clause[]): HowTested {
  const entries = parse(readFileSync(join(rootDir, HOW_TESTED), 'utf8')) as Record<Side, readonly Entry[]>;
  const ofSide = (side: Side): ReadonlyMap<string, string> => {
    const ids = catalogue.filter(({ role }) => role === side || role === 'both').map(({ id }) => id);
    return readSide(entries[side], ids, side);
  };
  return { service: ofSide('service'), client: ofSide('client') };
}

function readSide(entries: readonly Entry[], ids: readonly string[], side: Side): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const { clauses, how } of entries) {
    for (const pattern of clauses) {
      const meant = ids.filter((id) => isMeant(id, pattern));
      if (meant.length === 0) throw wrong(`${pattern} is no clause that binds a ${side}`);
      for (const id of meant) {
        if (told.has(id)) throw wrong(`${id} is told of twice for a ${side}`);
        told.set(id, how);
      }
    }
  }
  const missing = ids.find((id) => !told.has(id));
  if (missing !== undefined) throw wrong(`it is not said how ${missing} is tested for a ${side}`);
  return told;
}

function isMeant(id: string, pattern: string): boolean {
  const [first = '', last] = pattern.split('..');
  if (last !== undefined) return id.slice(0, 3) === first.slice(0, 3) && id >= first && id <= last;
  return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
}

function wrong(what: string): SuiteError {
  return new SuiteError(`How clauses are tested is not told right: ${what}.`, HOW_TESTED, 'correct the file');
}
