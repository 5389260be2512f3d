import fc from 'fast-check';
import type { Order } from '../../contract/order.js';
import {
  ANYWHERE,
  breakage,
  broken,
  fixed,
  setting,
  settingIn,
  type Breakage,
  type Made,
  type Scene,
} from '../breakage.js';
import { withMember, withoutMembers } from '../draft.js';
import { parseOrderTime, renderOrderTime } from '../order-time.js';

const DAY = 86_400;

const MOVES: readonly (readonly [way: string, seconds: number])[] = [
  ['is one second later', 1],
  ['is one second earlier', -1],
  ['is one minute later', 60],
  ['is one hour earlier', -3_600],
  ['is one day later', DAY],
  ['is one day earlier', -DAY],
  ['is a year later', 365 * DAY],
  ['is a year earlier', -365 * DAY],
];

/** Of the years that have four digits; with an offset, it may be in another year. */
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/** Digits of an orderNo that are changed, each alone: all of them, or in a long one the first, the last and some between. */
const DIGITS_TRIED = 10;

/** Orders that came in the same second have numbers that differ in this many digits at the end. */
const DIGITS_OF_A_SECOND = 3;

/** orderNo and orderDateTime that name no order, or none at all. @clause ORD-002 ORD-003 ORD-004 */
export const identity: readonly Breakage[] = [
  noOrder('has a first digit of 9 and other digits', ({ order }) => {
    if (!/\d/.test(order.orderNo)) return 'the orderNo has no digits';
    if (isNearOthers(order)) return NEAR_OTHERS;
    return fc.infiniteStream(fc.nat({ max: 9 })).map((digits) => reDigit(order.orderNo, digits));
  }),
  noOrder('has nothing but nines', ({ order }) => {
    const nines = order.orderNo.replace(/\d/g, '9');
    if (isNearOthers(order)) return NEAR_OTHERS;
    return nines === order.orderNo ? 'the orderNo has nothing but nines' : fc.constant(nines);
  }),
  noOrder('has a digit more', ({ order }) =>
    isNearOthers(order) ? NEAR_OTHERS : fc.nat({ max: 9 }).map((digit) => `${order.orderNo}${digit}`),
  ),
  noOrder('has a letter before it', ({ order }) =>
    fc.constantFrom('X', '#', '-').map((sign) => `${sign}${order.orderNo}`),
  ),
  noOrder('has a letter after it', ({ order }) =>
    fc.constantFrom('X', 'a', '-1').map((end) => `${order.orderNo}${end}`),
  ),
  noOrder('is in full-width digits', ({ order }) =>
    /\d/.test(order.orderNo) ? fc.constant(fullWidth(order.orderNo)) : 'the orderNo has no digits',
  ),
  noOrder('is not ASCII', () => fc.constantFrom('주문-1', '№ 1', '\u{1F4C8}', 'é')),
  noOrder('is text', () => fc.constantFrom('none', 'null', 'undefined', '[]', "' OR ''='", '../1')),
  noOrder('has a zero before it', ({ order }) => fc.constant(`0${order.orderNo}`)),
  noOrder('has a plus before it', ({ order }) => fc.constant(`+${order.orderNo}`)),
  noOrder('has a decimal after it', ({ order }) => fc.constant(`${order.orderNo}.0`)),
  noOrder('has a blank before it', ({ order }) => fc.constant(` ${order.orderNo}`)),
  noOrder('has a blank after it', ({ order }) => fc.constant(`${order.orderNo} `)),
  noOrder('has a NUL after it', ({ order }) => fc.constant(`${order.orderNo}\u0000`)),
  noOrder('is half a surrogate pair', () => fc.constantFrom('\ud800', '\udfff')),
  noOrder('is there twice, with a comma', ({ order }) => fc.constant(`${order.orderNo},${order.orderNo}`)),
  noOrder('lacks its last character', ({ order }) => cut(order, 0, -1)),
  noOrder('lacks its first character', ({ order }) => cut(order, 1)),
  noOrder('is a wildcard', () => fc.constantFrom('%', '*', '_')),
  noOrder('is in the other case', ({ order: { orderNo } }) => {
    const other = orderNo === orderNo.toLowerCase() ? orderNo.toUpperCase() : orderNo.toLowerCase();
    return other === orderNo ? 'the orderNo has no letters' : fc.constant(other);
  }),
  noOrder('is very long', ({ order }) =>
    fc.integer({ min: 500, max: 5_000 }).map((times) => `${order.orderNo}${'9'.repeat(times)}`),
  ),
  ...Array.from({ length: DIGITS_TRIED }, (_, turn) =>
    noOrder(`has one other digit, in turn ${turn + 1}`, ({ order }) => otherDigit(order, turn)),
  ),
  ...MOVES.map(([way, seconds]) => otherTime(way, fc.constant(seconds))),
  breakage('ORD-003', 'orderDateTime is a millisecond away', ANYWHERE, ({ order, plain }): Made => {
    const moved = otherFraction(order.orderDateTime);
    if (moved === null) return 'the orderDateTime of the order has no decimals';
    return settingIn(plain, 'orderDateTime', fc.constant(JSON.stringify(moved)));
  }),
  otherTime(
    'is some days away',
    fc.oneof(fc.integer({ min: 1, max: 3_650 }), fc.integer({ min: -3_650, max: -1 })).map((days) => days * DAY),
  ),
  otherTime('is some seconds away', fc.oneof(fc.integer({ min: 1, max: 3_600 }), fc.integer({ min: -3_600, max: -1 }))),
  breakage('ORD-003', 'orderDateTime is the last moment of the year 9999', ANYWHERE, ({ order, plain }): Made => {
    const parts = parseOrderTime(order.orderDateTime);
    if (parts === null) return 'the orderDateTime of the order is in no form that can be written again';
    const last = renderOrderTime({ ...parts, seconds: LAST_SECOND });
    return settingIn(plain, 'orderDateTime', fc.constant(JSON.stringify(last)));
  }),
  breakage('ORD-003', 'orderDateTime has another offset', ANYWHERE, ({ order, plain }): Made => {
    const moved = otherOffset(order.orderDateTime);
    if (moved === null) return 'the orderDateTime of the order has no offset';
    return settingIn(plain, 'orderDateTime', fc.constant(JSON.stringify(moved)));
  }),
  ...(['orderNo', 'orderDateTime'] as const).flatMap((field) => [
    breakage(
      'ORD-004',
      `${field} is missing`,
      ANYWHERE,
      fixed(({ plain }) => broken(withoutMembers(plain, field), `${field} is missing`)),
    ),
    breakage('ORD-004', `${field} is an empty string`, ANYWHERE, setting(field, fc.constant('""'))),
  ]),
  breakage(
    'ORD-004',
    'orderNo and orderDateTime are missing',
    ANYWHERE,
    fixed(({ plain }) =>
      broken(withoutMembers(plain, 'orderNo', 'orderDateTime'), 'orderNo and orderDateTime are missing'),
    ),
  ),
  breakage(
    'ORD-004',
    'orderNo and orderDateTime are empty strings',
    ANYWHERE,
    fixed(({ plain }) =>
      broken(withMember(withMember(plain, 'orderNo', '""'), 'orderDateTime', '""'), 'orderNo and orderDateTime are ""'),
    ),
  ),
];

function noOrder(way: string, numbers: (scene: Scene) => fc.Arbitrary<string> | string): Breakage {
  return breakage('ORD-002', `orderNo ${way}`, ANYWHERE, (scene) => {
    const made = numbers(scene);
    return typeof made === 'string' ? made : settingIn(scene.plain, 'orderNo', made.map(JSON.stringify));
  });
}

/** A part of an order number; an order that happens to have it has another orderDateTime. */
function cut(order: Order, from: number, to?: number): fc.Arbitrary<string> | string {
  if (isNearOthers(order)) return NEAR_OTHERS;
  const { orderNo } = order;
  const part = orderNo.slice(from, to);
  return part === '' ? 'the orderNo is too short to be cut' : fc.constant(part);
}

/** The last decimal changed; `null` where there is none. */
function otherFraction(text: string): string | null {
  const digits = /[.,]\d*(\d)/.exec(text);
  if (digits === null) return null;
  const [matched, last = '0'] = digits;
  const other = `${matched.slice(0, -1)}${(Number(last) + 1) % 10}`;
  return `${text.slice(0, digits.index)}${other}${text.slice(digits.index + matched.length)}`;
}

/** The same wall time an hour off, by its offset alone; `null` where it has none that can be changed. */
function otherOffset(text: string): string | null {
  if (text.endsWith('Z')) return text.replace(/Z$/, text.includes(':') ? '+01:00' : '+0100');
  const offset = /([+-])(\d\d)(:?\d\d)?$/.exec(text);
  if (offset === null || !text.includes('T') || offset.index < text.indexOf('T')) return null;
  const [, sign = '+', hours = '00', minutes = ''] = offset;
  const other = String((Number(hours) + 1) % 12).padStart(2, '0');
  return `${text.slice(0, offset.index)}${sign}${other}${minutes}`;
}

function otherTime(way: string, shifts: fc.Arbitrary<number>): Breakage {
  return breakage('ORD-003', `orderDateTime ${way}`, ANYWHERE, ({ order, plain }): Made => {
    const parts = parseOrderTime(order.orderDateTime);
    if (parts === null) return 'the orderDateTime of the order is in no form that can be written again';
    return settingIn(
      plain,
      'orderDateTime',
      shifts
        .map((seconds) => (parts.hasSeconds ? seconds : seconds * 60))
        .map((seconds) => JSON.stringify(renderOrderTime({ ...parts, seconds: parts.seconds + seconds }))),
    );
  });
}

/**
 * Digits replaced, everything else as it is, so that a number keeps its form. The first one becomes a 9: numbers that
 * count up have not got there, and one more digit takes the number of an order that is there already out of reach.
 */
function reDigit(orderNo: string, digits: Iterator<number>): string {
  const first = orderNo.search(/\d/);
  const length = orderNo.startsWith('9', first) ? 1 : 0;
  const next = (): string => String(digits.next().value);
  const rest = orderNo.slice(first + 1).replace(/\d/g, next);
  return `${orderNo.slice(0, first)}9${length === 0 ? '' : next()}${rest}`;
}

/**
 * An order number with one digit changed. The last ones are left as they are where the orderDateTime tells no fraction
 * of a second: the changed number might be that of an order of the same second.
 */
function otherDigit({ orderNo, orderDateTime }: Order, turn: number): fc.Arbitrary<string> | string {
  const places = [...orderNo.matchAll(/\d/g)].map(({ index }) => index);
  const last = places.length - 1;
  const at = last < DIGITS_TRIED ? turn : Math.round((turn * last) / (DIGITS_TRIED - 1));
  const place = places[at];
  if (place === undefined) return 'the orderNo has no such digit';
  if (at > last - DIGITS_OF_A_SECOND && isWholeSecond(orderDateTime)) return NEAR_OTHERS;
  const other = (Number(orderNo[place]) + 5) % 10;
  return fc.constant(`${orderNo.slice(0, place)}${other}${orderNo.slice(place + 1)}`);
}

const NEAR_OTHERS = 'an order of the same second may have such an orderNo';

/**
 * Whether the number of an order is so short that one with a digit more or less, or with other digits, may be that of an
 * order of the same second: one that has one digit more than they differ in is nine tenths of itself away from its parts.
 */
function isNearOthers({ orderNo, orderDateTime }: Order): boolean {
  const digits = orderNo.replace(/\D/g, '').length;
  return digits <= DIGITS_OF_A_SECOND + 1 && isWholeSecond(orderDateTime);
}

function isWholeSecond(orderDateTime: string): boolean {
  return !/[.,]\d*[1-9]/.test(orderDateTime);
}

function fullWidth(digits: string): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0));
}
