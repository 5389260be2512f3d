import { expect } from '@playwright/test';
import type { Order, OrderRequest } from '../../../src/contract/order.js';
import type { Alteration, Behaviour } from '../../../src/mock/behaviour.js';
import type { Answer, Call, Incoming } from '../../../src/mock/call.js';
import { FAULTS } from '../../../src/mock/faults.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { startReferenceService, type ReferenceOptions } from '../../../src/mock/reference-service.js';
import { runClient, variables, type Start } from './run-client.js';

/** A task for a client, the service that it meets, and what must come of it. */
export interface Story {
  readonly title: string;
  readonly service?: ReferenceOptions;
  readonly list?: { readonly stockGroupCd: string; readonly stockCd: string };
  readonly modify?: { readonly order?: Partial<OrderRequest>; readonly change: Readonly<Record<string, unknown>> };
  /** Other variables than usual, given the usual ones. */
  readonly env?: (usual: Readonly<Record<string, string>>) => Record<string, string>;
  /** What is told: all instruments of the filter, the result of a modification, or that it failed. */
  readonly told: 'instruments' | 'success' | 'no success' | 'error';
  /** How many requests arrive; default: at least one. */
  readonly requests?: number;
  /** Members of the body that are other than in the order; `undefined`: not there. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What came of a story. */
export interface Ending {
  /** As {@link Story.told}, or what was told instead. */
  readonly told: string;
  readonly requests: number;
  /** The members of the modify body that differ from the order's. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

const PLAIN_ORDER: OrderRequest = {
  ...{ orderTypeCd: 'LIMIT', sideCd: 'BUY', state: 'unfilled' },
  ...{ takeProfit: false, stopLoss: false, trailing: false },
};

/** Plays a story with a client. */
export async function play(story: Story, start: Start): Promise<Ending> {
  const seen: Incoming[] = [];
  const { alterations = [], ...options } = story.service ?? {};
  const service = await startReferenceService({ ...options, alterations: [...alterations, seeing(seen)] });
  try {
    const order = await newOrder(service.ordersUrl, { ...PLAIN_ORDER, ...story.modify?.order });
    const task =
      story.modify === undefined
        ? { task: 'list-instruments', ...story.list }
        : { task: 'modify-order', order, change: story.modify.change };
    const usual = variables(service, task);
    const { value, status, stderr } = await runClient(start, { ...usual, ...story.env?.(usual) });
    const instruments = story.list === undefined ? [] : await instrumentsOf(story.list);
    return {
      told: toldAs(value, status, instruments) ?? `${JSON.stringify(value)}, status ${status}, ${stderr}`,
      requests: seen.length,
      body: seen[0]?.method === 'POST' ? difference(seen[0].body.toString(), order) : null,
    };
  } finally {
    await service.close();
  }
}

function toldAs(value: unknown, status: number | null, instruments: readonly string[]): Story['told'] | null {
  const text = JSON.stringify(value);
  if (status !== 0) return /^\{"error":".+"\}$/.test(text) ? 'error' : null;
  if (text === JSON.stringify(instruments)) return 'instruments';
  return text === '{"success":true}' ? 'success' : text === '{"success":false}' ? 'no success' : null;
}

async function newOrder(ordersUrl: string, wanted: OrderRequest): Promise<Order> {
  const response = await fetch(ordersUrl, { method: 'POST', body: JSON.stringify(wanted) });
  return (await response.json()) as Order;
}

/** What a plain service has on one page. */
async function instrumentsOf(list: { readonly stockGroupCd: string; readonly stockCd: string }): Promise<string[]> {
  const service = await startReferenceService({ pageSize: 1000 });
  try {
    const query = new URLSearchParams({ ...list, nextKey: '' }).toString();
    const response = await fetch(`${service.baseUrl}/stocks/orders?${query}`, {
      headers: { Authorization: `Bearer ${service.token}` },
    });
    const { data } = (await response.json()) as { data: { details: { stockCd: string }[] } };
    return data.details.map(({ stockCd }) => stockCd);
  } finally {
    await service.close();
  }
}

/** Members in which a body differs from the order. Conditions of the order that are left out do not count. */
function difference(text: string, order: Order): Record<string, unknown> {
  const body = JSON.parse(text) as Record<string, unknown>;
  const basic = ['stockCd', 'orderTypeCd', 'sideCd', 'orderDateTime', 'orderNo', 'orderQuantity'];
  const names = [...new Set([...basic, 'barrierPrice', 'orderPrice', ...Object.keys(body)])];
  const isCondition = (name: string): boolean => /^(?:profit|loss)/.test(name);
  const own = order as unknown as Record<string, unknown>;
  return Object.fromEntries(
    names.filter((name) => isCondition(name) || body[name] !== own[name]).map((name) => [name, body[name]]),
  );
}

function seeing(seen: Incoming[]): Alteration {
  return {
    name: 'seeing',
    does: 'Keeps the requests.',
    apply: (before) => ({
      route: (call) => {
        seen.push(call.incoming);
        return before.route(call);
      },
    }),
  };
}

function twin(name: string): Alteration {
  const found = [...LEGAL_TWINS, ...FAULTS].find((one) => one.name === name);
  if (found === undefined) throw new Error(`no twin ${name}`);
  return found;
}

function altered(name: string, apply: (before: Behaviour) => Partial<Behaviour>): Alteration {
  return { name, does: 'Is of use to one story.', apply };
}

/** Answers otherwise once it was decided how: to all requests, or from one of them on. */
function answering(answer: Partial<Answer>, from = 1): Alteration {
  let count = 0;
  return altered('answering', (before) => ({
    respond: (call, right) => {
      count += 1;
      const { headers, ...rest } = answer;
      const kept = right.headers.filter(([name]) => name !== 'Content-Length');
      return count < from ? before.respond(call, right) : { ...right, headers: [...kept, ...(headers ?? [])], ...rest };
    },
  }));
}

/** Gives pages with other members in `data`. */
function paging(change: (data: Record<string, unknown>, call: Call) => Record<string, unknown>): Alteration {
  return altered('paging', (before) => ({
    pageData: (call, page) => change({ ...(before.pageData(call, page) as object) }, call),
  }));
}

const CLOSES = altered('closes', () => ({
  transmit: (_, answer, response) => {
    response.writeHead(answer.status, answer.headers.flat());
    response.end(answer.body, () => response.socket?.destroySoon());
  },
}));

const HANGS_UP = altered('hangs-up', () => ({ transmit: (_, __, response) => void response.destroy() }));

const EMPTY_PAGES = altered('empty-pages', (before) => {
  let count = 0;
  const positions = new Map<string, number>();
  return {
    pageOf: (call, selected) => {
      count += 1;
      const empty = { instruments: [], end: call.position, hasNext: true };
      return count % 2 === 0 ? before.pageOf(call, selected) : empty;
    },
    keyOf: (call, position) => {
      const key = `${before.keyOf(call, position)}#${count}`;
      positions.set(key, position);
      return key;
    },
    readKey: (_, key) => positions.get(key) ?? null,
  };
});

const ALL = { stockGroupCd: 'ALL', stockCd: '' };
const INDEX = { stockGroupCd: 'INDEX', stockCd: '' };
const CONDITIONED = { takeProfit: true, stopLoss: true, trailing: true } as const;

/** Walks that come to their end. */
const WALKS: readonly Story[] = [
  { title: 'walks with odd keys', service: { pageSize: 2, alterations: [twin('odd-keys')] } },
  { title: 'walks one by one, a closed connection after each', service: { pageSize: 1, alterations: [CLOSES] } },
  { title: 'walks one page', service: { pageSize: 100 } },
  { title: 'walks over empty pages', service: { pageSize: 3, alterations: [EMPTY_PAGES] } },
  { title: 'walks to an empty last page', service: { alterations: [twin('empty-last-page')] } },
  { title: 'walks without a key too many', service: { alterations: [twin('last-key-again')] } },
  { title: 'walks with keys for one use', service: { alterations: [twin('keys-for-one-use')] } },
  {
    title: 'walks with JSON of another spelling',
    service: {
      alterations: ['more-members', 'other-order-and-space', 'numbers-with-decimals', 'escaped-strings', 'chunked'].map(
        twin,
      ),
    },
  },
  { title: 'asks for one instrument', list: { stockGroupCd: 'ALL', stockCd: 'USD/JPY' } },
  { title: 'finds no instrument', list: { stockGroupCd: 'CRYPTO', stockCd: 'ä & b + c' } },
].map((story) => ({ list: story.title.startsWith('walks with') ? ALL : INDEX, told: 'instruments', ...story }));

/** Walks that cannot come to an end. */
const BROKEN_WALKS: readonly Story[] = [
  {
    title: 'a page that comes again',
    service: { alterations: [paging((data) => ({ ...data, hasNext: true, nextKey: '' }))] },
  },
  { title: 'a key for ever', service: { alterations: [twin('one-on-a-page'), forEver()] } },
  {
    title: 'a missing key',
    service: { pageSize: 2, alterations: [paging((data) => ({ ...data, nextKey: undefined }))] },
  },
  { title: 'a key of null', service: { pageSize: 2, alterations: [paging((data) => ({ ...data, nextKey: null }))] } },
  { title: 'hasNext as a text', service: { alterations: [paging((data) => ({ ...data, hasNext: 'false' }))] } },
  {
    title: 'a stockCd that is a number',
    service: { alterations: [paging((data) => ({ ...data, details: [{ stockCd: 1 }] }))] },
  },
  { title: 'a refusal on the way', service: { pageSize: 2, alterations: [answering({ status: 401, body: '' }, 3)] } },
  { title: 'HTML with status 200', service: { pageSize: 2, alterations: [answering({ body: '<html>' }, 2)] } },
  { title: 'cut JSON', service: { alterations: [answering({ body: '{"status":"SUCCESS","code":200,"data":{' })] } },
  { title: 'JSON of great depth', service: { alterations: [answering({ body: '['.repeat(100_000) })] } },
].map((story) => ({ title: `gives up at ${story.title}`, list: INDEX, told: 'error', service: story.service }));

function forEver(): Alteration {
  return altered('for-ever', () => ({
    pageData: () => ({ hasNext: true, nextKey: 'a', details: [], sellPrices: {}, buyPrices: {} }),
    readKey: () => 0,
  }));
}

/** Modifications that are accepted. */
const MODIFICATIONS: readonly Story[] = [
  { title: 'the price of a LIMIT', modify: { change: { orderPrice: 1.23456 } }, body: { orderPrice: 1.23456 } },
  {
    title: 'the barrier of a STOP, whose other price stays 0',
    modify: { order: { orderTypeCd: 'STOP', sideCd: 'SELL' }, change: { barrierPrice: 0.1 } },
    body: { barrierPrice: 0.1 },
  },
  {
    title: 'both prices of a LIMIT_STOP, and nothing of its conditions',
    modify: {
      order: { orderTypeCd: 'LIMIT_STOP', ...CONDITIONED },
      change: { orderPrice: 1e-7, barrierPrice: 123456789012 },
    },
    body: { orderPrice: 1e-7, barrierPrice: 123456789012 },
  },
  {
    title: 'the take-profit price alone',
    modify: { order: CONDITIONED, change: { profitRealizationBarrierPrice: 2.5 } },
    body: { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 2.5 },
  },
  {
    title: 'the stop-loss off and the take-profit to another price',
    modify: {
      order: CONDITIONED,
      change: { lossCutYn: 'N', profitRealizationYn: 'Y', profitRealizationBarrierPrice: 2 },
    },
    body: { lossCutYn: 'N', lossCutBarrierPrice: 0, profitRealizationYn: 'Y', profitRealizationBarrierPrice: 2 },
  },
  {
    title: 'the trailing stop of a MARKET alone',
    modify: { order: { orderTypeCd: 'MARKET', ...CONDITIONED }, change: { lossTrackingYn: 'N' } },
    body: { lossTrackingYn: 'N' },
  },
  {
    title: 'with a key in hexadecimal',
    modify: { change: { orderPrice: 1 } },
    body: { orderPrice: 1 },
    env: rewriteKey('hex'),
  },
  {
    title: 'with a key in base64url',
    service: { signingKey: '\u00ff\u00fb?~ä\u{1F511}' },
    modify: { change: { orderPrice: 1 } },
    body: { orderPrice: 1 },
    env: rewriteKey('base64url'),
  },
].map((story) => ({ ...story, title: `modifies ${story.title}`, told: 'success', requests: 1 }) as Story);

function rewriteKey(encoding: 'hex' | 'base64url'): NonNullable<Story['env']> {
  return ({ TRADECERT_SIGNING_KEY: key = '' }) => ({
    TRADECERT_SIGNING_KEY: Buffer.from(key).toString(encoding),
    TRADECERT_SIGNING_KEY_ENCODING: encoding,
  });
}

const REFUSED = JSON.stringify({ status: 'ERROR', code: 40031, data: { success: false } });

/** Modifications of which nothing good is said. */
const NO_SUCCESSES: readonly Story[] = [
  {
    title: 'a refusal in HTML',
    service: { alterations: [answering({ status: 400, body: '<html>' })] },
    told: 'no success',
  },
  {
    title: 'a refusal with success true in its body',
    service: { alterations: [answering({ status: 400 })] },
    told: 'no success',
  },
  {
    title: 'success false with status 200',
    service: { alterations: [answering({ body: REFUSED })] },
    told: 'no success',
  },
  { title: 'HTML with status 200', service: { alterations: [answering({ body: '<html>' })] }, told: 'error' },
  {
    title: 'a success that is a text',
    service: { alterations: [altered('text', () => ({ modifyData: () => ({ success: 'true' }) }))] },
    told: 'error',
  },
  {
    title: 'a success without an envelope',
    service: { alterations: [altered('bare', () => ({ envelope: (_, data) => data }))] },
    told: 'error',
  },
  {
    title: 'a redirect',
    service: { alterations: [answering({ status: 307, headers: [['Location', '/public/v1/orders/modify']] })] },
    told: 'error',
  },
  { title: 'a connection that breaks', service: { alterations: [HANGS_UP] }, told: 'error' },
].map(
  (story) =>
    ({
      ...story,
      title: `tells no success after ${story.title}`,
      modify: { change: { orderPrice: 1 } },
      requests: 1,
    }) as Story,
);

/** What is not even sent. */
const REFUSED_TASKS: readonly Story[] = [
  { title: 'a signature of another recipe', env: () => ({ TRADECERT_SIGNATURE_TEMPLATE: '{body|sha512|hex}' }) },
  {
    title: 'a take-profit for an order without one',
    modify: { change: { profitRealizationYn: 'Y', profitRealizationBarrierPrice: 2 } },
  },
  { title: 'a change of the quantity', modify: { change: { orderQuantity: 2 } } },
].map((story) => ({
  modify: { change: { orderPrice: 1 } },
  ...story,
  title: `sends nothing for ${story.title}`,
  told: 'error',
  requests: 0,
}));

/** Everything that a correct client gets through. */
const STORIES: readonly Story[] = [...WALKS, ...BROKEN_WALKS, ...MODIFICATIONS, ...NO_SUCCESSES, ...REFUSED_TASKS];

/** Plays all stories with a client that is to get through them. */
export async function expectToPass(start: Start): Promise<void> {
  for (const story of STORIES) {
    const ending = await play(story, start);
    expect.soft(ending.told, story.title).toBe(story.told);
    expect.soft(ending.requests, story.title).toBe(story.requests ?? ending.requests);
    if (story.body !== undefined) expect.soft(ending.body, story.title).toEqual(story.body);
  }
}
