import { expect, test } from '@playwright/test';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { certifyReference } from '../../support/certify-reference.js';

const CLAUSES = ['LKP-001', 'LKP-009', 'MOD-001', 'MOD-017', 'MOD-041', 'TPS-007', 'SIG-004', 'ENV-007'];

/** A gateway that reaches no service for a while, from the request with that number on. */
function away(status: number, { from, forMs }: { readonly from: number; readonly forMs: number }): Alteration {
  return {
    name: 'away',
    does: `Answers ${status} to everything for ${forMs} ms.`,
    apply: (before) => {
      let requests = 0;
      let untilMs = -Infinity;
      return {
        route: (call) => {
          requests += 1;
          if (requests === from) untilMs = call.incoming.arrivedAtMs + forMs;
          return call.incoming.arrivedAtMs < untilMs ? { cause: 'wrong-method', field: 'away' } : before.route(call);
        },
        refusal: (call, refusal) => (refusal.field === 'away' ? { status, body: {} } : before.refusal(call, refusal)),
      };
    },
  };
}

for (const status of [502, 503, 504]) {
  test(`nothing is held against a service of which a gateway says ${status} for a moment`, async () => {
    const alterations = [away(status, { from: 60, forMs: 900 })];
    const results = await certifyReference({ alterations }, {}, CLAUSES);
    const verdicts = CLAUSES.map((id) => [id, results.clauses.find((clause) => clause.id === id)?.verdict]);
    expect(verdicts).toEqual(CLAUSES.map((id) => [id, 'pass']));
  });
}

test('a service that refuses with 503 is found to break what it breaks', async () => {
  const alteration: Alteration = {
    name: 'refuses-with-503',
    does: 'Answers 503 where it refuses.',
    apply: () => ({ refusal: () => ({ status: 503, body: {} }) }),
  };
  const results = await certifyReference({ alterations: [alteration] }, {}, CLAUSES);
  expect(results.clauses.find(({ id }) => id === 'ENV-007')?.verdict).toBe('warn');
  expect(results.stopped).toBeUndefined();
});
