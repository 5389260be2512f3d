import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { showOrder } from '../order-book.js';
import { fault } from './make-fault.js';

const FIELDS = [
  ['stockCd', 'string', 'MOD-011'],
  ['orderTypeCd', 'string', 'MOD-012'],
  ['sideCd', 'string', 'MOD-013'],
  ['orderDateTime', 'string', 'MOD-014'],
  ['orderNo', 'string', 'MOD-015'],
  ['orderQuantity', 'number', 'MOD-016'],
  ['barrierPrice', 'number', 'MOD-017'],
  ['orderPrice', 'number', 'MOD-018'],
  ['profitRealizationYn', 'string', 'MOD-019'],
  ['profitRealizationBarrierPrice', 'number', 'MOD-020'],
  ['lossCutYn', 'string', 'MOD-021'],
  ['lossCutBarrierPrice', 'number', 'MOD-022'],
  ['lossTrackingYn', 'string', 'MOD-023'],
] as const;

/** One fault for each field: a value of the wrong JSON type is taken for the one that the order has. */
export const TYPE_FAULTS: readonly Fault[] = FIELDS.map(([field, type, clause]) =>
  fault([`loose-type-${kebab(field)}`, clause, `Accepts a ${field} that is no ${type}.`], (before) => ({
    parseBody: (call) => {
      const refusal = before.parseBody(call);
      if (refusal === null && Object.hasOwn(call.body, field) && typeof call.body[field] !== type) repair(call, field);
      return refusal;
    },
  })),
);

function repair(call: Call, field: string): void {
  const rest = Object.fromEntries(Object.entries(call.body).filter(([name]) => name !== field));
  const { orders } = call.service;
  const order = orders.get(String(rest['orderNo'])) ?? orders.findByDateTime(String(rest['orderDateTime']));
  const current = order === null ? {} : (showOrder(order) as unknown as Record<string, unknown>);
  call.body = Object.hasOwn(current, field) ? { ...rest, [field]: current[field] } : rest;
}

function kebab(field: string): string {
  return field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
