import type { Alteration } from '../../src/mock/behaviour.js';

/** A gateway before the service writes the `Date` of each answer, by a clock that is so far ahead, in milliseconds. */
export function foreignDate(aheadMs: number): Alteration {
  return {
    ...{ name: 'foreign-date', does: '' },
    apply: (before) => ({
      respond: (call, answer) => {
        const last = before.respond(call, answer);
        const date = new Date(Date.now() + aheadMs).toUTCString();
        return { ...last, headers: last.headers.map(([name, value]) => [name, name === 'Date' ? date : value]) };
      },
    }),
  };
}
