import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/package-root.js';
import type { Results } from '../../src/contract/results.js';

/** As an ordinary developer writes the service, or with what the findings ask for. */
export type Configuration = 'as-written' | 'mended';

/** A finding that we stand for before the framework's author. */
interface Kept {
  readonly clause: string;
  readonly verdict: 'fail' | 'warn' | 'unverified';
  /** Why the finding is right. */
  readonly why: string;
  /** What the framework's user changes. */
  readonly remedy: string;
}

/** Reads `expected.json` of a framework. */
export function loadKept(name: string, configuration: Configuration): readonly Kept[] {
  const file = join(packageRoot, 'prove', 'real', name, 'expected.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<Configuration, Kept[]>)[configuration];
}

/** What of a run differs from the kept table, a line each; what the document leaves open is not compared. */
export function differences(kept: readonly Kept[], { clauses }: Results): readonly string[] {
  const found = clauses.filter(
    ({ kind, verdict }) =>
      verdict === 'fail' || (kind !== 'observe' && (verdict === 'warn' || verdict === 'unverified')),
  );
  const added = found.filter(({ id, verdict }) => !kept.some((one) => one.clause === id && one.verdict === verdict));
  const gone = kept.filter(({ clause, verdict }) => !found.some((one) => one.id === clause && one.verdict === verdict));
  return [
    ...added.map(({ id, verdict, reason }) => `new: ${id} ${verdict}: ${reason}`),
    ...gone.map(({ clause, verdict }) => `gone: ${clause} ${verdict}`),
  ];
}
