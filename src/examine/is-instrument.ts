import type { Instrument } from '../contract/order.js';

const NUMBERS = ['lotMultiple', 'pointUnit', 'pipUnit', 'maxOrderQuantity', 'minOrderQuantity', 'orderUnit'] as const;

/** Whether a record is whole enough to make orders of: its codes, steps and bounds have the right types. */
export function isInstrument(
  record: Readonly<Record<string, unknown>>,
): record is Readonly<Record<string, unknown>> & Instrument {
  return (
    typeof record['stockCd'] === 'string' &&
    typeof record['stockGroupCd'] === 'string' &&
    // a number beyond a double is one of JSON, and none to reckon with
    NUMBERS.every((name) => Number.isFinite(record[name]))
  );
}
