import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import { fault, type FaultHead } from './make-fault.js';

type Wrong = (instrument: Instrument) => Readonly<Record<string, unknown>>;

/** Faults in the records of instruments, section 2.7. */
export const RECORD_FAULTS: readonly Fault[] = [
  record(['point-unit-as-string', 'INS-006', 'Gives pointUnit as a string.'], ({ pointUnit }) => ({
    pointUnit: String(pointUnit),
  })),
  record(['margin-usage-as-yn', 'INS-010', 'Gives isMarginUsage as Y or N.'], ({ isMarginUsage }) => ({
    isMarginUsage: isMarginUsage ? 'Y' : 'N',
  })),
  record(['sunday-left-out', 'INS-022', 'Leaves out the trade times of Sunday.'], () => ({
    sunTradeStartTime: undefined,
    sunTradeEndTime: undefined,
  })),
  record(
    ['close-price-null', 'INS-015', 'Gives null for the closePrice of an instrument without spread.'],
    (instrument) => (instrument.isSpreadUsage ? {} : { closePrice: null }),
  ),
  record(['group-in-lower-case', 'INS-027', 'Gives stockGroupCd in lower case.'], ({ stockGroupCd }) => ({
    stockGroupCd: stockGroupCd.toLowerCase(),
  })),
];

/** A fault that gives some members of every record another value; `undefined` leaves one out. */
function record(head: FaultHead, wrong: Wrong): Fault {
  return fault(head, (before) => ({
    recordOf: (call, instrument) => ({ ...(before.recordOf(call, instrument) as object), ...wrong(instrument) }),
  }));
}
