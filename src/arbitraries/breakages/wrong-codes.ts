import fc from 'fast-check';
import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import {
  AT_TAKE_PROFIT,
  breakage,
  OFF_PLACE_OF,
  PLACE_OF,
  settingIn,
  type Breakage,
  type Made,
  type Place,
  type Scene,
} from '../breakage.js';
import type { Field } from '../draft.js';

interface CodeField {
  readonly clause: string;
  readonly field: Field;
  readonly codes: readonly string[];
  /** Other words for its codes, by code. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
}

const YES_NO = {
  codes: ['Y', 'N'],
  aliases: { Y: ['YES', 'T', 'TRUE', 'true', 'ON', 'O'], N: ['NO', 'F', 'FALSE', 'false', 'OFF', 'X'] },
} as const;

const FIELDS: readonly CodeField[] = [
  {
    clause: 'MOD-031',
    field: 'orderTypeCd',
    codes: ORDER_TYPES,
    aliases: {
      MARKET: ['MKT', 'MARKETS'],
      LIMIT: ['LMT', 'LIMITS', 'LIMIT_ORDER'],
      STOP: ['STP', 'STOP_MARKET', 'STOP_LOSS'],
      LIMIT_STOP: ['STOP_LIMIT', 'STOPLIMIT', 'LIMIT-STOP', 'LIMIT STOP', 'LIMITSTOP'],
    },
  },
  {
    clause: 'MOD-032',
    field: 'sideCd',
    codes: SIDES,
    aliases: {
      BUY: ['B', 'BID', 'LONG', 'BUYS'],
      SELL: ['S', 'ASK', 'SHORT', 'SELLS'],
      SELL_TO_CLOSE: ['SELL_TO_COVER', 'SELL-TO-CLOSE', 'SELL TO CLOSE', 'SELLTOCLOSE', 'CLOSE'],
      BUY_TO_COVER: ['BUY_TO_CLOSE', 'BUY-TO-COVER', 'BUY TO COVER', 'BUYTOCOVER', 'COVER'],
    },
  },
  { clause: 'TPS-031', field: 'profitRealizationYn', ...YES_NO },
  { clause: 'TPS-032', field: 'lossCutYn', ...YES_NO },
  { clause: 'TPS-033', field: 'lossTrackingYn', ...YES_NO },
];

/** Departures from the right code of the order. */
const NEAR: readonly (readonly [way: string, spell: (code: string) => string])[] = [
  ['has a letter after its code', (code) => `${code}S`],
  ['is its code in quotes', (code) => `"${code}"`],
  ['has a letter that only looks like that of its code', (code) => code.replace(/[YNOTE]/, lookAlike)],
  ['is its code in full-width letters', fullWidth],
];

/** What can only be done to codes of two words, and the other order of the two. */
const TO_LONG_CODES: readonly (readonly [way: string, spell: (code: string) => string])[] = [
  ['lacks the last letter of its code', (code) => code.slice(0, -1)],
  ['has hyphens in its code', (code) => code.replaceAll('_', '-')],
  ['has its code in one word', (code) => code.replaceAll('_', '')],
  ['has the words of its code in reverse', (code) => code.split('_').reverse().join('_')],
];

/** Strings that are no code of their field, whatever the case of their letters. @clause MOD-031 MOD-032 TPS-031 */
export const unknownCodes: readonly Breakage[] = FIELDS.flatMap(({ clause, field, codes, aliases }) => {
  const other = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/^\s*\d?\s*$/.test(text) && !codes.includes(text.trim().toUpperCase()));
  const way = (words: string, texts: (code: string) => fc.Arbitrary<string>): Breakage =>
    breakage(clause, `${field} ${words}`, PLACE_OF[field], respelled(field, texts));
  return [
    ...NEAR.map(([words, spell]) => way(words, (code) => fc.constant(spell(code)))),
    ...longCodes(clause, field),
    way('is another word for its code', (code) => fc.constantFrom(...(aliases[code] ?? ['ALL']))),
    way('is the name of what every object has', () => fc.constant('constructor')),
    way('is some text', () => other),
    way('is very long', () => fc.integer({ min: 1_000, max: 10_000 }).map((length) => 'Y'.repeat(length))),
  ];
});

function longCodes(clause: string, field: Field): Breakage[] {
  const places: Readonly<Partial<Record<Field, Place>>> = {
    orderTypeCd: { ...PLACE_OF.orderTypeCd, needs: { orderTypeCd: 'LIMIT_STOP' } },
    sideCd: { ...PLACE_OF.sideCd, needs: { sideCd: 'SELL_TO_CLOSE' } },
  };
  const place = places[field];
  if (place === undefined) return [];
  return TO_LONG_CODES.map(([words, spell]) =>
    breakage(
      clause,
      `${field} ${words}`,
      place,
      respelled(field, (code) => fc.constant(spell(code))),
    ),
  );
}

/** An edit of the code that the plain body has. */
function respelled(field: Field, texts: (code: string) => fc.Arbitrary<string>): (scene: Scene) => Made {
  return ({ plain }) => {
    const code = JSON.parse(plain.get(field) ?? '""') as string;
    return settingIn(
      plain,
      field,
      texts(code).map((text) => JSON.stringify(text)),
    );
  };
}

const OFF: Readonly<Partial<Record<Field, Place>>> = OFF_PLACE_OF;

/** The right code with lower-case letters, each code by itself. @clause MOD-033 */
export const lowerCaseCodes: readonly Breakage[] = [
  ...ORDER_TYPES.filter((type) => type !== 'MARKET').flatMap((orderTypeCd) =>
    inOtherCase('orderTypeCd', orderTypeCd, { ...PLACE_OF.orderTypeCd, needs: { orderTypeCd } }),
  ),
  ...SIDES.flatMap((sideCd) => inOtherCase('sideCd', sideCd, { ...PLACE_OF.sideCd, needs: { sideCd } })),
  ...FIELDS.flatMap(({ field }) => {
    const off = OFF[field];
    return off === undefined ? [] : [lowerCase(field, 'Y', PLACE_OF[field], lower), lowerCase(field, 'N', off, lower)];
  }),
];

/** The same of MARKET, beside a take-profit: a MARKET order has nothing else that can be changed. @clause MOD-033 */
export const lowerCaseMarket: readonly Breakage[] = inOtherCase('orderTypeCd', 'MARKET', {
  ...AT_TAKE_PROFIT,
  needs: { orderTypeCd: 'MARKET', takeProfit: true },
});

/** In small letters only, and with the first letter of each word a capital. */
function inOtherCase(field: Field, code: string, place: Place): Breakage[] {
  const mixed = (text: string): string => text.replace(/[A-Z]+/g, capitalised);
  return [lowerCase(field, code, place, lower), lowerCase(field, code, place, mixed)];
}

function lowerCase(field: Field, code: string, place: Place, spell: (code: string) => string): Breakage {
  const spelled = spell(code);
  const edit = respelled(field, () => fc.constant(spelled));
  return breakage('MOD-033', `${field} is ${spelled}`, place, edit);
}

function lower(text: string): string {
  return text.toLowerCase();
}

function capitalised(word: string): string {
  return `${word.charAt(0)}${word.slice(1).toLowerCase()}`;
}

function fullWidth(code: string): string {
  return code.replace(/[A-Z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
}

/** A letter of another alphabet. */
function lookAlike(letter: string): string {
  return { Y: 'Υ', N: 'Ν', O: 'О', T: 'Т', E: 'Е' }[letter] ?? letter;
}
