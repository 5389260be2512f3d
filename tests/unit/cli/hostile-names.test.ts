import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { LOOPBACK } from './resolve-in.js';
import { test } from './temporary-folder.js';

const EVIL = 'x\n::error::owned\u001b[31m';
const SHOWN = 'x\\n::error::owned\\u001b[31m';

const PROFILES: Readonly<Record<string, object>> = {
  'a member': { [EVIL]: 1 },
  'a limit': { limits: { [EVIL]: 1 } },
  'a pin': { pins: { [EVIL]: 1 } },
  'an order file': { ordersFile: EVIL },
  'a template': { signatureTemplate: `{${EVIL}}` },
};

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'a command': [EVIL],
  'a flag': ['run', `--${EVIL}`],
  'a clause': ['run', '--only', EVIL],
  'a profile': ['run', '--profile', EVIL],
  'a folder of a run': ['report', EVIL],
  'a variable to be signed': ['signature', 'find', '--curl', 'curl', '--env', EVIL],
};

async function said(cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  let printed = '';
  const take = (text: string): void => void (printed += text);
  expect(await runCommandLine(args, { env, cwd, out: take, err: take })).toBe(2);
  return printed;
}

for (const [what, profile] of Object.entries(PROFILES)) {
  test(`what a profile names as ${what} is shown as text`, async ({ folder }) => {
    await writeFile(join(folder, 'p.yaml'), JSON.stringify(profile));
    const printed = await said(folder, ['doctor'], { ...LOOPBACK, TRADECERT_PROFILE: 'p.yaml' });
    expect(printed).toContain('::error::owned\\u001b[31m');
    expect(printed.split('\n').map((line) => line.slice(0, 9))).toEqual([
      expect.any(String),
      '  where  ',
      '  do     ',
      '',
    ]);
    expect(printed).not.toContain('\u001b');
  });
}

for (const [what, args] of Object.entries(COMMANDS)) {
  test(`${what} that there is not is shown as text`, async ({ folder }) => {
    await writeFile(join(folder, 'curl'), "curl https://a.example/ -H 'X-Signature: 00'");
    const printed = await said(folder, args, LOOPBACK);
    expect(printed).not.toMatch(/^::/m);
    expect(printed).not.toContain('\u001b');
    expect(printed.toLowerCase()).toContain(SHOWN.slice(0, 12));
  });
}

test('a variable that means nothing is warned of as text', async ({ folder }) => {
  const printed = await said(folder, ['doctor'], { [`TRADECERT_${EVIL}`]: '1' });
  expect(printed).toContain(`warning: TRADECERT_${SHOWN} in the environment`);
});
