import { expect, test } from '@playwright/test';
import { Outlook, planLine, timeLeft } from '../../../src/cli/time-left.js';
import { someSettings } from '../../support/some-settings.js';

const MODIFYING = [{ modifies: false }, { modifies: true }];
const orders = { kind: 'url', url: 'http://127.0.0.1:1/' } as const;

test('the plan says how many requests, how long at the rate, and whether orders are modified', () => {
  expect(planLine(6612, MODIFYING, someSettings({ orders, rate: 20 }))).toBe(
    'About 6,600 requests, 6 min at 20 a second; orders of the order source are modified and set back.',
  );
  expect(planLine(412, MODIFYING, someSettings({ readOnly: true, orders }))).toBe(
    'About 410 requests; nothing is modified.',
  );
  expect(planLine(6612, MODIFYING, someSettings({ rate: 10, maxRequests: 1000, maxTimeMs: 7_200_000 }))).toBe(
    'About 6,600 requests, 2 min at 10 a second, at most 1,000, at most 2 h; nothing is modified.',
  );
});

test('a bound on the requests is said without those that set orders back, where orders are modified', () => {
  expect(planLine(6612, MODIFYING, someSettings({ orders, maxTimeMs: 90_000 }))).toContain(', at most 90 s;');
  expect(planLine(6612, MODIFYING, someSettings({ orders, maxTimeMs: 300_000 }))).toContain(', at most 5 min;');
  expect(planLine(6612, MODIFYING, someSettings({ orders, maxRequests: 300 }))).toBe(
    'About 6,600 requests, at most 300 and those that set orders back; orders of the order source are modified and set back.',
  );
  expect(planLine(6612, MODIFYING, someSettings({ orders, maxRequests: 300, readOnly: true }))).toBe(
    'About 6,600 requests, at most 300; nothing is modified.',
  );
});

test('a run of lookups alone modifies nothing, whatever the order source has', () => {
  expect(planLine(27, [{ modifies: false }], someSettings({ orders }))).toBe('About 27 requests; nothing is modified.');
});

test('a run of next to nothing says so', () => {
  expect(planLine(7, [{ modifies: false }], someSettings({ rate: 0.01 }))).toBe(
    'About 7 requests, 12 min at 0.01 a second; nothing is modified.',
  );
  expect(planLine(1, [], someSettings())).toBe('About 1 request; nothing is modified.');
  expect(planLine(0, [], someSettings())).toBe('About 0 requests; nothing is modified.');
});

test('the time left is told once there is something to tell it by, and not beyond what was expected', () => {
  expect(timeLeft(1000, 100, 10_000)).toBe('about 2 min left');
  expect(timeLeft(1000, 500, 10_000)).toBe('about 10 s left');
  expect(timeLeft(1000, 10, 10_000)).toBe('');
  expect(timeLeft(1000, 100, 100)).toBe('');
  expect(timeLeft(1000, 1000, 10_000)).toBe('');
});

test('once orders are set back, what is left is the time of that, from when it was first seen', () => {
  const outlook = new Outlook(1_000, 100, 0);
  expect(outlook.at({ requests: 600 }, 10_000)).toBe('about 10 s left');
  expect(outlook.at({ requests: 600, settingBack: { done: 1, of: 201 } }, 60_000)).toBe('');
  expect(outlook.at({ requests: 640, settingBack: { done: 5, of: 201 } }, 64_000)).toBe('');
  expect(outlook.at({ requests: 650, settingBack: { done: 51, of: 201 } }, 70_000)).toBe('about 30 s left');
});
