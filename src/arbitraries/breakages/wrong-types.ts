import fc from 'fast-check';
import type { Order } from '../../contract/order.js';
import {
  ANYWHERE,
  breakage,
  OFF_PLACE_OF,
  PLACE_OF,
  setting,
  settingIn,
  type Breakage,
  type Place,
  type Scene,
} from '../breakage.js';
import type { Field } from '../draft.js';

const STRINGS: readonly (readonly [clause: string, field: Field])[] = [
  ['MOD-011', 'stockCd'],
  ['MOD-012', 'orderTypeCd'],
  ['MOD-013', 'sideCd'],
  ['MOD-014', 'orderDateTime'],
  ['MOD-015', 'orderNo'],
  ['MOD-019', 'profitRealizationYn'],
  ['MOD-021', 'lossCutYn'],
  ['MOD-023', 'lossTrackingYn'],
];

const NUMBERS: readonly (readonly [clause: string, field: Field])[] = [
  ['MOD-016', 'orderQuantity'],
  ['MOD-017', 'barrierPrice'],
  ['MOD-018', 'orderPrice'],
  ['MOD-020', 'profitRealizationBarrierPrice'],
  ['MOD-022', 'lossCutBarrierPrice'],
];

/** Switches, and what a reader that converts takes for their N. */
const SWITCHES = [
  ['MOD-019', 'profitRealizationYn'],
  ['MOD-021', 'lossCutYn'],
  ['MOD-023', 'lossTrackingYn'],
] as const;
const NOES = ['false', '0'];

/** Further places of a price: the other type that needs it, one that needs a 0 there, and a condition that is off. */
const FURTHER_PLACES: readonly (readonly [clause: string, field: Field, on: string, place: Place])[] = [
  ['MOD-017', 'barrierPrice', 'of a LIMIT_STOP order', { ...ANYWHERE, needs: { orderTypeCd: 'LIMIT_STOP' } }],
  ['MOD-018', 'orderPrice', 'of a LIMIT_STOP order', { ...ANYWHERE, needs: { orderTypeCd: 'LIMIT_STOP' } }],
  ['MOD-017', 'barrierPrice', 'of a LIMIT order', { ...ANYWHERE, needs: { orderTypeCd: 'LIMIT' } }],
  ['MOD-018', 'orderPrice', 'of a STOP order', { ...ANYWHERE, needs: { orderTypeCd: 'STOP' } }],
  ['MOD-020', 'profitRealizationBarrierPrice', 'of a take-profit that is off', OFF_PLACE_OF.profitRealizationYn],
  ['MOD-022', 'lossCutBarrierPrice', 'of a stop-loss that is off', OFF_PLACE_OF.lossCutYn],
];

/** Numbers that a body gives as 0. */
const ZEROS: readonly (readonly [clause: string, field: Field, place: Place])[] = [
  ['MOD-017', 'barrierPrice', { ...ANYWHERE, needs: { orderTypeCd: 'LIMIT' } }],
  ['MOD-018', 'orderPrice', { ...ANYWHERE, needs: { orderTypeCd: 'STOP' } }],
  ['MOD-020', 'profitRealizationBarrierPrice', OFF_PLACE_OF.profitRealizationYn],
  ['MOD-022', 'lossCutBarrierPrice', OFF_PLACE_OF.lossCutYn],
];

/** Words and signs that no reader takes for a number. */
const noNumber = fc
  .stringMatching(/^[A-Za-z][A-Za-z ,._-]{0,11}$/)
  .filter((text) => !/^(?:nan|infinity)$/i.test(text))
  .map((text) => JSON.stringify(text));

const members = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { minKeys: 1, maxKeys: 3 });

/** Values of another JSON type than the field's, each type by itself. @clause MOD-011 MOD-016 */
export const wrongTypes: readonly Breakage[] = [
  ...STRINGS.flatMap(([clause, field]) => [...neither(clause, field), aNumber(clause, field)]),
  ...NUMBERS.flatMap(([clause, field]) => [...neither(clause, field), ...texts(clause, field)]),
  ...FURTHER_PLACES.flatMap(([clause, field, on, place]) => [
    breakage(clause, `${field} ${on} is text`, place, setting(field, noNumber)),
    breakage(
      clause,
      `${field} ${on} is of another type`,
      place,
      setting(field, fc.constantFrom('true', 'false', '{}')),
    ),
    breakage(clause, `${field} ${on} is an array of its value`, place, ({ plain }) =>
      settingIn(plain, field, fc.constant(`[${plain.get(field) ?? ''}]`)),
    ),
  ]),
  ...ZEROS.flatMap(([clause, field, place]) => nothings(clause, field, place)),
  ...SWITCHES.flatMap(([clause, field]) => [
    breakage(clause, `${field} is 1 in place of Y`, PLACE_OF[field], setting(field, fc.constant('1'))),
    ...NOES.map((raw) =>
      breakage(clause, `${field} is ${raw} in place of N`, OFF_PLACE_OF[field], setting(field, fc.constant(raw))),
    ),
  ]),
];

/** A number given as text, and a text of digits given as a number: what a lenient reader converts. @clause MOD-035 */
export const convertible: readonly Breakage[] = [
  ...NUMBERS.map(([, field]) => inQuotes(field, `${field} is its number as a string`, PLACE_OF[field])),
  ...FURTHER_PLACES.map(([, field, on, place]) => inQuotes(field, `${field} ${on} is its number as a string`, place)),
  ...(['orderNo', 'stockCd'] as const).map((field) =>
    breakage('MOD-035', `${field} is its digits as a number`, PLACE_OF[field], ({ order, plain }) =>
      isNumber(order[field])
        ? settingIn(plain, field, fc.constant(order[field]))
        : `the order's ${field} is no text of digits`,
    ),
  ),
];

/** null in each field. @clause MOD-036 */
export const nulls: readonly Breakage[] = (Object.keys(PLACE_OF) as Field[])
  .map((field) => breakage('MOD-036', `${field} is null`, PLACE_OF[field], setting(field, fc.constant('null'))))
  .concat(
    FURTHER_PLACES.map(([, field, on, place]) =>
      breakage('MOD-036', `${field} ${on} is null`, place, setting(field, fc.constant('null'))),
    ),
  );

function inQuotes(field: Field, way: string, place: Place): Breakage {
  return breakage('MOD-035', way, place, ({ plain }) =>
    settingIn(plain, field, fc.constant(JSON.stringify(plain.get(field)))),
  );
}

function neither(clause: string, field: Field): Breakage[] {
  const place = PLACE_OF[field];
  return [
    breakage(clause, `${field} is true`, place, setting(field, fc.constant('true'))),
    breakage(clause, `${field} is false`, place, setting(field, fc.constant('false'))),
    breakage(clause, `${field} is the object {}`, place, setting(field, fc.constant('{}'))),
    breakage(clause, `${field} is an object with members`, place, setting(field, members.map(JSON.stringify))),
    breakage(clause, `${field} is the array []`, place, setting(field, fc.constant('[]'))),
    breakage(clause, `${field} is an array of its value`, place, ({ plain }) =>
      settingIn(plain, field, fc.constant(`[${plain.get(field) ?? ''}]`)),
    ),
  ];
}

function aNumber(clause: string, field: Field): Breakage {
  return breakage(clause, `${field} is a number`, PLACE_OF[field], ({ order, plain }: Scene) => {
    const numbers = fc.oneof(
      fc.constantFrom(0, 1),
      fc.integer(),
      fc.integer({ min: -999, max: 999 }).map((n) => n / 8),
    );
    return settingIn(plain, field, numbers.filter((number) => !isSameNumber(order, field, number)).map(String));
  });
}

function texts(clause: string, field: Field): Breakage[] {
  const place = PLACE_OF[field];
  return [
    breakage(clause, `${field} is text`, place, setting(field, noNumber)),
    breakage(clause, `${field} is an empty string`, place, setting(field, fc.constant('""'))),
    breakage(clause, `${field} is the string "NaN"`, place, setting(field, fc.constant('"NaN"'))),
    breakage(clause, `${field} is the string "Infinity"`, place, setting(field, fc.constant('"Infinity"'))),
  ];
}

/** What a lenient reader takes for 0, where 0 is right. */
function nothings(clause: string, field: Field, place: Place): Breakage[] {
  return ['false', '""', '[]'].map((raw) =>
    breakage(clause, `${field} is ${raw} in place of 0`, place, setting(field, fc.constant(raw))),
  );
}

/** Whether JSON reads a text as a number: no leading zeros. */
function isNumber(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
}

function isSameNumber(order: Order, field: Field, number: number): boolean {
  return String(order[field]).trim() !== '' && Number(order[field]) === number;
}
