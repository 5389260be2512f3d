import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { highestCost, templateOf, visitCandidates } from '../../../src/signature/candidates.js';
import { Draft } from '../../../src/signature/draft.js';
import { BLOCK_BYTES, DraftMac } from '../../../src/signature/draft-mac.js';
import { partsOf, type Part } from '../../../src/signature/parts.js';
import { inputOf } from '../../../src/signature/signed-request.js';
import { unsigned } from './some-requests.js';

type Slots = readonly (readonly Part[])[];

function texts(slots: Slots, cost: number): string[] {
  const seen: string[] = [];
  visitCandidates(slots, cost, new Draft(0), (candidate) => {
    seen.push(templateOf(candidate));
    return true;
  });
  return seen;
}

const part = (text: string, cost: number): Part => ({ text, cost, bytes: Buffer.from(text), twins: [] });

/** Every order of every choice of one part of some slots. */
function arrangements(slots: Slots): Part[][] {
  return slots.flatMap((slot, at) =>
    slot.flatMap((first) => [[first], ...arrangements(slots.toSpliced(at, 1)).map((rest) => [first, ...rest])]),
  );
}

const SEPARATORS = ['\\n', '.', ':', '|', '&', ',', ';', '-', '_', ' ', '/', '#', '\\t', '\\0'];

test('every order of every choice of parts is visited with every separator, each once', () => {
  const slots = [[part('A', 0), part('a', 2)], [part('B', 1)], [part('C', 0), part('c', 1), part('(c)', 3)]];
  const expected = arrangements(slots).flatMap((parts) => {
    const joined = (separator: string): string => parts.map(({ text }) => text).join(separator);
    const between = parts.length > 1 ? SEPARATORS.map(joined) : [];
    return [joined(''), ...between, ...SEPARATORS.map((separator) => joined(separator) + separator)];
  });
  const visited = Array.from({ length: highestCost(slots) }, (_, at) => texts(slots, at + 1)).flat();
  expect(visited.sort()).toEqual(expected.sort());
});

test('what is put together is what the parts and separators say, wherever the walk goes on', () => {
  const slots = partsOf(inputOf(unsigned(), {}), []);
  for (const cost of [1, 2, 3, 4]) {
    const draft = new Draft(7);
    visitCandidates(slots, cost, draft, ({ parts, separator, isTrailing }) => {
      const between = separator.bytes.toString('latin1');
      const whole = parts.map(({ bytes }) => bytes.toString('latin1')).join(between) + (isTrailing ? between : '');
      if (draft.content.toString('latin1') !== whole) throw new Error(whole);
      return true;
    });
    expect(draft.length).toBe(7);
  }
});

/** The orders of a plain modify's parts at each cost from 1 on: fewer would leave out what was tried before. */
const COUNTS = [5, 27, 255, 1_480, 6_726, 25_791, 85_776];

test('a plain modify has so many candidates of each cost, and none is visited twice', () => {
  const slots = partsOf(inputOf(unsigned(), {}), []);
  for (const [at, least] of COUNTS.entries()) {
    const seen = texts(slots, at + 1);
    expect(seen.length).toBeGreaterThanOrEqual(least);
    expect(new Set(seen).size).toBe(seen.length);
  }
});

test('a MAC of a draft is an HMAC, whatever the length of key and bytes', () => {
  const hash = fc.constantFrom(...(['sha512', 'sha384', 'sha256'] as const));
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(hash, bytes, fc.array(bytes, { minLength: 1, maxLength: 4 }), (name, key, all) => {
      const [mac, draft] = [new DraftMac(name, key), new Draft(BLOCK_BYTES[name])];
      for (const one of all) {
        draft.replace(one);
        expect(mac.of(draft)).toBe(createHmac(name, key).update(one).digest('binary'));
      }
    }),
  );
});

test('a draft takes more than it has room for, and forgets nothing', () => {
  const draft = new Draft(128);
  const long = Buffer.alloc(200_000, 'x');
  draft.append(Buffer.from('head'));
  const mac = new DraftMac('sha512', Buffer.from('key'));
  mac.of(draft);
  draft.append(long);
  expect(mac.of(draft)).toBe(createHmac('sha512', 'key').update('head').update(long).digest('binary'));
  draft.length = 128 + 4;
  expect(mac.of(draft)).toBe(createHmac('sha512', 'key').update('head').digest('binary'));
  expect(createHash('sha512').update(draft.content).digest('hex')).toBe(
    createHash('sha512').update('head').digest('hex'),
  );
});
