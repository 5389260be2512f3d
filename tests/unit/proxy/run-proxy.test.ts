import { readdir } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { expect } from '@playwright/test';
import { runCommandLine } from '../../../src/cli/command-line.js';
import { startProxy, type ProxyOptions } from '../../../src/proxy/run-proxy.js';
import { refuseItself } from '../../../src/proxy/refuse-itself.js';
import { resolveTemplate } from '../../../src/wire/signature-template.js';
import { BEARER, NOW_MS, NOW_S, ORDER } from '../../support/conduct-builder.js';
import { enveloped } from '../../support/exchange-builder.js';
import { test } from '../cli/temporary-folder.js';

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

async function proxy(cwd: string, ...flags: readonly string[]): Promise<[number, string]> {
  let err = '';
  const status = await runCommandLine(['proxy', ...flags], {
    ...{ env: {}, cwd, out: () => undefined },
    err: (text) => void (err += text),
  });
  return [status, err];
}

for (const host of [
  '127.0.0.1',
  '127.1',
  '0.0.0.0',
  'localhost',
  'a.localhost',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
]) {
  test(`a target that is the proxy itself is refused: ${host}`, async ({ folder }) => {
    const target = `http://${host}:4750/public/v1`;
    for (const flag of ['--listen', '--control']) {
      const [status, err] = await proxy(folder, '--target', target, flag, '4750');
      expect([status, err.split('\n')[0]]).toEqual([
        2,
        'The target is the proxy itself: it would listen on port 4750 of this machine, too.',
      ]);
    }
    expect((await readdir(folder, { recursive: true })).join()).not.toContain('.');
  });
}

for (const [target, port] of [
  ['http://127.0.0.1:4751', 4750],
  ['http://staging.example:4750', 4750],
  ['https://localhost', 80],
  ['http://localhost', 0],
  ['http://127.0.0.2:4750', 4750],
] as const) {
  test(`another target is let be: ${target} and ${port}`, () => {
    expect(() => refuseItself(target, [port, 0])).not.toThrow();
  });
}

for (const flag of ['--listen', '--control']) {
  test(`a port that is taken leaves the folder of the run as it was: ${flag}`, async ({ folder }) => {
    const other = createServer();
    const port = await listening(other);
    for (const time of ['first', 'again']) {
      const [status, err] = await proxy(folder, '--target', 'http://127.0.0.1:9/v1', flag, `${port}`, '--out', 'run');
      expect([time, status, err]).toEqual([
        time,
        2,
        `Port ${port} is taken by another program.\n  where  ${flag}\n  do     give another port, or 0 for any that is free\n`,
      ]);
    }
    expect(await readdir(`${folder}/run`)).toEqual([]);
    await closed(other);
  });
}

function optionsFor(outDir: string, baseUrl: string): ProxyOptions {
  return {
    settings: {
      ...{ outDir, seed: 1, depth: 'smoke', only: null, strict: false, profile: {}, profileFile: null, env: {} },
      ...{ token: '', signingKey: null, signingKeyEncoding: 'utf8', signatureTemplate: 'concat' },
    },
    ...{ template: resolveTemplate('concat'), key: null, baseUrl, port: 0 },
    ...{ clockSlackMs: 0, toolVersion: 'test' },
    write: () => Promise.resolve(),
  };
}

test('a modify that is sent again byte for byte, since its answer did not come, is told of', async ({ folder }) => {
  const answer = JSON.stringify(enveloped({ success: true }));
  let connections = 0;
  const service = createServer((socket) => {
    connections += 1;
    const isFirst = connections === 1;
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (isFirst) socket.destroy();
      else socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`);
    });
  });
  const running = await startProxy({
    ...optionsFor(folder, `http://127.0.0.1:${await listening(service)}/public/v1`),
    wall: () => NOW_MS,
  });
  const send = (): Promise<Response> =>
    fetch(`${running.baseUrl}/orders/modify`, {
      method: 'POST',
      headers: Object.fromEntries([
        BEARER,
        ['Content-Type', 'application/json'],
        ['X-Timestamp', String(NOW_S)],
        ['X-Signature', 'ab'.repeat(64)],
      ]),
      body: JSON.stringify(ORDER),
    });
  await expect(send()).rejects.toThrow();
  expect((await send()).status).toBe(200);
  const { client } = await running.end();
  await closed(service);
  const ofClause = (id: string): unknown => client.clauses.find((clause) => clause.id === id);
  expect(client.questions.find(({ id }) => id === 'OPN-048')?.observed).toEqual(['reset']);
  expect(ofClause('CLI-041')).toMatchObject({
    ...{ verdict: 'inapplicable' },
    reason: 'a modify was sent again only within 2 s, while its timestamp was still that of the moment',
  });
  expect(ofClause('CLI-044')).toMatchObject({
    verdict: 'warn',
    findings: [{ actual: 'the same modify again, with the same X-Timestamp' }],
  });
});

test('a loop through another hop comes to an end, and is told', async ({ folder }) => {
  const to = { port: 0 };
  const hop = createServer((socket) => {
    const next = connect(to.port, '127.0.0.1');
    for (const end of [socket, next]) end.on('error', () => undefined);
    socket.pipe(next).pipe(socket);
    socket.once('close', () => next.destroy());
  });
  const notes: string[] = [];
  const baseUrl = `http://127.0.0.1:${await listening(hop)}/public/v1`;
  const running = await startProxy({
    ...optionsFor(folder, baseUrl),
    mostConnections: 12,
    onNote: (note) => notes.push(note),
  });
  to.port = Number(new URL(running.baseUrl).port);
  await expect(fetch(`${running.baseUrl}/stocks/orders`)).rejects.toThrow();
  const { client } = await running.end();
  await closed(hop);
  const told = expect.stringContaining('More than 12 connections were open at one time, and further ones were closed.');
  expect(notes).toEqual([told]);
  expect(client.notes).toEqual(expect.arrayContaining([told]));
  expect(client.requests).toBeLessThanOrEqual(12);
});
