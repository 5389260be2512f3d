import { createHmac } from 'node:crypto';
import { ORDER_TYPES, type Order, type OrderRequest } from '../../../src/contract/order.js';
import type { ReferenceService } from '../../../src/mock/reference-service.js';
import { lookup, modify, newOrder, shownOrder, walk, type Members, type Tweaks } from './client.js';
import { NOW_S, SECURITY_PROBES, type Probe } from './security-probes.js';

export { NOW_S, type Probe };

const ALL = { takeProfit: true, stopLoss: true, trailing: true };
const timestamp = String(NOW_S);

/** Modifies a new order, looks at it, and modifies it once more without its conditions. */
function change(
  wanted: Partial<OrderRequest>,
  edit: Members | ((order: Order) => object) = {},
  tweaks: Tweaks = {},
): Probe {
  return async (service) => {
    const order = await newOrder(service, wanted);
    const edited = typeof edit === 'function' ? edit(order) : { ...order, ...edit };
    const seen = await modify(service, edited, { timestamp, ...tweaks });
    const after = await shownOrder(service, order);
    const again = await modify(service, order, { timestamp });
    return [seen.status, seen.headers['content-type'], seen.text, after, again.text];
  };
}

/** Sends a body of any kind. */
function raw(body: (order: Order) => string | Buffer, tweaks: Tweaks = {}): Probe {
  return async (service) => {
    const seen = await modify(service, body(await newOrder(service)), { timestamp, ...tweaks });
    return [seen.status, seen.text];
  };
}

function look(query: string, headers: Tweaks['headers'] = {}): Probe {
  return async (service) => {
    const seen = await lookup(service, query, headers);
    return [seen.status, seen.headers['content-type'], seen.text];
  };
}

const unsigned = (service: ReferenceService): string => {
  const claims = service.token.split('.')[1] ?? '';
  return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
};

const signatures: Probe[] = [
  async (service) => (await modify(service, await newOrder(service), { timestamp, key: service.token })).text,
  async (service) => {
    const body = JSON.stringify(await newOrder(service));
    const mac = createHmac('sha512', service.signingKey).update(`${timestamp}POST/public/v1/orders/modify${body}`);
    const headers = { 'X-Signature': [mac.digest('hex'), '0'.repeat(128)] };
    return (await modify(service, body, { timestamp, headers })).text;
  },
  ...[undefined, '', '0'.repeat(128)].map((signature) =>
    raw(JSON.stringify, { headers: { 'X-Signature': signature } }),
  ),
  ...[
    { method: 'GET', half: false, base64: false },
    { method: 'POST', half: true, base64: false },
    { method: 'POST', half: false, base64: true },
    { method: 'POST', path: '/stocks/orders', half: false, base64: false },
  ].map<Probe>((how) => async (service) => {
    const body = JSON.stringify(await newOrder(service));
    const mac = createHmac('sha512', service.signingKey);
    const digest = mac.update(`${timestamp}${how.method}/public/v1${how.path ?? '/orders/modify'}${body}`).digest();
    const hex = digest.toString('hex');
    const signature = how.base64 ? digest.toString('base64') : how.half ? hex.slice(0, 64) : hex;
    return (await modify(service, body, { timestamp, headers: { 'X-Signature': signature } })).text;
  }),
  async (service) => {
    const [order, other] = [await newOrder(service), await newOrder(service)];
    const signedBody = JSON.stringify(order);
    const first = await modify(service, order, { timestamp });
    return [first.text, (await modify(service, other, { timestamp, signedBody })).text];
  },
];

const times: Probe[] = [
  ...[-3000, -61, -60, -30, 0, 30, 60, 61, 3000].map((away) => change({}, {}, { timestamp: String(NOW_S + away) })),
  change({}, {}, { timestamp: `${timestamp}000` }),
  change({}, {}, { headers: { 'X-Timestamp': undefined } }),
  change({}, {}, { headers: { 'X-Timestamp': String(NOW_S - 20) } }),
  ...['', 'now'].map((text) => change({}, {}, { timestamp: text })),
];

const tokens: Probe[] = [
  ...[undefined, 'Basic x', 'Bearer a.b.c'].map((value) => look('', { Authorization: value })),
  async (service) => (await lookup(service, '', { Authorization: `Bearer ${unsigned(service)}` })).text,
  async (service) => (await lookup(service, '', { Authorization: `Bearer ${service.token.slice(0, -4)}AAAA` })).text,
  async (service) => (await lookup(service, '', { Authorization: `Basic ${service.token}` })).text,
  ...[
    () => undefined,
    (token: string) => token,
    () => 'Basic x',
    () => 'Bearer a.b.c',
    (token: string) => `Bearer ${token.slice(0, -4)}AAAA`,
    (_: string, service: ReferenceService) => `Bearer ${unsigned(service)}`,
  ].map<Probe>((authorization) => async (service) => {
    const headers = { Authorization: authorization(service.token, service) };
    return (await modify(service, await newOrder(service), { timestamp, headers })).text;
  }),
];

const prices: Probe[] = ORDER_TYPES.flatMap((orderTypeCd) =>
  ['barrierPrice', 'orderPrice'].flatMap((name) =>
    [undefined, 0, 1].map((price) => change({ orderTypeCd, ...ALL }, { [name]: price })),
  ),
);

const OFF = {
  profitRealizationYn: 'N',
  profitRealizationBarrierPrice: 0,
  lossCutYn: 'N',
  lossCutBarrierPrice: 0,
  lossTrackingYn: 'N',
};

const conditions: Probe[] = [{}, { takeProfit: true }, { stopLoss: true }, ALL].flatMap((wanted) => [
  ...(['profitRealization', 'lossCut'] as const).flatMap((name) =>
    [
      { [`${name}Yn`]: 'Y', [`${name}BarrierPrice`]: 5 },
      { [`${name}Yn`]: 'Y', [`${name}BarrierPrice`]: undefined },
      { [`${name}Yn`]: 'Y', [`${name}BarrierPrice`]: 0 },
      { [`${name}Yn`]: 'N', [`${name}BarrierPrice`]: 5 },
      { [`${name}Yn`]: 'N', [`${name}BarrierPrice`]: 0 },
      { [`${name}Yn`]: 'X' },
    ].map((edit) => change(wanted, edit)),
  ),
  ...['Y', 'N', 'X'].map((lossTrackingYn) => change(wanted, { lossTrackingYn })),
  change(wanted, ({ stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity, orderPrice }) => {
    return { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity, orderPrice };
  }),
]);

const types: Probe[] = [
  'stockCd,orderTypeCd,sideCd,orderDateTime,orderNo,orderQuantity,barrierPrice,orderPrice',
  'profitRealizationYn,profitRealizationBarrierPrice,lossCutYn,lossCutBarrierPrice,lossTrackingYn',
].flatMap((names) => names.split(',').flatMap((name) => [true, null].map((value) => change(ALL, { [name]: value }))));

const orders: Probe[] = [
  change({ state: 'filled' }),
  change({ state: 'filled', ...ALL }),
  change({ state: 'filled', takeProfit: true }),
  change({ state: 'filled', stopLoss: true }),
  ...(['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'] as const).map((sideCd) => change({ sideCd })),
  ...[
    ({ orderDateTime }: Order) => ({ orderDateTime: `${orderDateTime} or so` }),
    () => ({ orderDateTime: 'yesterday' }),
    ({ orderNo }: Order) => ({ orderNo: Number(orderNo) }),
    ({ orderQuantity }: Order) => ({ orderQuantity: String(orderQuantity) }),
    ({ orderPrice }: Order) => ({ orderPrice: [orderPrice] }),
    () => ({ lossTrackingYn: 'y' }),
  ].map((edit) => change(ALL, (order) => ({ ...order, ...edit(order) }))),
  ...[{ orderNo: '1' }, { orderNo: undefined }, { orderNo: '' }, { orderDateTime: '2026-01-05T09:00:00+09:00' }].map(
    (edit) => change({}, edit),
  ),
  ...[0, 0.01, 0.05, 1.23, 1.5, 1e6].map((orderQuantity) => change({}, { orderQuantity })),
  ...['orderTypeCd', 'sideCd', 'stockCd'].flatMap((name) =>
    ['OTHER', 'buy', ''].map((code) => change({}, { [name]: code })),
  ),
];

const bodies: Probe[] = [
  ...['', '{', '[]', 'null', 'modify'].map((body) => raw(() => body)),
  raw((order) => JSON.stringify(order, null, 2)),
  raw((order) => `${JSON.stringify(order)} and more`),
  raw((order) => JSON.stringify(order).replace('orderNo', 'order\\u004eo')),
  raw((order) => JSON.stringify({ ...order, note: 1 })),
  raw((order) => JSON.stringify(order).replace('{', '{"orderNo":"1",')),
  raw((order) => JSON.stringify(order).padEnd(70_000)),
  raw(() => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
];

const lookups: Probe[] = [
  ...['ALL', 'FOREIGN', 'INDEX', 'COMMODITY', 'CRYPTO', 'crypto', 'X', ''].map((group) =>
    look(`stockGroupCd=${group}`),
  ),
  ...['GOLD', 'GOL', 'gold', 'USD%2FJPY', 'NONE', ''].map((code) => look(`stockGroupCd=COMMODITY&stockCd=${code}`)),
  look('stockCd=GOLD'),
  look('nextKey='),
  look('nextKey=1'),
  async (service) => [await walk(service, 'stockGroupCd=ALL'), await walk(service, 'stockGroupCd=ALL')],
  async (service) => await walk(service, 'stockGroupCd=FOREIGN'),
  async (service) => {
    const first = (await lookup(service, '')).json?.['data'] as Members | undefined;
    const key = encodeURIComponent(typeof first?.['nextKey'] === 'string' ? first['nextKey'] : '');
    const next = await lookup(service, `nextKey=${key}`);
    const bare = await lookup(service, `nextKey=${key}`, { Authorization: undefined });
    return [next.text, bare.status, (await lookup(service, `stockGroupCd=INDEX&nextKey=${key}`)).text];
  },
];

/** Requests of every kind that the service tells apart. */
export const PROBES: readonly Probe[] = [
  change({}),
  change(ALL),
  ...lookups,
  ...tokens,
  ...times,
  ...signatures,
  ...bodies,
  ...orders,
  ...prices,
  ...types,
  ...conditions,
  change({ orderTypeCd: 'LIMIT_STOP', ...ALL }, OFF),
  change({ orderTypeCd: 'LIMIT_STOP', sideCd: 'SELL', ...ALL }, (order) => {
    const { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity, barrierPrice, orderPrice } = order;
    return { stockCd, orderTypeCd, sideCd, orderDateTime, orderNo, orderQuantity, barrierPrice, orderPrice };
  }),
  ...SECURITY_PROBES,
];
