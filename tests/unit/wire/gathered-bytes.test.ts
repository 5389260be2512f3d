import { expect, test } from '@playwright/test';
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { GatheredBytes } from '../../../src/wire/gathered-bytes.js';

test('what comes in pieces of any size is put together, and is not changed with them', () => {
  const sizes = fc.oneof(fc.nat(3), fc.nat(5_000), fc.nat(100_000));
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 30 }), (lengths) => {
      const gathered = new GatheredBytes();
      const pieces = lengths.map((length, index) => Buffer.alloc(length, index));
      for (const piece of pieces) gathered.add(piece);
      const whole = Buffer.concat(pieces);
      for (const piece of pieces) piece.fill(0xff);
      expect(gathered.whole().equals(whole)).toBe(true);
      expect(gathered.size).toBe(whole.length);
      expect(gathered.held).toBeLessThanOrEqual(2 * whole.length + 4 * 1024);
    }),
    { numRuns: 200 },
  );
});

test('a million pieces of one byte take as much as one piece of a million', () => {
  const gathered = new GatheredBytes();
  const large = Buffer.alloc(64 * 1024, 'x');
  for (let at = 0; at < 1_000_000; at += 1) gathered.add(large.subarray(at % 1000, (at % 1000) + 1));
  expect(gathered.size).toBe(1_000_000);
  expect(gathered.held).toBeLessThan(2_100_000);
  expect(gathered.whole().equals(Buffer.alloc(1_000_000, 'x'))).toBe(true);
});

test('far beyond a block no more than one is held in reserve', () => {
  const gathered = new GatheredBytes();
  const piece = Buffer.alloc(1_000);
  for (let count = 0; count < 10_000; count += 1) gathered.add(piece);
  expect(gathered.held - gathered.size).toBeLessThanOrEqual(1024 * 1024);
  gathered.clear();
  expect([gathered.size, gathered.held, gathered.whole().length]).toEqual([0, 0, 0]);
});
