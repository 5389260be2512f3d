import fc from 'fast-check';
import { ANYWHERE, breakage, fixed, type Breakage, type BrokenBody, type Scene } from '../breakage.js';
import { bytesOf, textOf, withMember } from '../draft.js';

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

/** Number literals that JSON does not have. */
const NO_NUMBERS = [
  'NaN',
  'Infinity',
  '-Infinity',
  '01',
  '1.',
  '.5',
  '+1',
  '0x10',
  '1_000',
  '1e',
  '1,5',
  '--1',
] as const;

/** The body in bytes that are no UTF-8, or not of its text. */
const ENCODINGS: readonly (readonly [way: string, encode: (scene: Scene) => Uint8Array])[] = [
  ['stockCd holds the byte FF', inStockCd(0xff)],
  ['stockCd holds a lone continuation byte', inStockCd(0x80)],
  ['stockCd holds an overlong sequence', inStockCd(0xc0, 0xaf)],
  ['stockCd holds half of a surrogate pair', inStockCd(0xed, 0xa0, 0x80)],
  ['stockCd holds a character that is cut off', inStockCd(0xe2, 0x82)],
  ['stockCd holds an é in ISO 8859-1', inStockCd(0xe9)],
  ['the body is followed by the byte FF', ({ plain }) => Uint8Array.of(...bytesOf(textOf(plain)), 0xff)],
];

/** JSON values other than an object, one of them with the body inside. */
const OTHER_VALUES: readonly (readonly [way: string, text: (body: string) => string])[] = [
  ['the body is the array []', () => '[]'],
  ['the body is an array of the body', (body) => `[${body}]`],
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
  ...NO_NUMBERS.map((literal) =>
    breakage(
      'MOD-064',
      `orderQuantity is the literal ${literal}`,
      ANYWHERE,
      fixed(({ plain }) => said(textOf(withMember(plain, 'orderQuantity', literal)), `orderQuantity is ${literal}`)),
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
  ...OTHER_VALUES.map(([way, text]) =>
    breakage(
      'MOD-063',
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

function membersOf(text: string): [name: string, value: string][] {
  return Object.entries(JSON.parse(text) as Record<string, string | number>).map(([name, value]) => [
    name,
    String(value),
  ]);
}

function inStockCd(...bytes: readonly number[]): (scene: Scene) => Uint8Array {
  return ({ plain }) => {
    const text = textOf(plain);
    const at = text.indexOf('"', text.indexOf('"stockCd":') + '"stockCd":"'.length);
    return Uint8Array.of(...bytesOf(text.slice(0, at)), ...bytes, ...bytesOf(text.slice(at)));
  };
}
