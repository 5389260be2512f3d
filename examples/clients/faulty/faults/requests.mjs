import { lookupParameters, header, member, oneMoreHeader, oneMoreParameter } from './hooks.mjs';

const ofModify =
  (change) =>
  (right, { operation }) =>
    operation === 'modify' ? change(right) : right;
const ofLookup =
  (change) =>
  (right, { operation }) =>
    operation === 'lookup' ? change(right) : right;

/** Mistakes in where a request goes, and in what it is beside what it says. */
const PLACE_FAULTS = [
  {
    name: 'modify-by-put',
    clause: 'CLI-051',
    does: 'Modifies an order with PUT.',
    method: ofModify(() => 'PUT'),
  },
  { name: 'lookup-by-post', clause: 'CLI-051', does: 'Looks up with POST.', method: ofLookup(() => 'POST') },
  {
    name: 'slash-at-the-end',
    clause: 'CLI-051',
    does: 'Ends paths with a slash.',
    path: (right) => `${right}/`,
  },
  {
    name: 'path-without-version',
    clause: 'CLI-051',
    does: "Leaves the base URL's prefix out of paths.",
    path: (right) => right.replace(/^.*(?=\/(?:orders|stocks)\/)/, ''),
  },
  {
    name: 'content-type-twice',
    clause: 'CLI-053',
    does: 'Sends Content-Type twice, once by itself and once by its library.',
    ...oneMoreHeader(() => ['Content-Type', 'application/json'], 'modify'),
  },
  {
    name: 'charset-of-java',
    clause: 'CLI-054',
    does: 'Names another charset in Content-Type than the one that it writes in.',
    ...header('modify', 'Content-Type', (type) => `${type}; charset=ISO-8859-1`),
  },
  {
    name: 'charset-for-an-encoding',
    clause: 'CLI-054',
    does: 'Names its charset in Content-Encoding.',
    ...oneMoreHeader(() => ['Content-Encoding', 'UTF-8'], 'modify'),
  },
  {
    name: 'number-of-its-own-in-the-body',
    clause: 'CLI-055',
    does: 'Sends a number of its own in the body, which the document does not have.',
    members: (members) => ({ ...members, clientOrderId: 'mine-1' }),
  },
  {
    name: 'named-by-number-and-time-alone',
    clause: 'CLI-056',
    does: 'Leaves out what identifies no order: stockCd, orderTypeCd, sideCd and orderQuantity.',
    members: ({ orderNo, orderDateTime, ...others }) => {
      const kept = Object.entries(others).filter(([name]) => /Price$|Yn$/.test(name));
      return { orderNo, orderDateTime, ...Object.fromEntries(kept) };
    },
  },
  {
    name: 'empty-stock-code',
    clause: 'CLI-012',
    does: 'Sends an empty stockCd, since the order is known by its number.',
    ...member('stockCd', () => ''),
  },
];

/** Mistakes in what every request is: headers, query, body or none. */
export const REQUEST_FAULTS = [
  ...PLACE_FAULTS,
  {
    name: 'no-content-type',
    clause: 'CLI-001',
    does: 'Sends a modify without Content-Type.',
    ...header('modify', 'Content-Type', () => undefined),
  },
  {
    name: 'content-type-of-a-form',
    clause: 'CLI-001',
    does: 'Sends a modify with the Content-Type of a form, as curl does by itself.',
    ...header('modify', 'Content-Type', () => 'application/x-www-form-urlencoded'),
  },
  {
    name: 'content-type-of-text',
    clause: 'CLI-001',
    does: 'Sends a modify as text/plain, as fetch does by itself.',
    ...header('modify', 'Content-Type', () => 'text/plain;charset=UTF-8'),
  },
  {
    name: 'order-number-in-the-query',
    clause: 'CLI-002',
    does: 'Names the order of a modify in the query as well.',
    ...oneMoreParameter(({ order }) => ['orderNo', order.orderNo], 'modify'),
  },
  {
    name: 'modify-not-cached',
    clause: 'CLI-002',
    does: 'Adds the time to the query of a modify, against caches.',
    ...oneMoreParameter(() => ['_', Date.now()], 'modify'),
  },
  { name: 'empty-object-in-a-lookup', clause: 'CLI-003', does: 'Sends {} with a lookup.', lookupBody: () => '{}' },
  {
    name: 'filter-in-the-body',
    clause: 'CLI-003',
    does: 'Sends the filter of a lookup in its body as well.',
    lookupBody: () => '{"stockGroupCd":"ALL","stockCd":"","nextKey":""}',
  },
  {
    name: 'page-size-asked-for',
    clause: 'CLI-004',
    does: 'Asks for a page size.',
    ...oneMoreParameter(() => ['limit', 100], 'lookup'),
  },
  {
    name: 'lookup-not-cached',
    clause: 'CLI-004',
    does: 'Adds the time to the query of a lookup, against caches.',
    ...oneMoreParameter(() => ['_', Date.now()], 'lookup'),
  },
  {
    name: 'group-twice',
    clause: 'CLI-004',
    does: 'Names the stock group twice.',
    ...lookupParameters(([group, ...others]) => [group, ...others, group]),
  },
  {
    name: 'token-in-a-cookie',
    clause: 'CLI-005',
    does: 'Sends the token in a cookie as well.',
    ...oneMoreHeader(({ token }) => ['Cookie', `session=${token}`]),
  },
  {
    name: 'token-in-a-header-of-its-own',
    clause: 'CLI-005',
    does: 'Sends the token in X-Auth-Token as well.',
    ...oneMoreHeader(({ token }) => ['X-Auth-Token', token]),
  },
  {
    name: 'token-in-the-body',
    clause: 'CLI-005',
    also: ['CLI-055'],
    does: 'Sends the token in the body of a modify as well.',
    members: (members, { token }) => ({ ...members, accessToken: token }),
  },
  {
    name: 'token-in-the-url',
    clause: 'CLI-006',
    also: ['CLI-002', 'CLI-004'],
    does: 'Sends the token in the query as well.',
    ...oneMoreParameter(({ token }) => ['access_token', token]),
  },
  {
    name: 'key-in-the-url',
    clause: 'CLI-006',
    also: ['CLI-004'],
    does: 'Sends the signing key in the query of a lookup, for an API key.',
    ...oneMoreParameter(({ keyText }) => ['apiKey', keyText], 'lookup'),
  },
  {
    name: 'key-in-a-header',
    clause: 'CLI-007',
    does: 'Sends the signing key in X-Api-Secret.',
    ...oneMoreHeader(({ keyText }) => ['X-Api-Secret', keyText], 'modify'),
  },
  {
    name: 'key-in-the-body',
    clause: 'CLI-007',
    also: ['CLI-055'],
    does: 'Sends the signing key in the body of a modify.',
    members: (members, { keyText }) => ({ ...members, secret: keyText }),
  },
  {
    name: 'lookup-signed',
    clause: 'CLI-008',
    does: 'Signs lookups as well.',
    headers: (headers, { operation, sign }) => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signed = [
        ['X-Timestamp', timestamp],
        ['X-Signature', sign?.(timestamp)],
      ];
      return operation === 'lookup' ? [...headers, ...signed] : headers;
    },
  },
  {
    name: 'lookup-with-a-time',
    clause: 'CLI-008',
    does: 'Sends X-Timestamp with lookups.',
    ...oneMoreHeader(() => ['X-Timestamp', String(Math.floor(Date.now() / 1000))], 'lookup'),
  },
];
