import type { Fault } from '../behaviour.js';
import { buyPriceOf } from '../catalogue.js';
import { refuse } from '../refusal.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault, refuseAlso } from './make-fault.js';

/** Faults in the filters and the data of the lookup, sections 2.6, 2.8 and 4.3. */
export const LOOKUP_FAULTS: readonly Fault[] = [
  fault(['unknown-group-is-all', 'LKP-002', 'Takes an unknown stockGroupCd for ALL.'], (before) => ({
    checkGroup: () => null,
    selectInstruments: (call) =>
      before.checkGroup(call) === null ? before.selectInstruments(call) : call.service.catalogue.instruments,
  })),
  refuseAlso(['crypto-refused', 'LKP-001', 'Refuses the group CRYPTO.'], 'list', (call) =>
    groupOf(call) === 'CRYPTO' ? refuse('group-unknown', 'stockGroupCd') : null,
  ),
  fault(['group-filter-ignored', 'LKP-004', 'Returns instruments of all groups, whatever the group.'], (before) => ({
    selectInstruments: (call) =>
      codeOf(call) === '' ? call.service.catalogue.instruments : before.selectInstruments(call),
  })),
  fault(
    ['code-filter-is-prefix', 'LKP-005', 'Returns all instruments whose stockCd begins with the one sent.'],
    () => ({
      selectInstruments: (call) =>
        call.service.catalogue.instruments.filter(
          ({ stockCd, stockGroupCd }) =>
            stockCd.startsWith(codeOf(call)) && [stockGroupCd, 'ALL'].includes(groupOf(call)),
        ),
    }),
  ),
  fault(['price-as-number', 'LKP-016', 'Gives the values of buyPrices as numbers.'], () => ({
    buyPricesOf: (_, { instruments }) =>
      Object.fromEntries(instruments.map((instrument) => [instrument.stockCd, Number(buyPriceOf(instrument))])),
  })),
];
