import type { Fault } from '../behaviour.js';
import type { StoredOrder } from '../order-book.js';
import { fault, findLoosely, misread, type FaultHead } from './make-fault.js';

/**
 * Where a time is not compared, a number with one digit changed finds the order that has it, if there is one: its modify is
 * taken where the two are also of one type and side.
 */
const MAY_FIND_ANOTHER = { atTimes: ['ORD-002'] } as const;

/** Faults in finding the order, section 4.2: its number, its time, and when the two are compared. */
export const IDENTITY_FAULTS: readonly Fault[] = [
  byNumber(['order-no-trimmed', 'ORD-002', 'Takes blanks around an orderNo away.'], (no, own) => no.trim() === own),
  byNumber(
    ['order-no-by-value', 'ORD-002', 'Compares order numbers as numbers.'],
    (no, own) => no.trim() !== '' && Number(no) === Number(own),
  ),
  byNumber(['order-no-with-more', 'ORD-002', 'Looks at an orderNo no further than its own digits.'], (no, own) =>
    no.startsWith(own),
  ),
  byNumber(
    ['order-no-by-beginning', 'ORD-002', 'Takes the beginning of an orderNo for the whole.'],
    (no, own) => no.length >= own.length - 1 && own.startsWith(no),
  ),
  byNumber(
    ['order-no-by-end', 'ORD-002', 'Takes the last digits of an orderNo for the whole.'],
    (no, own) => no.length >= own.length - 1 && own.endsWith(no),
  ),
  byNumber(
    ['order-no-digits-only', 'ORD-002', 'Looks at the digits of an orderNo only.'],
    (no, own) => no.replace(/\D/g, '') === own,
  ),
  byNumber(['order-no-first-digit-ignored', 'ORD-002', 'Looks at all digits of an orderNo but the first.'], (no, own) =>
    isSamePart(no, own, 1, own.length),
  ),
  byNumber(
    ['order-no-middle-digits-ignored', 'ORD-002', 'Looks at the first 4 and the last 2 digits of an orderNo only.'],
    (no, own) => isSamePart(no, own, 0, 4) && isSamePart(no, own, own.length - 2, own.length),
  ),
  byNumber(['order-no-last-digit-ignored', 'ORD-002', 'Looks at all digits of an orderNo but the last.'], (no, own) =>
    isSamePart(no, own, 0, own.length - 1),
  ),
  byNumber(['order-no-ignored', 'ORD-002', 'Finds an order by its orderDateTime alone.'], (no) => no !== 'undefined'),
  findLoosely(
    ['order-no-ignored-with-stop-loss', 'ORD-002', 'Finds an order that has a stop-loss by its orderDateTime alone.'],
    ({ had, orderDateTime }, no, dateTime) => had.stopLoss && no !== 'undefined' && orderDateTime === dateTime,
  ),
  byTime(['milliseconds-ignored', 'ORD-003', 'Compares an orderDateTime to the second.'], (given, own) =>
    isSamePart(given, own, 0, 19),
  ),
  byTime(['seconds-ignored', 'ORD-003', 'Compares an orderDateTime to the minute.', MAY_FIND_ANOTHER], (given, own) =>
    isSamePart(given, own, 0, 16),
  ),
  byTime(
    ['time-of-day-ignored', 'ORD-003', 'Compares the date of an orderDateTime only.', MAY_FIND_ANOTHER],
    (given, own) => isSamePart(given, own, 0, 10),
  ),
  byTime(['date-ignored', 'ORD-003', 'Compares the time of day of an orderDateTime only.'], (given, own) =>
    isSamePart(given, own, 10, 29),
  ),
  byTime(
    ['offset-ignored', 'ORD-003', 'Compares the wall time of an orderDateTime without its offset.'],
    (given, own) => isSamePart(given, own, 0, 23),
  ),
  byTime(
    [
      'date-time-ignored-with-trailing',
      'ORD-003',
      'Finds an order that has a trailing stop by its number alone.',
      MAY_FIND_ANOTHER,
    ],
    (_given, _own, { values }) => values.trailing,
  ),
  byTime(
    [
      'date-time-ignored-for-covers',
      'ORD-003',
      'Finds a STOP order of the side BUY_TO_COVER by its number alone.',
      MAY_FIND_ANOTHER,
    ],
    (_given, _own, { orderTypeCd, sideCd }) => orderTypeCd === 'STOP' && sideCd === 'BUY_TO_COVER',
  ),
  fault(
    [
      'date-time-of-any-order',
      'ORD-003',
      'Takes the orderDateTime of any order beside a known orderNo.',
      MAY_FIND_ANOTHER,
    ],
    (before) => ({
      findOrder: (call) => {
        const { orderNo, orderDateTime } = call.body;
        const order = call.service.orders.get(String(orderNo));
        if (order === null || call.service.orders.findByDateTime(String(orderDateTime)) === null) {
          return before.findOrder(call);
        }
        call.order = order;
        return null;
      },
    }),
  ),
  fault(
    [
      'date-time-unread-at-first',
      'ORD-003',
      'Finds an order that no one modified by its number alone.',
      MAY_FIND_ANOTHER,
    ],
    (before) => {
      const changed = new WeakSet<StoredOrder>();
      return {
        findOrder: (call) => {
          const order = call.service.orders.get(String(call.body['orderNo']));
          if (order === null || changed.has(order) || !isText(call.body['orderDateTime']))
            return before.findOrder(call);
          call.order = order;
          return null;
        },
        apply: (call) => {
          before.apply(call);
          if (call.order !== null) changed.add(call.order);
        },
      };
    },
  ),
  misread(
    ['order-no-optional', 'ORD-004', 'Finds an order by its orderDateTime where orderNo is empty.'],
    (value, name, own) => (name === 'orderNo' && value === '' ? own : value),
  ),
  fault(
    ['date-time-optional', 'ORD-004', 'Finds an order by its number where orderDateTime is left out.'],
    (before) => ({
      parseBody: (call) => {
        const refusal = before.parseBody(call);
        const order = call.service.orders.get(String(call.body['orderNo']));
        if (refusal === null && order !== null) call.body = { orderDateTime: order.orderDateTime, ...call.body };
        return refusal;
      },
    }),
  ),
];

function byNumber(head: FaultHead, isSame: (given: string, own: string) => boolean): Fault {
  return findLoosely(
    head,
    ({ orderNo, orderDateTime }, given, dateTime) => dateTime === orderDateTime && isSame(given, orderNo),
  );
}

function byTime(head: FaultHead, isSame: (given: string, own: string, order: StoredOrder) => boolean): Fault {
  return findLoosely(
    head,
    (order, given, dateTime) => given === order.orderNo && isSame(dateTime, order.orderDateTime, order),
  );
}

/** Whether two texts of one length are the same from one place to another. */
function isSamePart(given: string, own: string, from: number, to: number): boolean {
  return given.length === own.length && given.slice(from, to) === own.slice(from, to);
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
