import { Buffer } from 'node:buffer';
import { connect, type Socket } from 'node:net';
import { sleepFor, type Sleep } from '../../src/client/pace.js';
import type { Results } from '../../src/contract/results.js';
import type { Settings } from '../../src/contract/settings.js';
import { certifyService } from '../../src/examine/certify-service.js';
import {
  startReferenceService,
  type ReferenceOptions,
  type ReferenceService,
} from '../../src/mock/reference-service.js';
import { renderTerminal } from '../../src/report/render-terminal.js';
import { writeRun } from '../../src/report/write-run.js';
import { answer, startRawServer, type RawServer } from '../unit/client/raw-server.js';
import { settingsFor, withFolder } from './certify-reference.js';
import { readEverything } from './read-everything.js';

/** Waits a tenth of what is asked for: these services do not come back. */
const impatient: Sleep = (ms, signal) => sleepFor(ms / 10, signal);

/** An answer as the reference service gave it. */
export interface RealAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request that a hostile service has to do something about. */
export interface Asked {
  readonly socket: Socket;
  /** Counts up from 0. */
  readonly index: number;
  /** Head and body as Latin-1. */
  readonly request: string;
  /** What a correct service would answer. */
  readonly real: () => Promise<RealAnswer>;
}

/** Writes to the socket itself, or gives the bytes to be written, or a promise of them; anything else is nothing. */
export type Misbehave = (asked: Asked) => unknown;

/** A reference service behind a front that misbehaves. */
export interface HostileService {
  readonly reference: ReferenceService;
  readonly front: RawServer;
  readonly baseUrl: string;
  /** Each part of the token but its header, the key, and each signature that was sent so far. */
  secrets(): string[];
  close(): Promise<void>;
}

/** Starts one; orders come from the reference service directly. */
export async function startHostileService(
  misbehave: Misbehave,
  options: ReferenceOptions = {},
): Promise<HostileService> {
  const reference = await startReferenceService(options);
  const front = await startRawServer((socket, index, request) => {
    const given = misbehave({ socket, index, request, real: () => forward(reference.baseUrl, request) });
    void Promise.resolve(given)
      .then((bytes) => Buffer.isBuffer(bytes) && socket.write(bytes))
      .catch(() => socket.destroy());
  });
  const { pathname } = new URL(reference.baseUrl);
  return {
    reference,
    front,
    baseUrl: front.origin + pathname,
    secrets: () => [...reference.token.split('.').slice(1), reference.signingKey, ...signaturesIn(front.seen)],
    close: async () => {
      await front.close();
      await reference.close();
    },
  };
}

function signaturesIn(requests: readonly string[]): string[] {
  const sent = requests.flatMap((request) => /^x-signature: *([0-9a-f]{128})\r$/im.exec(request)?.[1] ?? []);
  // the suite sends zeros in the place of one
  return [...new Set(sent)].filter((signature) => /[a-f]/i.test(signature));
}

/** Bytes of a whole answer. */
export function bytesOf({ status, headers, body }: RealAnswer): Buffer {
  return answer(status, body, headers);
}

/** The same answer with another body. */
export function withBody(real: RealAnswer, body: string | Buffer): RealAnswer {
  return { ...real, body: Buffer.from(body) };
}

function forward(baseUrl: string, request: string): Promise<RealAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        Buffer.from(
          request.replace(/^connection: .*\r\n/im, '').replace('\r\n', '\r\nConnection: close\r\n'),
          'latin1',
        ),
      );
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parseAnswer(Buffer.concat(chunks))));
  });
}

function parseAnswer(bytes: Buffer): RealAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')];
  });
  const kept = pairs.filter(([name]) => !/^(?:content-length|connection|keep-alive|transfer-encoding)$/i.test(name));
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(kept), body: bytes.subarray(end + 4) };
}

/** What a run against a hostile service came to. */
export interface HostileRun {
  readonly results: Results;
  /** Verdict of each clause that was asked for. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Every file of the run, and what is said on the terminal. */
  readonly texts: ReadonlyMap<string, string>;
  readonly secrets: readonly string[];
  readonly requests: number;
}

/** Certifies a hostile service on some clauses, with small limits, and writes the whole report. */
export async function certifyHostile(
  misbehave: Misbehave,
  clauses: readonly string[],
  { settings = {}, reference = {} }: { settings?: Partial<Settings>; reference?: ReferenceOptions } = {},
): Promise<HostileRun> {
  const service = await startHostileService(misbehave, reference);
  try {
    return await withFolder(async (folder) => {
      const limits = { timeoutMs: 400, maxResponseBytes: 512 * 1024, connections: 4, ...settings.profile?.limits };
      const changes = { baseUrl: service.baseUrl, ...settings, profile: { ...settings.profile, limits } };
      const whole = settingsFor(service.reference, folder, changes);
      const results = await certifyService({ settings: whole, toolVersion: 'test', clauses, sleep: impatient });
      await writeRun(folder, results);
      const terminal = renderTerminal(results, { color: false, report: 'index.html' });
      const asked = results.clauses.filter(({ id }) => clauses.includes(id));
      return {
        results,
        verdicts: Object.fromEntries(asked.map(({ id, verdict }) => [id, verdict])),
        texts: readEverything(folder).set('terminal', terminal),
        secrets: service.secrets(),
        requests: service.front.seen.length,
      };
    });
  } finally {
    await service.close();
  }
}

/** Names of the files that every run leaves. */
export const RUN_FILES = [
  ...['results.json', 'exchanges.jsonl', 'index.html', 'junit.xml', 'summary.md', 'ctrf.json', 'results.sarif'],
  ...['badge.svg', 'certificate.json'],
];
