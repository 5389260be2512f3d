import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../src/contract/package-root.js';
import type { Results } from '../../src/contract/results.js';
import type { RealService } from './real-service.js';

/** Certifies a running service with the whole command, at standard depth, with seed 42. */
export async function certify(service: RealService, out: string): Promise<Results> {
  const flags = ['--seed', '42', '--depth', 'standard', '--max-time', '10m', '--out', out];
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TRADECERT'));
  const command = spawn(process.execPath, [join(packageRoot, 'bin/tradecert.js'), 'run', ...flags], {
    cwd: service.folder,
    env: {
      ...Object.fromEntries(others),
      TRADECERT_BASE_URL: `${service.origin}/public/v1`,
      TRADECERT_ORDERS_URL: `${service.origin}/test-orders`,
      TRADECERT_TOKEN: service.token,
      TRADECERT_SIGNING_KEY: service.signingKey,
      TRADECERT_SIGNATURE_TEMPLATE: '{timestamp}{method}{path}{body}',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(command, 'close');
  return JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as Results;
}
