import { expect, test } from '@playwright/test';
import { askExaminer, startExaminer } from '../../../src/cli/examiner.js';
import { SuiteError } from '../../../src/contract/suite-error.js';
import { someClause } from '../report/some-results.js';

test('a clause is asked for by its id', async () => {
  const examiner = await startExaminer((id) => Promise.resolve(someClause('pass', { id })));
  expect(await askExaminer(examiner, 'SIG-001')).toEqual(someClause('pass', { id: 'SIG-001' }));
  await examiner.close();
});

test('nobody without the key is answered', async () => {
  const asked: string[] = [];
  const examiner = await startExaminer((id) => {
    asked.push(id);
    return Promise.resolve(someClause('pass', { id }));
  });
  await expect(askExaminer({ ...examiner, key: 'x'.repeat(64) }, 'SIG-001')).rejects.toThrow(
    'The run does not answer its own tests.',
  );
  const bare = await fetch(examiner.url, { method: 'POST', body: '{"id":"SIG-001"}' });
  expect(bare.status).toBe(404);
  expect(asked).toEqual([]);
  await examiner.close();
});

test('an error of ours reaches the test with its place and remedy', async () => {
  const examiner = await startExaminer(() => Promise.reject(new SuiteError('What.', 'where', 'remedy')));
  const error = await askExaminer(examiner, 'SIG-001').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SuiteError);
  expect((error as SuiteError).explain()).toBe('What.\n  where  where\n  do     remedy\n');
  await examiner.close();
});

test('an error that nobody foresaw reaches it by its kind and place, without its message and its stack', async () => {
  const examiner = await startExaminer(() => Promise.reject(new TypeError('canary-5ecret-value')));
  const error = (await askExaminer(examiner, 'SIG-001').catch((thrown: unknown) => thrown)) as SuiteError;
  expect(error.message).toBe('The command broke off: an error that was not foreseen (TypeError).');
  expect(error.where).toMatch(/examiner\.test\.ts:\d+:\d+$/);
  expect(error.remedy).toContain('please report it');
  await examiner.close();
});
