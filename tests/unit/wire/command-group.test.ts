import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { guardGroup, OWN_GROUP } from '../../../src/wire/command-group.js';
import { test } from '../cli/temporary-folder.js';

test('what could not be started is not ended: no process has its number', async ({ folder }) => {
  const child = spawn('sh', [], { ...OWN_GROUP, cwd: join(folder, 'none') });
  const failed = once(child, 'error');
  let kills = 0;
  child.kill = () => (kills += 1) > 0;
  const { end, letGo } = guardGroup(child);
  end();
  letGo();
  end();
  expect((await failed)[0]).toMatchObject({ code: 'ENOENT' });
  expect([child.pid, kills]).toEqual([undefined, 0]);
});

test('what was started is ended with all that it started', async () => {
  const child = spawn('sh', ['-c', 'sleep 600 & sleep 600'], { ...OWN_GROUP, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(child.stdout, 'close');
  const { end, letGo } = guardGroup(child);
  end();
  letGo();
  // The pipe is closed when the last process that holds it is gone.
  await closed;
  expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
});
