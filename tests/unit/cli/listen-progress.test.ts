import { expect, test } from '@playwright/test';
import { ListenProgress } from '../../../src/cli/listen-progress.js';
import { Silence } from '../../../src/cli/silence.js';

test('the line tells who waits for what, from the first sign to the last', () => {
  const progress = new ListenProgress(3);
  expect(progress.line()).toBe('0 of 3 tasks done, 0 under way, 3 left; waiting for a client to fetch the tasks');
  expect(progress.see({ kind: 'fetched' })).toBe('The tasks were fetched.\n');
  expect(progress.see({ kind: 'fetched' })).toBeNull();
  expect(progress.line()).toBe('0 of 3 tasks done, 0 under way, 3 left; waiting for the next task to be taken');
  progress.see({ kind: 'request', name: 'walk-index-all' });
  expect(progress.line()).toBe('0 of 3 tasks done, 1 under way, 2 left; waiting for the outcome of walk-index-all');
  progress.see({ kind: 'declared', name: 'walk-index-all', declared: 'instruments' });
  expect(progress.line()).toBe(
    '1 of 3 tasks done, 0 under way, 2 left; last walk-index-all: a list; waiting for the next task to be taken',
  );
});

test('what was refused is told, up to a bound', () => {
  const progress = new ListenProgress(100);
  const told = Array.from({ length: 30 }, (_, index) =>
    progress.see({ kind: 'refused', name: `task-${index}`, because: 'It counts as no outcome.' }),
  );
  expect(told[0]).toBe('refused: the outcome of task-0: It counts as no outcome.\n');
  expect(told.filter((line) => line !== null)).toHaveLength(20);
  expect(progress.line()).toContain('30 of 100 tasks done');
});

test('a silence is told of once, and again only after a sign', async () => {
  let told = 0;
  let resolve: () => void = () => undefined;
  const silence = new Silence(1, () => {
    told += 1;
    resolve();
  });
  const next = (): Promise<void> => new Promise((done) => (resolve = done));
  const keepAlive = setInterval(() => undefined, 1_000);
  await next();
  const again = next();
  silence.broken();
  await again;
  silence.end();
  clearInterval(keepAlive);
  expect(told).toBe(2);
});
