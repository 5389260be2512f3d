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
    ['date-time-with-more', 'MOD-034', "Looks at an orderDateTime no further than the order's own goes."],
    (value, name, own) =>
      name === 'orderDateTime' && typeof value === 'string' && value.startsWith(String(own)) ? own : value,
  ),
];

/** A fault that takes a string which is no code of the field, in no case of its letters, for the order's own. */
function anyCode(head: FaultHead, field: string): Fault {
  return misread(head, (value, name, own) => {
    const isOther = typeof value === 'string' && CODES.get(field)?.includes(value.toUpperCase()) !== true;
    return name === field && isOther ? own : value;
  });
}

/** An empty one has a clause of its own. */
const isNoTimestamp = (value: unknown): boolean => typeof value === 'string' && value !== '' && !isIso8601(value);
