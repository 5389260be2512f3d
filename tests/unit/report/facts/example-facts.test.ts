import { expect, test } from '@playwright/test';
import { someClause, someExchange, someFinding } from '../some-results.js';
import { factsOf, madePage, madeRecord, OF_CLIENT, REFUSED } from './made-record.js';

const refusal = { status: 400, body: REFUSED };

test('a clause that passed shows what was made to be refused, then what was accepted beside it', async () => {
  const { examples } = await factsOf(
    [
      madeRecord({ number: 1, clause: 'MOD-043', sent: { orderPrice: 1 } }),
      { ...madeRecord({ number: 2, clause: 'MOD-043', sent: { orderPrice: 0 }, ...refusal }), expects: 'refusal' },
      { ...madeRecord({ number: 3, clause: 'MOD-043', sent: { orderPrice: -1 }, ...refusal }), expects: 'refusal' },
      madeRecord({ number: 4, clause: 'MOD-011' }),
    ],
    {},
    [someClause('pass', { id: 'MOD-043' })],
  );
  expect([...examples.keys()]).toEqual(['MOD-043']);
  expect(examples.get('MOD-043')).toEqual([
    {
      exchange: 2,
      method: 'POST',
      target: '/public/v1/orders/modify',
      body: '{"orderPrice":0}',
      isInvalid: true,
      status: 400,
      code: 40010,
      success: null,
      reply: 'refused',
    },
    expect.objectContaining({ exchange: 1, isInvalid: false, code: 200, success: true, reply: 'accepted' }),
  ]);
});

test('a clause that was judged by exchanges of others names them and whose they were', async () => {
  const { examples } = await factsOf([madePage('', ['A'], 'K', { number: 7 }), madeRecord({ number: 8 })], {}, [
    someClause('pass', { id: 'PAG-002', requests: 0, shownBy: [7] }),
    someClause('pass', { id: 'PAG-001', shownBy: [7] }),
  ]);
  expect(examples.get('PAG-002')).toMatchObject([{ exchange: 7, sentFor: 'PAG-001', status: 200 }]);
  expect(examples.get('PAG-001')?.[0]).not.toHaveProperty('sentFor');
});

test('of a client, the scenario of a request is named, and of observed traffic nothing', async () => {
  const records = [madeRecord({ number: 3, clause: 'plain-modify' })];
  const clauses = [someClause('pass', { id: 'MOD-011', shownBy: [3] })];
  const { examples } = await factsOf(records, OF_CLIENT, clauses);
  expect(examples.get('MOD-011')).toMatchObject([{ exchange: 3, scenario: 'plain-modify' }]);
  const observed = await factsOf(records, { ...OF_CLIENT, basis: 'observed traffic' }, clauses);
  expect(observed.examples.get('MOD-011')?.[0]).toMatchObject({ exchange: 3 });
  for (const name of ['scenario', 'sentFor']) expect(observed.examples.get('MOD-011')?.[0]).not.toHaveProperty(name);
});

test('a request is cut short, and a clause with findings, or that is not judged, has no example', async () => {
  const records = ['MOD-043', 'MOD-011', 'MOD-012'].map((clause, at) =>
    madeRecord({ number: at + 1, clause, sent: { text: 'x'.repeat(5_000) } }),
  );
  const { examples } = await factsOf(records, {}, [
    someClause('pass', { id: 'MOD-043' }),
    someClause('fail', { id: 'MOD-011', findings: [someFinding({ shown: someExchange() })] }),
    someClause('unverified', { id: 'MOD-012' }),
  ]);
  expect([...examples.keys()]).toEqual(['MOD-043']);
  expect(examples.get('MOD-043')?.[0]?.body).toHaveLength(421);
});
