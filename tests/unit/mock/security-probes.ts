import { createHmac } from 'node:crypto';
import type { OrderRequest } from '../../../src/contract/order.js';
import type { ReferenceService } from '../../../src/mock/reference-service.js';
import { lookup, modify, newOrder, type Members, type Seen, type Tweaks } from './client.js';

/** Seconds; the clock of a service under probes stands still. */
export const NOW_S = 1_800_000_000;

/** One thing to do to a service; the answers are text that is the same for two services that behave alike. */
export type Probe = (service: ReferenceService) => Promise<unknown>;

const timestamp = String(NOW_S);
const ZEROS = { headers: { 'X-Signature': '0'.repeat(128) } };

const shown = ({ status, text }: Seen): string => `${status} ${text}`;

/** Modifies a new order. */
function send(tweaks: Tweaks, wanted: Partial<OrderRequest> = {}, pad = 0): Probe {
  return async (service) => {
    const body = JSON.stringify(await newOrder(service, wanted)).padEnd(pad);
    return shown(await modify(service, body, { timestamp, ...tweaks }));
  };
}

/** Modifies a new order with a signature that is made, or edited, otherwise. */
function signed(
  edit: (hex: string) => string | string[],
  { hash = 'sha512', path = '/public/v1/orders/modify', time = timestamp } = {},
): Probe {
  return async (service) => {
    const body = JSON.stringify(await newOrder(service));
    const mac = createHmac(hash, service.signingKey).update(`${time}POST${path}${body}`);
    return shown(await modify(service, body, { timestamp, headers: { 'X-Signature': edit(mac.digest('hex')) } }));
  };
}

const flipped = (hex: string, at: number, end = at + 1): string =>
  hex.slice(0, at) + hex.slice(at, end).replace(/./g, (digit) => (digit === '0' ? '1' : '0')) + hex.slice(end);

const signatures: Probe[] = [
  ...[2, 62, 127].map((at) => signed((hex) => flipped(hex, at))),
  signed((hex) => flipped(hex, 0, 64)),
  signed((hex) => hex.slice(64) + hex.slice(0, 64)),
  signed((hex) => `${hex}zz`),
  signed(() => 'z'.repeat(128)),
  signed((hex) => hex.slice(0, 8)),
  signed((hex) => ['0'.repeat(128), hex]),
  signed((hex) => `${'0'.repeat(128)}, ${hex}`),
  signed((hex) => hex, { hash: 'sha256' }),
  signed((hex) => hex, { path: '/public/v2/orders/modify' }),
  signed((hex) => hex, { time: String(NOW_S + 5) }),
  send(ZEROS, { orderTypeCd: 'STOP', sideCd: 'SELL_TO_CLOSE' }),
  send(ZEROS, { orderTypeCd: 'MARKET' }),
  send({ ...ZEROS, contentType: 'application/json; charset=utf-8' }),
  send(ZEROS, {}, 9_000),
  async (service) => {
    const order = await newOrder(service);
    const tweaks = [{}, ZEROS, { headers: { Authorization: undefined } }];
    const seen: string[] = [];
    for (const tweak of tweaks) seen.push(shown(await modify(service, order, { timestamp, ...tweak })));
    return seen;
  },
  async (service) => {
    const orders = await Promise.all(Array.from({ length: 24 }, () => newOrder(service)));
    const seen = await Promise.all(orders.map((order) => modify(service, order, { timestamp, ...ZEROS })));
    return seen.map(shown);
  },
];

const times: Probe[] = [
  ...[-63, -57, 57, 63, 2 ** 32].map((away) => send({ timestamp: String(NOW_S + away) })),
  ...['0', `${timestamp}abc`, new Date(NOW_S * 1000).toISOString()].map((text) => send({ timestamp: text })),
  send({ timestamp: String(NOW_S - 300), headers: { Date: new Date((NOW_S - 300) * 1000).toUTCString() } }),
  send({ timestamp: String(NOW_S - 300) }, { orderTypeCd: 'STOP' }),
];

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims and the signature of the token that was issued. */
const partsOf = ({ token }: ReferenceService): readonly string[] => token.split('.');

const FORGERIES: readonly ((service: ReferenceService) => string)[] = [
  (service) => `${encode({ alg: 'HS256', typ: 'JWT', note: '' })}.${partsOf(service).slice(1).join('.')}`,
  ...['None', 'HS0'].map((alg) => (service: ReferenceService) => `${encode({ alg })}.${partsOf(service)[1] ?? ''}.`),
  (service) => {
    const text = `${encode({ alg: 'HS256' })}.${partsOf(service)[1] ?? ''}`;
    return `${text}.${createHmac('sha256', '').update(text).digest('base64url')}`;
  },
  (service) => `${service.token}.cccc`,
  (service) => {
    const [header = '', claims = '', signature = ''] = partsOf(service);
    return `${header}.${claims}.${signature.replace(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()))}`;
  },
];

const tokens: Probe[] = [
  ...FORGERIES.flatMap<Probe>((forge) => {
    const headers = (service: ReferenceService): Tweaks => ({ headers: { Authorization: `Bearer ${forge(service)}` } });
    return [
      (service) => send(headers(service))(service),
      (service) => send(headers(service))(service),
      async (service) => shown(await lookup(service, '', headers(service).headers)),
    ];
  }),
  (service) => send({ headers: { Authorization: `Token ${service.token}` } })(service),
  async (service) => shown(await lookup(service, '', { Authorization: `Bearer ${service.token} more` })),
  async (service) => shown(await lookup(service, 'stockGroupCd=CRYPTO', { Authorization: undefined })),
  async (service) => {
    const data = (await lookup(service, '')).json?.['data'] as Members | undefined;
    const key = typeof data?.['nextKey'] === 'string' ? data['nextKey'] : '';
    const forged = `Bearer ${service.token.slice(0, -4)}AAAA`;
    return shown(await lookup(service, `nextKey=${encodeURIComponent(key)}`, { Authorization: forged }));
  },
];

const answers: Probe[] = [
  async (service) => (await lookup(service, '', { 'Accept-Encoding': 'gzip' })).headers['content-type'],
  async (service) => {
    const seen = await Promise.all(Array.from({ length: 250 }, () => lookup(service, 'stockCd=NONE')));
    return seen.map(({ status }) => status).sort();
  },
];

/** Shows faults in signature, timestamp, token and envelope that need a closer look. */
export const SECURITY_PROBES: readonly Probe[] = [...signatures, ...times, ...tokens, ...answers];
