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
      const other = spelled.filter(({ bytes }) => !isDeepStrictEqual(JSON.parse(decoder.decode(bytes)), body));
      expect(other).toEqual([]);
      const broken = spelled.filter(({ bytes }) => brokenClauses(bytes, order, instrument).length > 0);
      expect(broken).toEqual([]);
      expect(spelled.length).toBeGreaterThanOrEqual(10);
      const usual = JSON.stringify(body);
      expect(spelled.filter(({ bytes }) => decoder.decode(bytes) === usual).map(({ way }) => way)).toEqual([]);
    }
  }
});
