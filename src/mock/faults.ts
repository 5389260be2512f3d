import { didYouMean } from '../contract/near-names.js';
import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import type { Fault } from './behaviour.js';
import { ACCEPTANCE_FAULTS } from './faults/acceptance.js';
import { BODY_FAULTS } from './faults/body.js';
import { CODE_FAULTS } from './faults/codes.js';
import { CONDITION_FAULTS } from './faults/conditions.js';
import { CONVERSION_FAULTS } from './faults/conversions.js';
import { CRASH_FAULTS } from './faults/crashes.js';
import { ENVELOPE_PLACE_FAULTS } from './faults/envelope-places.js';
import { ENVELOPE_FAULTS } from './faults/envelope.js';
import { EQUIVALENCE_FAULTS } from './faults/equivalence.js';
import { HISTORY_FAULTS } from './faults/history.js';
import { IDENTITY_FAULTS } from './faults/identity.js';
import { JSON_FAULTS } from './faults/json.js';
import { LENIENT_READER_FAULTS } from './faults/lenient-readers.js';
import { LOOKUP_CODE_FAULTS } from './faults/lookup-code.js';
import { LOOKUP_MEMORY_FAULTS } from './faults/lookup-memory.js';
import { LOOKUP_FAULTS } from './faults/lookup.js';
import { OPERATION_FAULTS } from './faults/operations.js';
import { ORDER_FAULTS } from './faults/orders.js';
import { PAGE_FAULTS } from './faults/pages.js';
import { PAGING_FAULTS } from './faults/paging.js';
import { PRICE_FAULTS } from './faults/prices.js';
import { QUANTITY_FAULTS } from './faults/quantity.js';
import { RECORD_FAULTS } from './faults/records.js';
import { SIGNATURE_COVER_FAULTS } from './faults/signature-cover.js';
import { SIGNATURE_HISTORY_FAULTS } from './faults/signature-history.js';
import { SIGNATURE_FAULTS } from './faults/signature.js';
import { TIMESTAMP_FAULTS } from './faults/timestamp.js';
import { TOKEN_READING_FAULTS } from './faults/token-reading.js';
import { TOKEN_FAULTS } from './faults/token.js';
import { TYPE_FAULTS } from './faults/types.js';
import { UNFAIR_FAULTS } from './faults/unfair-orders.js';
import { VERSION_FAULTS } from './faults/version.js';

/** Every fault that the reference service can be started with, by area. */
export const FAULTS: readonly Fault[] = [
  ...TOKEN_FAULTS,
  ...TOKEN_READING_FAULTS,
  ...TIMESTAMP_FAULTS,
  ...SIGNATURE_FAULTS,
  ...SIGNATURE_COVER_FAULTS,
  ...SIGNATURE_HISTORY_FAULTS,
  ...ACCEPTANCE_FAULTS,
  ...BODY_FAULTS,
  ...JSON_FAULTS,
  ...HISTORY_FAULTS,
  ...TYPE_FAULTS,
  ...CONVERSION_FAULTS,
  ...LENIENT_READER_FAULTS,
  ...CODE_FAULTS,
  ...ORDER_FAULTS,
  ...IDENTITY_FAULTS,
  ...QUANTITY_FAULTS,
  ...PRICE_FAULTS,
  ...CONDITION_FAULTS,
  ...LOOKUP_FAULTS,
  ...LOOKUP_CODE_FAULTS,
  ...LOOKUP_MEMORY_FAULTS,
  ...PAGE_FAULTS,
  ...PAGING_FAULTS,
  ...EQUIVALENCE_FAULTS,
  ...RECORD_FAULTS,
  ...ENVELOPE_FAULTS,
  ...OPERATION_FAULTS,
  ...VERSION_FAULTS,
  ...CRASH_FAULTS,
  ...ENVELOPE_PLACE_FAULTS,
  ...UNFAIR_FAULTS,
];

/** @throws SuiteError where no fault has this name; it names those that look like it */
export function findFault(name: string): Fault {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault !== undefined) return fault;
  const names = FAULTS.map((one) => one.name);
  const remedy = didYouMean(name, names, `list them with: ${toPaste('serve --list-faults')}`);
  throw new SuiteError(`There is no fault "${name}".`, '--fault', remedy);
}
