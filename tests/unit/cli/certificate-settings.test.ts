import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { generateCertificateKey } from '../../../src/report/certificate/certificate-key.js';
import { resolveIn } from './resolve-in.js';
import { test } from './temporary-folder.js';

const WARNING = 'the private key in key.pem can be read by others: chmod 600 keeps it to its owner';
const FILE = { TRADECERT_CERTIFICATE_KEY_FILE: 'key.pem' };
const pem = generateCertificateKey().privateKey;

for (const [mode, warned] of [
  [0o600, false],
  [0o400, false],
  [0o640, true],
  [0o604, true],
  [0o644, true],
] as const) {
  test(`a key file of mode ${mode.toString(8)} is ${warned ? 'warned of' : 'used as it is'}`, async ({ folder }) => {
    await writeFile(join(folder, 'key.pem'), pem);
    await chmod(join(folder, 'key.pem'), mode);
    const { warnings } = await resolveIn(folder, { env: FILE });
    expect(warnings).toEqual(warned ? [WARNING] : []);
  });
}

test('a key file that is overruled is no one to warn of', async ({ folder }) => {
  await writeFile(join(folder, 'key.pem'), pem, { mode: 0o644 });
  await writeFile(join(folder, '.env'), 'TRADECERT_CERTIFICATE_KEY_FILE=key.pem\n');
  const { warnings } = await resolveIn(folder, { env: { TRADECERT_CERTIFICATE_KEY: pem } });
  expect(warnings).toEqual([]);
});

for (const args of [
  ['audit', 'none.har'],
  ['sign', 'nowhere'],
  ['client', '--exec', 'exit 127', '--scenario', 'plain-walk'],
]) {
  test(`tradecert ${args.join(' ')} warns of the key as well`, async ({ folder }) => {
    await writeFile(join(folder, 'key.pem'), pem);
    await chmod(join(folder, 'key.pem'), 0o644);
    let said = '';
    const io = { env: { ...FILE, PATH: process.env['PATH'] }, cwd: folder, out: () => undefined };
    await runCommandLine(args, { ...io, err: (text) => void (said += text) });
    expect(said).toContain(`warning: ${WARNING}\n`);
    expect(said).not.toContain('PRIVATE');
  });
}
