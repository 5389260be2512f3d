import { readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { cutTornLine, EvidenceLog } from '../../../src/examine/evidence.js';
import type { Exchange } from '../../../src/wire/exchange.js';
import { test } from '../cli/temporary-folder.js';

const exchange: Exchange = {
  number: 1,
  clause: 'INS-007',
  operation: 'listOrderableStocks',
  request: { method: 'GET', target: '/stocks/orders', headers: [['x-\ud83d', '\ud83d']], text: null, size: 0 },
  response: {
    status: 200,
    headers: [],
    text: `${'x'.repeat(64 * 1024 - 1)}😀`,
    size: 65_539,
    json: { ok: false, because: '' },
  },
  sentAtMs: 1,
  receivedAtMs: 2,
  waits: 0,
};

test('evidence can be read by strict readers of JSON, wherever a text was cut', ({ folder }) => {
  const log = new EvidenceLog(folder);
  log.write(exchange);
  log.write({
    ...exchange,
    response: { ...exchange.response, text: '{"\\ud83d":"😀"}' } as Exchange['response'] & object,
  });
  log.close();
  const text = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8');
  const [cut = '', whole = ''] = text.split('\n');
  expect(text).not.toMatch(/(?<!\\)\\ud/);
  expect(cut).toContain('x\ufffd… [cut]');
  expect((JSON.parse(whole) as Exchange).response?.text).toBe('{"\\ud83d":"😀"}');
  expect(statSync(join(folder, 'exchanges.jsonl')).mode & 0o777).toBe(0o600);
});

const ENOSPC = Object.assign(new Error(), { code: 'ENOSPC' });
const lengthOf = (line: string): number => Buffer.byteLength(line) + 1;

function linesIn(folder: string): string[] {
  const text = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8');
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text.split('\n').slice(0, -1);
}

/** A disk with room for so many bytes, which takes a few at a time. */
function disk(room: number): { write: (file: number, bytes: Uint8Array, at: number) => number; room: number } {
  const self = {
    room,
    write: (file: number, bytes: Uint8Array, at: number): number => {
      const count = Math.min(bytes.length, self.room, 7);
      if (count === 0) throw ENOSPC;
      self.room -= count;
      return writeSync(file, bytes, 0, count, at);
    },
  };
  return self;
}

test('a disk that fills up within a line leaves whole lines, and the rest is counted', ({ folder }) => {
  const small = { ...exchange, response: undefined as never };
  const full = disk(Infinity);
  const log = new EvidenceLog(folder, { write: full.write });
  log.write(small);
  log.flush();
  const [line = ''] = linesIn(folder);
  full.room = lengthOf(line) + 10;
  log.write(small);
  log.write(small);
  log.flush();
  expect(linesIn(folder)).toEqual([line]);
  expect(log.unrecorded).toBe(2);
  expect(log.trouble).toBe('exchanges.jsonl could not be written (ENOSPC): 2 exchanges are not in it.');

  full.room = Infinity;
  log.write({ ...small, number: 4 });
  log.close();
  expect(linesIn(folder)).toEqual([line, line.replace('"number":1', '"number":4')]);
  expect(log.unrecorded).toBe(2);
});

test('what is taken away during the run counts as not recorded, and the record goes on in a new file', ({ folder }) => {
  const dir = join(folder, 'out');
  const log = new EvidenceLog(dir);
  for (const number of [1, 2, 3]) {
    log.write({ ...exchange, number });
    log.flush();
    if (number === 2) rmSync(dir, { recursive: true });
  }
  log.close();
  expect(linesIn(dir)).toHaveLength(1);
  expect(linesIn(dir)[0]).toContain('"number":3');
  expect(log.trouble).toBe('exchanges.jsonl was taken away during the run: 2 exchanges are not in it.');
});

test('the record of another run in its place is left alone', ({ folder }) => {
  const dir = join(folder, 'out');
  const log = new EvidenceLog(dir);
  log.write(exchange);
  log.flush();
  rmSync(dir, { recursive: true });
  const other = new EvidenceLog(dir);
  for (const number of [2, 3]) log.write({ ...exchange, number });
  log.close();
  other.close();
  expect(linesIn(dir)).toEqual([]);
  expect([log.unrecorded, other.unrecorded]).toEqual([3, 0]);
});

test('beyond the size that it may have, the record has no further line', ({ folder }) => {
  const log = new EvidenceLog(folder, { mostBytes: 1_000 });
  const small = { ...exchange, response: undefined as never };
  for (let number = 1; number <= 20; number += 1) log.write({ ...small, number });
  log.write({ ...small, number: 21, request: { ...small.request, headers: [] } });
  log.close();
  const lines = linesIn(folder);
  expect(lines.length).toBeGreaterThan(1);
  expect(statSync(join(folder, 'exchanges.jsonl')).size).toBeLessThanOrEqual(1_000);
  expect(log.unrecorded).toBe(21 - lines.length);
  expect(log.trouble).toContain('1000 bytes');
});

test('the exchanges of another run are never overwritten', ({ folder }) => {
  const log = new EvidenceLog(folder);
  log.write(exchange);
  log.close();
  expect(() => new EvidenceLog(folder)).toThrow('There are exchanges of another run in exchanges.jsonl.');
  expect(linesIn(folder)).toHaveLength(1);
});

test('a record that cannot be made is told in a sentence', ({ folder }) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => new EvidenceLog(join(folder, 'file'))).toThrow(/^exchanges\.jsonl cannot be made \(E\w+\)\.$/);
});

test('a run that goes on writes behind the last whole line, and counts what the earlier part lost', ({ folder }) => {
  const path = join(folder, 'exchanges.jsonl');
  const first = new EvidenceLog(folder);
  first.write(exchange);
  first.close();
  const before = readFileSync(path, 'utf8');
  for (const torn of ['', '{"number":2,"clause":"INS', '{"number":2}', '\0'.repeat(70_000)]) {
    writeFileSync(path, `${before}${torn}`);
    cutTornLine(folder);
    expect(readFileSync(path, 'utf8')).toBe(before);
  }
  const second = new EvidenceLog(folder, { unrecordedBefore: 3 });
  second.write({ ...exchange, number: 5 });
  second.close();
  expect(second.unrecorded).toBe(3);
  expect(second.trouble).toBe(undefined);
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.map((line) => (line === '' ? null : (JSON.parse(line) as Exchange).number))).toEqual([1, 5, null]);
});

test('of a record without a whole line nothing stays, and one that is not there is not written further', ({
  folder,
}) => {
  expect(() => cutTornLine(folder)).toThrow('exchanges.jsonl cannot be written further (ENOENT).');
  writeFileSync(join(folder, 'exchanges.jsonl'), 'x'.repeat(200_000));
  cutTornLine(folder);
  expect(statSync(join(folder, 'exchanges.jsonl')).size).toBe(0);
});
