import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startGateway } from '../src/gateway/gateway.js';

/** How requests follow each other. */
export interface Traffic {
  /** Requests a second of all connections together; infinite: each connection sends the next with the answer. */
  readonly pace: number;
  readonly requestsARound: number;
}

/** Far from what the machine can do, so that nothing queues. */
export const UNHURRIED: Traffic = { pace: 1_000, requestsARound: 2_000 };
export const INCESSANT: Traffic = { pace: Number.POSITIVE_INFINITY, requestsARound: 8_000 };

const ROUNDS = 3;

/** Times from the first byte of a request to the last of its answer, in microseconds. */
export interface Latency {
  readonly median: number;
  readonly p99: number;
}

/** What a gateway does to the same requests. */
export interface AddedLatency {
  readonly connections: number;
  readonly direct: Latency;
  readonly through: Latency;
}

/** Measures at several numbers of connections, in turns: without the gateway, with it, without it … */
export async function addedLatencies(counts: readonly number[], traffic: Traffic): Promise<AddedLatency[]> {
  const service = await forkPeer('service');
  const gateway = await forkPeer('gateway', service.origin);
  const added: AddedLatency[] = [];
  for (const connections of counts) {
    const [direct, through]: [number[], number[]] = [[], []];
    for (const origin of [service.origin, gateway.origin]) await oneRound(origin, connections, traffic);
    for (let round = 0; round < ROUNDS; round += 1) {
      direct.push(...(await oneRound(service.origin, connections, traffic)));
      through.push(...(await oneRound(gateway.origin, connections, traffic)));
    }
    added.push({ connections, direct: summarised(direct), through: summarised(through) });
  }
  await gateway.stop();
  await service.stop();
  return added;
}

function summarised(times: number[]): Latency {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 1000;
  return { median: at(0.5), p99: at(0.99) };
}

/** Sends a round of requests; each connection has one under way and waits a random while between two. */
async function oneRound(origin: string, connections: number, traffic: Traffic): Promise<number[]> {
  const times: number[] = [];
  const meanPauseMs = (connections * 1000) / traffic.pace;
  const walk = async (): Promise<void> => {
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    for (let left = Math.ceil(traffic.requestsARound / connections); left > 0; left -= 1) {
      if (meanPauseMs > 0) await setTimeout(2 * Math.random() * meanPauseMs);
      times.push(await timed(socket));
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, walk));
  return times;
}

const REQUEST = [
  'GET /public/v1/instruments?stockGroupCd=INDEX&stockCd=&nextKey= HTTP/1.1',
  'Host: 127.0.0.1',
  `Authorization: Bearer ${'t'.repeat(400)}`,
  `X-Signature: ${'0'.repeat(128)}`,
  'X-Timestamp: 1700000000',
  'Accept: application/json',
  '\r\n',
].join('\r\n');
const BODY = JSON.stringify({ success: true, data: 'd'.repeat(2000) });

/** One request, whose answer ends as all do. */
function timed(socket: Socket): Promise<number> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const onData = (bytes: Buffer): void => {
      if (bytes.at(-1) !== BODY.charCodeAt(BODY.length - 1)) return;
      socket.off('data', onData);
      resolve(performance.now() - startedMs);
    };
    socket.on('data', onData);
    socket.write(REQUEST);
  });
}

/** A service or a gateway in a process of its own. */
interface Peer {
  readonly origin: string;
  stop(): Promise<void>;
}

async function forkPeer(...args: string[]): Promise<Peer> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), args);
  const [origin] = (await once(child, 'message')) as [string];
  const stop = async (): Promise<void> => {
    child.disconnect();
    await once(child, 'exit');
  };
  return { origin, stop };
}

async function startPeer(role: string | undefined, target = ''): Promise<string> {
  if (role === 'gateway') return (await startGateway({ target, onPassage: () => undefined })).origin;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length }).end(BODY);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('disconnect', () => process.exit(0));
  process.send(await startPeer(process.argv[2], process.argv[3]));
}
