import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { withCallbacks } from '../../../src/api/callbacks.js';
import { certifyService } from '../../../src/api/certify-service.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { test } from '../cli/temporary-folder.js';

test('where a function of the caller throws, the run ends, sets its orders back, and throws that', async ({
  folder,
}) => {
  const service = await startReferenceService();
  const { baseUrl, token, signingKey, signatureTemplate, ordersUrl } = service;
  try {
    const out = join(folder, 'ended');
    const certified = certifyService({
      ...{ baseUrl, token, signingKey, signatureTemplate, orders: { url: ordersUrl }, out, seed: 1, depth: 'smoke' },
      onProgress: ({ requests }) => {
        if (requests > 20) throw new RangeError('of the caller');
      },
    });
    await expect(certified).rejects.toThrow(RangeError);
    const { notes } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as { notes: string[] };
    expect(notes).toContain('Stopped early: the run was interrupted.');
    expect(notes.filter((note) => note.startsWith('Not set back'))).toEqual([]);
    expect(existsSync(join(out, 'orders.jsonl'))).toBe(false);
  } finally {
    await service.close();
  }
});

test('what a function throws later counts as well, and the first error is the one that is told', async () => {
  const told = {
    onWarning: (text: string) => Promise.reject(new Error(text)) as unknown as undefined,
    onProgress: () => {
      throw new Error('second');
    },
  };
  const task = withCallbacks(told, async ({ onWarning, onProgress, ...given }) => {
    onWarning('first');
    await Promise.resolve();
    await Promise.resolve();
    onProgress();
    expect(Object.keys(given)).toEqual(['signal']);
    expect((given as { signal?: AbortSignal }).signal?.aborted).toBe(true);
  });
  await expect(task).rejects.toThrow('first');
});

test('the signal of the caller goes on to the task, with its reason, and is no error of the caller’s functions', async () => {
  const ending = new AbortController();
  const reason = await withCallbacks({ signal: ending.signal }, ({ signal }) => {
    ending.abort('enough');
    return Promise.resolve(signal.reason as unknown);
  });
  expect(reason).toBe('enough');
});
