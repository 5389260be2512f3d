import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { BREAKABLE_CLAUSES } from '../../../src/arbitraries/invalid-body.js';
import { CONVERSION_FAULTS } from '../../../src/mock/faults/conversions.js';
import { LENIENT_READER_FAULTS } from '../../../src/mock/faults/lenient-readers.js';
import { TYPE_FAULTS } from '../../../src/mock/faults/types.js';
import { certifyReference } from '../../support/certify-reference.js';

const LENIENT = [...LENIENT_READER_FAULTS, ...TYPE_FAULTS.filter(({ name }) => name === 'prices-not-needed-ignored')];
/** What a body by itself breaks in a value, the rules of 2.1 and 2.4 apart. */
const VALUES = BREAKABLE_CLAUSES.filter((id) => /^MOD-|^TPS-03/.test(id));

for (const { name, clause, also = [] } of LENIENT) {
  test(`a service that ${name} is warned by one clause for each conversion, and fails nothing`, async () => {
    test.slow();
    const results = await certifyReference({ faults: [name] }, {}, VALUES);
    const verdicts = (verdict: string): string[] =>
      results.clauses.filter((one) => one.verdict === verdict).map(({ id }) => id);
    expect(verdicts('fail')).toEqual([]);
    expect(verdicts('warn')).toEqual(expect.arrayContaining([clause, ...also].filter((id) => VALUES.includes(id))));
    expect(results.verdict).toBe('conformant');
  });
}

test('every conversion is expected of a service, and every value that nothing can be made of required where it counts', () => {
  const kinds = new Map(loadCatalogue('service').map(({ id, kind }) => [id, kind]));
  const ofFaults = (faults: typeof TYPE_FAULTS): Set<unknown> => new Set(faults.map(({ clause }) => kinds.get(clause)));
  expect(ofFaults([...CONVERSION_FAULTS, ...LENIENT])).toEqual(new Set(['expected']));
  expect(ofFaults(TYPE_FAULTS.filter(({ clause }) => clause !== 'MOD-091'))).toEqual(new Set(['required']));
});
