import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractDigest, loadCatalogue } from './catalogue.js';
import type { ContractDigest } from './catalogue-source.js';
import type { Clause } from './clause.js';
import { packageRoot } from './package-root.js';
import type { Results } from './results.js';

/** What a clause says, to whom and how strongly: what results are held against. */
export type StatedClause = Omit<Clause, 'basis' | 'passive' | 'question' | 'proposal' | 'client'>;

/** A contract that an earlier version of tradecert certified against. */
export interface EarlierContract extends ContractDigest {
  /** Of the clauses, as certificates have it. */
  readonly catalogueSha256: string;
  readonly clauses: readonly KeptClause[];
  /** What each scenario of a client was about: the plain ones, and all others. */
  readonly situations: { readonly plain: Situations; readonly others: Situations };
}

type KeptClause = Omit<StatedClause, 'modifies'> & Partial<Pick<Clause, 'modifies' | 'client'>>;
type Situations = Readonly<Record<string, object>>;
type HeldAgainst = Pick<Results, 'contract' | 'subject'>;

/** Written by `scripts/keep-contract.ts`; relative to the package. */
export const EARLIER_CONTRACTS = 'specs/earlier-contracts.json';

let kept: readonly EarlierContract[] | undefined;
const bySide = new Map<string, readonly StatedClause[]>();

/** The earlier contract that results were held against; `undefined` where it is the present one, or not known. */
export function earlierContract({ contract: { sha256 } }: Pick<Results, 'contract'>): EarlierContract | undefined {
  if (sha256 === contractDigest().sha256) return undefined;
  kept ??= JSON.parse(readFileSync(join(packageRoot, EARLIER_CONTRACTS), 'utf8')) as readonly EarlierContract[];
  return kept.find((one) => one.sha256 === sha256);
}

/** Whether this version has the contract that results were held against. */
export function isKnownContract(results: Pick<Results, 'contract'>): boolean {
  return results.contract.sha256 === contractDigest().sha256 || earlierContract(results) !== undefined;
}

/** All clauses of the contract that results were held against, for the side that was judged; of an unknown one, the present ones. */
export function clausesOf(results: HeldAgainst): readonly StatedClause[] {
  const { role } = results.subject;
  const earlier = earlierContract(results);
  if (earlier === undefined) return loadCatalogue(role);
  const key = `${role} ${earlier.sha256}`;
  const clauses =
    bySide.get(key) ??
    earlier.clauses.map((clause) => ({ modifies: false, ...clause, ...(role === 'client' && clause.client) }));
  bySide.set(key, clauses);
  return clauses;
}

/** Ids of the clauses of an earlier contract that say something else today, or nothing: nobody judges them any more as they were. */
export function changedClauses(results: HeldAgainst): ReadonlySet<string> {
  if (earlierContract(results) === undefined) return new Set();
  const today = new Map(loadCatalogue(results.subject.role).map((clause) => [clause.id, clause]));
  const isSame = ({ id, kind, sentence }: StatedClause): boolean =>
    today.get(id)?.kind === kind && today.get(id)?.sentence === sentence;
  return new Set(clausesOf(results).flatMap((clause) => (isSame(clause) ? [] : [clause.id])));
}
