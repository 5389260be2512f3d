import { createPublicKey, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { Session, type Service } from '../../../src/api/session.js';
import type { Order, OrderRequest } from '../../../src/contract/order.js';

/** Calls as plain JavaScript makes them, against the embedded reference service. */
async function withSession(task: (session: Session) => Promise<void>): Promise<void> {
  const session = await Session.open({}, test.info().outputDir, 1);
  session.beginTest(test.info().outputPath('orders'));
  try {
    await task(session);
  } finally {
    await session.endTest();
    await session.close();
  }
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'there was no error',
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : 'no error'),
  );
}

type Wrong = readonly (readonly [given: unknown, sentence: string])[];

const body = {};
const ALL_OF_RECIPE =
  'body, timestamp, omitTimestamp, signature, signedOver, key, hash, contentType, token, authorization, method, target, headers, expects, way, walk, isApart';

const WRONG_RECIPES: Wrong = [
  [
    { body, signedover: {} },
    `"signedover" is none of what modifyOrder takes (did you mean signedOver?): ${ALL_OF_RECIPE}.`,
  ],
  [
    { body, signedOver: { timestmp: '1' } },
    '"signedOver.timestmp" is none of what modifyOrder takes (did you mean signedOver.timestamp?): signedOver.method, ',
  ],
  [{ stockCd: 'A', body }, `"stockCd" is none of what modifyOrder takes: ${ALL_OF_RECIPE}.`],
  [{ body, constructor: 1 }, '"constructor" is none of what modifyOrder takes'],
  [undefined, `What modifyOrder is given is missing, and has to be an object with ${ALL_OF_RECIPE}.`],
  ['{}', 'What modifyOrder is given is a text, and has to be an object with body'],
  [[], 'What modifyOrder is given is a list, and has to be an object with body'],
  [{}, '"body" of modifyOrder is missing, and has to be a text, bytes, or what can be written as JSON.'],
  [{ body: undefined }, '"body" of modifyOrder is missing'],
  [{ body: Promise.resolve({}) }, '"body" of modifyOrder is a promise, and has to be a text'],
  [
    { body: { orderPrice: 1n } },
    '"body" of modifyOrder is an object, and has to be a text, bytes, or what can be written',
  ],
  [{ body: () => '{}' }, '"body" of modifyOrder is a function'],
  [
    { body, timestamp: 1_700_000_000 },
    '"timestamp" of modifyOrder is a number, and has to be a text, or a function that makes one from',
  ],
  [
    { body, timestamp: () => 1_700_000_000 },
    'What "timestamp" of modifyOrder gives is a number, and has to be a text.',
  ],
  [{ body, omitTimestamp: 'yes' }, '"omitTimestamp" of modifyOrder is a text, and has to be true or false.'],
  [
    { body, signature: 'abc' },
    '"signature" of modifyOrder is a text, and has to be a function that makes one from the right one.',
  ],
  [
    { body, signature: () => undefined },
    'What "signature" of modifyOrder gives is missing, and has to be a text, or null for none.',
  ],
  [{ body, signature: () => Promise.resolve('abc') }, 'What "signature" of modifyOrder gives is a promise'],
  [
    { body, signedOver: '{}' },
    '"signedOver" of modifyOrder is a text, and has to be an object with method, path, query',
  ],
  [{ body, signedOver: { body: {} } }, '"signedOver.body" of modifyOrder is an object, and has to be a text or bytes.'],
  [{ body, signedOver: { timestamp: () => 1 } }, 'What "signedOver.timestamp" of modifyOrder gives is a number'],
  [
    { body, key: 'a-secret-of-mine' },
    '"key" of modifyOrder is a text, and has to be a KeyObject, as createSecretKey makes it.',
  ],
  [
    { body, key: createPublicKey(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })) },
    '"key" of modifyOrder is an object',
  ],
  [
    { body, hash: 'md5' },
    '"hash" of modifyOrder is a text, and has to be sha1 or sha224 or sha256 or sha384 or sha512 or sha3-512.',
  ],
  [
    { body, contentType: false },
    '"contentType" of modifyOrder is true or false, and has to be a text, or null for none.',
  ],
  [{ body, token: 7 }, '"token" of modifyOrder is a number, and has to be a text, null for none, or a function'],
  [{ body, authorization: () => 7 }, 'What "authorization" of modifyOrder gives is a number'],
  [{ body, method: null }, '"method" of modifyOrder is null, and has to be a text.'],
  [
    { body, headers: { 'X-A': '1' } },
    '"headers" of modifyOrder is an object, and has to be a function that makes a list of headers',
  ],
  [
    { body, headers: () => ({ 'X-A': '1' }) },
    'What "headers" of modifyOrder gives is an object, and has to be a list of pairs of texts.',
  ],
  [{ body, headers: () => [['X-A', 1]] }, 'What "headers" of modifyOrder gives is a list'],
];

const WRONG_QUERIES: Wrong = [
  [
    undefined,
    'What listOrderableStocks is given is missing, and has to be an object with stockGroupCd, stockCd, nextKey.',
  ],
  [
    { stockGroup: 'INDEX' },
    '"stockGroup" is none of what listOrderableStocks takes (did you mean stockGroupCd?): stockGroupCd, stockCd, nextKey.',
  ],
  [{ stockCd: 7 }, '"stockCd" of listOrderableStocks is a number, and has to be a text.'],
  [{ nextKey: null }, '"nextKey" of listOrderableStocks is null, and has to be a text.'],
];

const WRONG_EDITS: Wrong = [
  [null, 'What listOrderableStocks (second argument) is given is null, and has to be an object with token'],
  [{ signature: () => null }, '"signature" is none of what listOrderableStocks (second argument) takes'],
  [{ metod: 'POST' }, 'takes (did you mean method?): token, '],
  [{ body: {} }, 'is an object, and has to be a text or bytes.'],
];

const WRONG_WANTED: Wrong = [
  [
    null,
    'What takeOrder is given is null, and has to be an object with orderTypeCd, sideCd, state, takeProfit, stopLoss, trailing.',
  ],
  [
    { orderType: 'STOP' },
    '"orderType" is none of what takeOrder takes (did you mean orderTypeCd?): orderTypeCd, sideCd',
  ],
  [{ stoploss: true }, '(did you mean stopLoss?)'],
  [
    { orderTypeCd: 'STOPP' },
    '"orderTypeCd" of takeOrder is "STOPP" (did you mean STOP?), and has to be MARKET or LIMIT or STOP or LIMIT_STOP.',
  ],
  [{ sideCd: 1 }, '"sideCd" of takeOrder is a number, and has to be BUY or SELL or SELL_TO_CLOSE or BUY_TO_COVER.'],
  [{ state: 'open' }, '"state" of takeOrder is a text, and has to be unfilled or filled.'],
  [{ takeProfit: 'Y' }, '"takeProfit" of takeOrder is a text, and has to be true or false.'],
];

async function expectEach(wrong: Wrong, call: (given: unknown) => Promise<unknown>): Promise<void> {
  for (const [given, sentence] of wrong) {
    const said = await refusalOf(call(given));
    expect([given, said]).toEqual([given, expect.stringContaining('SuiteError: ')]);
    expect([given, said]).toEqual([given, expect.stringContaining(sentence)]);
    expect(said).not.toContain('a-secret-of-mine');
  }
}

test('what a call does not take is refused in one sentence, and nothing is sent', async () => {
  await withSession(async (session) => {
    const { modifyOrder, listOrderableStocks } = session.service as Record<
      keyof Service,
      (...given: unknown[]) => Promise<unknown>
    >;
    await expectEach(WRONG_RECIPES, (given) => modifyOrder(given));
    await expectEach(WRONG_QUERIES, (given) => listOrderableStocks(given));
    await expectEach(WRONG_EDITS, (given) => listOrderableStocks({}, given));
    await expectEach(WRONG_WANTED, (given) => session.takeOrder(given as Partial<OrderRequest>));
    expect(session.exchanges).toEqual([]);
  });
});

test('all that a recipe may say is taken, and what is undefined counts as not said', async () => {
  await withSession(async (session) => {
    const { service } = session;
    const order = (await session.takeOrder({ orderTypeCd: 'STOP', stopLoss: undefined } as object)) as Order;
    expect(order.orderTypeCd).toBe('STOP');
    const recipe = {
      ...{
        body: Buffer.from(JSON.stringify(order)),
        timestamp: (now: number) => String(now - 1),
        omitTimestamp: false,
      },
      ...{ signature: (right: string) => right, signedOver: { body: '{}', timestamp: '1' } },
      ...{
        key: createSecretKey(Buffer.from('another')),
        hash: 'sha256' as const,
        contentType: null,
        token: (present: string) => present,
      },
      ...{ authorization: null, method: 'POST', target: '/x', way: 'odd', expects: 'refusal' as const },
      headers: (headers: readonly (readonly [string, string])[]) => [...headers, ['X-A', 'b'] as const],
    };
    const { exchange } = await service.modifyOrder(recipe);
    expect(exchange.request.headers).toContainEqual(['X-A', 'b']);
    await service.modifyOrder({ body: [], headers: () => undefined } as never);
    await service.listOrderableStocks({ stockCd: undefined }, { body: 'x', token: null, method: 'GET' });
    await service.listOrderableStocks({ stockGroupCd: 'INDEX' }, undefined);
    expect(session.exchanges.length).toBeGreaterThanOrEqual(4);
  });
});
