import { loadCatalogue } from '../contract/catalogue.js';
import type { BoundOperation } from '../contract/profile.js';

/** One of the operations that section 4.4 only names, at a place that the reference service made up for it. */
export interface NamedOperation extends BoundOperation {
  /** GET where the document lists none. */
  readonly method: string;
}

/** All 23 of section 4.4. */
export const NAMED_OPERATIONS: readonly NamedOperation[] = loadCatalogue().flatMap(({ id, operation }) => {
  if (operation === undefined) return [];
  const { group, name, method } = operation;
  return [{ clause: id, path: `/operations/${kebab(group)}/${kebab(name)}`, method: method ?? 'GET' }];
});

/** What a profile must say to have them tested. */
export const BOUND_OPERATIONS: readonly BoundOperation[] = NAMED_OPERATIONS.map(({ clause, path }) => ({
  clause,
  path,
}));

/** `data` of an answer: small, and not empty, so that it shows when it is given away. */
export function namedData(clause: string): Readonly<Record<string, unknown>> {
  return { account: 'reference-account', entries: [{ operation: clause }] };
}

function kebab(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
