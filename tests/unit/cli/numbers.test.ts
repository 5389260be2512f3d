import { expect, test } from '@playwright/test';
import { parseDuration, parseSize } from '../../../src/cli/numbers.js';

for (const [text, bytes] of [
  ['0', 0],
  ['1048576', 1_048_576],
  ['500M', 524_288_000],
  ['2 GiB', 2_147_483_648],
  ['1gb', 1_073_741_824],
  ['64k', 65_536],
] as const) {
  test(`the size ${text} is ${bytes} bytes`, () => {
    expect(parseSize(text, '--max-record')).toBe(bytes);
  });
}

for (const text of ['', 'many', '-1', '1.5G', '1X', '999999999999T', 'G', '1 2']) {
  test(`"${text}" is no size`, () => {
    expect(() => parseSize(text, '--max-record')).toThrow('The size is not a number of bytes, K, M, G or T.');
  });
}

test('a time without a unit is told what is missing', () => {
  const found = { value: '5', where: '--max-time', level: 0 } as const;
  expect(() => parseDuration(found)).toThrow('The time has no unit.');
  expect(parseDuration({ ...found, value: '5m' })).toBe(300_000);
});
