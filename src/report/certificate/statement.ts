import type { Results } from '../../contract/results.js';
import type { Verdict } from '../../contract/verdict.js';
import { changedKinds, limitsOf, plannedClauses, resultWord } from './certified-scope.js';
import { clausesOf } from '../../contract/earlier-contracts.js';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A file of the bundle as the statement names it. */
export interface CertifiedFile {
  /** Relative to the run's folder, with slashes. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What a statement has beside the results. */
export interface StatementFacts {
  readonly files: readonly CertifiedFile[];
  readonly catalogueSha256: string;
  readonly suiteSha256: string;
  /** How long the certificate holds. */
  readonly days: number;
}

/** The run as an in-toto Statement with the predicate test-result v0.1, and what is ours under `tradecert`. */
export function makeStatement(results: Results, facts: StatementFacts): Readonly<Record<string, unknown>> {
  const { tool, contract, profile, subject, seed, depth, strict, readOnly, basis, scenarios } = results;
  const { startedAt, finishedAt, verdict, counts, requests, notes, clauses, questions } = results;
  const { files, catalogueSha256, suiteSha256, days } = facts;
  const planned = plannedClauses(results);
  const idsOf = (...verdicts: Verdict[]): string[] =>
    planned.filter((clause) => verdicts.includes(clause.verdict)).map(({ id }) => id);
  const described = (name: string, sha256: string): object => ({ name, digest: { sha256 } });
  return {
    _type: STATEMENT_TYPE,
    subject: files.map(({ name, sha256, bytes }) => ({ name, digest: { sha256 }, annotations: { bytes } })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultWord(results),
      configuration: [
        described(`contract ${contract.version}`, contract.sha256),
        described('catalogue', catalogueSha256),
        described(`suite ${tool.name} ${tool.version}`, suiteSha256),
        ...(profile ? [described(`profile ${profile.name}`, profile.sha256)] : []),
      ],
      passedTests: idsOf('pass'),
      warnedTests: idsOf('warn'),
      failedTests: idsOf('fail'),
      tradecert: {
        schemaVersion: 1,
        verdict,
        limits: limitsOf(results),
        subject,
        validity: { from: finishedAt, until: validUntil(results, days), days },
        tool: { ...tool, sha256: suiteSha256 },
        contract,
        catalogue: { clauses: clausesOf(results).length, sha256: catalogueSha256 },
        ...(profile && { profile }),
        ...{ seed, depth },
        ...(strict && { strict }),
        ...(readOnly && { readOnly }),
        ...(basis && { basis }),
        ...(scenarios && { scenarios }),
        ...{ startedAt, finishedAt, counts, requests },
        planned: planned.map(({ id }) => id),
        run: idsOf('pass', 'fail', 'warn', 'observed'),
        observed: idsOf('observed'),
        unverified: idsOf('unverified'),
        inapplicable: idsOf('inapplicable'),
        waivers: clauses.flatMap(({ id, waiver }) => (waiver ? [{ clause: id, ...waiver }] : [])),
        kinds: changedKinds(results),
        drift: questions.filter(({ drift }) => drift).map(({ id }) => id),
        notes,
      },
    },
  };
}

/** The statement byte for byte. */
export function renderStatement(statement: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/** So many days from the end of the run, but not beyond the last day of a waiver that it rests on. */
function validUntil({ finishedAt, clauses }: Results, days: number): string {
  const waived = clauses.flatMap(({ waiver }) => (waiver ? [Date.parse(`${waiver.expires}T00:00:00Z`) + DAY_MS] : []));
  return new Date(Math.min(Date.parse(finishedAt) + days * DAY_MS, ...waived)).toISOString();
}
