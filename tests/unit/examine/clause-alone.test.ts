import { expect, test } from '@playwright/test';
import { certifyReference, resultOf } from '../../support/certify-reference.js';

test('a window that is a little too wide is found by its clause alone, before other answers told the time', async () => {
  const results = await certifyReference({ faults: ['window-too-wide'] }, {}, ['CLK-006']);
  expect(resultOf(results, 'CLK-006').verdict).toBe('fail');
});

test('work that several clauses share is sent on behalf of one of them, whichever asks', async () => {
  const requestsOf = async (clause: string): Promise<number> => {
    const results = await certifyReference({}, {}, [clause, 'TPS-001']);
    return resultOf(results, 'TPS-001').requests;
  };
  expect(await requestsOf('TPS-002')).toBe(await requestsOf('TPS-004'));
});
