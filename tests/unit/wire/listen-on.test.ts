import { expect, test } from '@playwright/test';
import { listenOn } from '../../../src/wire/listen-on.js';

/** A server to which the system gives no port so many times. */
function serverRefused(times: number, code: string) {
  let failed: (error: Error) => void = () => undefined;
  const server = {
    tries: 0,
    offs: 0,
    off: () => (server.offs += 1),
    once: (_: 'error', call: (error: Error) => void) => (failed = call),
    listen: (_port: number, _host: string, listening: () => void) => {
      server.tries += 1;
      if (server.tries > times) listening();
      else failed(Object.assign(new Error(code), { code }));
    },
  };
  return server;
}

test('where any port will do and none is free, one is waited for', async () => {
  const server = serverRefused(2, 'EADDRINUSE');
  await listenOn(server, 0, '127.0.0.1');
  expect(server).toMatchObject({ tries: 3, offs: 2 });
});

test('not for ever', async () => {
  const server = serverRefused(100, 'EADDRINUSE');
  await expect(listenOn(server, 0, '127.0.0.1', 200)).rejects.toThrow('EADDRINUSE');
  expect(server.tries).toBe(2);
});

test('a port that is named, and any other trouble, is told at once', async () => {
  for (const [port, code] of [
    [4010, 'EADDRINUSE'],
    [0, 'EACCES'],
  ] as const) {
    const server = serverRefused(1, code);
    await expect(listenOn(server, port, '127.0.0.1')).rejects.toThrow(code);
    expect(server.tries).toBe(1);
  }
});
