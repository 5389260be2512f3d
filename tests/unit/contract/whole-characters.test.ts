import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { wholeCharacters, withWholeCharacters } from '../../../src/contract/whole-characters.js';

test('each half of a character is replaced, and whole ones stay', () => {
  expect(wholeCharacters('a\ud83d😀\ude00b\ud83d')).toBe('a\ufffd😀\ufffdb\ufffd');
});

test('in a value, names of members and all that is below are made whole', () => {
  const value = JSON.parse('{"\\ud83d":[1,null,"\\ude00",{"__proto__":{"x\\udc00":true}}]}') as unknown;
  expect(JSON.stringify(withWholeCharacters(value))).toBe(
    '{"\ufffd":[1,null,"\ufffd",{"__proto__":{"x\ufffd":true}}]}',
  );
});

test('what is whole stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(JSON.stringify(withWholeCharacters(value))).toBe(JSON.stringify(value));
    }),
  );
});
