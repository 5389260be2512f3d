import { createHash } from 'node:crypto';
import type { Results } from '../contract/results.js';
import type { Verdict } from '../contract/verdict.js';

/**
 * The run as an in-toto Statement with the predicate test-result v0.1. Not signed: whoever holds the file can change it,
 * and it says so.
 *
 * @param resultsText - results.json byte for byte, since its digest is what the statement is about
 */
export function renderCertificate(results: Results, resultsText: string): string {
  const idsOf = (...verdicts: Verdict[]): string[] =>
    results.clauses.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  const { profile } = results;
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'results.json', digest: { sha256: createHash('sha256').update(resultsText).digest('hex') } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: resultOf(results),
      configuration: [
        { name: `contract ${results.contract.version}`, digest: { sha256: results.contract.sha256 } },
        ...(profile ? [{ name: `profile ${profile.name}`, digest: { sha256: profile.sha256 } }] : []),
      ],
      passedTests: idsOf('pass', 'observed'),
      warnedTests: idsOf('warn'),
      failedTests: idsOf('fail'),
      tradecert: {
        signed: false,
        version: results.tool.version,
        verdict: results.verdict,
        baseUrl: results.subject.baseUrl,
        seed: results.seed,
        depth: results.depth,
        startedAt: results.startedAt,
        finishedAt: results.finishedAt,
        unverified: idsOf('unverified'),
        inapplicable: idsOf('inapplicable'),
        notes: results.notes,
      },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/** The predicate knows three results only; an incomplete run certifies nothing, so it is no success. */
function resultOf({ verdict, counts }: Results): 'PASSED' | 'WARNED' | 'FAILED' {
  if (verdict !== 'conformant') return 'FAILED';
  return counts.warn > 0 ? 'WARNED' : 'PASSED';
}
