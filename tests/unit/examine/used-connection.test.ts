import { expect, test } from '@playwright/test';
import { ON_USED_ALONE } from '../../../src/contract/verdict.js';
import { renderFinding } from '../../../src/report/finding-text.js';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

test('a forgery that is accepted only after a right request on its connection is told so, with what it takes', async () => {
  const faults = ['signature-once-per-connection', 'token-once-per-connection'];
  const results = await certifyReference({ faults }, { seed: 3 }, ['SIG-003', 'AUT-002']);
  for (const id of ['SIG-003', 'AUT-002']) {
    const { verdict, findings } = resultOf(results, id);
    expect(verdict, id).toBe('fail');
    const [finding] = findings.filter(({ cause }) => cause.endsWith(ON_USED_ALONE));
    expect(finding?.actual).toMatch(/; on a new connection, it is refused$/);
    expect(finding && renderFinding(finding)).toContain('takes     a connection that carried a valid request before');
  }
});

test('a forgery that is accepted on any connection is sent once more, on a new one, and told as before', async () => {
  const results = await certifyReference({ faults: ['signature-optional'] }, { seed: 3 }, ['SIG-001']);
  const { findings, cases } = resultOf(results, 'SIG-001');
  expect(findings.map(({ cause }) => cause)).toEqual(['a modify that breaks this clause is accepted']);
  const right = await certifyReference({}, { seed: 3 }, ['SIG-001']);
  expect(resultOf(right, 'SIG-001').cases).toBe(cases);
});
