import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import type { Order } from '../../../src/contract/order.js';
import type { Results } from '../../../src/contract/results.js';
import { startReferenceService } from '../../../src/mock/reference-service.js';
import type { RecordedExchange } from '../../../src/wire/exchange.js';
import { isThere } from '../../support/is-there.js';
import { COMMAND } from '../../support/start-command.js';
import { test } from './temporary-folder.js';

/** A service that is run against with these settings, and what happens with its request of that number. */
async function serviceWith(requests: number, happen: () => void) {
  const counted = { seen: 0 };
  const service = await startReferenceService({
    latencyMs: 5,
    alterations: [
      {
        name: 'watched',
        does: 'Counts requests.',
        apply: (before) => ({
          route: (call) => {
            counted.seen += 1;
            if (counted.seen === requests) happen();
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
  return { counted, env, close: () => service.close() };
}

for (const requests of [40, 400]) {
  test(`of a run that is killed with request ${requests}, the report tells what was measured`, async ({ folder }) => {
    test.slow();
    let kill: () => void = () => undefined;
    const { counted, env, close } = await serviceWith(requests, () => kill());
    const child = spawn(process.execPath, [...COMMAND, 'run', '--seed', '1', '--out', 'o'], {
      ...{ cwd: folder, env, stdio: 'ignore', detached: true },
    });
    const group = -(child.pid ?? 0);
    kill = () => process.kill(group, 'SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => isThere(group)).toBe(false);
    await close();
    expect(counted.seen).toBeGreaterThanOrEqual(requests);

    let printed = '';
    const surroundings = { env: {}, cwd: folder, out: (text: string) => void (printed += text), err: () => undefined };
    expect(await runCommandLine(['report', 'o', '--json'], surroundings)).toBe(3);
    expect(printed).toContain('The run was killed: ');
    expect((await readdir(join(folder, 'o'))).filter((name) => /^(room|running-\d+)\.partial$/.test(name))).toEqual([]);
    const textOf = (name: string): Promise<string> => readFile(join(folder, 'o', name), 'utf8');
    const orders = parsed(await textOf('orders.jsonl')) as unknown as Order[];
    const changed = changedIn(parsed(await textOf('exchanges.jsonl')), orders);
    const notes = (JSON.parse(printed) as Results).notes.filter((note) => note.includes('orders.jsonl'));
    expect(notes.length).toBe(1);
    const [, told = '0', of = ''] =
      /^By what is recorded, (\d+) of (\d+) orders may not be set back; /.exec(notes[0] ?? '') ?? [];
    expect(Number(told)).toBeGreaterThanOrEqual(changed.size);
    expect(Number(told)).toBeLessThanOrEqual(orders.length);
    if (of === '') expect(notes[0]).toContain(`(${orders.length} orders in orders.jsonl)`);
    const named = [...(notes[0] ?? '').matchAll(/(\S+) of \S+ \(orderPrice /g)];
    expect(named.length).toBe(Math.min(Number(told), 3));
  });
}

test('where only the process of Playwright is killed, the orders and how to go on are told', async ({ folder }) => {
  test.slow();
  const { env, close } = await serviceWith(400, () => {
    const [claim = ''] = readdirSync(join(folder, 'o')).filter((name) => name.startsWith('running-'));
    const { pid } = JSON.parse(readFileSync(join(folder, 'o', claim), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGKILL');
  });
  const child = spawn(process.execPath, [...COMMAND, 'run', '--seed', '1', '--out', 'o'], {
    ...{ cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(2);
  await close();
  expect(said).toMatch(
    /The run broke off before it came to a verdict \(signal SIGKILL\)\.\nBy what is recorded, \d+ of \d+ orders/,
  );
  expect(said).toContain(
    'go on with it, which sets its orders back: npx tradecert run --resume o; if it happens again',
  );
});

function parsed(lines: string): Readonly<Record<string, unknown>>[] {
  const whole = lines.slice(0, lines.lastIndexOf('\n')).split('\n');
  return whole.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

/** Numbers of the orders whose last modify that was accepted gave them another price than they had. */
function changedIn(exchanges: readonly Readonly<Record<string, unknown>>[], orders: readonly Order[]): Set<string> {
  const changed = new Set<string>();
  for (const { operation, request, response } of exchanges as unknown as RecordedExchange[]) {
    if (operation !== 'modifyOrder' || response?.text?.includes('"success":true') !== true) continue;
    const { orderNo, orderPrice, barrierPrice } = JSON.parse(request.text ?? '') as Order;
    const first = orders.find((order) => order.orderNo === orderNo);
    if (first?.orderPrice === orderPrice && first.barrierPrice === barrierPrice) changed.delete(orderNo);
    else changed.add(orderNo);
  }
  return changed;
}
