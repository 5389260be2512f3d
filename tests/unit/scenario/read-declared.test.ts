import { expect, test } from '@playwright/test';
import type { Declared, Task } from '../../../src/oracle/conduct/task.js';
import { errorWords, readDeclared, type Ended } from '../../../src/scenario/read-declared.js';
import { ORDER } from '../../support/conduct-builder.js';

const LIST: Task = { task: 'list-instruments', stockGroupCd: 'ALL', stockCd: '' };
const MODIFY: Task = { task: 'modify-order', order: ORDER, change: {} };

const SECRET = 'a-secret-of-this-test'.repeat(20);

const read = (
  task: Task,
  stdout: string,
  status: Ended['status'] | 'left out' = 0,
  stopped: string | null = null,
): Declared =>
  readDeclared(task, { stdout, status: status === 'left out' ? undefined : status, stopped }, (text) =>
    text.replaceAll(SECRET, '[redacted]'),
  );

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

test('an error is one where the status says so as well', () => {
  for (const task of [LIST, MODIFY]) expect(read(task, '{"error":"no"}', 1)).toEqual({ kind: 'error' });
});

test('an error beside success false is one by its status', () => {
  expect(read(MODIFY, '{"success":false,"error":"refused"}', 0)).toEqual({ kind: 'no success' });
  expect(read(MODIFY, '{"success":false,"error":"timed out"}', 1)).toEqual({ kind: 'error' });
});

test('where a client comes by itself and tells no status, the value stands alone', () => {
  expect(read(LIST, '["A"]', 'left out')).toEqual({ kind: 'instruments', stockCds: ['A'] });
  expect(read(LIST, '{"error":"no"}', 'left out')).toEqual({ kind: 'error' });
  expect(read(MODIFY, '{"success":true}', 'left out')).toEqual({ kind: 'success' });
  expect(read(MODIFY, '{"success":false,"error":"no"}', 'left out')).toEqual({ kind: 'error' });
  expect(read(LIST, '', 'left out')).toEqual({ kind: 'nothing', because: 'it printed nothing' });
});

test('a byte order mark and white space around the value are let pass', () => {
  expect(read(LIST, '\uFEFF["A"]\r\n')).toEqual({ kind: 'instruments', stockCds: ['A'] });
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
  ['an error and a status that says otherwise', LIST, '{"error":"no"}', 0],
  ['an error and a status that says otherwise', MODIFY, '{"error":"no"}', 0],
  ['an error that is null', LIST, '{"error":null}', 1],
  ['both a success and an error', MODIFY, '{"success":true,"error":"no"}', 0],
  ['both a success and an error', MODIFY, '{"success":true,"error":"no"}', 1],
  ['both a list and an error', LIST, '["A",{"error":"no"}]', 0],
  ['a list and an error, one after the other', LIST, '["A"]\n{"error":"no"}', 1],
  ['several values', MODIFY, '{"success":true}\n{"success":true}', 0],
  ['a value after a line of a log', MODIFY, 'sending\n{"success":true}', 0],
  ['a member that is named twice', MODIFY, '{"success":false,"success":true}', 0],
  ['a byte order mark and nothing more', LIST, '\uFEFF', 0],
  ['a success of a process that was ended', MODIFY, '{"success":true}', null],
];

for (const [what, task, stdout, status] of NOTHING) {
  test(`${what} declares nothing: ${task.task} ${JSON.stringify(stdout)} ${status}`, () => {
    const declared = read(task, stdout, status);
    expect(declared.kind).toBe('nothing');
    expect(declared.kind === 'nothing' && declared.because).not.toBe('');
  });
}

for (const [what, stdout, shown] of [
  ['a line of a log before the value', 'INFO starting\n["A"]', String.raw`INFO starting\n["A"]`],
  ['control characters', 'a\u001b[31m\u202eb', String.raw`a\u001b[31m\u202eb`],
  ['a secret, however long', `key ${SECRET} ${'x'.repeat(300)}`, `key [redacted] ${'x'.repeat(185)}`],
] as const) {
  test(`what is no JSON is shown by how it begins: ${what}`, () => {
    expect(read(LIST, stdout)).toEqual({
      kind: 'nothing',
      because: `standard output has to hold one JSON value and nothing else, and begins with "${shown}"`,
    });
  });
}

test('what was printed before a client was stopped counts for nothing', () => {
  expect(read(MODIFY, '{"success":true}', 0, 'it took longer than 30 s')).toEqual({
    kind: 'nothing',
    because: 'it took longer than 30 s',
  });
});

test('the words of an error are redacted, on one line and bounded; without any there are none', () => {
  const words = (stdout: string): string | null =>
    errorWords({ stdout }, (text) => text.replaceAll(SECRET, '[redacted]'));
  expect(words(JSON.stringify({ error: `a\n\u001b[31m ${SECRET}` }))).toBe('a\\n\\u001b[31m [redacted]');
  expect(words('{"error":{"code":7}}')).toBe('{"code":7}');
  expect(words(JSON.stringify({ error: 'x'.repeat(1e6) }))).toHaveLength(200);
  for (const none of ['', 'error', '[]', '{"error":null}', '{"success":false}']) expect(words(none)).toBeNull();
});
