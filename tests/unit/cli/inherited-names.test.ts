import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { certifyService } from '../../../src/api/certify-service.js';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { explain, LOOPBACK } from './resolve-in.js';
import { test } from './temporary-folder.js';

for (const name of ['constructor', '__proto__', 'toString']) {
  const template = `{timestamp}{env:${name}}{body}`;

  test(`a template that reads ${name} is told that it is not set`, async ({ folder }) => {
    const env = { ...LOOPBACK, TRADECERT_SIGNATURE_TEMPLATE: template };
    expect(await explain(folder, { env })).toContain(`The signature covers the variable ${name}, which is not set.`);
    const options = { ...{ baseUrl: 'http://127.0.0.1:1/public/v1', token: 'a', signingKey: 'b' }, cwd: folder };
    await expect(certifyService({ ...options, signatureTemplate: template })).rejects.toMatchObject({
      message: `The signature covers the variable ${name}, which is not set.`,
    });
  });

  test(`signature find is told that ${name} is not set`, async ({ folder }) => {
    await writeFile(join(folder, 'curl'), "curl https://a.example/ -H 'X-Signature: 00'");
    let said = '';
    const take = (text: string): void => void (said += text);
    const surroundings = { env: { TRADECERT_SIGNING_KEY: 'a' }, cwd: folder, out: take, err: take };
    const args = ['signature', 'find', '--curl', 'curl', '--env', name];
    expect(await runCommandLine(args, surroundings)).toBe(2);
    expect(said).toContain(`The variable ${name} is not set.`);
  });
}
