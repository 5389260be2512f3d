import { expect, test } from '@playwright/test';
import { LookupHistory } from '../../../src/examine/lookup-history.js';

/** Whether a history of one lookup with these statuses shows that it is refused at times. */
function isFickle(...statuses: (number | undefined)[]): boolean {
  const history = new LookupHistory();
  for (const status of statuses) history.see({ stockGroupCd: 'ALL', nextKey: '' }, status);
  return history.isFickle;
}

test('a lookup that is accepted, refused and accepted again is refused at times', () => {
  expect(isFickle(200, 400, 200)).toBe(true);
  expect(isFickle(200, undefined, 409, 503, 200)).toBe(true);
});

test('what was never accepted before, or never again, tells nothing of the moment', () => {
  expect(isFickle(400, 200, 200)).toBe(false);
  expect(isFickle(200, 400, 400)).toBe(false);
});

for (const status of [401, 403, 429, 500, 503]) {
  test(`status ${status} has its own reasons`, () => {
    expect(isFickle(200, status, 200)).toBe(false);
  });
}

test('lookups with other parameters are other lookups', () => {
  const history = new LookupHistory();
  history.see({ stockGroupCd: 'ALL' }, 200);
  history.see({ stockGroupCd: 'INDEX' }, 400);
  history.see({ stockGroupCd: 'ALL' }, 200);
  expect(history.isFickle).toBe(false);
});
