import { expect, test } from '@playwright/test';
import { parseProveOptions } from '../../../prove/options.js';
import { requireNames } from '../../../prove/prove.js';

test('without options, every subject is certified at five seeds', () => {
  expect(parseProveOptions([])).toMatchObject({ seeds: [1, 2, 3, 4, 5], depth: 'smoke', only: [] });
});

test('seeds, depth and names can be chosen', () => {
  const options = parseProveOptions([
    '--seeds',
    '7,8',
    '--depth',
    'standard',
    '--only',
    'narrow-*,one',
    '--only',
    'a.b',
  ]);
  if (options === 'help') throw new Error('help');
  expect(options).toMatchObject({ seeds: [7, 8], depth: 'standard' });
  const matching = ['narrow-past', 'one', 'a.b', 'axb', 'not-narrow-past'].filter((id) =>
    options.only.some(({ matches }) => matches(id)),
  );
  expect(matching).toEqual(['narrow-past', 'one', 'a.b']);
});

test('what is no seed, no depth, no number or no option is refused', () => {
  expect(() => parseProveOptions(['--seeds', '1,x'])).toThrow('--seeds: "x"');
  expect(() => parseProveOptions(['--depth', 'deepest'])).toThrow('none of smoke, standard, deep');
  expect(() => parseProveOptions(['--processes', '0'])).toThrow('--processes');
  expect(() => parseProveOptions(['--sceds', '1'])).toThrow('--sceds');
  for (const share of ['0/8', '9/8', '1', 'a/b']) {
    expect(() => parseProveOptions(['--in-full', share])).toThrow('--in-full');
  }
});

test('a name that no subject of the sides asked for has is refused', () => {
  const ask = (...args: string[]) => {
    const options = parseProveOptions(args);
    if (options === 'help') throw new Error('help');
    requireNames(options);
  };
  ask('--only', 'event-log,client/first-page-only');
  expect(() => ask('--only', 'event-log,no-such-*')).toThrow('nothing is named "no-such-*" (service, client)');
  expect(() => ask('--side', 'service', '--only', 'client/first-page-only')).toThrow('(service)');
});
