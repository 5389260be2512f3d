import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  wholeBeginning,
  wholeCharacters,
  wholeJson,
  withWholeCharacters,
} from '../../../src/contract/whole-characters.js';

test('each half of a character is replaced, and whole ones stay', () => {
  expect(wholeCharacters('a\ud83d😀\ude00b\ud83d')).toBe('a\ufffd😀\ufffdb\ufffd');
});

test('in a value, names of members and all that is below are made whole', () => {
  const value = JSON.parse('{"\\ud83d":[1,null,"\\ude00",{"__proto__":{"x\\udc00":true}}]}') as unknown;
  expect(JSON.stringify(withWholeCharacters(value))).toBe(
    '{"\ufffd":[1,null,"\ufffd",{"__proto__":{"x\ufffd":true}}]}',
  );
});

test('JSON is of the value made whole, whatever is in it', () => {
  const texts = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '\\ud83d', 'ud83d', '\ud83d', '\ude00', '😀', '\ufffd'),
  });
  fc.assert(
    fc.property(fc.dictionary(texts, fc.array(texts)), (value) => {
      expect(wholeJson(value)).toBe(JSON.stringify(withWholeCharacters(value)));
    }),
  );
});

test('what is whole stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(JSON.stringify(withWholeCharacters(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('a beginning is the longest that fits and cuts no character in two', () => {
  expect(wholeBeginning('ab😀c', 3)).toBe('ab');
  expect(wholeBeginning('ab😀c', 4)).toBe('ab😀');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 12 }), (text, most) => {
      const beginning = wholeBeginning(text, most);
      const characters = Array.from(text);
      const fitting = characters.filter((_, index) => characters.slice(0, index + 1).join('').length <= most);
      expect(beginning).toBe(fitting.join(''));
    }),
  );
});

test('half of a character that stood alone before the cut stays', () => {
  expect(wholeBeginning('a\ud83dbc', 2)).toBe('a\ud83d');
  expect(wholeBeginning('a\ude00bc', 2)).toBe('a\ude00');
});
