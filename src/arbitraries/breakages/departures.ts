import fc from 'fast-check';
import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import {
  ANYWHERE,
  breakage,
  broken,
  OFF_PLACE_OF,
  PLACE_OF,
  type Breakage,
  type BrokenBody,
  type Made,
  type Place,
  type Scene,
} from '../breakage.js';
import { short, withMember, withoutMembers, type Field } from '../draft.js';

/** A field at a place where it is tried. */
interface Spot {
  readonly field: Field;
  /** Told where a field has several places. */
  readonly on?: string;
  readonly place: Place;
  /** Nothing hangs on the price there: the type needs none, or the condition is off. */
  readonly isIdle?: true;
}

/** Makes the JSON that is sent in the place of what the plain body has; `null` where there is none for it. */
type Spell = (raw: string, field: Field) => fc.Arbitrary<string> | string | null;

type Row = readonly [clause: string, on: readonly Spot[], way: string, spell: Spell | string];

/** Stands for the clause of the field: nothing can be made of such a value. */
const OWN = 'of the field';
const IDLE = 'MOD-091';

const OWN_CLAUSES: Readonly<Record<Field, string>> = {
  stockCd: 'MOD-011',
  orderTypeCd: 'MOD-012',
  sideCd: 'MOD-013',
  orderDateTime: 'MOD-014',
  orderNo: 'MOD-015',
  orderQuantity: 'MOD-016',
  barrierPrice: 'MOD-017',
  orderPrice: 'MOD-018',
  profitRealizationYn: 'MOD-019',
  profitRealizationBarrierPrice: 'MOD-020',
  lossCutYn: 'MOD-021',
  lossCutBarrierPrice: 'MOD-022',
  lossTrackingYn: 'MOD-023',
};

const spots = (...fields: readonly Field[]): Spot[] => fields.map((field) => ({ field, place: PLACE_OF[field] }));
const of = (orderTypeCd: 'LIMIT' | 'STOP' | 'LIMIT_STOP'): Place => ({ ...ANYWHERE, needs: { orderTypeCd } });

/** Prices at their other places: of the other type that needs them, and where they are 0 and nothing hangs on them. */
const OTHER_PRICES: readonly Spot[] = [
  { field: 'barrierPrice', on: 'of a LIMIT_STOP order', place: of('LIMIT_STOP') },
  { field: 'orderPrice', on: 'of a LIMIT_STOP order', place: of('LIMIT_STOP') },
  { field: 'barrierPrice', on: 'of a LIMIT order', place: of('LIMIT'), isIdle: true },
  { field: 'orderPrice', on: 'of a STOP order', place: of('STOP'), isIdle: true },
  {
    field: 'profitRealizationBarrierPrice',
    on: 'of a take-profit that is off',
    place: OFF_PLACE_OF.profitRealizationYn,
    isIdle: true,
  },
  { field: 'lossCutBarrierPrice', on: 'of a stop-loss that is off', place: OFF_PLACE_OF.lossCutYn, isIdle: true },
];
const NUMBERS = [
  ...spots('orderQuantity', 'barrierPrice', 'orderPrice', 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'),
  ...OTHER_PRICES,
];
const CODES = spots('orderTypeCd', 'sideCd');
const ON = spots('profitRealizationYn', 'lossCutYn', 'lossTrackingYn');
const OFF = (['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'] as const).map((field): Spot => ({
  field,
  on: 'of a condition that is switched off',
  place: OFF_PLACE_OF[field],
}));
const LISTED = [...CODES, ...ON, ...OFF];
const TIME = spots('orderDateTime');
const STRINGS = [...spots('stockCd', 'orderDateTime', 'orderNo'), ...CODES, ...ON];
const EVERYWHERE = [...STRINGS, ...OFF, ...NUMBERS];

const LISTS: Readonly<Partial<Record<Field, readonly string[]>>> = { orderTypeCd: ORDER_TYPES, sideCd: SIDES };

/** Words and signs that no reader takes for a number. */
const noNumber = fc
  .stringMatching(/^[A-Za-z][A-Za-z ,._-]{0,11}$/)
  .filter((text) => !/^(?:nan|infinity)$/i.test(text))
  .map((text) => JSON.stringify(text));
const members = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), { minKeys: 1, maxKeys: 3 })
  .map((object) => JSON.stringify(object));
const numbers = fc.oneof(
  fc.constantFrom(0, 1),
  fc.integer(),
  fc.integer({ min: -999, max: 999 }).map((n) => n / 8),
);

/** What is no value of a field: by which conversion a reader makes one of it, or that none does. */
const ROWS: readonly Row[] = [
  ['MOD-036', EVERYWHERE, 'null', 'null'],
  ['MOD-081', [...NUMBERS, ...spots('stockCd')], 'true', 'true'],
  ['MOD-081', [...NUMBERS, ...spots('stockCd')], 'false', 'false'],
  ['MOD-081', [...ON, ...OFF], 'true for Y, false for N', (raw) => String(raw === '"Y"')],
  ['MOD-082', [...NUMBERS, ...LISTED], 'an empty string', '""'],
  ['MOD-083', EVERYWHERE, 'an array of its value', (raw) => `[${raw}]`],
  ['MOD-035', NUMBERS, 'its number as a string', (raw) => JSON.stringify(raw)],
  ['MOD-035', spots('orderNo', 'stockCd'), 'its digits as a number', ofDigits],
  ['MOD-035', spots('stockCd'), 'a number', () => numbers.map(String)],
  ['MOD-084', LISTED, 'its place among the codes, counted from 0', (raw, field) => placeAmongCodes(raw, field, 0)],
  ['MOD-084', LISTED, 'its place among the codes, counted from 1', (raw, field) => placeAmongCodes(raw, field, 1)],
  ['MOD-084', CODES, 'its place counted from 0, as a string', (raw, field) => quoted(placeAmongCodes(raw, field, 0))],
  ['MOD-084', CODES, 'its place counted from 1, as a string', (raw, field) => quoted(placeAmongCodes(raw, field, 1))],
  ['MOD-084', [...ON, ...OFF], '"1" for Y, "0" for N', (raw) => (raw === '"Y"' ? '"1"' : '"0"')],
  ['MOD-084', OFF, '0 for N', '0'],
  ['MOD-085', LISTED, 'an object with its code as a name', (raw) => `{${raw}:null}`],
  ['MOD-086', TIME, 'in seconds of the epoch', (raw) => epochOf(raw, 1_000)],
  ['MOD-086', TIME, 'in milliseconds of the epoch', (raw) => epochOf(raw, 1)],
  ['MOD-086', TIME, 'in seconds of the epoch, as a string', (raw) => quoted(epochOf(raw, 1_000))],
  ['MOD-086', TIME, 'in milliseconds of the epoch, as a string', (raw) => quoted(epochOf(raw, 1))],
  ['MOD-088', [...LISTED, ...TIME], 'its text with a blank before it', (raw) => raw.replace('"', '" ')],
  ['MOD-088', [...LISTED, ...TIME], 'its text with a blank after it', (raw) => raw.replace(/"$/, ' "')],
  ['MOD-088', [...LISTED, ...TIME], 'its text with a NUL after it', (raw) => raw.replace(/"$/, '\\u0000"')],
  [
    'MOD-088',
    TIME,
    'its text with a blank before its offset',
    (raw) => changed(raw, /(?=(?:Z|[+-]\d\d:?\d\d)"$)/, ' '),
  ],
  ['MOD-090', NUMBERS, '1e400', '1e400'],
  ['MOD-090', NUMBERS, 'a number of 400 digits', '9'.repeat(400)],
  [OWN, NUMBERS, 'text', () => noNumber],
  ...['"NaN"', '"Infinity"', 'NaN', 'Infinity', '-Infinity'].map((raw): Row => [OWN, NUMBERS, raw, raw]),
  [OWN, [...NUMBERS, ...STRINGS], 'the object {}', '{}'],
  [OWN, [...NUMBERS, ...STRINGS], 'an object with members', () => members],
  [OWN, [...NUMBERS, ...STRINGS], 'the array []', '[]'],
  [OWN, [...TIME, ...CODES, ...spots('orderNo')], 'true', 'true'],
  [OWN, [...TIME, ...CODES, ...ON, ...spots('orderNo')], 'a number that it is not', anotherNumber],
];

/** Values that no field is given as, field by field. @clause MOD-011 MOD-016 MOD-035 MOD-036 MOD-081 MOD-091 */
export const departures: readonly Breakage[] = ROWS.flatMap(([clause, on, way, spell]) =>
  on.map((spot) =>
    breakage(clauseAt(clause, spot), wayAt(spot, way), spot.place, (scene) => spelled(scene, spot, way, spell)),
  ),
);

/** Fields that a body cannot do without, under names in other letter cases. @clause MOD-089 */
export const misnamed: readonly Breakage[] = spots(
  'orderNo',
  'orderDateTime',
  'barrierPrice',
  'orderPrice',
  'profitRealizationBarrierPrice',
  'lossCutBarrierPrice',
).flatMap(({ field, place }) =>
  [`${field.charAt(0).toUpperCase()}${field.slice(1)}`, field.toLowerCase()].map((name) =>
    breakage('MOD-089', `${field} is named ${name}`, place, ({ plain }) => {
      const nameless = withoutMembers(plain, field);
      const misnamed = broken(withMember(nameless, name, plain.get(field) ?? '0'), `${field} is named ${name}`);
      return fc.constant({ ...misnamed, without: broken(nameless, `${field} is missing`) });
    }),
  ),
);

function clauseAt(clause: string, { field, isIdle }: Spot): string {
  if (clause !== OWN) return clause;
  return isIdle ? IDLE : OWN_CLAUSES[field];
}

function wayAt({ field, on }: Spot, way: string): string {
  return on === undefined ? `${field} is ${way}` : `${field} ${on} is ${way}`;
}

function spelled(scene: Scene, spot: Spot, way: string, spell: Spell | string): Made {
  const { field } = spot;
  const raw = scene.plain.get(field) ?? '';
  const made = typeof spell === 'string' ? spell : spell(raw, field);
  if (made === null) return `the ${field} of the order cannot be so spelled`;
  const raws = typeof made === 'string' ? fc.constant(made) : made;
  return raws.map((other): BrokenBody => {
    const beside = [...(way.endsWith(other) ? [] : [way]), ...(spot.on === undefined ? [] : [spot.on])].join(', ');
    return broken(withMember(scene.plain, field, other), `${field} is ${short(other)}${beside && ` (${beside})`}`);
  });
}

function placeAmongCodes(raw: string, field: Field, first: number): string {
  return String((LISTS[field] ?? ['Y', 'N']).indexOf(JSON.parse(raw) as string) + first);
}

function ofDigits(raw: string): string | null {
  const text = JSON.parse(raw) as string;
  return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? text : null;
}

/** Neither the order's own in another type, nor the place of a code. */
function anotherNumber(raw: string): fc.Arbitrary<string> {
  const own = JSON.parse(raw) as string;
  return numbers
    .filter((number) => Number(own) !== number && !(/^[A-Z_]+$/.test(own) && [0, 1, 2, 3, 4].includes(number)))
    .map(String);
}

function epochOf(raw: string, msPerUnit: number): string | null {
  const ms = Date.parse(JSON.parse(raw) as string);
  return Number.isFinite(ms) ? String(Math.floor(ms / msPerUnit)) : null;
}

function quoted(raw: string | null): string | null {
  return raw === null ? null : JSON.stringify(raw);
}

function changed(raw: string, from: RegExp, to: string): string | null {
  const other = raw.replace(from, to);
  return other === raw ? null : other;
}
