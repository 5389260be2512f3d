import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { isOf, member, without } from './hooks.mjs';

const TYPES = ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'];
const SIDES = ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'];
const PRICES = /Price$/;

const isYes = (value) => value === 'Y';
const map = (members, change) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(name, value)]));

/** Mistakes in the types and codes of the modify body. */
const TYPE_FAULTS = [
  {
    name: 'stock-as-object',
    clause: 'MOD-011',
    does: 'Sends the instrument for its code.',
    ...member('stockCd', (code) => ({ code })),
  },
  {
    name: 'type-as-ordinal',
    clause: 'MOD-012',
    does: 'Sends the position of the order type in an enumeration.',
    ...member('orderTypeCd', (type) => TYPES.indexOf(type)),
  },
  {
    name: 'side-as-ordinal',
    clause: 'MOD-013',
    does: 'Sends the position of the side in an enumeration.',
    ...member('sideCd', (side) => SIDES.indexOf(side)),
  },
  {
    name: 'date-time-in-milliseconds',
    clause: 'MOD-014',
    does: 'Sends orderDateTime in milliseconds since the epoch.',
    ...member('orderDateTime', (text) => Date.parse(text)),
  },
  {
    name: 'order-numbers-in-a-list',
    clause: 'MOD-015',
    does: 'Sends a list of one orderNo.',
    ...member('orderNo', (text) => [text]),
  },
  {
    name: 'quantity-with-unit',
    clause: 'MOD-016',
    does: 'Sends orderQuantity with its unit.',
    ...member('orderQuantity', (value) => ({ value, unit: 'lot' })),
  },
  {
    name: 'no-barrier-as-false',
    clause: 'MOD-017',
    does: 'Sends false for a barrierPrice that is not needed.',
    ...member('barrierPrice', () => false, isOf('LIMIT', 'MARKET')),
  },
  {
    name: 'price-with-currency',
    clause: 'MOD-018',
    does: 'Sends orderPrice with its currency.',
    ...member('orderPrice', (amount) => ({ amount, currency: 'USD' })),
  },
  {
    name: 'take-profit-as-boolean',
    clause: 'MOD-019',
    does: 'Sends true and false for a take-profit.',
    ...member('profitRealizationYn', isYes),
  },
  {
    name: 'targets-in-a-list',
    clause: 'MOD-020',
    does: 'Sends a list of take-profit prices.',
    ...member('profitRealizationBarrierPrice', (price) => [price]),
  },
  {
    name: 'stop-loss-as-boolean',
    clause: 'MOD-021',
    does: 'Sends true and false for a stop-loss.',
    ...member('lossCutYn', isYes),
  },
  {
    name: 'stop-price-with-currency',
    clause: 'MOD-022',
    does: 'Sends a stop-loss price with its currency.',
    ...member('lossCutBarrierPrice', (amount) => ({ amount, currency: 'USD' })),
  },
  {
    name: 'trailing-as-boolean',
    clause: 'MOD-023',
    does: 'Sends true and false for a trailing stop.',
    ...member('lossTrackingYn', isYes),
  },
  {
    name: 'type-of-another-interface',
    clause: 'MOD-031',
    does: 'Sends STOP_LIMIT for LIMIT_STOP.',
    ...member('orderTypeCd', () => 'STOP_LIMIT', isOf('LIMIT_STOP')),
  },
  {
    name: 'side-long-and-short',
    clause: 'MOD-032',
    does: 'Sends LONG and SHORT for sides.',
    ...member('sideCd', (side) => (/^BUY|_CLOSE$/.test(side) ? 'LONG' : 'SHORT')),
  },
  {
    name: 'type-in-lower-case',
    clause: 'MOD-033',
    does: 'Sends the order type in lower case.',
    ...member('orderTypeCd', (type) => type.toLowerCase()),
  },
  {
    name: 'side-in-mixed-case',
    clause: 'MOD-033',
    does: 'Sends the side with one capital.',
    ...member('sideCd', (side) => side.charAt(0) + side.slice(1).toLowerCase()),
  },
  {
    name: 'switch-in-lower-case',
    clause: 'MOD-033',
    does: 'Sends y and n for switches.',
    members: (members) => map(members, (name, value) => (/Yn$/.test(name) ? value.toLowerCase() : value)),
  },
  {
    name: 'date-time-of-http',
    clause: 'MOD-034',
    does: 'Sends orderDateTime in the form of HTTP dates.',
    ...member('orderDateTime', (text) => new Date(text).toUTCString()),
  },
  {
    name: 'date-time-with-slashes',
    clause: 'MOD-034',
    does: 'Sends orderDateTime with slashes, in the form of a locale.',
    ...member('orderDateTime', (text) => new Date(text).toLocaleString('en-US', { timeZone: 'UTC' })),
  },
  {
    name: 'prices-as-text',
    clause: 'MOD-035',
    does: 'Sends prices as texts.',
    members: (members) => map(members, (name, value) => (PRICES.test(name) ? String(value) : value)),
  },
  {
    name: 'quantity-as-text',
    clause: 'MOD-035',
    does: 'Sends orderQuantity as a text.',
    ...member('orderQuantity', String),
  },
  {
    name: 'order-number-as-number',
    clause: 'MOD-035',
    does: 'Sends an orderNo of digits as a number.',
    ...member('orderNo', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
  },
  {
    name: 'price-not-needed-as-null',
    clause: 'MOD-036',
    does: 'Sends null for a price that is not needed.',
    members: (members) =>
      map(members, (name, value) => (/^(?:barrier|order)Price$/.test(name) && value === 0 ? null : value)),
  },
  {
    name: 'unchanged-as-null',
    clause: 'MOD-036',
    does: 'Sends null for conditions that are not to be changed.',
    members: (members) => ({
      profitRealizationYn: null,
      profitRealizationBarrierPrice: null,
      lossCutYn: null,
      lossCutBarrierPrice: null,
      lossTrackingYn: null,
      ...members,
    }),
  },
];

/** Mistakes in the prices that an order type needs. */
const PRICE_FAULTS = [
  {
    name: 'limit-without-price',
    clause: 'MOD-041',
    does: 'Leaves orderPrice out of a LIMIT.',
    ...without('orderPrice', isOf('LIMIT')),
  },
  {
    name: 'stop-without-barrier',
    clause: 'MOD-042',
    does: 'Leaves barrierPrice out of a STOP.',
    ...without('barrierPrice', isOf('STOP')),
  },
  {
    name: 'limit-stop-without-barrier',
    clause: 'MOD-043',
    does: 'Leaves barrierPrice out of a LIMIT_STOP.',
    ...without('barrierPrice', isOf('LIMIT_STOP')),
  },
  {
    name: 'limit-stop-without-price',
    clause: 'MOD-044',
    does: 'Leaves orderPrice out of a LIMIT_STOP.',
    ...without('orderPrice', isOf('LIMIT_STOP')),
  },
  {
    name: 'limit-at-zero',
    clause: 'MOD-045',
    does: 'Sends a LIMIT with orderPrice 0.',
    ...member('orderPrice', () => 0, isOf('LIMIT')),
  },
  {
    name: 'stop-at-zero',
    clause: 'MOD-046',
    does: 'Sends a STOP with barrierPrice 0.',
    ...member('barrierPrice', () => 0, isOf('STOP')),
  },
  {
    name: 'limit-stop-with-barrier-zero',
    clause: 'MOD-047',
    does: 'Treats a LIMIT_STOP as a LIMIT, with barrierPrice 0.',
    ...member('barrierPrice', () => 0, isOf('LIMIT_STOP')),
  },
  {
    name: 'limit-stop-with-price-zero',
    clause: 'MOD-048',
    does: 'Treats a LIMIT_STOP as a STOP, with orderPrice 0.',
    ...member('orderPrice', () => 0, isOf('LIMIT_STOP')),
  },
  {
    name: 'market-with-barrier',
    clause: 'MOD-051',
    does: 'Sends a MARKET with a barrierPrice.',
    ...member('barrierPrice', () => 100.5, isOf('MARKET')),
  },
  {
    name: 'market-with-price',
    clause: 'MOD-052',
    does: 'Sends a MARKET with an orderPrice.',
    ...member('orderPrice', () => 100.5, isOf('MARKET')),
  },
  {
    name: 'limit-with-barrier',
    clause: 'MOD-053',
    does: 'Sends the price of a LIMIT as its barrierPrice as well.',
    ...member('barrierPrice', (_, { orderPrice }) => orderPrice, isOf('LIMIT')),
  },
  {
    name: 'stop-with-price',
    clause: 'MOD-054',
    does: 'Sends the barrier of a STOP as its orderPrice as well.',
    ...member('orderPrice', (_, { barrierPrice }) => barrierPrice, isOf('STOP')),
  },
  {
    name: 'price-not-needed-left-out',
    clause: 'CLI-015',
    does: 'Leaves a price out that is not needed.',
    members: (members) =>
      Object.fromEntries(
        Object.entries(members).filter(([name, value]) => !/^(?:barrier|order)Price$/.test(name) || value !== 0),
      ),
  },
  {
    name: 'change-forgotten',
    clause: 'CLI-014',
    does: 'Sends the prices of the order in place of the new ones.',
    members: (members, { order }) => ({ ...members, barrierPrice: order.barrierPrice, orderPrice: order.orderPrice }),
  },
  {
    name: 'prices-swapped',
    clause: 'CLI-014',
    does: 'Sends the two prices of a LIMIT_STOP the wrong way round.',
    members: (members) =>
      isOf('LIMIT_STOP')(members)
        ? { ...members, barrierPrice: members.orderPrice, orderPrice: members.barrierPrice }
        : members,
  },
  {
    name: 'prices-of-single-precision',
    clause: 'CLI-014',
    does: 'Keeps prices in 32 bits.',
    members: (members) => map(members, (name, value) => (PRICES.test(name) ? Math.fround(value) : value)),
  },
  {
    name: 'prices-of-six-digits',
    clause: 'CLI-014',
    does: 'Rounds prices to six digits.',
    members: (members) => map(members, (name, value) => (PRICES.test(name) ? Number(value.toPrecision(6)) : value)),
  },
  ...[5, 6, 8].map((places) => ({
    name: `prices-of-${places}-decimals`,
    clause: 'CLI-014',
    does: `Rounds prices to ${places} decimals.`,
    members: (members) => map(members, (name, value) => (PRICES.test(name) ? Number(value.toFixed(places)) : value)),
  })),
  {
    name: 'prices-of-three-digits',
    clause: 'CLI-014',
    does: 'Rounds prices to three digits.',
    members: (members) => map(members, (name, value) => (PRICES.test(name) ? Number(value.toPrecision(3)) : value)),
  },
  {
    name: 'prices-with-a-sign',
    clause: 'CLI-014',
    does: 'Sends prices of sides that sell below 0.',
    ...member(
      'orderPrice',
      (price) => -price,
      ({ sideCd, orderPrice }) => sideCd.startsWith('SELL') && orderPrice > 0,
    ),
  },
];

/** Bodies that are no JSON object. */
const FORM_FAULTS = [
  { name: 'no-body', clause: 'MOD-061', does: 'Sends a modify without a body.', body: () => null },
  {
    name: 'body-of-a-form',
    clause: 'MOD-062',
    does: 'Sends the body as a form.',
    body: (_, { members }) => new URLSearchParams(members).toString(),
  },
  {
    name: 'body-cut',
    clause: 'MOD-062',
    does: 'Sends a body whose last bytes are missing.',
    body: (text) => text.slice(0, -3),
  },
  { name: 'body-in-a-list', clause: 'MOD-063', does: 'Sends a list of one modification.', body: (text) => `[${text}]` },
  {
    name: 'body-written-twice',
    clause: 'MOD-063',
    does: 'Writes the JSON text as JSON once more.',
    body: (text) => JSON.stringify(text),
  },
  {
    name: 'comma-too-many',
    clause: 'MOD-064',
    does: 'Has a comma after the last member.',
    body: (text) => text.replace(/\}$/, ',}'),
  },
  {
    name: 'texts-not-escaped',
    clause: 'MOD-064',
    does: 'Puts the body together of texts as they are.',
    body: (_, { members }) => {
      const written = ([name, value]) => `"${name}":${typeof value === 'string' ? `"${value}"` : value}`;
      return `{${Object.entries(members).map(written).join(',')}}`;
    },
  },
  {
    name: 'body-signed-in-latin-1',
    clause: 'SIG-004',
    does: 'Signs the body in Latin-1, and sends it in UTF-8.',
    signature: (_, { key, covered }) => createHmac('sha512', key).update(Buffer.from(covered, 'latin1')).digest('hex'),
  },
  {
    name: 'price-twice',
    clause: 'CLI-017',
    does: 'Sends orderPrice twice, first the one that was shown and then the one that is meant.',
    body: (text) => text.replace(/"orderPrice":/, '"orderPrice":99999,"orderPrice":'),
  },
  {
    name: 'quotes-of-python',
    clause: 'MOD-064',
    does: 'Sends the body as Python prints it.',
    body: (text) => text.replaceAll('"', "'"),
  },
];

export const BODY_FAULTS = [...TYPE_FAULTS, ...PRICE_FAULTS, ...FORM_FAULTS];
