import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Call, Page } from '../call.js';
import { codeOf, groupOf } from '../steps/read-query.js';
import { fault, type FaultHead } from './make-fault.js';

type Members = Readonly<Record<string, unknown>>;

/** A fault that selects other instruments than the right ones. */
export function selecting(
  head: FaultHead,
  select: (call: Call, right: readonly Instrument[]) => readonly Instrument[],
): Fault {
  return fault(head, (before) => ({ selectInstruments: (call) => select(call, before.selectInstruments(call)) }));
}

/** A fault that gives members of a page's data another value; `undefined` leaves one out. */
export function data(head: FaultHead, wrong: (page: Page, call: Call) => Members): Fault {
  return fault(head, (before) => ({
    pageData: (call, page) => ({ ...(before.pageData(call, page) as object), ...wrong(page, call) }),
  }));
}

/** A fault that gives some members of a record another value; `undefined` leaves one out. */
export function record(head: FaultHead, wrong: (instrument: Instrument, call: Call) => Members): Fault {
  return fault(head, (before) => ({
    recordOf: (call, instrument) => ({ ...(before.recordOf(call, instrument) as object), ...wrong(instrument, call) }),
  }));
}

/** A fault that cuts other pages. */
export function paging(
  head: FaultHead,
  cut: (call: Call, selected: readonly Instrument[], right: Page) => Page,
): Fault {
  return fault(head, (before) => ({
    pageOf: (call, selected) => cut(call, selected, before.pageOf(call, selected)),
  }));
}

/** Whether a lookup is of the whole of this group. */
export const isOf = (group: string, call: Call): boolean => groupOf(call) === group && codeOf(call) === '';

/** Whether a lookup is of one instrument. */
export const isByCode = (call: Call): boolean => codeOf(call) !== '';

/** What a service remembers of walks that came to their end. */
export class Walked {
  private readonly groups = new Set<string>();

  /** Whether this group was walked to its end before; to be asked once for every page. */
  before(call: Call, { hasNext }: Page): boolean {
    const known = this.has(call);
    if (!hasNext && !isByCode(call)) this.groups.add(groupOf(call));
    return known;
  }

  has(call: Call): boolean {
    return !isByCode(call) && this.groups.has(groupOf(call));
  }
}
