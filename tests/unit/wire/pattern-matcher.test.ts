import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { PatternMatcher, type Match } from '../../../src/wire/pattern-matcher.js';

const matcher = (...texts: readonly string[]): PatternMatcher =>
  new PatternMatcher(texts.map((text) => ({ text, label: `<${text}>` })));

test('a pattern is found with its place and label', () => {
  expect(matcher('abcd').find('--abcd--', 0)).toEqual({ start: 2, end: 6, label: '<abcd>' });
  expect(matcher('abcd').find('abcd', 0)).toEqual({ start: 0, end: 4, label: '<abcd>' });
  expect(matcher('abcd').find('--abcX--', 0)).toBeNull();
});

test('the search begins where it is told to', () => {
  const found = matcher('abcd').find('abcdabcd', 1);
  expect(found).toEqual({ start: 4, end: 8, label: '<abcd>' });
  expect(matcher('abcd').find('abcd', 1)).toBeNull();
});

test('the longest pattern that matches at a place wins, whatever their order', () => {
  for (const found of [matcher('abcd', 'abcdef'), matcher('abcdef', 'abcd')]) {
    expect(found.find('xabcdefx', 0)).toEqual({ start: 1, end: 7, label: '<abcdef>' });
    expect(found.find('xabcdeXx', 0)).toEqual({ start: 1, end: 5, label: '<abcd>' });
  }
});

test('patterns that begin alike are told apart', () => {
  const found = matcher('abcdX', 'abcdY');
  expect(found.find('abcdY', 0)?.label).toBe('<abcdY>');
  expect(found.find('abcdX', 0)?.label).toBe('<abcdX>');
});

test('what is shorter than every pattern holds none', () => {
  expect(matcher('abcd').find('abc', 0)).toBeNull();
  expect(matcher('abcd').find('', 0)).toBeNull();
});

test('a pattern of more characters than a shift counts is found', () => {
  const long = `${'a'.repeat(300)}b`;
  expect(matcher(long).find(`${'a'.repeat(50)}${long}`, 0)).toMatchObject({ start: 50, end: 351 });
});

test('a pattern that is added later is found as well, unless it is shorter than all before', () => {
  const found = matcher('abcd', 'wxyz');
  expect(found.add({ text: 'abcdef', label: '<abcdef>' })).toBe(true);
  expect(found.find('-abcdef', 0)?.label).toBe('<abcdef>');
  expect(found.find('-abcdX', 0)?.label).toBe('<abcd>');
  expect(found.add({ text: 'abc', label: '<abc>' })).toBe(false);
  expect(found.find('-abcX', 0)).toBeNull();
});

test('the first match is the one that a plain search finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0161'), minLength: 2, maxLength: 6 });
  const plain = (texts: readonly string[], text: string, from: number): Match | null => {
    for (let start = from; start < text.length; start += 1) {
      const [longest] = texts.filter((one) => text.startsWith(one, start)).sort((a, b) => b.length - a.length);
      if (longest !== undefined) return { start, end: start + longest.length, label: `<${longest}>` };
    }
    return null;
  };
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0161'), maxLength: 60 }),
      fc.nat(10),
      (texts, text, from) => {
        expect(matcher(...texts).find(text, from)).toEqual(plain(texts, text, from));
      },
    ),
    { numRuns: 500 },
  );
});
