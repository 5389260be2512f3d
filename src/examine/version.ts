import { unverified, type Outcome } from '../contract/verdict.js';
import { BASE_URL_JUDGES } from '../oracle/base-url.js';
import type { Examination, Examinations } from './context.js';

/** A base URL is held against a service only where one is there: it may be the user who mistook the path. */
function ofBaseUrl(judge: (baseUrl: string) => Outcome): Examination {
  return async ({ settings, lookups }) => {
    const outcome = judge(settings.baseUrl);
    if (outcome.outcome !== 'broken' || (await lookups.manner()).works) return [outcome];
    return [unverified(`${outcome.finding.cause}, and no lookup is accepted there: it may not be that of the service`)];
  };
}

/** Examinations of the base URL, section 9. */
export const versionExaminations: Examinations = Object.fromEntries(
  [...BASE_URL_JUDGES].map(([id, judge]) => [id, ofBaseUrl(judge)]),
);
