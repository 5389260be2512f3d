import { expect, test } from '@playwright/test';
import type { LegalTwin } from '../../../src/mock/behaviour.js';
import type { Call } from '../../../src/mock/call.js';
import { certifyReference } from '../../support/certify-reference.js';

const CLAUSES = ['CLK-004', 'CLK-005', 'CLK-006', 'CLK-007', 'OPN-047'];

/** A service that goes by the right time, and says another one in its Date. */
function saysTime(does: string, timeOf: (call: Call) => number): LegalTwin {
  return {
    ...{ name: 'says-another-time', does },
    apply: (before) => ({
      respond: (call, answer) => {
        const right = before.respond(call, answer);
        const headers = right.headers.filter(([name]) => name.toLowerCase() !== 'date');
        return { ...right, headers: [...headers, ['Date', new Date(timeOf(call)).toUTCString()]] };
      },
    }),
  };
}

/** Lookups come from a cache that does not say so, for ten seconds each; modifies tell the time. */
function fromCache(): LegalTwin {
  const startMs = Date.now();
  const cached = (): number => startMs - 30_000 + Math.floor((Date.now() - startMs) / 10_000) * 10_000;
  return saysTime('cached', ({ operation }) => (operation === 'modifyOrder' ? Date.now() : cached()));
}

function stoodStill(beforeMs: number): LegalTwin {
  const stillMs = Date.now() - beforeMs;
  return saysTime('still', () => stillMs);
}

for (const [does, service] of [
  ['come from a cache that does not say so', fromCache],
  ['stand still', () => stoodStill(0)],
  ['stand still, and long behind', () => stoodStill(40_000)],
] as const) {
  test(`dates that ${does} are no fault of a window`, async () => {
    const results = await certifyReference({ alterations: [service()] }, {}, CLAUSES);
    const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    expect(broken.map(({ id }) => id)).toEqual([]);
  });
}

for (const [fault, clause] of [
  ['narrow-past', 'CLK-004'],
  ['window-of-an-hour', 'CLK-006'],
] as const) {
  test(`${fault} is found where dates stand still`, async () => {
    const results = await certifyReference({ alterations: [stoodStill(0)], faults: [fault] }, {}, CLAUSES);
    expect(results.clauses.find(({ id }) => id === clause)?.verdict).toBe('fail');
  });
}
