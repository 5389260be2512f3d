import { isIso8601 } from '../../contract/formats.js';
import type { Fault } from '../behaviour.js';
import { misread, type FaultHead } from './make-fault.js';

const YES_NO = ['Y', 'N'];
const CODES = new Map<string, readonly string[]>(
  Object.entries({
    orderTypeCd: ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'],
    sideCd: ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'],
    profitRealizationYn: YES_NO,
    lossCutYn: YES_NO,
    lossTrackingYn: YES_NO,
  }),
);

/** Faults in codes, switches and the timestamp of the body, sections 2.1 to 2.3. */
export const CODE_FAULTS: readonly Fault[] = [
  anyCode(['unknown-order-type', 'MOD-031', "Takes an unknown orderTypeCd for the order's own."], 'orderTypeCd'),
  anyCode(['unknown-side', 'MOD-032', "Takes an unknown sideCd for the order's own."], 'sideCd'),
  anyCode(
    ['any-take-profit-switch', 'TPS-031', 'Takes a profitRealizationYn other than Y and N as it stands.'],
    'profitRealizationYn',
  ),
  anyCode(['any-stop-loss-switch', 'TPS-032', 'Takes a lossCutYn other than Y and N as it stands.'], 'lossCutYn'),
  anyCode(
    ['any-trailing-switch', 'TPS-033', 'Takes a lossTrackingYn other than Y and N as it stands.'],
    'lossTrackingYn',
  ),
  misread(['order-type-of-any-object', 'MOD-031', 'Looks an orderTypeCd up in an object.'], (value, name, own) =>
    name === 'orderTypeCd' && typeof value === 'string' && value in {} ? own : value,
  ),
  misread(['stop-limit-too', 'MOD-031', 'Takes STOP_LIMIT for LIMIT_STOP.'], (value, name) =>
    name === 'orderTypeCd' && value === 'STOP_LIMIT' ? 'LIMIT_STOP' : value,
  ),
  misread(
    ['side-with-more', 'MOD-032', 'Looks at a sideCd no further than its code goes.', { also: ['MOD-088'] }],
    (value, name, own) =>
      name === 'sideCd' && typeof value === 'string' && value.startsWith(String(own)) ? own : value,
  ),
  misread(['side-cut-short', 'MOD-032', 'Takes the beginning of a sideCd for the whole.'], (value, name, own) =>
    name === 'sideCd' && isBeginningOf(value, own) ? own : value,
  ),
  misread(['side-in-hyphens', 'MOD-032', 'Takes hyphens in a sideCd for underscores.'], (value, name) =>
    name === 'sideCd' && typeof value === 'string' ? value.replaceAll('-', '_') : value,
  ),
  misread(['wide-letters', 'MOD-032', 'Takes full-width letters in a sideCd for plain ones.'], (value, name) =>
    name === 'sideCd' && typeof value === 'string' ? value.normalize('NFKC') : value,
  ),
  misread(['one-side-in-any-case', 'MOD-033', 'Takes sell_to_close for SELL_TO_CLOSE.'], (value, name) =>
    name === 'sideCd' && value === 'sell_to_close' ? 'SELL_TO_CLOSE' : value,
  ),
  misread(['market-in-any-case', 'MOD-033', 'Takes market for MARKET.'], (value, name) =>
    name === 'orderTypeCd' && value === 'market' ? 'MARKET' : value,
  ),
  misread(['no-in-any-case', 'MOD-033', 'Takes n for N, and no other code in lower case.'], (value, name) =>
    name.endsWith('Yn') && value === 'n' ? 'N' : value,
  ),
  readTime(['date-alone', 'MOD-034', 'Takes the date of an order for its orderDateTime.'], (given, own) =>
    own.startsWith(`${given}T`),
  ),
  readTime(
    ['date-time-in-words', 'MOD-034', 'Reads an orderDateTime in any notation of dates.'],
    (given, own) => Math.abs(Date.parse(given) - Date.parse(own)) < 1000 && isNoTimestamp(given),
  ),
  readTime(
    ['days-carried-over', 'MOD-034', 'Carries days beyond the end of a month over into the next.'],
    (given, own) => isCarriedOver(given, own),
  ),
  misread(['codes-in-any-case', 'MOD-033', 'Takes codes in lower case.'], (value, name) => {
    const code = typeof value === 'string' ? value.toUpperCase() : value;
    return CODES.get(name)?.includes(String(code)) === true ? code : value;
  }),
  misread(['switches-in-any-case', 'MOD-033', 'Takes y and n for Y and N.'], (value, name) =>
    name.endsWith('Yn') && (value === 'y' || value === 'n') ? value.toUpperCase() : value,
  ),
  misread(
    ['any-date-time', 'MOD-034', "Takes an orderDateTime that is no timestamp for the order's own."],
    (value, name, own) => (name === 'orderDateTime' && isNoTimestamp(value) ? own : value),
  ),
  misread(
    [
      'date-time-with-more',
      'MOD-034',
      "Looks at an orderDateTime no further than the order's own goes.",
      { also: ['MOD-088'] },
    ],
    (value, name, own) =>
      name === 'orderDateTime' && typeof value === 'string' && value.startsWith(String(own)) ? own : value,
  ),
];

/** A fault that takes a string which cannot be read as a code of the field for the order's own. */
function anyCode(head: FaultHead, field: string): Fault {
  return misread(head, (value, name, own) => {
    const plain = typeof value === 'string' ? value.replace(/[\s\0]/g, '').toUpperCase() : '';
    const isOther = !/^\d?$/.test(plain) && CODES.get(field)?.includes(plain) !== true;
    return name === field && isOther ? own : value;
  });
}

/** An epoch and a timestamp among blanks have clauses of their own, and so has an empty one. */
const isNoTimestamp = (value: unknown): boolean =>
  typeof value === 'string' && !/^\d*$/.test(value) && !isIso8601(value.replace(/[\s\0]/g, ''));

const isBeginningOf = (value: unknown, own: unknown): boolean =>
  typeof value === 'string' && value.length > 4 && String(own).startsWith(value);

/** A fault that takes other texts than the order's own for its orderDateTime. */
function readTime(head: FaultHead, isSame: (given: string, own: string) => boolean): Fault {
  return misread(head, (value, name, own) =>
    name === 'orderDateTime' && typeof value === 'string' && isSame(value, String(own)) ? own : value,
  );
}

/** The days of December and those of the January behind it. */
function isCarriedOver(given: string, own: string): boolean {
  const [, year, day, rest] = /^(\d{4})-12-(\d\d)(T.*)$/.exec(given) ?? [];
  return `${Number(year) + 1}-01-${String(Number(day) - 31).padStart(2, '0')}${rest ?? ''}` === own;
}
