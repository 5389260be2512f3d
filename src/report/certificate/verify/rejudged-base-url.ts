import type { Results } from '../../../contract/results.js';
import { BROKEN } from '../../../contract/verdict.js';
import { BASE_URL_JUDGES } from '../../../oracle/base-url.js';
import type { Problems } from './problems.js';

/** Clauses that are judged by the base URL alone. */
export const BASE_URL_CLAUSES: readonly string[] = [...BASE_URL_JUDGES.keys()];

/**
 * Judges the base URL that the results name once more.
 *
 * @returns ids of the clauses that were judged again
 */
export function judgeBaseUrlAgain({ clauses, subject }: Results, problems: Problems): readonly string[] {
  const again = clauses.filter(({ id, verdict }) => BASE_URL_JUDGES.has(id) && isDecided(verdict));
  for (const { id, kind, verdict } of again) {
    const outcome = URL.canParse(subject.baseUrl) ? BASE_URL_JUDGES.get(id)?.(subject.baseUrl).outcome : undefined;
    if (verdict === (outcome === 'broken' ? BROKEN[kind] : outcome)) continue;
    problems.add(
      'evidence',
      `The clause ${id} comes to ${verdict}, but the base URL ${outcome === 'pass' ? 'holds' : 'breaks'} it.`,
    );
  }
  return again.map(({ id }) => id);
}

const isDecided = (verdict: string): boolean => verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
