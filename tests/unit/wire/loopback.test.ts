import { expect, test } from '@playwright/test';
import { isLoopback } from '../../../src/wire/loopback.js';

const isThisMachine = (host: string): boolean => isLoopback(new URL(`http://${host}/`).hostname);

test('a name or an address of this machine is told, however it is written', () => {
  const hosts = ['localhost', 'LOCALHOST.', 'api.localhost', '127.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'];
  expect(hosts.filter((host) => !isThisMachine(host))).toEqual([]);
});

test('what only looks like it is another machine', () => {
  const hosts = ['localhost.example', 'mylocalhost', '127.0.0.1.example', '128.0.0.1', '[::ffff:128.0.0.1]', '[::2]'];
  expect(hosts.filter(isThisMachine)).toEqual([]);
});
