import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, openSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { packageRoot } from '../../src/contract/package-root.js';
import { frameworks, type Command, type Framework } from './frameworks.js';
import { instruments } from './instruments.js';
import type { Configuration } from './kept-table.js';

/** Most time that a service has until it answers, and until it has ended. */
const LIMIT_MS = 60_000;

/** A running service, and what a caller needs. Ends where it is disposed of. */
export interface RealService extends AsyncDisposable {
  /** Copy of the framework's folder in which it runs. */
  readonly folder: string;
  readonly origin: string;
  readonly token: string;
  readonly signingKey: string;
}

/**
 * Installs a framework's service into a folder.
 *
 * @returns the copy of its folder there
 */
export async function install(name: string, work: string): Promise<string> {
  const folder = join(work, name);
  cpSync(join(packageRoot, 'prove', 'real', name), folder, { recursive: true });
  writeFileSync(join(folder, 'instruments.json'), JSON.stringify(instruments()));
  for (const [program, ...args] of frameworkOf(name).install) {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const [status] = (await once(child, 'close')) as [number | null];
    if (status !== 0) throw new Error(`${name} cannot be installed: ${program} ended with ${status ?? 'a signal'}`);
  }
  return folder;
}

/** Starts an installed service on a free port of this machine, and waits until it answers. */
export async function startService(name: string, configuration: Configuration, folder: string): Promise<RealService> {
  const secret = 'a throw-away secret of thirty-two bytes or more';
  const signingKey = 'throw-away-signing-key-of-a-real-service';
  const port = await freePort();
  const log = openSync(join(folder, `service-${configuration}.log`), 'w');
  const [program, ...args]: Command = frameworkOf(name).start;
  const child = spawn(program, [...args, String(port)], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ PORT: String(port), JWT_SECRET: secret, SIGNING_KEY: signingKey, INSTRUMENTS: 'instruments.json' },
      ...(configuration === 'mended' ? { MENDED: '1' } : {}),
    },
    stdio: ['ignore', log, log],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilItAnswers(child, origin);
  return { folder, origin, token: makeToken(secret), signingKey, [Symbol.asyncDispose]: () => end(child) };
}

function frameworkOf(name: string): Framework {
  const framework = frameworks[name];
  if (framework === undefined) throw new Error(`no framework ${name}`);
  return framework;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function untilItAnswers(child: ChildProcess, origin: string): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < LIMIT_MS) {
    if (child.exitCode !== null) throw new Error('the service ended before it answered; --keep leaves its log');
    const answer = await fetch(origin).catch(() => null);
    if (answer !== null) return;
    await wait(50);
  }
  await end(child);
  throw new Error('the service did not answer in time');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = globalThis.setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  await ended;
  clearTimeout(late);
}

/** A JWT that holds for an hour. */
function makeToken(secret: string): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const head = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'tester', iat: now, exp: now + 3600 })}`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}
