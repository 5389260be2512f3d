import type { Behaviour, Check, CheckName, Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { showOrder, type StoredOrder } from '../order-book.js';
import type { Refusal } from '../refusal.js';

/** What every fault says of itself; last, what only few have. */
export type FaultHead = readonly [
  name: string,
  clause: string,
  does: string,
  more?: Pick<Fault, 'also' | 'atTimes' | 'needs'>,
];

type WhenRefused = (refusal: Refusal, call: Call, check: CheckName) => boolean;

/** A fault made of its head and the steps that differ. */
export function fault([name, clause, does, more]: FaultHead, apply: Fault['apply']): Fault {
  return { name, clause, does, ...more, apply };
}

/**
 * A fault that lets pass what one check refuses.
 *
 * @param when - which of its refusals are overlooked; default all
 */
export function overlook(head: FaultHead, check: CheckName, when: WhenRefused = () => true): Fault {
  return fault(head, (before) => ({
    [check]: (call: Call) => {
      const refusal = before[check](call);
      return refusal !== null && when(refusal, call, check) ? null : refusal;
    },
  }));
}

/** A fault that leaves out whole checks. */
export function leaveOut(head: FaultHead, ...checks: readonly CheckName[]): Fault {
  return fault(head, ({ modifyChecks, listChecks }) => ({
    modifyChecks: modifyChecks.filter((name) => !checks.includes(name)),
    listChecks: listChecks.filter((name) => !checks.includes(name)),
  }));
}

/** A fault that lets a request pass all of these checks once one of them refuses it for such a reason. */
export function letPass(head: FaultHead, checks: readonly CheckName[], when: WhenRefused): Fault {
  return fault(head, (before) => passing(before, checks, when));
}

/** The checks of {@link letPass}, for a fault that changes other steps as well. */
export function passing(before: Behaviour, checks: readonly CheckName[], when: WhenRefused): Partial<Behaviour> {
  const passed = new WeakSet<Call>();
  const wrapped = checks.map((name) => {
    const step: Check = (call) => {
      if (passed.has(call)) return null;
      const refusal = before[name](call);
      if (refusal === null || !when(refusal, call, name)) return refusal;
      passed.add(call);
      return null;
    };
    return [name, step] as const;
  });
  return Object.fromEntries(wrapped);
}

/**
 * A fault that accepts a modify on the spot where a check refuses it, whatever later checks would say.
 * The order, if it was found by then, takes over what the body gives.
 */
export function acceptAt(head: FaultHead, check: CheckName, when: WhenRefused): Fault {
  return fault(head, (before) => {
    const later = before.modifyChecks.slice(before.modifyChecks.indexOf(check));
    return letPass(head, later, (refusal, call, name) => name === check && when(refusal, call, name)).apply(before);
  });
}

/** A fault that refuses what the reference accepts, after all other checks. */
export function refuseAlso(head: FaultHead, operation: 'modify' | 'list', check: Check): Fault {
  const last = operation === 'modify' ? 'checkBounds' : 'readPosition';
  return fault(head, (before) => ({ [last]: (call: Call) => before[last](call) ?? check(call) }));
}

/** Says how a member of the body is taken: as it is (the same value), as another value, or as not there (`undefined`). */
export type Reading = (value: unknown, name: string, own: unknown, body: Call['body']) => unknown;

/**
 * A fault that takes members of the body for something else than they are.
 *
 * @param read - told the member and the value that the order has for it
 */
export function misread(head: FaultHead, read: Reading): Fault {
  return fault(head, (before) => ({
    parseBody: (call) => {
      const refusal = before.parseBody(call);
      if (refusal !== null) return refusal;
      const own = ownValuesOf(call);
      const members = Object.entries(call.body).map(
        ([name, value]) => [name, read(value, name, own[name], call.body)] as const,
      );
      call.body = Object.fromEntries(members.filter(([, value]) => value !== undefined));
      return null;
    },
  }));
}

/** A fault that reads the body as if it were another text, or bytes. */
export function reread(head: FaultHead, rewrite: (text: string, bytes: Buffer) => string | Buffer): Fault {
  return fault(head, (before) => ({
    parseBody: (call) => {
      const { body } = call.incoming;
      const other = {
        ...call,
        incoming: { ...call.incoming, body: Buffer.from(rewrite(body.toString('utf8'), body)) },
      };
      const refusal = before.parseBody(other);
      call.body = other.body;
      return refusal;
    },
  }));
}

/** A fault that finds an order by less than its orderNo and orderDateTime, where these find none. */
export function findLoosely(
  head: FaultHead,
  isMeant: (order: StoredOrder, orderNo: string, orderDateTime: string) => boolean,
): Fault {
  return fault(head, (before) => ({
    findOrder: (call) => {
      const refusal = before.findOrder(call);
      const { orderNo, orderDateTime } = call.body;
      if (refusal === null) return null;
      call.order = call.service.orders.find((order) => isMeant(order, String(orderNo), String(orderDateTime)));
      return call.order === null ? refusal : null;
    },
  }));
}

/** Prices of conditions that stand before their switches, by name. */
export function pricesBeforeSwitches(body: Call['body']): readonly string[] {
  const names = Object.keys(body);
  return ['profitRealization', 'lossCut'].flatMap((condition) => {
    const [price, yn] = [names.indexOf(`${condition}BarrierPrice`), names.indexOf(`${condition}Yn`)];
    return price >= 0 && price < yn ? [`${condition}BarrierPrice`] : [];
  });
}

/** The values of the order that a body is meant for, as far as the body tells which one that is. */
function ownValuesOf({ body, service: { orders } }: Call): Readonly<Record<string, unknown>> {
  const order = orders.get(String(body['orderNo'])) ?? orders.findByDateTime(String(body['orderDateTime']));
  return order === null ? {} : { ...showOrder(order) };
}
