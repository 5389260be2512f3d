import { expect, test } from '@playwright/test';
import type { ClauseResult } from '../../../../src/contract/results.js';
import type { ShownExchange } from '../../../../src/contract/verdict.js';
import { someClause, someExchange, someFinding } from '../some-results.js';
import { factsOf, madePage, madeRecord, REFUSED, type MadeRecord } from './made-record.js';

const QUERY = '/public/v1/stocks/orders?stockGroupCd=ALL&stockCd=';
const TOKEN = [['Authorization', 'Bearer [redacted:token]']] as const;

const lookup = (number: number, stockCd: string, made: MadeRecord = {}): ReturnType<typeof madePage> => {
  const { request, ...rest } = madePage('', ['GOLD'], null, { number, requestHeaders: TOKEN, ...made });
  return { ...rest, request: { ...request, method: 'GET', target: `${QUERY}${stockCd}&nextKey=` } };
};

function shownLookup(stockCd: string, shown: Partial<ShownExchange> = {}): ShownExchange {
  return someExchange({ method: 'GET', target: `${QUERY}${stockCd}&nextKey=`, requestHeaders: [...TOKEN], ...shown });
}

function broken(shown: ShownExchange, sibling?: ShownExchange): ClauseResult {
  return someClause('fail', { id: 'AUT-004', findings: [someFinding({ shown, ...(sibling && { sibling }) })] });
}

const forged = shownLookup('GOLD', { exchange: 9, requestHeaders: [['Authorization', 'Bearer [redacted:other]']] });

test('the accepted request that differs in the fewest parts is named, in whatever order they came', async () => {
  const records = [lookup(1, ''), lookup(2, 'GOLD'), lookup(3, 'SILVER'), lookup(4, 'GOLD')];
  for (const given of [records, [...records].reverse()]) {
    const { nearest } = await factsOf(given, {}, [broken(forged, shownLookup('', { exchange: 1 }))]);
    expect([2, 4]).toContain(nearest.get(9)?.exchange);
    expect(nearest.get(9)).toMatchObject({ target: `${QUERY}GOLD&nextKey=`, status: 200 });
  }
});

test('what was refused, or made to be refused, or is shown by a finding, is no accepted request', async () => {
  const records = [
    { ...lookup(2, 'GOLD'), expects: 'refusal' as const },
    lookup(3, 'GOLD', { status: 401, body: REFUSED }),
    lookup(9, 'GOLD'),
    madeRecord({ number: 5 }),
  ];
  const { nearest } = await factsOf(records, {}, [broken(forged, shownLookup('', { exchange: 1 }))]);
  expect(nearest.size).toBe(0);
});

test('one that is as near stays, one that was refused does not, and without any there is none', async () => {
  const records = [lookup(2, 'GOLD')];
  const near = await factsOf(records, {}, [broken(forged, shownLookup('GOLD', { exchange: 1 }))]);
  expect(near.nearest.size).toBe(0);
  const refused = await factsOf(records, {}, [broken(forged, shownLookup('GOLD', { exchange: 1, status: 400 }))]);
  expect(refused.nearest.get(9)?.exchange).toBe(2);
  expect((await factsOf(records, {}, [broken(forged)])).nearest.size).toBe(0);
});

test('a valid request that was refused stays beside the accepted one that decides, however near others are', async () => {
  const pair = broken(forged, shownLookup('', { exchange: 1 }));
  const { nearest } = await factsOf([lookup(2, 'GOLD')], {}, [{ ...pair, id: 'MOD-071' }]);
  expect(nearest.size).toBe(0);
});

test('a body that is no JSON is held against others by the members that it shows', async () => {
  const order = { stockCd: 'GOLD', orderNo: '1', orderPrice: 2 };
  const records = [
    madeRecord({ number: 1, sent: { ...order, orderNo: '2', orderPrice: 1 } }),
    madeRecord({ number: 2, sent: { ...order, orderPrice: 3 } }),
  ];
  const post = { method: 'POST', target: '/public/v1/orders/modify', requestHeaders: [] };
  const shown = someExchange({
    ...post,
    exchange: 9,
    requestBody: '{"stockCd":"GOLD",/* so */"orderNo":"1","orderPrice":1}',
  });
  const sibling = someExchange({ ...post, exchange: 1, requestBody: JSON.stringify({ ...order, orderNo: '2' }) });
  const { nearest } = await factsOf(records, {}, [broken(shown, sibling)]);
  expect(nearest.get(9)?.exchange).toBe(2);
});
