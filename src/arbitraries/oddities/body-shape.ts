import fc from 'fast-check';
import type { OrderType } from '../../contract/order.js';
import {
  ANYWHERE,
  broken,
  fixed,
  oddity,
  PLACE_OF,
  type BrokenBody,
  type Oddity,
  type Place,
  type Scene,
} from '../breakage.js';
import { bytesOf, textOf, withMember, withoutMembers, type Field } from '../draft.js';

const on = (orderTypeCd: OrderType): Place => ({ ...ANYWHERE, needs: { orderTypeCd } });

const KIB = 1_024;

/** Which members are there, how often, how large. @clause OPN-001 OPN-002 OPN-010 OPN-011 OPN-012 */
export const bodyShapeOddities: readonly Oddity[] = [
  omitting('OPN-001', ANYWHERE, 'stockCd'),
  omitting('OPN-001', ANYWHERE, 'orderTypeCd'),
  omitting('OPN-001', ANYWHERE, 'sideCd'),
  omitting('OPN-001', ANYWHERE, 'orderQuantity'),
  omitting('OPN-001', ANYWHERE, 'stockCd', 'sideCd', 'orderQuantity'),
  omitting('OPN-002', on('LIMIT'), 'barrierPrice'),
  omitting('OPN-002', on('STOP'), 'orderPrice'),
  omitting('OPN-002', on('MARKET'), 'barrierPrice'),
  omitting('OPN-002', on('MARKET'), 'orderPrice'),
  omitting('OPN-002', on('MARKET'), 'barrierPrice', 'orderPrice'),
  ...unknownMembers(),
  ...duplicates(),
  ...largeBodies(),
];

function omitting(question: string, place: Place, ...fields: readonly Field[]): Oddity {
  const { orderTypeCd } = place.needs;
  const of = orderTypeCd === undefined ? '' : ` of a ${orderTypeCd} order`;
  const way = `${fields.join(', ')}${of} ${fields.length === 1 ? 'is' : 'are'} omitted`;
  return oddity(
    question,
    way,
    place,
    fixed(({ plain }) => broken(withoutMembers(plain, ...fields), way)),
  );
}

function unknownMembers(): Oddity[] {
  const members: readonly (readonly [way: string, name: string, raw: string])[] = [
    ['an unknown member is a string', 'clientOrderId', '"a-1"'],
    ['an unknown member is a number', 'leverage', '10'],
    ['an unknown member is an object', 'extra', '{"a":{"b":[1,2]}}'],
    ['an unknown member is null', 'memo', 'null'],
    ['a member is named __proto__', '__proto__', '{"orderQuantity":1}'],
    ['a member is named constructor', 'constructor', '{"prototype":{"admin":true}}'],
    ['a member has no name', '', '1'],
    ["a member has a field's name in other case", 'OrderPrice', '1'],
    ["a member has a field's name and a blank", 'orderPrice ', '1'],
  ];
  return [
    ...members.map(([way, name, raw]) =>
      oddity(
        'OPN-010',
        way,
        ANYWHERE,
        fixed(({ plain }) => broken(withMember(plain, name, raw), way)),
      ),
    ),
    oddity('OPN-010', 'a member has a long name', ANYWHERE, ({ plain }) =>
      fc
        .integer({ min: 200, max: 2_000 })
        .map((length) =>
          broken(withMember(plain, 'x'.repeat(length), '1'), `a member has a name of ${length} letters`),
        ),
    ),
  ];
}

function duplicates(): Oddity[] {
  const way = (field: Field): string => `${field} is there twice`;
  const twice = (field: Field, valuesOf: (raw: string, scene: Scene) => readonly [first: string, last: string]) =>
    fixed((scene) => {
      const [first, last] = valuesOf(scene.plain.get(field) ?? '0', scene);
      const members = [...scene.plain].flatMap(([name, raw]) =>
        name === field ? [[name, first] as const, [name, last] as const] : [[name, raw] as const],
      );
      return { bytes: bytesOf(textOf(members)), change: `${field} is ${first} and ${last}` };
    });
  return [
    oddity(
      'OPN-011',
      `${way('orderPrice')}, the same`,
      PLACE_OF.orderPrice,
      twice('orderPrice', (raw) => [raw, raw]),
    ),
    oddity(
      'OPN-011',
      `${way('orderPrice')}, first the order's own`,
      PLACE_OF.orderPrice,
      twice('orderPrice', (raw, { order }) => [String(order.orderPrice), raw]),
    ),
    oddity(
      'OPN-011',
      `${way('orderPrice')}, last the order's own`,
      PLACE_OF.orderPrice,
      twice('orderPrice', (raw, { order }) => [raw, String(order.orderPrice)]),
    ),
    oddity(
      'OPN-011',
      `${way('orderPrice')}, first 0`,
      PLACE_OF.orderPrice,
      twice('orderPrice', (raw) => ['0', raw]),
    ),
    oddity(
      'OPN-011',
      `${way('orderPrice')}, last 0`,
      PLACE_OF.orderPrice,
      twice('orderPrice', (raw) => [raw, '0']),
    ),
    oddity(
      'OPN-011',
      `${way('orderNo')}, the same`,
      ANYWHERE,
      twice('orderNo', (raw) => [raw, raw]),
    ),
    oddity(
      'OPN-011',
      `${way('orderNo')}, first another`,
      ANYWHERE,
      twice('orderNo', (raw) => ['"none"', raw]),
    ),
    oddity(
      'OPN-011',
      `${way('orderNo')}, last another`,
      ANYWHERE,
      twice('orderNo', (raw) => [raw, '"none"']),
    ),
  ];
}

function largeBodies(): Oddity[] {
  const nested = (open: string, close: string, depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const extra =
    (raw: string, change: string) =>
    ({ plain }: Scene) =>
      broken(withMember(plain, 'extra', raw), change);
  const ways: readonly (readonly [way: string, make: (scene: Scene) => BrokenBody])[] = [
    ['65 KiB of white space', ({ plain }) => padded(textOf(plain), 65 * KIB, '65 KiB of white space')],
    ['1 MiB of white space', ({ plain }) => padded(textOf(plain), KIB * KIB, '1 MiB of white space')],
    ['a member of 65 KiB', extra(`"${'x'.repeat(65 * KIB)}"`, 'an unknown member holds 65 KiB')],
    ['a member of 1 MiB', extra(`"${'x'.repeat(KIB * KIB)}"`, 'an unknown member holds 1 MiB')],
    ['100 arrays in each other', extra(nested('[', ']', 100), 'an unknown member holds 100 nested arrays')],
    ['10,000 arrays in each other', extra(nested('[', ']', 10_000), 'an unknown member holds 10,000 nested arrays')],
    [
      '10,000 objects in each other',
      extra(nested('{"a":', '}', 10_000), 'an unknown member holds 10,000 nested objects'),
    ],
  ];
  return ways.map(([way, make]) => oddity('OPN-012', way, ANYWHERE, fixed(make)));
}

function padded(text: string, length: number, change: string): BrokenBody {
  return { bytes: bytesOf(text.replace('{', `{${' '.repeat(length)}`)), change };
}
