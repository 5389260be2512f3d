import { expect, test } from '@playwright/test';
import type { Verdict } from '../../../../src/contract/verdict.js';
import { Problems } from '../../../../src/report/certificate/verify/problems.js';
import { RefusedRequests } from '../../../../src/report/certificate/verify/refused-requests.js';
import type { Expected } from '../../../../src/wire/exchange.js';
import { madeExchange } from '../../../support/exchange-builder.js';
import { someClause, someResults } from '../some-results.js';

/** What is said of ORD-002 after a modify of order 7, and one with a changed number, both of them accepted. */
function saidOf(changedTo: string, verdict: Verdict): string[] {
  const requests = new RefusedRequests();
  const see = (number: number, clause: string, orderNo: string, expects?: Expected): void => {
    const body = { status: 'success', data: { success: true } };
    const exchange = madeExchange({ number, clause, operation: 'modifyOrder', body });
    const request = { ...exchange.request, text: JSON.stringify({ orderNo }) };
    requests.see({ exchange: { ...exchange, request, ...(expects && { expects }) }, isCut: false });
  };
  see(1, 'MOD-001', '7');
  see(2, 'ORD-002', changedTo, 'refusal');
  const problems = new Problems();
  const brokenCases = verdict === 'fail' ? { brokenCases: 1 } : {};
  requests.compare(someResults([someClause(verdict, { id: 'ORD-002', cases: 1, ...brokenCases })]), problems);
  return problems.list.map(({ says }) => says);
}

test('an accepted number that another order of the record has bears out either verdict: a shard may not know that order', () => {
  expect(saidOf('7', 'fail')).toEqual([]);
  expect(saidOf('7', 'pass')).toEqual([]);
});

test('an accepted number that no order of the record has bears out that the clause is broken, and nothing else', () => {
  expect(saidOf('8', 'fail')).toEqual([]);
  expect(saidOf('8', 'pass')).toEqual([
    'The clause ORD-002 comes to pass, but exchange 2 has an invalid request that was not refused.',
  ]);
});
