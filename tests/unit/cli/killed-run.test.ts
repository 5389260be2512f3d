import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import type { Results } from '../../../src/contract/results.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import { isThere } from '../../support/is-there.js';
import { test } from './temporary-folder.js';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const COMMAND = ['--import', TSX, join(packageRoot, 'src/cli/main.ts')];

for (const requests of [40, 400]) {
  test(`of a run that is killed with request ${requests}, the report tells what was measured`, async ({ folder }) => {
    test.slow();
    let seen = 0;
    let kill: () => void = () => undefined;
    const accepted = new Set<string>();
    const service = await startReferenceService({
      latencyMs: 5,
      alterations: [
        {
          name: 'watched',
          does: 'Kills the run with its request of a number.',
          apply: (before) => ({
            route: (call) => {
              seen += 1;
              if (seen === requests) kill();
              return before.route(call);
            },
          }),
        },
      ],
    });
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      ...{ PATH, HOME, TRADECERT_BASE_URL: service.baseUrl, TRADECERT_TOKEN: service.token },
      ...{ TRADECERT_SIGNING_KEY: service.signingKey, TRADECERT_ORDERS_URL: service.ordersUrl },
    };
    const child = spawn(process.execPath, [...COMMAND, 'run', '--seed', '1', '--out', 'o'], {
      ...{ cwd: folder, env, stdio: 'ignore', detached: true },
    });
    const group = -(child.pid ?? 0);
    kill = () => process.kill(group, 'SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => isThere(group)).toBe(false);
    await service.close();
    expect(seen).toBeGreaterThanOrEqual(requests);

    let printed = '';
    const surroundings = { env: {}, cwd: folder, out: (text: string) => void (printed += text), err: () => undefined };
    expect(await runCommandLine(['report', 'o', '--json'], surroundings)).toBe(3);
    expect(printed).toContain('The run was killed: ');
    expect((await readdir(join(folder, 'o'))).filter((name) => /^(room|running-\d+)\.partial$/.test(name))).toEqual([]);
    const lines = (await readFile(join(folder, 'o', 'exchanges.jsonl'), 'utf8')).split('\n');
    for (const line of lines) for (const [, number = ''] of line.matchAll(MODIFIED)) accepted.add(number);
    const notes = (JSON.parse(printed) as Results).notes.join('\n');
    const told = new Set([...notes.matchAll(/order (\S+) of \S+ \(orderPrice /g)].map(([, number = '']) => number));
    expect(told.size).toBeGreaterThan(0);
    expect([...accepted].filter((number) => !told.has(number))).toEqual([]);
  });
}

/** The number of an order in the body of a modify that was accepted, as a line of exchanges.jsonl has it. */
const MODIFIED = /\\"orderNo\\":\\"([^"\\]+)\\".*\\"success\\":true/g;
