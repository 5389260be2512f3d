import { expect, test } from '@playwright/test';
import { priceShapeOf, shapeOf, skeletonOf, timeShapeOf } from '../../../src/oracle/value-shape.js';

test('a time of day is told by its form', () => {
  for (const [form, ...texts] of [
    ['empty', ''],
    ['HH:MM', '07:00', '19:59', '20:30', '24:00'],
    ['HH:MM:SS', '07:00:00', '19:59:59', '24:00:00'],
    ['HHMM', '0700', '1959', '2400'],
    ['HHMMSS', '070000', '195959', '240000'],
  ]) {
    for (const text of texts) expect(timeShapeOf(text), text).toBe(form);
  }
});

test('what is no time of day is told by its characters', () => {
  for (const [shape, ...texts] of [
    ['99:99', '25:00', '30:00', '07:60'],
    ['99:99:99', '25:00:00', '07:60:00', '07:00:60'],
    ['9999', '2500', '0760'],
    ['999999', '250000', '076000', '070060'],
    [' 99:99', ' 07:00'],
    ['99:99 ', '07:00 '],
    ['a99:99:99', 'x07:00:00'],
    ['99:99:99a', '07:00:00x'],
    ['a9999', 'x0700'],
    ['9999a', '0700x'],
    ['a999999', 'x070000'],
    ['999999a', '070000x'],
    ['99999', '07000'],
    ['9:99', '7:00'],
    ['99-99', '07-00'],
    ['A999A', 'T700Z'],
  ]) {
    for (const text of texts) expect(timeShapeOf(text), text).toBe(shape);
  }
});

test('a shape keeps the kind of every character, and marks of ASCII as they are', () => {
  expect(shapeOf('Ab 1-~')).toBe('Aa 9-~');
  expect(shapeOf('Éé٣日')).toBe('Aa9a');
  expect(shapeOf('€\n😀')).toBe('???');
});

test('a shape is cut at 40 characters', () => {
  expect(shapeOf('x'.repeat(40))).toBe('a'.repeat(40));
  expect(shapeOf('x'.repeat(41))).toBe(`${'a'.repeat(40)}…`);
});

test('a price is told by its form', () => {
  expect(['', '1', '10.25', '-1', '-0.5'].map(priceShapeOf)).toEqual([
    'empty',
    'decimal number',
    'decimal number',
    'negative decimal number',
    'negative decimal number',
  ]);
  expect(['1.', '.5', '1,5', '1e5', '+1', 'x1', '1x', '1.5.2', '1.5x', '--1', '-'].map(priceShapeOf)).toEqual([
    '9.',
    '.9',
    '9,9',
    '9a9',
    '+9',
    'a9',
    '9a',
    '9.9.9',
    '9.9a',
    '--9',
    '-',
  ]);
});

test('a skeleton has names and types, and no values', () => {
  expect(skeletonOf({ b: 'x', a: 1, c: [true, null, { d: [] }] })).toEqual({
    a: 'number',
    b: 'string',
    c: ['boolean', 'null', { d: [] }],
  });
  expect([null, 'x', 1, false, []].map((value) => skeletonOf(value))).toEqual([
    'null',
    'string',
    'number',
    'boolean',
    [],
  ]);
});

test('a skeleton names members in order, and each form of an element once', () => {
  expect(JSON.stringify(skeletonOf({ b: 1, a: 1, B: 1 }))).toBe('{"B":"number","a":"number","b":"number"}');
  expect(skeletonOf([{ b: 1 }, { a: 1 }, 'x', { b: 2 }])).toEqual(['string', { a: 'number' }, { b: 'number' }]);
});

test('a skeleton is bounded in depth, members, elements and names', () => {
  expect(skeletonOf([[[[[[1]]]]]])).toEqual([[[[[['…']]]]]]);
  expect(skeletonOf([[[[[1]]]]])).toEqual([[[[['number']]]]]);
  expect(skeletonOf({ a: { a: { a: { a: { a: { a: 1 } } } } } })).toEqual({
    a: { a: { a: { a: { a: { a: '…' } } } } },
  });
  const members = (count: number): unknown =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${String(at).padStart(2, '0')}`, 1]));
  expect(Object.keys(skeletonOf(members(30)) as object)).toHaveLength(30);
  const over = skeletonOf(members(31)) as Record<string, unknown>;
  expect(Object.keys(over)).toHaveLength(31);
  expect(over).toMatchObject({ m29: 'number', '…': '31 members' });
  expect(over).not.toHaveProperty('m30');
  expect(skeletonOf([...Array.from({ length: 30 }, () => 1), 'x'])).toEqual(['number']);
  expect(skeletonOf({ ['n'.repeat(41)]: 1 })).toEqual({ ['n'.repeat(40)]: 'number' });
});
