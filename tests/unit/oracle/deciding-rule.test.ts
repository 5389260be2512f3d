import { expect, test } from '@playwright/test';
import type { Aspects } from '../../../src/contract/aspects.js';
import {
  clauseOf,
  decidingRule,
  decidingRules,
  describeRule,
  describeRules,
  isRefusedBy,
  isSettled,
  type Trial,
} from '../../../src/oracle/deciding-rule.js';

/** Trials of so many orders, one each, refused by the aspects of the order. */
function trialsOf(
  count: number,
  aspectsOf: (index: number) => Aspects,
  isRefused: (aspects: Aspects) => boolean,
): Trial[] {
  return Array.from({ length: count }, (_, index) => {
    const aspects = aspectsOf(index);
    return { aspects, isAccepted: !isRefused(aspects), order: `order ${index}` };
  });
}

const named = (index: number): Aspects => ({
  numberDigit: String(index % 10),
  minute: index % 7,
  orderQuantity: 10 + (index % 3),
  lowestPrice: 1 + (index % 13),
  direction: index % 2 === 0 ? 'up' : 'down',
});

test('the value that all refused modifies have, and no accepted one, decides', () => {
  const rule = decidingRule(trialsOf(40, named, ({ numberDigit }) => numberDigit === '7'));
  expect(rule).toEqual({ aspect: 'numberDigit', is: 'one of', values: ['7'] });
  expect(rule && describeRule(rule)).toBe('the last character of its orderNo is 7');
  expect(rule && isRefusedBy(rule, { numberDigit: '7' })).toBe(true);
  expect(rule && isRefusedBy(rule, { numberDigit: '8' })).toBe(false);
  expect(rule && isRefusedBy(rule, {})).toBe(false);
});

test('two values decide together, or half of them, once each was refused on two orders', () => {
  const isRefused = ({ numberDigit }: Aspects): boolean => numberDigit === '7' || numberDigit === '8';
  expect(decidingRule(trialsOf(30, named, isRefused))?.values).toEqual(['7', '8']);
  expect(decidingRule(trialsOf(10, named, isRefused))).toBeNull();
  // As where one of two shards is lost.
  const lost = ['0', '1', '4', '6', '7'];
  const isLost = ({ numberDigit }: Aspects): boolean => lost.includes(String(numberDigit));
  expect(decidingRule(trialsOf(40, named, isLost))?.values).toEqual(lost);
});

test('a bound decides where all beyond it are refused', () => {
  const rule = decidingRule(trialsOf(40, named, ({ lowestPrice }) => Number(lowestPrice) < 4));
  expect(rule).toEqual({ aspect: 'lowestPrice', is: 'at most', values: [3], accepted: 4 });
  expect(rule && describeRule(rule)).toBe('its lowest price is below a bound somewhere between 3 and 4');
});

test('what holds or not is told as a sentence', () => {
  expect(describeRule({ aspect: 'pricesDivided', is: 'one of', values: ['no'] })).toBe(
    'pointUnit leaves a remainder of its prices in binary fractions',
  );
  expect(describeRule({ aspect: 'numberLetters', is: 'one of', values: ['yes'] })).toBe('its orderNo has letters');
});

test('what fits as well, and answers the same clause, is told beside the rule, three at most', () => {
  const alike = (index: number): Aspects => {
    const is = index % 4 === 0;
    return {
      ...{ numberLength: is ? 13 : 12, numberStart: is ? '0' : '8', numberSize: is ? 1 : 9, hour: is ? 3 : 4 },
      ...{ lowestPrice: index, pricesDivided: is ? 'no' : 'yes' },
    };
  };
  const rules = decidingRules(trialsOf(40, alike, ({ numberLength }) => numberLength === 13));
  expect(rules.map(clauseOf)).toEqual(['MOD-071', 'MOD-071', 'MOD-071']);
  const [first, ...others] = decidingRules(trialsOf(40, named, ({ numberDigit }) => numberDigit === '7'));
  expect(first?.aspect).toBe('numberDigit');
  expect(others).toEqual([]);
  const [length, start] = (['numberLength', 'numberStart'] as const).map((aspect) =>
    rules.find((rule) => rule.aspect === aspect),
  );
  expect(length && describeRules(start === undefined ? [length] : [length, start])).toMatch(
    /^the length of its orderNo is 13, or, which fits all that was sent as well, where the first character of its orderNo is 0$/,
  );
});

test('which way prices are moved, and what became of the one before, are told by their values', () => {
  expect(describeRule({ aspect: 'direction', is: 'one of', values: ['down'] })).toBe(
    'which way it moves prices is down',
  );
  expect(describeRule({ aspect: 'previous', is: 'one of', values: ['refused'] })).toBe(
    'what became of the modify of the order before it is refused',
  );
});

test('nothing decides where an accepted modify has it as well, where too few were refused, or on one order only', () => {
  const all = trialsOf(40, named, ({ numberDigit }) => numberDigit === '7');
  const contrary: Trial = { aspects: named(7), isAccepted: true, order: 'another' };
  expect(decidingRule([...all, contrary])).toBeNull();
  expect(decidingRule(trialsOf(12, named, ({ numberDigit }) => numberDigit === '7'))).toBeNull();
  const ofOne = all.map((trial) => ({ ...trial, order: trial.isAccepted ? trial.order : 'one' }));
  expect(decidingRule(ofOne)).toBeNull();
  expect(decidingRule([])).toBeNull();
});

test('an order that was accepted at another time is not refused for what it is', () => {
  const all = trialsOf(40, named, ({ numberDigit }) => numberDigit === '7');
  const later = all.filter(({ isAccepted }) => !isAccepted).map((trial) => ({ ...trial, isAccepted: true }));
  expect(decidingRule([...all, ...later])).toBeNull();
});

test('of two that explain as well, the one that is left to the service comes first', () => {
  const both = (index: number): Aspects => {
    const is = index % 4 === 0;
    return { direction: is ? 'down' : 'up', pricesDivided: is ? 'no' : 'yes' };
  };
  expect(decidingRule(trialsOf(40, both, ({ direction }) => direction === 'down'))?.aspect).toBe('direction');
});

/** Four refused modifies of each order that is refused, at other prices each, and four accepted ones of the others. */
function ordersOf(
  count: number,
  aspectsOf: (index: number) => Aspects,
  isRefused: (aspects: Aspects) => boolean,
): Trial[] {
  return trialsOf(count, aspectsOf, isRefused).flatMap((trial) =>
    [0, 1, 2, 3].map((step) => ({
      ...trial,
      aspects: { ...trial.aspects, lowestPrice: Number(trial.aspects.lowestPrice) + step / 100 },
    })),
  );
}

test('many modifies of two orders of one instrument are no evidence that its prices decide', () => {
  const of = (index: number): Aspects => ({
    stockCd: `code ${index % 12}`,
    lowestPrice: (index % 12) * 10,
    priceDecimals: index % 12 === 0 ? 0 : 2,
  });
  const halted = ordersOf(24, of, ({ stockCd }) => stockCd === 'code 0');
  expect(decidingRule(halted)).toBeNull();
  expect(decidingRule(ordersOf(48, of, ({ stockCd }) => stockCd === 'code 0'))).toEqual({
    ...{ aspect: 'stockCd', is: 'one of', values: ['code 0'] },
  });
});

test('a group of instruments that is closed is told by its group, whatever else they have in common', () => {
  const groups = ['FOREIGN', 'INDEX', 'COMMODITY'];
  const of = (index: number): Aspects => {
    const stockGroupCd = groups[index % 3] ?? '';
    return { stockGroupCd, codeSigns: stockGroupCd === 'FOREIGN' ? 'yes' : 'no', lowestPrice: index };
  };
  expect(decidingRule(ordersOf(48, of, ({ stockGroupCd }) => stockGroupCd === 'FOREIGN'))?.aspect).toBe('stockGroupCd');
});

test('that orders are refused when they are new is left to the service, and that they are forgotten is not', () => {
  const trialsFor = (isRefused: (ageMs: number) => boolean): Trial[] =>
    trialsOf(
      60,
      (index) => ({ ageMs: index, modifiesBefore: 1 }),
      ({ ageMs }) => isRefused(Number(ageMs)),
    );
  const isSettledFor = (trials: readonly Trial[]): boolean | null => {
    const rule = decidingRule(trials);
    return rule && isSettled(rule);
  };
  expect(isSettledFor(trialsFor((ageMs) => ageMs < 20))).toBe(false);
  const old = trialsFor((ageMs) => ageMs > 40);
  const unfilled = old.map((trial) => (trial.isAccepted ? trial : { ...trial, isUnfilled: true as const }));
  expect(isSettledFor(unfilled)).toBe(true);
  // They may all have been filled by then.
  expect(decidingRule(old)).toBeNull();
  // What was refused of an order that took none before is evidence against a bound on its age, and none for one.
  const young = { order: 'young', isAccepted: false, aspects: { ageMs: 3, modifiesBefore: 0 } };
  expect(decidingRule([...unfilled, young])).toBeNull();
});
