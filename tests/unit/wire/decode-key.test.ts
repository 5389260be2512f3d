import { expect, test } from '@playwright/test';
import { encodingItMayHave } from '../../../src/wire/decode-key.js';

test('a long key that reads in an encoding may be meant so', () => {
  expect(encodingItMayHave('00112233445566778899aabbccddeeff')).toBe('hex');
  expect(encodingItMayHave('YS1rZXktdG8tcHJhY3Rpc2Utd2l0aA==')).toBe('base64');
  expect(encodingItMayHave('YS1rZXktdG8tcHJhY3Rpc2Utd2l0aA')).toBe('base64url');
});

test('a word, a short key and one with other signs are text', () => {
  for (const key of ['a-key-to-practise-with', 'correcthorsebatterystaple1', 'deadbeef', 'Pa55 word of some length, 3'])
    expect(encodingItMayHave(key), key).toBe(null);
});
