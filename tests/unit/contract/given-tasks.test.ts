import { expect, test } from '@playwright/test';
import { addTasks, whatNeverWorked } from '../../../src/contract/given-tasks.js';
import { runVerdict } from '../../../src/contract/run-verdict.js';
import type { ClauseResult } from '../../../src/contract/results.js';

const HELD = { id: 'CLI-001', kind: 'required', verdict: 'pass', findings: [] } as unknown as ClauseResult;

test('a client that was never seen to get through is not conformant, whatever was chosen', () => {
  const done = { given: 3, done: 1 };
  const never = { given: 3, done: 0 };
  const verdictOf = (tasks?: Parameters<typeof whatNeverWorked>[0]): string => runVerdict([HELD], [], false, tasks);
  expect(verdictOf()).toBe('conformant');
  expect(verdictOf({ walks: done })).toBe('conformant');
  expect(verdictOf({ walks: done, modifies: done })).toBe('conformant');
  expect(verdictOf({ walks: done, modifies: never })).toBe('incomplete');
  expect(verdictOf({ walks: never, modifies: done })).toBe('incomplete');
  expect(verdictOf({ walks: done, modifies: done, refused: ['no'] })).toBe('incomplete');
  expect(runVerdict([{ ...HELD, verdict: 'fail' }], [], false, { walks: never })).toBe('non-conformant');
});

test('why, in sentences', () => {
  expect(whatNeverWorked({ modifies: { given: 1, done: 0 }, walks: { given: 2, done: 0 } })).toEqual([
    'No modify of the client was accepted, in 1 task that asks for one.',
    'No walk of the client came to its last page, in 2 tasks that ask for one.',
  ]);
  expect(whatNeverWorked({ refused: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toEqual([
    'The service refused requests of the client that break no clause: "a", "b", "c", "d", "e", and 2 more.',
  ]);
});

test('parts of a run add up', () => {
  expect(addTasks([undefined, undefined])).toBeUndefined();
  const one = { modifies: { given: 2, done: 0 }, refused: ['b'] };
  const other = { modifies: { given: 1, done: 1 }, walks: { given: 1, done: 0 }, refused: ['a', 'b'] };
  expect(addTasks([one, undefined, other])).toEqual({
    modifies: { given: 3, done: 1 },
    walks: { given: 1, done: 0 },
    refused: ['a', 'b'],
  });
});
