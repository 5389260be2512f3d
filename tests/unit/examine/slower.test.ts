import { expect, test } from '@playwright/test';
import type { LegalTwin } from '../../../src/mock/behaviour.js';
import { fewModifiesASecond } from '../../../src/mock/legal/tempo.js';
import { refuse } from '../../../src/mock/refusal.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

/** Refuses a modify while the answer to another one is under way. */
function oneModifyAtATime(ms: number): LegalTwin {
  const underWay = new Set<object>();
  return {
    name: 'one-modify-at-a-time',
    does: `Takes ${ms} ms for a modify, and refuses others meanwhile.`,
    apply: (before) => ({
      checkState: (call) => {
        if (underWay.size > 0) return refuse('order-not-modifiable');
        underWay.add(call);
        return before.checkState(call);
      },
      transmit: (call, answer, response) => {
        if (!underWay.has(call)) {
          before.transmit(call, answer, response);
          return;
        }
        setTimeout(() => {
          underWay.delete(call);
          before.transmit(call, answer, response);
        }, ms);
      },
    }),
  };
}

const CLAUSES = ['MOD-001', 'MOD-002', 'MOD-003', 'MOD-017', 'TPS-007', 'SIG-004'];

for (const service of [oneModifyAtATime(10), fewModifiesASecond(60)]) {
  test(`what is left open at first is decided at the pace of a service that says nothing of it: ${service.does}`, async () => {
    const results = await certifyReference({ alterations: [service] }, {}, CLAUSES);
    expect(CLAUSES.map((id) => [id, resultOf(results, id).verdict])).toEqual(CLAUSES.map((id) => [id, 'pass']));
    expect(results.notes.join('\n')).toContain('The service refused valid modifies that it took at a slower pace');
  });

  test(`a fault is found of a service that says nothing of its pace: ${service.does}`, async () => {
    const reference = { alterations: [service], faults: ['signature-not-for-market'] };
    const results = await certifyReference(reference, {}, ['MOD-001', 'MOD-017', 'SIG-004']);
    expect(resultOf(results, 'SIG-004').verdict).toBe('fail');
    expect(resultOf(results, 'MOD-017').verdict).toBe('pass');
  });
}

test('a service that takes only so many modifies of an order is asked as fast as any', async () => {
  const spent: LegalTwin = {
    name: 'spent',
    does: 'Takes twelve modifies of an order.',
    apply: (before) => {
      const taken = new WeakMap<object, number>();
      return {
        checkBounds: (call) =>
          before.checkBounds(call) ??
          (call.order !== null && (taken.get(call.order) ?? 0) >= 12 ? refuse('order-not-modifiable') : null),
        apply: (call) => {
          before.apply(call);
          if (call.order !== null) taken.set(call.order, (taken.get(call.order) ?? 0) + 1);
        },
      };
    },
  };
  const results = await certifyReference({ alterations: [spent] }, {}, ['MOD-002', 'MOD-017']);
  expect(results.notes.join('\n')).not.toContain('at a slower pace');
  expect(results.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});
