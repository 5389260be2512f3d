import { expect, test } from '@playwright/test';
import { shutsOut } from '../../../src/mock/legal/refusals.js';
import { certifyReference } from '../../support/certify-reference.js';

const CLAUSES = ['LKP-001', 'LKP-009', 'MOD-001', 'MOD-017', 'MOD-041', 'TPS-007', 'SIG-004', 'CLK-004'];

test('nothing is held against a service that shuts a client out for a moment after refusals, and all is decided', async () => {
  const results = await certifyReference({ alterations: [shutsOut(40, 100)] }, {}, CLAUSES);
  const verdicts = CLAUSES.map((id) => [id, results.clauses.find((clause) => clause.id === id)?.verdict]);
  expect(verdicts).toEqual(CLAUSES.map((id) => [id, 'pass']));
});

test('a run ends, and says why, where a service shuts it out for good', async () => {
  const results = await certifyReference({ alterations: [shutsOut(40, 3_600_000)] }, {}, CLAUSES);
  const broken = results.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  expect(broken.map(({ id }) => id)).toEqual([]);
  expect(results.verdict).toBe('incomplete');
  expect(results.stopped?.because).toMatch(/^the service refused everything for 16 s, also a plain lookup/);
});

test('a service that refuses one kind of order with the same status is broken', async () => {
  const results = await certifyReference(
    {
      alterations: [
        {
          name: 'refuses-some',
          does: 'Refuses modifies of STOP orders.',
          apply: (before) => ({
            checkBounds: (call) =>
              call.order?.orderTypeCd === 'STOP' ? { cause: 'wrong-method', field: 'some' } : before.checkBounds(call),
            refusal: (call, refusal) =>
              refusal.field === 'some' ? { status: 403, body: {} } : before.refusal(call, refusal),
          }),
        },
      ],
    },
    {},
    ['MOD-003'],
  );
  expect(results.clauses.find(({ id }) => id === 'MOD-003')?.verdict).toBe('fail');
});
