import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import { SCENARIOS } from '../../../src/scenario/scenarios.js';

for (const page of ['README.md', 'docs/certify-a-client.md']) {
  test(`${page} says in how many situations a client is watched`, () => {
    const text = readFileSync(join(packageRoot, page), 'utf8').replace(/\s+/g, ' ');
    expect(text).toContain(`in ${SCENARIOS.length} situations`);
  });
}
