import type { IndependentFault } from '../independent-service.js';

/** What `python3 service.py --list-faults` prints; a test holds the two together. */
export const PYTHON_FAULTS: readonly IndependentFault[] = [
  {
    name: 'remembers-tokens-by-claims',
    clause: 'AUT-006',
    also: ['AUT-005'],
    does: 'Remembers tokens that were good by what they say, and then takes any signature under it.',
  },
  {
    name: 'timestamp-in-floats',
    clause: 'CLK-002',
    also: ['CLK-010'],
    does: 'Reads X-Timestamp with float(), and NaN is not more than 60 seconds away from anything.',
  },
  {
    name: 'timestamp-with-int',
    clause: 'CLK-010',
    also: [],
    does: 'Reads X-Timestamp with int(), which takes 1_767_603_600 as well.',
  },
  {
    name: 'seconds-of-the-day',
    clause: 'CLK-006',
    also: ['CLK-007'],
    does: 'Measures the window by timedelta.seconds, which leaves out whole days.',
  },
  {
    name: 'zipped-digest',
    clause: 'SIG-004',
    also: ['SIG-001', 'SIG-002', 'SIG-011'],
    does: 'Compares signatures digit by digit with zip(), which ends where the shorter one does.',
  },
  {
    name: 'remembers-signatures',
    clause: 'SIG-006',
    also: [],
    does: 'Remembers signatures that were right at their time, and takes them again under any body.',
  },
  {
    name: 'reads-the-first-value',
    clause: 'MOD-064',
    also: [],
    does: 'Reads the first JSON value of the body, and takes no notice of what follows.',
  },
  {
    name: 'falsy-is-zero',
    clause: 'MOD-081',
    also: ['MOD-036', 'MOD-082', 'MOD-091'],
    does: 'Reads barrierPrice and orderPrice with `value or 0`, so that false, null and an empty string are 0.',
  },
  { name: 'codes-in-any-case', clause: 'MOD-033', also: [], does: 'Compares Y and N, and no other code, in any case.' },
  {
    name: 'leaves-the-offset-out',
    clause: 'ORD-003',
    also: [],
    does: 'Compares orderDateTime without its offset, as naive datetimes.',
  },
  {
    name: 'unreadable-moment',
    clause: 'MOD-034',
    also: ['MOD-086', 'MOD-088', 'ORD-004'],
    does: 'Passes over an orderDateTime that it cannot read, and finds the order by its number and instrument.',
  },
  {
    name: 'price-from-the-book',
    clause: 'MOD-041',
    also: [],
    does: 'Takes the price that the order has where a LIMIT body comes without one.',
  },
  {
    name: 'no-price-is-the-old-price',
    clause: 'TPS-024',
    also: ['TPS-022'],
    does: "Reads a stop-loss price with `or`, and keeps the order's where it is 0 or left out.",
  },
  {
    name: 'off-at-any-price',
    clause: 'TPS-025',
    also: ['TPS-026'],
    does: 'Does not look at the price where a condition is switched off.',
  },
  {
    name: 'units-in-floats',
    clause: 'ORD-007',
    also: [],
    does: 'Compares the quantity with whole units as floats, with a tolerance.',
  },
  {
    name: 'commits-what-it-refuses',
    clause: 'MOD-009',
    also: [],
    does: 'Ends the transaction of a refused modify with a commit, so that what came before the refusal stays.',
  },
  {
    name: 'filled-without-a-price',
    clause: 'ORD-001',
    also: ['TPS-041', 'TPS-042', 'TPS-043'],
    does: 'Looks whether the order is filled where it looks at a price, and so not for a MARKET order.',
  },
  {
    name: 'declines-in-text',
    clause: 'ENV-005',
    also: [],
    does: 'Writes the code of the envelope as text where a modify is declined.',
  },
  {
    name: 'skips-ties',
    clause: 'LKP-007',
    also: [],
    does: 'Pages by the symbol group alone, so that a page that ends within one loses the rest of it.',
  },
  {
    name: 'repeats-ties',
    clause: 'PAG-005',
    also: [],
    does: 'Pages by the symbol group alone, so that a page that ends within one shows its start again.',
  },
  {
    name: 'code-before-group',
    clause: 'LKP-006',
    also: [],
    does: 'Returns early with the instrument of a stockCd, whatever the group.',
  },
  {
    name: 'zero-is-nothing',
    clause: 'INS-014',
    also: [],
    does: 'Writes `sellSpread or None`, which is null for an instrument without a spread.',
  },
  {
    name: 'stumbles-over-keys',
    clause: 'ENV-007',
    also: [],
    does: 'Does not catch what base64 raises for a nextKey that it cannot read.',
  },
];
