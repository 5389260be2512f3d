import { expect, test } from '@playwright/test';
import { clauseById } from '../../../../src/contract/catalogue.js';
import { bodyOf, CAUSES, refuse, type Cause } from '../../../../src/mock/refusal.js';
import type { ClientFacts } from '../../../../src/oracle/conduct/client-judge.js';
import { BY_SECRET, CONTRADICTS } from '../../../../src/oracle/conduct/refusals.js';
import {
  BEARER,
  conductOf,
  lookupPassage,
  modifyPassage,
  NOW_S,
  ORDER,
  someFacts,
  type Conduct,
} from '../../../support/conduct-builder.js';

const TASK = someFacts({ task: { task: 'modify-order', order: ORDER, change: {} } });
const refused = (cause: Cause): object => ({ status: 400, answer: bodyOf(refuse(cause)) });
const modified = (cause: Cause, different: object = {}, facts: ClientFacts = TASK): Conduct =>
  conductOf([modifyPassage(ORDER, { ...refused(cause), ...different })], facts);

test('every refusal of the reference service is laid on clauses of a client, or on none on purpose', () => {
  expect(Object.keys(CONTRADICTS).sort()).toEqual([...CAUSES].sort());
  for (const id of Object.values(CONTRADICTS).flat()) expect(clauseById(id).role, id).not.toBe('service');
  const none = Object.entries(CONTRADICTS).flatMap(([cause, clauses]) => (clauses.length === 0 ? [cause] : []));
  expect(none.sort()).toEqual(
    [
      ...['body-depth', 'body-too-large', 'order-not-modifiable', 'order-request-form', 'request-form'],
      ...['service-broken', 'unknown-order'],
    ].sort(),
  );
});

for (const cause of CAUSES.filter((one) => (CONTRADICTS[one] ?? []).length > 0)) {
  test(`a right modify that is refused as ${cause} passes no clause on that`, () => {
    const conduct = modified(cause);
    expect(conduct.broken.filter((clause) => clause !== 'CLI-014')).toEqual([]);
    const passed = conduct.passed.filter((clause) => CONTRADICTS[cause]?.includes(clause));
    expect(passed).toEqual([]);
  });
}

test('what was refused and breaks no clause is told', () => {
  const conduct = modified('timestamp-form');
  expect(conduct.open).toEqual(expect.arrayContaining(['CLI-048', 'CLK-002', 'CLK-003']));
  expect(conduct.outcomes.get('CLK-002')).toEqual([
    {
      outcome: 'unverified',
      because: 'the service refused the request: X-Timestamp has to be a Unix time in whole seconds.',
    },
  ]);
  expect(conduct.passed).toContain('CLK-006');
  expect(conduct.judge.refusals).toEqual(['X-Timestamp has to be a Unix time in whole seconds.']);
  expect(modified('body-too-large').judge.refusals).toEqual(['The body is larger than 64 KiB.']);
});

test('a refusal that a clause explains leaves the others as they are', () => {
  const headers = [BEARER, ['X-Timestamp', `${NOW_S}.5`], ['Content-Type', 'application/json']] as const;
  const conduct = modified('timestamp-form', { headers });
  expect(conduct.broken).toEqual(['CLI-048']);
  expect(conduct.passed).toContain('CLK-002');
  expect(conduct.judge.refusals).toEqual([]);
});

test('where no careful client gets through, or nobody gave a task, a refusal says nothing of the client', () => {
  for (const facts of [someFacts(), { ...TASK, mayBeLeft: true }]) {
    const conduct = modified('timestamp-form', {}, facts);
    expect(conduct.passed).toContain('CLK-002');
    expect(conduct.judge.refusals).toEqual([]);
  }
});

test('a refusal of another service, and what is asked for beside the operations, count for nothing', () => {
  const others = [{ cause: 'no such cause', message: 'no' }, { cause: 'timestamp-form' }, [], 'text'];
  for (const answer of others) expect(modified('token-form', { answer }).judge.refusals).toEqual([]);
  const beside = lookupPassage(undefined, { ...refused('unknown-path'), status: 404, target: '/public/v1/quotes' });
  expect(conductOf([beside], TASK).judge.refusals).toEqual([]);
});

test('without the key it is not known whether a signature explains a refusal', () => {
  expect(BY_SECRET).toContain('signature-mismatch');
  expect(modified('signature-mismatch', {}, { ...TASK, key: null }).judge.refusals).toEqual([]);
  expect(modified('signature-mismatch').judge.refusals).toHaveLength(1);
});
