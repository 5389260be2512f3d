import { hashOf } from './hash.js';
import { nameOf, type OrderName } from './order-book.js';

/** The document says of orderNo that it is a string, and nothing more. */
const NUMBERS: readonly ((usual: string) => string)[] = [
  (usual) => usual,
  (usual) => `000${usual}`,
  // Beyond 2^53.
  (usual) => `9223372${usual}`,
  (usual) => `Ord-${usual}-aZ`,
];

/** The document says of orderDateTime that it is an ISO 8601 timestamp. */
const TIMES: readonly ((usual: string) => string)[] = [
  (usual) => usual,
  (usual) => usual.replace(/T\d\d/, 'T00'),
  (usual) => usual.replace(/:\d\d:/, ':00:'),
  (usual) => usual.replace(/\d\d\./, '00.'),
  (usual) => usual.replace(/\.\d+/, '.000'),
  (usual) => usual.replace(/\.\d+/, ''),
  (usual) => usual.replace(/(\.\d+)/, '$1257'),
  (usual) => usual.replace('+09:00', 'Z'),
];

/** Names of every form: at midnight, on the second, without a fraction, in UTC, with zeros before the number, and so on. */
export function variedName(index: number): OrderName {
  const { orderNo, orderDateTime } = nameOf(index);
  const number = inTurn('number', NUMBERS, index);
  const time = inTurn('time', TIMES, index);
  return { orderNo: number?.(orderNo) ?? orderNo, orderDateTime: time?.(orderDateTime) ?? orderDateTime };
}

/** Each form comes once in as many orders, at another place each time. */
function inTurn<T>(what: string, forms: readonly T[], index: number): T | undefined {
  const round = Math.floor(index / forms.length);
  return forms[(index + hashOf(`${what} ${round}`)) % forms.length];
}
