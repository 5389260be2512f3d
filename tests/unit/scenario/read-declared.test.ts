import { expect, test } from '@playwright/test';
import type { Declared, Task } from '../../../src/oracle/conduct/task.js';
import { readDeclared } from '../../../src/scenario/read-declared.js';
import { ORDER } from '../../support/conduct-builder.js';

const LIST: Task = { task: 'list-instruments', stockGroupCd: 'ALL', stockCd: '' };
const MODIFY: Task = { task: 'modify-order', order: ORDER, change: {} };

const read = (task: Task, stdout: string, status: number | null = 0, stopped: string | null = null): Declared =>
  readDeclared(task, { stdout, status, stopped });

test('a list, a success and a refusal are read as such', () => {
  expect(read(LIST, '["A","B"]\n')).toEqual({ kind: 'instruments', stockCds: ['A', 'B'] });
  expect(read(LIST, '[]')).toEqual({ kind: 'instruments', stockCds: [] });
  expect(read(MODIFY, '{"success":true}')).toEqual({ kind: 'success' });
  expect(read(MODIFY, '{"success":false}')).toEqual({ kind: 'no success' });
  expect(read(MODIFY, '{"success":false}', 1)).toEqual({ kind: 'no success' });
});

test('a member for errors that is null is none', () => {
  expect(read(MODIFY, '{"success":true,"error":null}')).toEqual({ kind: 'success' });
});

test('an error is one, whatever the task and the status', () => {
  for (const task of [LIST, MODIFY]) {
    for (const status of [0, 1]) expect(read(task, '{"error":"no"}', status)).toEqual({ kind: 'error' });
  }
});

const NOTHING: readonly (readonly [what: string, task: Task, stdout: string, status: number | null])[] = [
  ['nothing at all', LIST, ' \n', 0],
  ['no JSON', MODIFY, 'done', 0],
  ['the answer to another task', MODIFY, '["A"]', 0],
  ['the answer to another task', LIST, '{"success":true}', 0],
  ['a list of what are no texts', LIST, '[1]', 0],
  ['a success as a text', MODIFY, '{"success":"true"}', 0],
  ['a success and a status that says otherwise', MODIFY, '{"success":true}', 1],
  ['a list and a status that says otherwise', LIST, '["A"]', 1],
  ['a success of a process that was ended', MODIFY, '{"success":true}', null],
];

for (const [what, task, stdout, status] of NOTHING) {
  test(`${what} declares nothing: ${task.task} ${stdout.trim()} ${status}`, () => {
    const declared = read(task, stdout, status);
    expect(declared.kind).toBe('nothing');
    expect(declared.kind === 'nothing' && declared.because).not.toBe('');
  });
}

test('what was printed before a client was stopped counts for nothing', () => {
  expect(read(MODIFY, '{"success":true}', 0, 'it took longer than 30 s')).toEqual({
    kind: 'nothing',
    because: 'it took longer than 30 s',
  });
});
