import { expect, test } from '@playwright/test';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { certifyReference } from '../../support/certify-reference.js';

const CLAUSES = ['MOD-011', 'SIG-003', 'ORD-001', 'AUT-002', 'LKP-002', 'ENV-007'];

/** As a server does that gives up a connection once its handler has failed. */
const closingAfter500: Alteration = {
  name: 'closes-after-500',
  does: 'Closes the connection after each answer of status 500, without saying so.',
  apply: (before) => ({
    transmit: (call, answer, response) => {
      const { socket } = response;
      if (answer.status === 500) response.once('finish', () => setImmediate(() => socket?.destroy()));
      before.transmit(call, answer, response);
    },
  }),
};

for (const [what, faults, closing] of [
  ['after each 500', ['refusal-as-500'], closingAfter500],
  ['after seven answers', [], LEGAL_TWINS.find(({ name }) => name === 'closes-at-seven')],
  ['after each answer', [], LEGAL_TWINS.find(({ name }) => name === 'closes-after-answers')],
] as const) {
  test(`a run comes to the same where the service closes connections ${what}, without saying so`, async () => {
    const alterations = closing === undefined ? [] : [closing];
    const kept = await certifyReference({ faults }, { seed: 7 }, CLAUSES);
    const closed = await certifyReference({ faults, alterations }, { seed: 7 }, CLAUSES);
    const told = (results: typeof kept): unknown =>
      results.clauses.map(({ id, verdict, findings }) => [id, verdict, findings.length]);
    expect(alterations).toHaveLength(1);
    expect(told(closed)).toEqual(told(kept));
    expect(closed.digest).toBe(kept.digest);
    expect(closed.notes).toEqual([]);
  });
}
