import { member, without } from './hooks.mjs';

/** Mistakes in what a modify says of its order. */
export const ORDER_FAULTS = [
  {
    name: 'own-order-number',
    clause: 'ORD-002',
    does: 'Sends a number of its own for orderNo.',
    ...member('orderNo', (text) => `MY-${text}`),
  },
  {
    name: 'order-number-off-by-one',
    clause: 'ORD-002',
    does: 'Sends the orderNo after the right one.',
    ...member('orderNo', (text) => String(Number(text) + 1_000_000)),
  },
  {
    name: 'order-number-of-another-day',
    clause: 'ORD-002',
    does: 'Sends the same orderNo for whatever order.',
    ...member('orderNo', () => '2026000001'),
  },
  {
    name: 'order-number-read-as-number',
    clause: 'ORD-002',
    does: 'Reads orderNo as a whole number, and writes that.',
    ...member('orderNo', (text) => String(parseInt(text, 10))),
  },
  {
    name: 'order-number-of-a-double',
    clause: 'ORD-002',
    does: 'Reads an orderNo that looks like a number as one of 64 bits.',
    ...member('orderNo', (text) => (/^\d+$/.test(text) ? String(Number(text)) : text)),
  },
  {
    name: 'order-number-in-upper-case',
    clause: 'ORD-002',
    does: 'Sends orderNo in upper case.',
    ...member('orderNo', (text) => text.toUpperCase()),
  },
  {
    name: 'order-number-without-spaces',
    clause: 'ORD-002',
    does: 'Takes the spaces out of orderNo.',
    ...member('orderNo', (text) => text.replaceAll(' ', '')),
  },
  {
    name: 'order-number-cut',
    clause: 'ORD-002',
    does: 'Has room for 20 characters of orderNo.',
    ...member('orderNo', (text) => text.slice(0, 20)),
  },
  {
    name: 'date-time-of-now',
    clause: 'ORD-003',
    does: 'Sends the present time for orderDateTime.',
    ...member('orderDateTime', () => new Date().toISOString()),
  },
  {
    name: 'local-date-time-as-utc',
    clause: 'ORD-003',
    does: 'Takes the local time of orderDateTime for UTC.',
    ...member('orderDateTime', (text) => text.replace(/[+-]\d\d:\d\d$/, 'Z')),
  },
  {
    name: 'date-time-without-fraction',
    clause: 'CLI-011',
    does: 'Cuts the fraction of a second off orderDateTime.',
    ...member('orderDateTime', (text) => text.replace(/\.\d+/, '')),
  },
  {
    name: 'no-date-time',
    clause: 'ORD-004',
    does: 'Names the order by its number alone.',
    ...without('orderDateTime'),
  },
  { name: 'empty-order-number', clause: 'ORD-004', does: 'Sends an empty orderNo.', ...member('orderNo', () => '') },
  {
    name: 'quantity-in-another-unit',
    clause: 'ORD-005',
    does: 'Sends orderQuantity in millionths.',
    ...member('orderQuantity', (quantity) => quantity * 1e9),
  },
  {
    name: 'quantity-zero',
    clause: 'ORD-006',
    does: 'Sends orderQuantity 0, since it is not to be changed.',
    ...member('orderQuantity', () => 0),
  },
  {
    name: 'quantity-with-sign',
    clause: 'ORD-006',
    does: 'Sends a negative orderQuantity for sides that sell.',
    ...member(
      'orderQuantity',
      (quantity) => -quantity,
      ({ sideCd }) => sideCd.startsWith('SELL'),
    ),
  },
  {
    name: 'quantity-less-a-fee',
    clause: 'ORD-007',
    does: 'Takes a fee off orderQuantity.',
    ...member('orderQuantity', (quantity) => quantity * 0.9973),
  },
  {
    name: 'date-time-in-utc',
    clause: 'CLI-011',
    does: 'Sends orderDateTime in UTC.',
    ...member('orderDateTime', (text) => new Date(text).toISOString()),
  },
  {
    name: 'date-time-of-another-day',
    clause: 'ORD-003',
    does: 'Sends the same orderDateTime for whatever order.',
    ...member('orderDateTime', () => '2026-01-05T09:00:00.123+09:00'),
  },
  {
    name: 'date-time-in-one-zone',
    clause: 'CLI-011',
    does: 'Sends orderDateTime in the zone of Seoul, with milliseconds, as it prints all times.',
    ...member('orderDateTime', (text) =>
      new Date(Date.parse(text) + 9 * 3_600_000).toISOString().replace('Z', '+09:00'),
    ),
  },
  {
    name: 'date-time-to-the-millisecond',
    clause: 'CLI-011',
    does: 'Keeps three digits of the fraction of orderDateTime.',
    ...member('orderDateTime', (text) => text.replace(/(\.\d{3})\d+/, '$1')),
  },
  {
    name: 'stock-without-slash',
    clause: 'CLI-012',
    does: 'Sends stockCd without its slash.',
    ...member('stockCd', (code) => code.replace('/', '')),
  },
  {
    name: 'side-by-direction',
    clause: 'CLI-012',
    does: 'Sends SELL for SELL_TO_CLOSE, and BUY for BUY_TO_COVER.',
    ...member('sideCd', (side) => side.split('_')[0]),
  },
  {
    name: 'quantity-doubled',
    clause: 'CLI-012',
    does: 'Sends twice the orderQuantity of the order.',
    ...member('orderQuantity', (quantity) => quantity * 2),
  },
];
