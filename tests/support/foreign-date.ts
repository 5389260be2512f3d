import type { Alteration } from '../../src/mock/behaviour.js';

/**
 * A gateway before the service writes the `Date` of each answer, by a clock that is so far ahead, in milliseconds; where
 * there are several gateways, they take turns.
 */
export function foreignDate(...aheadMs: readonly [number, ...number[]]): Alteration {
  let answers = 0;
  return {
    ...{ name: 'foreign-date', does: '' },
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        const date = new Date(Date.now() + (aheadMs[answers++ % aheadMs.length] ?? 0)).toUTCString();
        return { ...last, headers: last.headers.map(([name, value]) => [name, name === 'Date' ? date : value]) };
      },
    }),
  };
}
