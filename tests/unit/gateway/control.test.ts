import { expect, test } from '@playwright/test';
import { startControl } from '../../../src/gateway/control.js';

test('results are told as they are at the moment, and nothing else is', async () => {
  let verdict = 'incomplete';
  const control = await startControl(() => ({ verdict }));
  const first = await fetch(control.resultsUrl);
  expect(first.headers.get('content-type')).toBe('application/json');
  expect(await first.json()).toEqual({ verdict: 'incomplete' });
  verdict = 'conformant';
  expect(await (await fetch(control.resultsUrl)).json()).toEqual({ verdict: 'conformant' });
  expect((await fetch(control.resultsUrl, { method: 'POST', body: 'x' })).status).toBe(404);
  expect((await fetch(new URL('/', control.resultsUrl))).status).toBe(404);
  const port = Number(new URL(control.resultsUrl).port);
  await expect(startControl(() => null, port)).rejects.toThrow(/^Port \d+ cannot be listened on \(EADDRINUSE\)\.$/);
  await control.close();
});

test('results that cannot be told are an answer, too', async () => {
  const control = await startControl(() => {
    throw new Error('not now');
  });
  const answer = await fetch(control.resultsUrl);
  expect([answer.status, await answer.json()]).toEqual([500, { error: 'The results cannot be told at this moment.' }]);
  await control.close();
});
