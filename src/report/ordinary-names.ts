/** What differs between any two requests, or between an order and one that was already modified, in lower case. */
export const ORDINARY_NAMES: ReadonlySet<string> = new Set([
  'x-timestamp',
  'x-signature',
  'orderprice',
  'barrierprice',
  'profitrealizationbarrierprice',
  'losscutbarrierprice',
]);
