import fc from 'fast-check';
import { ANYWHERE, breakage, fixed, PLACE_OF, type Breakage, type BrokenBody, type Scene } from '../breakage.js';
import { bytesOf, textOf, withMember, type Draft, type Field } from '../draft.js';

/** Letters that are no literal of JSON. */
const words = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,19}$/).filter((text) => !/^(?:true|false|null) *$/.test(text));

/** The body in something that is nearly JSON. */
const NEARLY_JSON: readonly (readonly [way: string, spell: (text: string) => string])[] = [
  ['the body is in single quotes', (text) => text.replaceAll('"', "'")],
  ['the body has a comma after its last member', (text) => text.replace(/}$/, ',}')],
  ['the body lacks a comma', (text) => text.replace(',"', ' "')],
  ['the body has members without quotes', (text) => text.replace(/"(\w+)":/g, '$1:')],
  ['the body has = for :', (text) => text.replaceAll('":', '"=')],
  ['the body begins with a comment', (text) => `/* order */${text}`],
  ['the body has a comment behind a brace', (text) => text.replace('{', '{// order\n')],
  ['the body has a comment behind a member', (text) => text.replace(',"', ',/* order */"')],
  ['the body has two commas', (text) => text.replace(',"', ',,"')],
  ['the body has a no-break space', (text) => text.replace(',"', ',\u00a0"')],
  ['the body has an escape that is none', (text) => text.replace('"stockCd"', '"stock\\x43d"')],
  ['the body is there twice', (text) => text + text],
  ['the body is followed by text', (text) => `${text} and more`],
  ['the body is followed by a NUL', (text) => `${text}\u0000`],
  ['the body has a line break inside a string', (text) => text.replace('"stockCd":"', '"stockCd":"\n')],
];

/** The body in other notations. */
const NO_JSON: readonly (readonly [way: string, spell: (text: string) => string])[] = [
  ['the body lacks its closing brace', (text) => text.slice(0, -1)],
  ['the body is a form', (text) => new URLSearchParams(membersOf(text)).toString()],
  [
    'the body is XML',
    (text) =>
      `<order>${membersOf(text)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join('')}</order>`,
  ],
];

/** Number literals that JSON does not have, in the place of a quantity. */
const NO_NUMBERS: readonly (readonly [way: string, spell: (number: string) => string])[] = [
  ['its number behind a zero', (number) => `0${number}`],
  ['its number behind a plus', (number) => `+${number}`],
  ['its number with a bare exponent', (number) => `${number}e`],
  ['its number with a letter for its type', (number) => `${number}d`],
  ['its number with two signs', (number) => `--${number}`],
  ['its number with a line in it', (number) => number.replace(/(\d)$/, '_$1')],
  [
    'its number with a comma for the point',
    (number) => (number.includes('.') ? number.replace('.', ',') : `${number},0`),
  ],
];

/** Spellings of zero that JSON does not have, in the place of a price that is not needed. */
const NO_ZEROS = ['00', '0.', '.0', '+0', '0x0', '-', '-.0'] as const;

/** The body in bytes that are no UTF-8, or not of its text. */
const ENCODINGS: readonly (readonly [way: string, encode: (scene: Scene) => Uint8Array])[] = [
  ['stockCd holds the byte FF', inStockCd(0xff)],
  ['stockCd holds a lone continuation byte', inStockCd(0x80)],
  ['stockCd holds an overlong sequence', inStockCd(0xc0, 0xaf)],
  ['stockCd holds half of a surrogate pair', inStockCd(0xed, 0xa0, 0x80)],
  ['stockCd holds a character that is cut off', inStockCd(0xe2, 0x82)],
  ['stockCd holds an é in ISO 8859-1', inStockCd(0xe9)],
  ['the body is in UTF-16', ({ plain }) => inUtf16(textOf(plain))],
  ['the body is followed by the byte FF', ({ plain }) => Uint8Array.of(...bytesOf(textOf(plain)), 0xff)],
];

/** The body as an array, which a reader can take for the object. */
const ARRAYS: readonly (readonly [clause: string, way: string, text: (body: string) => string])[] = [
  ['MOD-083', 'the body is an array of the body', (body) => `[${body}]`],
  [
    'MOD-087',
    'the body is an array of its values',
    (body) => JSON.stringify(Object.values(JSON.parse(body) as object)),
  ],
  [
    'MOD-087',
    'the body is an array of its values, with null for fields left out',
    (body) => {
      const values = JSON.parse(body) as Readonly<Record<string, unknown>>;
      return JSON.stringify(Object.keys(PLACE_OF).map((field) => values[field] ?? null));
    },
  ],
];

/** JSON values other than an object, one of them with the body inside. */
const OTHER_VALUES: readonly (readonly [way: string, text: (body: string) => string])[] = [
  ['the body is the array []', () => '[]'],
  ['the body is a string', () => '"modify"'],
  ['the body is a string that holds the body', (body) => JSON.stringify(body)],
  ['the body is true', () => 'true'],
  ['the body is false', () => 'false'],
  ['the body is null', () => 'null'],
];

/** No body, bodies that are no JSON, and JSON that is no object. @clause MOD-061 MOD-062 MOD-063 MOD-064 */
export const noObjects: readonly Breakage[] = [
  breakage(
    'MOD-061',
    'there is no body',
    ANYWHERE,
    fixed(() => ({ bytes: new Uint8Array(0), change: 'the body is empty' })),
  ),
  breakage('MOD-062', 'the body is cut off', ANYWHERE, ({ plain }) => {
    const whole = bytesOf(textOf(plain));
    return fc
      .integer({ min: 1, max: whole.length - 1 })
      .map((length) => ({ bytes: whole.slice(0, length), change: `the body ends after ${length} bytes` }));
  }),
  breakage('MOD-062', 'the body is plain text', ANYWHERE, () =>
    fc
      .oneof(fc.constantFrom('undefined', 'NaN', 'Infinity', 'OK', '[object Object]', '<order/>', "'Y'"), words)
      .map((text) => said(text, `the body is the text ${text}`)),
  ),
  breakage('MOD-062', 'the body is nothing but white space', ANYWHERE, () =>
    fc.constantFrom(' ', '\n', '\r\n\t ').map((text) => said(text, 'the body is nothing but white space')),
  ),
  ...NO_JSON.map(([way, spell]) =>
    breakage(
      'MOD-062',
      way,
      ANYWHERE,
      fixed(({ plain }) => said(spell(textOf(plain)), way)),
    ),
  ),
  ...NEARLY_JSON.map(([way, spell]) =>
    breakage(
      'MOD-064',
      way,
      ANYWHERE,
      fixed(({ plain }) => said(spell(textOf(plain)), way)),
    ),
  ),
  ...NO_NUMBERS.map(([way, spell]) =>
    breakage(
      'MOD-064',
      `orderQuantity is ${way}`,
      ANYWHERE,
      fixed(({ plain }) => withLiteral(plain, 'orderQuantity', spell(plain.get('orderQuantity') ?? '1'))),
    ),
  ),
  ...NO_ZEROS.map((literal) =>
    breakage(
      'MOD-064',
      `barrierPrice is the literal ${literal}`,
      { ...ANYWHERE, needs: { orderTypeCd: 'LIMIT' } },
      fixed(({ plain }) => withLiteral(plain, 'barrierPrice', literal)),
    ),
  ),
  ...ENCODINGS.map(([way, encode]) =>
    breakage(
      'MOD-064',
      way,
      ANYWHERE,
      fixed((scene) => ({ bytes: encode(scene), change: way })),
    ),
  ),
  ...[...ARRAYS, ...OTHER_VALUES.map(([way, text]) => ['MOD-063', way, text] as const)].map(([clause, way, text]) =>
    breakage(
      clause,
      way,
      ANYWHERE,
      fixed(({ plain }) => said(text(textOf(plain)), way)),
    ),
  ),
  breakage('MOD-063', 'the body is a number', ANYWHERE, () =>
    fc.integer().map((number) => said(String(number), `the body is ${number}`)),
  ),
];

function said(text: string, change: string): BrokenBody {
  return { bytes: bytesOf(text), change };
}

function withLiteral(plain: Draft, field: Field, literal: string): BrokenBody {
  return said(textOf(withMember(plain, field, literal)), `${field} is ${literal}`);
}

function membersOf(text: string): [name: string, value: string][] {
  return Object.entries(JSON.parse(text) as Record<string, string | number>).map(([name, value]) => [
    name,
    String(value),
  ]);
}

/** Little-endian, without a byte order mark. */
function inUtf16(text: string): Uint8Array {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return Uint8Array.from(units.flatMap((unit) => [unit & 0xff, unit >> 8]));
}

function inStockCd(...bytes: readonly number[]): (scene: Scene) => Uint8Array {
  return ({ plain }) => {
    const text = textOf(plain);
    const at = text.indexOf('"', text.indexOf('"stockCd":') + '"stockCd":"'.length);
    return Uint8Array.of(...bytesOf(text.slice(0, at)), ...bytes, ...bytesOf(text.slice(at)));
  };
}
