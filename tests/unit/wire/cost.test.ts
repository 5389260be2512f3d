import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import { parseJson } from '../../../src/wire/json.js';
import { Redactor } from '../../../src/wire/redaction.js';

/** What reading and redacting costs the processor, next to what nobody can do without. */

const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.${'c4naRy-_'.repeat(5)}`;
const SIGNATURE = '0123456789abcdef'.repeat(8);
const RECORD = Object.fromEntries(
  Array.from({ length: 34 }, (_, at) => [`memberName${at}`, at % 3 === 0 ? '09:00:00' : at * 1.25]),
);
const PAGE = JSON.stringify({ data: { details: Array.from({ length: 1000 }, () => RECORD) } });

/** Processor time of five runs, in microseconds; the least of nine tries. */
function cost(run: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 9 }, () => {
      const before = process.cpuUsage().user;
      for (let turn = 0; turn < 5; turn += 1) run();
      return process.cpuUsage().user - before;
    }),
  );
}

test('a page costs little more than JSON.parse itself', () => {
  // about 1.5 on an idle machine
  cost(() => parseJson(PAGE));
  expect(cost(() => parseJson(PAGE)) / cost(() => JSON.parse(PAGE) as unknown)).toBeLessThan(5);
});

test('nesting beyond all bounds is refused, too', () => {
  const tooDeep = { ok: false, because: 'it is nested more than 200 levels deep' };
  expect(parseJson('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toEqual(tooDeep);
  expect(parseJson('{"a":'.repeat(100_000))).toEqual(tooDeep);
});

test('a page without secrets is skimmed', () => {
  const redactor = new Redactor([
    { name: 'token', value: TOKEN },
    { name: 'signing-key', value: 'K3y/with+specials' },
    { name: 'signing-key', value: Buffer.from('00ff80c3a97e1122334455', 'hex') },
  ]);
  cost(() => redactor.text(PAGE));
  // about 0.25 on an idle machine
  expect(cost(() => redactor.text(PAGE))).toBeLessThan(2 * cost(() => JSON.parse(PAGE) as unknown));
});

test('hostile text does not cost seconds', () => {
  const learned = new Redactor([{ name: 'token', value: TOKEN }]);
  learned.learn('signature', SIGNATURE);
  const encoded = Buffer.from(SIGNATURE, 'hex').toString('base64url');
  const before = process.cpuUsage().user;
  for (const part of [encoded, 'A'.repeat(1000), TOKEN.slice(0, -1), '{"', '\\"', 'ab']) {
    learned.text(part.repeat(Math.ceil(4_000_000 / part.length)));
  }
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(6);
});
