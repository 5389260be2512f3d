import type { Order } from '../../contract/order.js';
import { describeValue } from '../describe-value.js';
import { neededBy, PRICES, type SeenBody } from './seen-body.js';

/** Members of each condition of 2.4. */
const CONDITIONS = [
  ['profitRealizationYn', 'profitRealizationBarrierPrice'],
  ['lossCutYn', 'lossCutBarrierPrice'],
  ['lossTrackingYn'],
] as const;

/** What a client was asked to change of an order. */
export interface AskedChange {
  readonly order: Order;
  /** Only the members to change. */
  readonly change: Readonly<Record<string, unknown>>;
}

/**
 * Judges a body by the change that was asked for. What breaks a clause of the document is left to that.
 *
 * @clause CLI-013, CLI-014
 */
export function judgeChange(seen: SeenBody, asked: AskedChange): void {
  judgeLeftOut(seen, asked);
  judgeValues(seen, asked);
}

/** A switch and its price go together: where one of them is to be changed, both may be sent. */
function judgeLeftOut(seen: SeenBody, { change }: AskedChange): void {
  const untouched = CONDITIONS.filter((members) => !members.some((member) => Object.hasOwn(change, member)));
  if (untouched.length === 0) return;
  const unblamed = untouched.filter((members) => !members.some((member) => seen.blamed.has(member)));
  seen.rule(
    'CLI-013',
    unblamed.flat().find((member) => seen.has(member)),
    (member) => `${member} is sent, though it is not to be changed`,
    () => 'no such member',
  );
}

function judgeValues(seen: SeenBody, { order, change }: AskedChange): void {
  const { body, blamed } = seen;
  const needed = neededBy(body['orderTypeCd'] ?? order.orderTypeCd);
  // One that is left out breaks a clause of the document, or else nothing: which fields are mandatory is not shown.
  const own = PRICES.filter((field) => needed?.[field] === true && seen.has(field)).map((field) => [
    field,
    order[field],
  ]);
  const wanted = { ...(Object.fromEntries(own) as Record<string, unknown>), ...change };
  const judged = Object.keys(wanted).filter((field) => !blamed.has(field));
  if (judged.length === 0) return;
  seen.rule(
    'CLI-014',
    judged.find((field) => body[field] !== wanted[field]),
    (field) =>
      Object.hasOwn(change, field)
        ? `${field} is not the value that was asked for`
        : `${field} is not that of the order`,
    (field) => describeValue(wanted[field]),
  );
}
