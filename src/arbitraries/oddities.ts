import { bodyShapeOddities } from './oddities/body-shape.js';
import { conditionOddities } from './oddities/conditions.js';
import { identityOddities } from './oddities/identity.js';
import { priceOddities } from './oddities/prices.js';
import type { Oddity } from './breakage.js';

export type { Oddity } from './breakage.js';

const ALL: readonly Oddity[] = [...bodyShapeOddities, ...conditionOddities, ...identityOddities, ...priceOddities];

/** Open questions that a single body puts, sorted. */
export const ODD_QUESTIONS: readonly string[] = [...new Set(ALL.map(({ question }) => question))].sort();

/** Every way in which a body puts an open question; none for a question that no body answers. */
export function oddities(questionId: string): readonly Oddity[] {
  return ALL.filter(({ question }) => question === questionId);
}
