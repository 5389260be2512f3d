import { orderWith } from '../../arbitraries/structures.js';
import type { Alteration } from '../../mock/behaviour.js';
import { FAULTS } from '../../mock/faults.js';
import { LEGAL_TWINS } from '../../mock/legal/legal-twins.js';
import type { Props } from '../behaviours.js';
import { movePrices } from './changes.js';
import type { Errand, Scenario } from './scenario.js';

/** Behaves as a legal service does, or a faulty one, by its name. */
export const twin =
  (name: string) =>
  ({ reached }: Props): readonly Alteration[] => {
    reached();
    return [...LEGAL_TWINS, ...FAULTS].filter((one) => one.name === name);
  };

/** Behaves in each of these ways at once. */
export const by =
  (...made: readonly ((props: Props) => Alteration)[]) =>
  (props: Props) =>
    made.map((make) => make(props));

/** A walk over all instruments. */
export const EVERYTHING: Errand = { kind: 'list', stockGroupCd: 'ALL' };
/** Another price for an order without conditions. */
export const MODIFY: Errand = { kind: 'modify', order: orderWith('LIMIT', 'BUY'), change: movePrices };

/** A walk over all instruments, while the service behaves so. */
export function walk(name: string, what: string, alterations: Scenario['alterations'], clause = 'CLI-035'): Scenario {
  return { name, does: what, errand: EVERYTHING, clause, ...(alterations && { alterations }) };
}

/** Another price for an order, while the service behaves so. */
export function modifying(name: string, what: string, alterations: Scenario['alterations'], clause: string): Scenario {
  return { name, does: what, errand: MODIFY, clause, ...(alterations && { alterations }) };
}

/** Each in a walk, and in a modify. */
export function both(
  name: string,
  what: string,
  alterations: NonNullable<Scenario['alterations']>,
  clause: string,
): Scenario[] {
  return [
    walk(`${name}-in-a-walk`, what, alterations, clause),
    { name: `${name}-in-a-modify`, does: what, errand: MODIFY, clause, alterations },
  ];
}
