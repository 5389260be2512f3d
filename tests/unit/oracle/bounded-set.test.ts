import { expect, test } from '@playwright/test';
import { BoundedSet } from '../../../src/oracle/bounded-set.js';

function filled(most: number, ...texts: readonly string[]): BoundedSet {
  const set = new BoundedSet(most);
  for (const text of texts) set.add(text);
  return set;
}

test('a set keeps each text once, in order when told', () => {
  const set = filled(3, 'b', 'a', 'b', 'c');
  expect(set.sorted()).toEqual(['a', 'b', 'c']);
  expect(set.size).toBe(3);
  expect(set.isOver).toBe(false);
  expect(set.has('c')).toBe(true);
  expect(set.has('d')).toBe(false);
});

test('a set that is over its bound tells no texts any more', () => {
  const set = filled(2, 'a', 'b', 'c');
  expect(set.isOver).toBe(true);
  expect(set.size).toBe(2);
  expect(set.has('c')).toBe(false);
  expect(set.sorted()).toEqual(['more than 2']);
});

test('a text that is there already does not put a set over its bound', () => {
  expect(filled(2, 'a', 'b', 'a').sorted()).toEqual(['a', 'b']);
});

test('a set has no half of a character, whether a service said it or a text was cut there', () => {
  const set = filled(3, '\ud83d', '\ud83e', '😀'.slice(0, 1), '豈');
  expect(set.has('\ud83d')).toBe(true);
  expect(set.sorted()).toEqual(['豈', '\ufffd']);
});
