import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { firstUsable } from '../../support/browser.js';
import { withFolder } from '../../support/certify-reference.js';

test('a browser for the tests is one that starts, not one that is merely there', async () => {
  test.skip(process.platform === 'win32', 'programs are not started there to be asked');
  await withFolder((folder) => {
    const program = (name: string, status: number): string => {
      const path = join(folder, name);
      writeFileSync(path, `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 });
      return path;
    };
    const [missing, broken, whole] = [join(folder, 'missing'), program('broken', 127), program('whole', 0)];
    expect(firstUsable([missing, broken, whole])).toBe(whole);
    expect(firstUsable([missing, broken])).toBeUndefined();
    return Promise.resolve();
  });
});
