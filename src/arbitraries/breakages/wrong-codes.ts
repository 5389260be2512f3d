import fc from 'fast-check';
import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import { breakage, PLACE_OF, setting, settingIn, type Breakage } from '../breakage.js';
import type { Field } from '../draft.js';

interface CodeField {
  readonly clause: string;
  readonly field: Field;
  readonly codes: readonly string[];
  /** Looks like a code of the field. */
  readonly near: readonly string[];
}

const YES_NO = {
  codes: ['Y', 'N'],
  near: ['YES', 'NO', 'X', 'T', 'F', '1', '0', 'true', 'false', 'YN', 'Y ', ' N'],
} as const;

const FIELDS: readonly CodeField[] = [
  {
    clause: 'MOD-031',
    field: 'orderTypeCd',
    codes: ORDER_TYPES,
    near: [
      'STOP_LIMIT',
      'STOPLIMIT',
      'LIMIT-STOP',
      'MARKETS',
      'LIMI',
      'ALL',
      'BUY',
      '1',
      'LIMIT ',
      ' LIMIT',
      'LIMIT\u0000',
    ],
  },
  {
    clause: 'MOD-032',
    field: 'sideCd',
    codes: SIDES,
    near: [
      'LONG',
      'SHORT',
      'BUY_TO_CLOSE',
      'SELL_TO_COVER',
      'SELL-TO-CLOSE',
      'BUYS',
      'B',
      '1',
      'LIMIT',
      'BUY ',
      ' SELL',
    ],
  },
  { clause: 'TPS-031', field: 'profitRealizationYn', ...YES_NO },
  { clause: 'TPS-032', field: 'lossCutYn', ...YES_NO },
  { clause: 'TPS-033', field: 'lossTrackingYn', ...YES_NO },
];

/** Strings that are no code of their field, whatever the case of their letters. @clause MOD-031 MOD-032 TPS-031 */
export const unknownCodes: readonly Breakage[] = FIELDS.flatMap(({ clause, field, codes, near }) => {
  const other = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !codes.includes(text.toUpperCase()));
  const ways: readonly (readonly [way: string, texts: fc.Arbitrary<string>])[] = [
    ['resembles a code', fc.constantFrom(...near)],
    ['is some text', other],
    ['is an empty string', fc.constant('')],
    ['is very long', fc.integer({ min: 1_000, max: 10_000 }).map((length) => 'Y'.repeat(length))],
    ['is a code in full-width letters', fc.constantFrom(...codes).map(fullWidth)],
  ];
  return ways.map(([way, texts]) =>
    breakage(clause, `${field} ${way}`, PLACE_OF[field], setting(field, texts.map(JSON.stringify))),
  );
});

/** The right code with lower-case letters. @clause MOD-033 */
export const lowerCaseCodes: readonly Breakage[] = FIELDS.flatMap(({ field }) => [
  breakage('MOD-033', `${field} is in lower case`, PLACE_OF[field], ({ plain }) =>
    settingIn(plain, field, fc.constant((plain.get(field) ?? '').toLowerCase())),
  ),
  ...(field.endsWith('Yn')
    ? []
    : [
        breakage('MOD-033', `${field} is in mixed case`, PLACE_OF[field], ({ plain }) =>
          settingIn(plain, field, fc.constant((plain.get(field) ?? '').replace(/[A-Z]+/g, capitalised))),
        ),
      ]),
]);

function capitalised(word: string): string {
  return `${word.charAt(0)}${word.slice(1).toLowerCase()}`;
}

function fullWidth(code: string): string {
  return code.replace(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
}
