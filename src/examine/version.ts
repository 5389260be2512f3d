import type { Outcome } from '../contract/verdict.js';
import { BASE_URL_JUDGES } from '../oracle/base-url.js';
import type { Examination, Examinations } from './context.js';

function ofBaseUrl(judge: (baseUrl: string) => Outcome): Examination {
  return ({ settings }) => Promise.resolve([judge(settings.baseUrl)]);
}

/** Examinations of the base URL, section 9. They send nothing. */
export const versionExaminations: Examinations = Object.fromEntries(
  [...BASE_URL_JUDGES].map(([id, judge]) => [id, ofBaseUrl(judge)]),
);
