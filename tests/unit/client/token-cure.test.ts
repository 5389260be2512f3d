import { expect, test } from '@playwright/test';
import type { ServiceClient } from '../../../src/client/service-client.js';
import { TokenSource } from '../../../src/client/token-source.js';
import { KEY, NOW, OK, taken, TOKEN, valueOf, withClient } from './client-bench.js';
import { answer } from './raw-server.js';

const FRESH = 'fresh-token-that-is-long-enough';
const QUERY = { stockGroupCd: 'ALL', stockCd: '', nextKey: '' };

interface Outcome {
  /** Method and token of each request that arrived: `GET old`. */
  readonly sent: readonly string[];
  readonly fetches: number;
  readonly recorded: string;
}

/** What is sent to a service that answers a request of that method, with that token, with this status. */
async function sending(
  statusFor: (method: string, token: string, index: number) => number,
  act: (client: ServiceClient) => Promise<unknown>,
  { fetch = () => Promise.resolve(FRESH), hasLookup = true } = {},
): Promise<Outcome> {
  let fetches = 0;
  let nowMs = NOW;
  let lookUp = (): Promise<unknown> => Promise.resolve();
  const tokens = new TokenSource({
    token: TOKEN,
    fetch: () => {
      fetches += 1;
      return fetch();
    },
    now: () => nowMs,
    serviceNow: () => nowMs,
    sleep: (ms) => {
      nowMs += ms;
      return Promise.resolve();
    },
    onFresh: () => undefined,
    onTrouble: () => undefined,
  });
  return withClient(
    (socket, index, request) => {
      const [method, token] = summary(request).split(' ');
      const status = statusFor(method ?? '', token ?? '', index);
      socket.write(status === 200 ? OK : answer(status, '{}'));
    },
    async ({ client, seen, exchanges }) => {
      lookUp = () => client.listOrderableStocks('token', QUERY);
      await act(client);
      const recorded = exchanges.map(({ response }) => response?.status).join(' ');
      return { sent: seen.map(summary), fetches, recorded };
    },
    { token: tokens, ...(hasLookup && { lookUp: () => lookUp() }) },
  );
}

function summary(request: string): string {
  const { line, headers } = taken(request);
  const token = valueOf(headers, 'authorization')?.replace('Bearer ', '');
  return `${line.split(' ')[0] ?? ''} ${token === TOKEN ? 'old' : token === FRESH ? 'fresh' : 'other'}`;
}

const lookup = (client: ServiceClient): Promise<unknown> => client.listOrderableStocks('LKP-001', QUERY);
const modify = (client: ServiceClient): Promise<unknown> => client.modifyOrder('MOD-001', { body: { orderNo: 'A1' } });
/** Expired for the service, whatever it says of itself. */
const refusesOld =
  (status: number) =>
  (_: string, token: string): number =>
    token === 'old' ? status : 200;

test('a lookup whose token has ended goes out again with a fresh one, and both answers are recorded', async () => {
  expect(await sending(refusesOld(401), lookup)).toEqual({
    sent: ['GET old', 'GET old', 'GET fresh'],
    fetches: 1,
    recorded: '401 401 200',
  });
});

test('a modify is sent again only when a lookup has shown that the token has ended', async () => {
  expect(await sending(refusesOld(401), modify)).toEqual({
    sent: ['POST old', 'GET old', 'GET old', 'GET fresh', 'POST fresh'],
    fetches: 1,
    recorded: '401 401 401 200 200',
  });
  expect(await sending(refusesOld(401), modify, { hasLookup: false })).toMatchObject({
    sent: ['POST old', 'POST fresh'],
  });
});

test('a service that ends tokens with another status than 401 is understood as well', async () => {
  for (const status of [400, 403]) {
    expect(await sending(refusesOld(status), lookup)).toMatchObject({
      fetches: 1,
      recorded: `${status} ${status} 200`,
    });
    expect(await sending(refusesOld(status), modify)).toMatchObject({ fetches: 1 });
  }
});

test('a refusal that has another reason than the token stays, and no token is fetched', async () => {
  const refusesModify = (method: string): number => (method === 'POST' ? 401 : 200);
  expect(await sending(refusesModify, modify)).toEqual({
    sent: ['POST old', 'GET old'],
    fetches: 0,
    recorded: '401 200',
  });
  const refusesOnce = (_: string, __: string, index: number): number => (index === 0 ? 401 : 200);
  expect(await sending(refusesOnce, lookup)).toEqual({ sent: ['GET old', 'GET old'], fetches: 0, recorded: '401 200' });
});

test('the first answer counts where the token that is refused was accepted again', async () => {
  const statuses: (number | undefined)[] = [];
  const act = async (client: ServiceClient): Promise<void> => {
    const { exchange } = await client.listOrderableStocks('LKP-001', QUERY);
    statuses.push(exchange.response?.status);
  };
  await sending((_, __, index) => (index === 0 ? 401 : 200), act);
  await sending(() => 401, act);
  await sending(refusesOld(401), act);
  expect(statuses).toEqual([401, 401, 200]);
});

test('a service that refuses everything has no token fetched without bound, nor requests doubled', async () => {
  let count = 0;
  const { fetches, sent } = await sending(
    () => 401,
    async (client) => {
      for (let request = 0; request < 50; request += 1) await lookup(client);
    },
    { fetch: () => Promise.resolve(`${FRESH}-${(count += 1)}`) },
  );
  expect(fetches).toBe(1);
  expect(sent.length).toBeLessThan(55);
});

test('tokens that are wrong on purpose, or missing, and what must be refused anyhow, fetch none', async () => {
  const { fetches, sent } = await sending(
    () => 401,
    async (client) => {
      await client.listOrderableStocks('AUT-002', QUERY, { authorization: null });
      await client.listOrderableStocks('AUT-006', QUERY, { token: 'forged' });
      await client.listOrderableStocks('OPN-001', QUERY, { authorization: (token) => `bearer ${token}` });
      await client.modifyOrder('AUT-003', { body: {}, authorization: `Basic ${KEY}` });
      await client.modifyOrder('SIG-001', { body: {}, signature: () => null, expects: 'refusal' });
    },
  );
  expect({ fetches, requests: sent.length }).toEqual({ fetches: 0, requests: 5 });
});

test('a modify that is refused for itself costs a lookup every ten seconds at most', async () => {
  const { sent, fetches } = await sending(
    (method) => (method === 'POST' ? 400 : 200),
    async (client) => {
      for (let count = 0; count < 20; count += 1) await modify(client);
    },
  );
  expect({ fetches, lookups: sent.filter((one) => one.startsWith('GET')).length }).toEqual({ fetches: 0, lookups: 1 });
});

test('requests that were under way with the old token are all sent again with the one fresh one', async () => {
  const { sent, fetches } = await sending(refusesOld(401), (client) =>
    Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? modify(client) : lookup(client)))),
  );
  expect(fetches).toBe(1);
  expect(sent.filter((one) => one === 'POST fresh')).toHaveLength(4);
});

test('modifies that were under way are sent again, whatever status says that the token has ended', async () => {
  const { sent, fetches } = await sending(refusesOld(400), (client) =>
    Promise.all(Array.from({ length: 8 }, () => modify(client))),
  );
  expect(fetches).toBe(1);
  expect(sent.filter((one) => one === 'POST fresh')).toHaveLength(8);
});

test('a token that ends soon after another one is renewed as well', async () => {
  const statuses: (number | undefined)[] = [];
  let fetches = 0;
  let ended = '';
  await sending(
    (_, token) => (token === ended ? 400 : 200),
    async (client) => {
      for (let count = 0; count < 3; count += 1) {
        ended = count % 2 === 0 ? 'old' : 'fresh';
        const { exchange } = await client.modifyOrder('MOD-001', { body: { orderNo: 'A1' } });
        statuses.push(exchange.response?.status);
      }
    },
    { fetch: () => Promise.resolve((fetches += 1) % 2 === 1 ? FRESH : TOKEN) },
  );
  expect(statuses).toEqual([200, 200, 200]);
});
