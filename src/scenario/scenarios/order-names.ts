import { hashOf } from '../../mock/hash.js';
import type { OrderName } from '../../mock/order-book.js';
import { PLAIN } from './plain.js';
import type { Scenario } from './scenario.js';

/** What an order of a scenario is called: no two scenarios, and no two seeds, have the same. */
export function nameOrder({ name, orderName }: Scenario, seed: number): OrderName {
  if (orderName !== undefined) return orderName;
  const digits = String(hashOf(`order ${seed} ${name}`) % 100_000_000).padStart(8, '0');
  if (name === PLAIN.modify.name) return { orderNo: `20${digits}`, orderDateTime: `${momentOf(digits)}.371+09:00` };
  // Of each scenario by its name, so that every form comes up whatever the seed is.
  const place = hashOf(name) + seed;
  return {
    orderNo: pick(NUMBERS, place)(digits),
    orderDateTime: momentOf(digits) + pick(ENDS, Math.floor(place / NUMBERS.length)),
  };
}

/** The document says of orderNo that it is a string, and nothing more. */
const NUMBERS: readonly ((digits: string) => string)[] = [
  (digits) => `000${digits}`,
  (digits) => `Ord-${digits}-aZ`,
  // Beyond 2^53.
  (digits) => `92233720368${digits}`,
  (digits) => `A ${digits.slice(0, 4)} ${digits.slice(4)} z`,
  (digits) => `${digits}e5`,
  (digits) => `order:${digits}/0123456789abcdefABCD/0001`,
];

/** The document says of orderDateTime that it is an ISO 8601 timestamp. */
const ENDS = ['Z', '.123Z', '+09:00', '.123456+09:00', '-05:30', '.500+05:45', '.120-03:00'];

/** A moment on a full second, without fraction and offset. */
function momentOf(digits: string): string {
  const seconds = Number(digits) % (365 * 86_400);
  return new Date(Date.UTC(2025, 0, 1) + seconds * 1_000).toISOString().slice(0, 19);
}

const pick = <T>(from: readonly T[], place: number): T => from[place % from.length] as T;
