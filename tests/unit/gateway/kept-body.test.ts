import { Buffer } from 'node:buffer';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { KeptBody } from '../../../src/gateway/kept-body.js';
import { Room } from '../../../src/gateway/room.js';

test('a body is kept from its beginning up to the most, however it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 3000 })), fc.nat(5000), (chunks, most) => {
      const kept = new KeptBody(most, new Room(5000));
      for (const chunk of chunks) kept.add(Buffer.from(chunk));
      const whole = Buffer.concat(chunks);
      expect(kept.isCut).toBe(whole.length > most);
      expect(kept.bytes.equals(whole.subarray(0, most))).toBe(true);
    }),
  );
});

test('bodies share the room, and give it back', () => {
  const room = new Room(3000);
  const [first, second] = [new KeptBody(2000, room), new KeptBody(2000, room)];
  first.add(Buffer.alloc(2000));
  second.add(Buffer.alloc(10));
  second.add(Buffer.alloc(10));
  expect([first.isCut, second.isCut]).toEqual([false, true]);
  first.release();
  second.release();
  const third = new KeptBody(3000, room);
  third.add(Buffer.alloc(3000));
  expect(third.isCut).toBe(false);
});

test('single bytes take no more room than a whole', () => {
  const room = new Room(4096);
  const kept = new KeptBody(4096, room);
  for (let count = 0; count < 4096; count += 1) kept.add(Buffer.from([count & 0xff]));
  expect([kept.isCut, kept.bytes.length]).toEqual([false, 4096]);
});
