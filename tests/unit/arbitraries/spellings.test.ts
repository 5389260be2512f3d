import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { spellings } from '../../../src/arbitraries/spellings.js';
import { leastOrderFor, structures } from '../../../src/arbitraries/structures.js';
import { plainBody } from '../../../src/arbitraries/valid-body.js';
import { brokenClauses } from '../../../src/oracle/modify-body.js';
import { samples } from './sample-orders.js';

test('every spelling of a body means the same body and is another text', () => {
  const decoder = new TextDecoder();
  for (const { order: orderOf, instrument } of samples) {
    for (const structure of structures().filter((_, index) => index % 7 === 0)) {
      const order = orderOf(leastOrderFor(structure));
      const body = plainBody(order, structure, instrument);
      const spelled = spellings(body);
      const other = spelled.filter(({ bytes }) => !isDeepStrictEqual(meaningOf(decoder.decode(bytes)), body));
      expect(other).toEqual([]);
      const broken = spelled.filter(({ bytes }) => brokenClauses(bytes, order, instrument).length > 0);
      expect(broken).toEqual([]);
      expect(spelled.length).toBeGreaterThanOrEqual(10);
      const usual = JSON.stringify(body);
      expect(spelled.filter(({ bytes }) => decoder.decode(bytes) === usual).map(({ way }) => way)).toEqual([]);
    }
  }
});

/** -0 is the number 0. */
const meaningOf = (text: string): unknown => JSON.parse(text, (_, value: unknown) => (value === 0 ? 0 : value));

test('a spelling of values can be that of some members only', () => {
  const [{ order: orderOf, instrument }] = samples as [(typeof samples)[number]];
  const [structure] = structures();
  if (structure === undefined) throw new Error('There is no structure.');
  const body = plainBody(orderOf(leastOrderFor(structure)), structure, instrument);
  const spelled = spellings(body).find(({ way }) => way === 'numbers with an exponent');
  expect(spelled?.members).toContain('orderQuantity');
  const text = new TextDecoder().decode(spelled?.only(['orderQuantity']));
  expect(text).toContain(`"orderQuantity":${body.orderQuantity}e0,`);
  expect(text.match(/e0/g)).toHaveLength(1);
});
