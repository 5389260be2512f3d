import type { Check, CheckName, Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import type { Refusal } from '../refusal.js';

/** What every fault says of itself. */
export type FaultHead = readonly [name: string, clause: string, does: string];

/** A fault made of its head and the steps that differ. */
export function fault([name, clause, does]: FaultHead, apply: Fault['apply']): Fault {
  return { name, clause, does, apply };
}

/**
 * A fault that lets pass what one check refuses.
 *
 * @param when - which of its refusals are overlooked; default all
 */
export function overlook(
  head: FaultHead,
  check: CheckName,
  when: (refusal: Refusal, call: Call) => boolean = () => true,
): Fault {
  return fault(head, (before) => ({
    [check]: (call: Call) => {
      const refusal = before[check](call);
      return refusal !== null && when(refusal, call) ? null : refusal;
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

/**
 * A fault that accepts a modify on the spot where a check refuses it, whatever later checks would say.
 * The order, if it was found by then, takes over what the body gives.
 */
export function acceptAt(head: FaultHead, check: CheckName, when: (refusal: Refusal, call: Call) => boolean): Fault {
  return fault(head, (before) => {
    const accepted = new WeakSet<Call>();
    const later = before.modifyChecks.slice(before.modifyChecks.indexOf(check));
    const wrapped = later.map((name) => {
      const step: Check = (call) => {
        if (accepted.has(call)) return null;
        const refusal = before[name](call);
        if (name !== check || refusal === null || !when(refusal, call)) return refusal;
        accepted.add(call);
        return null;
      };
      return [name, step] as const;
    });
    return Object.fromEntries(wrapped);
  });
}

/** A fault that refuses what the reference accepts, after all other checks. */
export function refuseAlso(head: FaultHead, operation: 'modify' | 'list', check: Check): Fault {
  const last = operation === 'modify' ? 'checkBounds' : 'readPosition';
  return fault(head, (before) => ({ [last]: (call: Call) => before[last](call) ?? check(call) }));
}
