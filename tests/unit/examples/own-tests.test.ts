import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Alteration } from '../../../src/mock/behaviour.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import { startReferenceService, type ReferenceOptions } from '../../../src/mock/reference-service.js';

/** What the own tests of the example come to against a service: what is counted in the last lines. */
async function runAgainst(options: ReferenceOptions): Promise<string> {
  const output = await mkdtemp(join(tmpdir(), 'tradecert-own-tests-'));
  const service = await startReferenceService(options);
  try {
    const env = {
      ...{ PATH: process.env['PATH'], TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
      ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_URL: service.ordersUrl },
    };
    const cli = join(packageRoot, 'node_modules/@playwright/test/cli.js');
    const args = [cli, 'test', '-c', 'examples/own-tests', '--output', output];
    const child = spawn(process.execPath, args, { cwd: packageRoot, env, timeout: 60_000 });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.on('close', resolve));
    return said;
  } finally {
    await service.close();
    await rm(output, { recursive: true, force: true });
  }
}

/** A service that says this of every instrument. */
const saying = (members: object): Alteration => ({
  ...{ name: 'saying', does: '' },
  apply: (before) => ({ recordOf: (...of) => ({ ...(before.recordOf(...of) as object), ...members }) }),
});

/** Those that take fewer prices, or say other things of an instrument, than the reference does. */
const STRICT = [
  ...['price-band', 'price-grid', 'coarse-price-grid', 'no-change-refused', 'no-price-raised', 'no-small-moves'],
  ...['quantity-fixed', 'both-prices-mandatory', 'of-no-group', 'texts-of-any-kind'],
];

test('the example of own tests holds where a service is stricter than the document', async () => {
  const alterations = LEGAL_TWINS.filter(({ name }) => STRICT.includes(name));
  expect(alterations).toHaveLength(STRICT.length);
  const spreads = saying({ isSpreadUsage: true, buySpread: 0 });
  expect(await runAgainst({ alterations: [...alterations, spreads] })).toContain('4 passed');
});

test('the example of own tests finds what is broken', async () => {
  const said = await runAgainst({
    faults: ['no-signature-check'],
    alterations: [saying({ stockGroupCd: 'FOREIGN' })],
  });
  expect(said).toContain('2 passed');
  expect(said).toContain('The request was not refused');
  expect(said).toContain('Expected: "INDEX"');
});
