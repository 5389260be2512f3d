import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Profile } from '../../../src/contract/profile.js';
import { certifyService } from '../../../src/examine/certify-service.js';
import { resultOf } from '../../support/certify-reference.js';
import { someSettings } from '../../support/some-settings.js';
import { test } from './temporary-folder.js';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const COMMAND = ['--import', TSX, join(packageRoot, 'src/cli/main.ts')];

/** Gives the task what `tradecert serve` prints, and ends it afterwards as Ctrl-C does. */
async function whileServing(args: readonly string[], task: (printed: string) => Promise<void>): Promise<number | null> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...COMMAND, 'serve', ...args], { env: { PATH } });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
        if (printed.endsWith('Ctrl-C ends it.\n')) resolve();
      });
      child.once('close', () => reject(new Error(`the service ended: ${printed}`)));
    });
    await task(printed);
  } finally {
    child.kill('SIGINT');
  }
  return ended;
}

/** The value of a variable in the lines to copy, of which none here needs quotes. */
function exported(printed: string, name: string): string {
  return new RegExp(`^export TRADECERT_${name}=(\\S+)$`, 'm').exec(printed)?.[1] ?? '';
}

test('what a fault needs is set up, and the printed lines let a run find it', async ({ folder }) => {
  const faults = ['trade-order-history-without-token', 'base-url-of-version-2', 'token-not-bound'];
  const status = await whileServing(
    faults.flatMap((name) => ['--fault', name]),
    async (printed) => {
      expect(exported(printed, 'BASE_URL')).toMatch(/\/public\/v2$/);
      expect(exported(printed, 'SIGNATURE_TEMPLATE')).toBe('snap');
      const [, lines = ''] = /^(operations:\n(?: {2}- .*\n)+)/m.exec(printed) ?? [];
      const profile = parse(lines) as Profile;
      expect(profile.operations).toHaveLength(23);
      const results = await certifyService({
        settings: someSettings({
          baseUrl: exported(printed, 'BASE_URL'),
          token: exported(printed, 'TOKEN'),
          signingKey: exported(printed, 'SIGNING_KEY'),
          signatureTemplate: exported(printed, 'SIGNATURE_TEMPLATE'),
          orders: { kind: 'url', url: exported(printed, 'ORDERS_URL') },
          ...{ profile, depth: 'smoke', outDir: folder },
        }),
        toolVersion: 'test',
        clauses: ['OPS-006', 'OPS-007', 'VER-001', 'SIG-010'],
      });
      const verdicts = ['OPS-006', 'OPS-007', 'VER-001', 'SIG-010'].map((id) => resultOf(results, id).verdict);
      expect(verdicts).toEqual(['warn', 'pass', 'fail', 'fail']);
    },
  );
  expect(status).toBe(0);
});

test('a service without the other operations prints none', async () => {
  await whileServing([], (printed) => {
    expect(printed).not.toContain('operations');
    return Promise.resolve();
  });
});
