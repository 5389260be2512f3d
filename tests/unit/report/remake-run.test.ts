import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { NOT_RUN_YET } from '../../../src/contract/run-verdict.js';
import type { Results } from '../../../src/contract/results.js';
import { generateCertificateKey } from '../../../src/report/certificate/certificate-key.js';
import { readRun } from '../../../src/report/recorded-run.js';
import { remakeRun } from '../../../src/report/remake-run.js';
import { writeResults, writeRun } from '../../../src/report/write-run.js';
import { withFolder } from '../../support/certify-reference.js';
import { someClause, someResults } from './some-results.js';

const UNSIGNED = { key: null, days: 90 };
const EXCHANGE = {
  number: 1,
  clause: 'SIG-001',
  operation: 'modifyOrder',
  request: { method: 'POST', target: '/v1/orders/modify', headers: [], text: '{}', size: 2 },
  response: { status: 200, headers: [], size: 2, text: '{}' },
  sentAtMs: Date.UTC(2026, 10, 20, 10),
  receivedAtMs: Date.UTC(2026, 10, 20, 10) + 5,
  waits: 0,
};

async function textsIn(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const)),
  );
}

async function remade(dir: string): Promise<Results> {
  return (await remakeRun(await readRun(dir), UNSIGNED, Date.now())).results;
}

const RESULTS = someResults([someClause('pass', { id: 'SIG-001' })], {
  plan: { clauses: ['SIG-001'], orders: 'none' },
});
const { privateKey } = generateCertificateKey();

test('all files of a run are made again as they were, and what was recorded is left alone', async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, 'exchanges.jsonl'), `${JSON.stringify(EXCHANGE)}\n`);
    await writeRun(dir, RESULTS);
    const before = await textsIn(dir);
    for (const name of Object.keys(before)) {
      if (!['results.json', 'exchanges.jsonl'].includes(name)) await rm(join(dir, name));
    }
    expect(await remade(dir)).toEqual(RESULTS);
    expect(await textsIn(dir)).toEqual(before);
  });
});

test('a signature stands where what the report tells has half of a character', async () => {
  await withFolder(async (dir) => {
    await writeRun(dir, { ...RESULTS, notes: ['half of one: \ud83d'] }, { key: privateKey, days: 90 });
    const before = await textsIn(dir);
    await remade(dir);
    expect(await textsIn(dir)).toEqual(before);
  });
});

test('a signature is not lost: without a key, reports that differ are not written', async () => {
  await withFolder(async (dir) => {
    await writeRun(dir, RESULTS, { key: privateKey, days: 90 });
    await writeFile(join(dir, 'index.html'), 'made by an earlier version');
    await expect(remade(dir)).rejects.toThrow('The certificate of this run is signed');
    expect(await readFile(join(dir, 'index.html'), 'utf8')).toBe('made by an earlier version');
  });
});

test('of a run that was killed, the report says what was measured, and nothing certifies it', async () => {
  const open = someClause('unverified', { id: 'SIG-002', reason: NOT_RUN_YET });
  const snapshot = someResults([someClause('fail', { id: 'SIG-001' }), open], {
    plan: { clauses: ['SIG-001', 'SIG-002'], orders: 'none' },
    unfinished: true,
  });
  await withFolder(async (dir) => {
    await writeResults(dir, snapshot);
    const line = JSON.stringify(EXCHANGE);
    await writeFile(join(dir, 'exchanges.jsonl'), `${line}\n${line}\n`);
    await appendFile(join(dir, 'exchanges.jsonl'), line.slice(0, 40));
    const told = await remade(dir);
    expect(told.verdict).toBe('non-conformant');
    const note =
      'The run was killed: 1 of 2 clauses had come to a verdict after 130 requests, and exchanges.jsonl has 2 exchanges, the last of 2026-11-20T10:00:00.000Z. Its last line is cut off.';
    expect(told.notes).toEqual([note]);
    const { 'index.html': html, 'results.json': results, ...others } = await textsIn(dir);
    expect(html).toContain('had come to a verdict after 130 requests');
    expect(html).toContain('the run was killed before this clause was examined');
    expect(html).not.toContain(NOT_RUN_YET);
    expect(JSON.parse(results ?? '')).toEqual(snapshot);
    expect(others).not.toHaveProperty('certificate.json');
  });
});

test('of a run that came to its end while its report was made, none is written', async () => {
  await withFolder(async (dir) => {
    await writeResults(dir, { ...RESULTS, unfinished: true });
    const going = await readRun(dir);
    await writeRun(dir, RESULTS, { key: privateKey, days: 90 });
    const before = await textsIn(dir);
    await expect(remakeRun(going, UNSIGNED, Date.now(), true)).rejects.toThrow('The run came to its end meanwhile.');
    expect(await textsIn(dir)).toEqual(before);
  });
});

const ORDER = {
  ...{ orderNo: '17', orderDateTime: '2026-11-20T10:00:00Z', orderTypeCd: 'LIMIT', orderPrice: 1.25, barrierPrice: 0 },
  ...{ lossCutYn: 'Y', lossCutBarrierPrice: 1.1 },
};
const ACCEPTED = '{"status":"ok","data":{"success":true}}';

/** The note about the orders of a killed run whose modifies had these bodies and answers. */
async function noteOf(
  orders: readonly object[],
  modifies: readonly (readonly [body: object, answer: string])[],
): Promise<string> {
  let note = '';
  await withFolder(async (dir) => {
    await writeResults(dir, { ...RESULTS, unfinished: true });
    await writeFile(join(dir, 'orders.jsonl'), orders.map((order) => `${JSON.stringify(order)}\n`).join(''));
    const lines = modifies.map(([body, answer]) => {
      const request = { ...EXCHANGE.request, text: JSON.stringify(body) };
      return `${JSON.stringify({ ...EXCHANGE, request, response: { ...EXCHANGE.response, text: answer } })}\n`;
    });
    await writeFile(join(dir, 'exchanges.jsonl'), lines.join(''));
    const { notes } = await remade(dir);
    expect(notes.length).toBe(2);
    note = notes[1] ?? '';
  });
  return note;
}

test('of a run that was killed, the report names the first orders that may have other values than at first', async () => {
  const orders = ['17', '18', '19', '20', '21'].map((orderNo) => ({ ...ORDER, orderNo }));
  const changed = orders.map((order) => [{ ...order, orderPrice: 2 }, ACCEPTED] as const);
  const values = 'of 2026-11-20T10:00:00Z (orderPrice 1.25, barrierPrice 0, lossCutYn Y, lossCutBarrierPrice 1.1)';
  const begin = 'By what is recorded, 5 of 5 orders may not be set back; first values are in orders.jsonl: ';
  expect(await noteOf([...orders, { ...ORDER, orderPrice: 2 }, null as never], changed)).toBe(
    `${begin}17 ${values}; 18 ${values}; 19 ${values} and 2 more.`,
  );
  expect(await noteOf([ORDER], changed)).toBe(`${begin.replace('5 of 5 orders', '1 of 1 order')}17 ${values}.`);
});

test('an order is back where the last modify of each value that was accepted had its first one', async () => {
  const back =
    'As far as it is recorded, no order is left with other values than its first ones (1 order in orders.jsonl).';
  const doubt = /^By what is recorded, 1 of 1 order may not be set back; /;
  const { lossCutYn, lossCutBarrierPrice, ...plain } = ORDER;
  const change = [{ ...ORDER, orderPrice: 2, lossCutBarrierPrice: 1 }, ACCEPTED] as const;
  expect(await noteOf([ORDER], [])).toBe(back);
  expect(await noteOf([ORDER], [change, [ORDER, ACCEPTED]])).toBe(back);
  expect(await noteOf([ORDER], [[change[0], '{"status":"ok","data":{"success":false}}']])).toBe(back);
  // the price of the condition is as the first modify left it
  expect(await noteOf([ORDER], [change, [plain, ACCEPTED]])).toMatch(doubt);
  expect(await noteOf([ORDER], [change, [ORDER, '']])).toMatch(doubt);
  expect(await noteOf([ORDER], [[ORDER, '']])).toBe(back);
  expect(await noteOf([plain], [[{ ...plain, lossCutYn, lossCutBarrierPrice }, ACCEPTED]])).toMatch(doubt);
  expect(await noteOf([plain], [[{ ...plain, lossTrackingYn: 'N' }, ACCEPTED]])).toBe(back);
});

test('a run that was killed before anything was recorded says so', async () => {
  await withFolder(async (dir) => {
    await writeResults(dir, { ...RESULTS, unfinished: true });
    expect((await remade(dir)).notes[0]).toMatch(/exchanges\.jsonl has 0 exchanges\.$/);
  });
});
