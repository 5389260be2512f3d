import { expect, test } from '@playwright/test';
import { ProgressDisplay, progressLine } from '../../../src/cli/progress-display.js';

const progress = { planned: 120, done: 34, requests: 5321, failed: 0, warned: 0 };

test('the line counts clauses and requests, and what is broken where something is', () => {
  expect(progressLine(progress)).toBe('34 of 120 clauses, 5,321 requests');
  expect(progressLine({ ...progress, isInDoubt: true }, 'about 3 min left')).toMatch(
    /requests, no answers: asking whether/,
  );
  expect(progressLine(progress, 'about 3 min left')).toBe('34 of 120 clauses, 5,321 requests, about 3 min left');
  expect(progressLine({ ...progress, done: 120 }, 'about 1 s left')).toBe('120 of 120 clauses, 5,321 requests');
  expect(progressLine({ ...progress, done: 0, planned: 1, requests: 1 })).toBe('0 of 1 clause, 1 request');
  expect(progressLine({ ...progress, failed: 2, warned: 1 })).toBe(
    '34 of 120 clauses, 5,321 requests, 2 failed, 1 warned',
  );
});

test('once a run was ended, what it cut off is not counted, and of orders it is said how many are set back', () => {
  const ended = { ...progress, done: 120, cutOff: 86 };
  expect(progressLine(ended, 'about 3 min left')).toBe('34 of 120 clauses, 5,321 requests');
  const settingBack = { done: 1120, of: 1251 };
  expect(progressLine({ ...ended, settingBack }, 'about 16 s left')).toBe(
    'setting orders back: 1,120 of 1,251, about 16 s left; 34 of 120 clauses, 5,321 requests',
  );
  expect(progressLine({ ...progress, done: 120, settingBack })).toBe(
    'setting orders back: 1,120 of 1,251; 120 of 120 clauses, 5,321 requests',
  );
});

test('on a terminal one line is written over, cut to its width, and removed', () => {
  const written: string[] = [];
  const display = new ProgressDisplay({ isTTY: true, columns: 10, write: (text) => written.push(text) }, () =>
    progressLine(progress),
  );
  display.show();
  display.stop();
  expect(written).toEqual(['\r\u001b[K34 of 120', '\r\u001b[K']);
});

test('elsewhere lines are plain', () => {
  const written: string[] = [];
  const display = new ProgressDisplay({ write: (text) => written.push(text) }, () => progressLine(progress));
  display.show();
  display.stop();
  expect(written).toEqual(['34 of 120 clauses, 5,321 requests\n']);
});

test('elsewhere a line that has not changed is not repeated', () => {
  const written: string[] = [];
  const lines = ['1 request', '1 request', '2 requests', '1 request'];
  const display = new ProgressDisplay({ write: (text) => written.push(text) }, () => lines.shift() ?? '');
  for (let times = lines.length; times > 0; times -= 1) display.show();
  expect(written).toEqual(['1 request\n', '2 requests\n', '1 request\n']);
});

test('what is told stays above the line that changes', () => {
  const written: string[] = [];
  const write = (text: string): number => written.push(text);
  const display = new ProgressDisplay({ isTTY: true, write }, () => 'now');
  display.tell('first\n');
  display.show();
  display.tell('second\n');
  expect(written).toEqual(['first\n', '\r\u001b[Know', '\r\u001b[Ksecond\n', '\r\u001b[Know']);
});

test('work that lets no timer run shows its line in the same pauses, and none before the first is over', () => {
  const written: string[] = [];
  let now = 0;
  const display = new ProgressDisplay({ write: (text) => written.push(text) }, () => `${now} s`);
  for (; now <= 60; now += 1) display.showWhenDue(now * 1_000);
  expect(written).toEqual(['15 s\n', '30 s\n', '45 s\n', '60 s\n']);
});
