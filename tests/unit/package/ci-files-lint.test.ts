import { expect, test } from '@playwright/test';
import { ciFiles as files } from '../../support/ci-files.js';
import { lintGitlab, lintWorkflow } from '../../support/lint-ci.js';

for (const [name, text] of files('github')) {
  test(`${name} is a workflow by GitHub's own parser`, async () => {
    expect(await lintWorkflow(text)).toEqual([]);
  });
}
for (const [name, text] of files('gitlab')) {
  test(`${name} is a configuration by GitLab's own schema`, () => {
    expect(lintGitlab(text)).toBe('');
  });
}

const BROKEN_WORKFLOWS = [
  ['a key that there is not', 'timeout-minutes: 60', 'timeout-minute: 60'],
  ['an expression of no context', 'secrets.TRADECERT_TOKEN', 'secrest.TRADECERT_TOKEN'],
  ['a job that there is not', 'needs: shard', 'needs: shards'],
  ['a permission that there is not', 'security-events: write', 'security-event: write'],
  ['a time that is none', "'17 4 * * 1-5'", "'17 44 * * 1-5'"],
  ['an indentation', '      - run: npm ci', '     - run: npm ci'],
] as const;

for (const [what, right, wrong] of BROKEN_WORKFLOWS) {
  test(`the parser finds ${what} wrong in a workflow`, async () => {
    const [, nightly = ''] = files('github').find(([name]) => name.endsWith('/nightly.yml')) ?? [];
    expect(nightly).toContain(right);
    expect(await lintWorkflow(nightly.replace(right, wrong))).not.toEqual([]);
  });
}

const BROKEN_CONFIGURATIONS = [
  ['a key that there is not', 'resource_group: tradecert', 'resourcegroup: tradecert'],
  ['a moment that there is not', 'when: always', 'when: allways'],
  ['a job that there is not', 'needs: [tradecert-shard]', 'needs: [tradecert-shards]'],
  ['a report that there is not', 'junit: certified', 'junits: certified'],
] as const;

for (const [what, right, wrong] of BROKEN_CONFIGURATIONS) {
  test(`the schema finds ${what} wrong in a configuration`, () => {
    const [, service = ''] = files('gitlab').find(([name]) => name.endsWith('service.yml')) ?? [];
    expect(service).toContain(right);
    expect(lintGitlab(service.replace(right, wrong))).not.toBe('');
  });
}
