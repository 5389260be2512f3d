import { validatorFor, type SchemaName } from '../../../src/contract/schemas.js';
import { secondValidator } from '../../support/second-validator.js';

/** A value, and whether its schema holds for it. */
export type Case = readonly [value: unknown, valid: boolean];

/** The cases that one of the two validators judges otherwise than expected. */
export async function misjudged(name: SchemaName, cases: readonly Case[]): Promise<unknown[]> {
  const first = validatorFor(name);
  const second = await secondValidator(name);
  return cases
    .map(([value, valid]) => ({ value, valid, ajv: first(value).length === 0, hyperjump: second(value) }))
    .filter(({ valid, ajv, hyperjump }) => ajv !== valid || hyperjump !== valid);
}
