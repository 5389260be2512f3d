import type { Behaviour, Fault } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { hashOf } from '../hash.js';
import type { StoredOrder } from '../order-book.js';
import { variedName } from '../order-names.js';
import { refuse } from '../refusal.js';
import { fault, type FaultHead } from './make-fault.js';
import { unfair, UNFAIR_BODY_FAULTS } from './unfair.js';

/** Names of orders that a service loses on its way between a database, a cache and a browser. */
const NAMES: readonly (readonly [name: string, does: string, isLost: (order: StoredOrder) => boolean])[] = [
  ['midnight-order-refused', 'the first hour of a day', ({ orderDateTime }) => orderDateTime.includes('T00:')],
  ['full-hour-order-refused', 'the first minute of an hour', ({ orderDateTime }) => /T\d\d:00:/.test(orderDateTime)],
  ['full-minute-order-refused', 'the first second of a minute', ({ orderDateTime }) => /:00[.+Z]/.test(orderDateTime)],
  ['full-second-order-refused', 'a full second, with .000', ({ orderDateTime }) => orderDateTime.includes('.000')],
  ['fraction-wanted', 'a time without a fraction', ({ orderDateTime }) => !orderDateTime.includes('.')],
  ['microseconds-cut', 'a time with microseconds', ({ orderDateTime }) => /\.\d{6}/.test(orderDateTime)],
  ['utc-order-refused', 'a time in UTC', ({ orderDateTime }) => orderDateTime.endsWith('Z')],
  ['octal-time-refused', 'an 08 or 09 in its time', ({ orderDateTime }) => /[-T:]0[89]/.test(orderDateTime)],
  ['leading-zeros-lost', 'a number that begins with 0', ({ orderNo }) => orderNo.startsWith('0')],
  ['order-number-in-53-bits', 'a number beyond 2^53', ({ orderNo }) => Number(orderNo) > Number.MAX_SAFE_INTEGER],
  ['order-number-in-digits-only', 'a number with letters', ({ orderNo }) => /[a-z]/i.test(orderNo)],
];

/** Faults that refuse a valid modify for its order, its connection, its headers or its moment, sections 4.2 and 5. */
export const UNFAIR_ORDER_FAULTS: readonly Fault[] = [
  ...NAMES.map(([name, which, isLost]) =>
    fault([name, 'MOD-071', `Refuses every modify of an order with ${which}.`], (before) => ({
      ...refusing(before, ({ order }) => order !== null && isLost(order)),
      nameOrder: variedName,
    })),
  ),
  unfair(
    ['one-shard-lost', 'MOD-071', 'Refuses every modify of an order whose number ends with 7 or 8.'],
    ({ order }) => order !== null && /[78]$/.test(order.orderNo),
  ),
  unfair(
    ['trailed-order-refused', 'MOD-001', 'Refuses every change of an order whose stop-loss trails.'],
    ({ order }) => order?.values.trailing === true,
  ),
  unfair(
    ['no-spread-refused', 'MOD-001', 'Refuses every order of an instrument without a spread.'],
    ({ order, service }) => service.catalogue.byCode.get(order?.stockCd ?? '')?.isSpreadUsage === false,
  ),
  unfair(
    ['only-newest-orders', 'MOD-071', 'Refuses an order once 12 others came after it.'],
    ({ order, service }) => order !== null && service.orders.size - 1 - order.index > 12,
  ),
  unfair(
    ['orders-forgotten', 'MOD-071', 'Refuses an order 2 seconds after it came.'],
    ({ order, incoming }) => order !== null && incoming.arrivedAtMs - order.cameAtMs > 2_000,
  ),
  counting(
    ['every-tenth-refused', 'MOD-072', 'Refuses every tenth modify of an order.'],
    ({ order }) => order ?? undefined,
    (count) => count % 10 === 0,
  ),
  counting(
    ['first-on-connection-refused', 'MOD-072', 'Refuses the first modify of each connection.'],
    ({ incoming }) => incoming.connection,
    (count) => count === 1,
  ),
  counting(
    ['one-modify-a-connection', 'MOD-072', 'Refuses every later modify of a connection.'],
    ({ incoming }) => incoming.connection,
    (count) => count > 1,
  ),
  fault(['one-instance-of-three-refuses', 'MOD-072', 'Refuses every modify of each third connection.'], (before) => {
    const places = new WeakMap<object, number>();
    let connections = 0;
    return refusing(before, ({ incoming }) => {
      const place = places.get(incoming.connection) ?? (connections += 1);
      places.set(incoming.connection, place);
      return place % 3 === 0;
    });
  }),
  fault(['asleep-when-idle', 'MOD-072', 'Refuses the first modify after a second without one.'], (before) => {
    let lastMs = Infinity;
    return refusing(before, ({ incoming: { arrivedAtMs } }) => {
      const restMs = arrivedAtMs - lastMs;
      lastMs = arrivedAtMs;
      return restMs > 1_000;
    });
  }),
  unfair(
    [
      'another-minute-refused',
      'CLK-004',
      'Refuses an X-Timestamp of another minute than its own.',
      { atTimes: ['CLK-005'] },
    ],
    ({ timestamp, incoming }) => Math.floor(Number(timestamp) / 60) !== Math.floor(incoming.arrivedAtMs / 60_000),
  ),
  unfair(
    ['odd-timestamp-refused', 'MOD-072', 'Refuses an odd X-Timestamp.'],
    ({ timestamp }) => Number(timestamp) % 2 === 1,
  ),
  unfair(
    ['header-in-small-letters-refused', 'EQV-002', 'Does not find X-Timestamp where its name is in small letters.'],
    ({ incoming }) => incoming.rawHeaders.includes('x-timestamp'),
  ),
  unfair(
    ['signature-before-timestamp-refused', 'EQV-002', 'Refuses X-Signature where it stands before X-Timestamp.'],
    ({ incoming }) => {
      const names = incoming.rawHeaders.map((name) => name.toLowerCase());
      return names.indexOf('x-signature') < names.indexOf('x-timestamp');
    },
  ),
  unfair(
    ['signature-loses-its-zero', 'MOD-072', 'Refuses a signature that begins with 0, as of a number in hexadecimal.'],
    ({ incoming }) => soleHeader(incoming, 'x-signature')?.startsWith('0') === true,
  ),
  byChance(['one-in-twenty-refused', 'MOD-072', 'Refuses one valid modify in twenty by chance.'], 20),
  byChance(['one-in-five-refused', 'MOD-072', 'Refuses one valid modify in five by chance.'], 5),
];

export const UNFAIR_FAULTS: readonly Fault[] = [...UNFAIR_BODY_FAULTS, ...UNFAIR_ORDER_FAULTS];

/** Refuses some valid modifies, for a fault that changes other steps as well. */
function refusing({ checkBounds }: Behaviour, when: (call: Call) => boolean): Partial<Behaviour> {
  return { checkBounds: (call) => checkBounds(call) ?? (when(call) ? refuse('order-not-modifiable') : null) };
}

/** A fault that refuses a valid modify for how many there were with the same order or connection, this one included. */
function counting(
  head: FaultHead,
  keyOf: (call: Call) => object | undefined,
  isRefused: (count: number) => boolean,
): Fault {
  return fault(head, (before) => {
    const counts = new WeakMap<object, number>();
    return refusing(before, (call) => {
      const key = keyOf(call);
      if (key === undefined) return false;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return isRefused(count);
    });
  });
}

/** A fault that refuses one valid modify in so many, others with each seed. */
function byChance(head: FaultHead, oneIn: number): Fault {
  return fault(head, (before) => {
    let count = 0;
    return refusing(before, ({ service }) => {
      count += 1;
      return hashOf(`chance ${service.seed} ${count}`) % oneIn === 0;
    });
  });
}
