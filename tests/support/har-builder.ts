import { createSecretKey } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditHar, type AuditOptions, type AuditResults } from '../../src/audit/audit-har.js';
import type { ClauseResult, Results } from '../../src/contract/results.js';
import type { TrafficSettings } from '../../src/traffic/traffic-settings.js';
import type { Headers } from '../../src/wire/exchange.js';
import type { Passage } from '../../src/wire/passage.js';
import { DEFAULT_TEMPLATE, resolveTemplate } from '../../src/wire/signature-template.js';
import { KEY_TEXT, NOW_MS, ORIGIN } from './conduct-builder.js';

/** An entry of a HAR, or anything that stands in the place of one. */
export type Entry = Readonly<Record<string, unknown>>;

const pairs = (headers: Headers): object[] => headers.map(([name, value]) => ({ name, value }));

function textOf(bytes: Uint8Array): { text: string; encoding?: string } {
  const text = Buffer.from(bytes).toString('utf8');
  const isPlain = isUtf8(bytes) && !text.includes('\ufffd');
  return isPlain ? { text } : { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}

/** A passage as HAR 1.2 has it, nothing left out. */
export function entryOf({ request, response, arrivedAtMs, answeredAtMs, connection }: Passage): Entry {
  const { method, target, headers, body } = request;
  return {
    startedDateTime: new Date(arrivedAtMs).toISOString(),
    time: answeredAtMs - arrivedAtMs,
    request: {
      ...{ method, url: `${ORIGIN}${target}`, httpVersion: 'HTTP/1.1', cookies: [], headers: pairs(headers) },
      ...{ queryString: [], headersSize: -1, bodySize: body?.length ?? 0 },
      ...(body === null ? {} : { postData: { mimeType: 'application/json', ...textOf(body) } }),
    },
    response:
      response === undefined
        ? { status: 0, statusText: '', headers: [], content: {}, redirectURL: '', headersSize: -1, bodySize: -1 }
        : {
            ...{ status: response.status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [] },
            ...{ headers: pairs(response.headers), redirectURL: '', headersSize: -1, bodySize: -1 },
            content: { size: response.body.length, mimeType: 'application/json', ...textOf(response.body) },
          },
    cache: {},
    timings: { send: 0, wait: answeredAtMs - arrivedAtMs, receive: 0 },
    connection: `socket-${connection}`,
  };
}

/** A HAR with these entries and what usually stands around them. */
export function harOf(entries: readonly unknown[]): object {
  return { log: { version: '1.2', creator: { name: 'a recorder', version: '1' }, pages: [], entries, comment: '' } };
}

/** Writes a HAR, or exactly this text, and returns its path. */
export async function writeHar(folder: string, content: readonly unknown[] | string): Promise<string> {
  const path = join(folder, 'session.har');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(harOf(content)));
  return path;
}

/** What an audit works with unless a test says otherwise: the key is known, the token is not. */
export function auditSettings(outDir: string): TrafficSettings {
  return {
    ...{ outDir, seed: 0, depth: 'standard', only: null, strict: false, profile: {}, profileFile: null },
    ...{ token: '', signingKey: KEY_TEXT, signingKeyEncoding: 'utf8', signatureTemplate: DEFAULT_TEMPLATE, env: {} },
  };
}

/** Audits a HAR in a folder, into `out` in it, in place of an earlier audit. */
export async function audited(
  folder: string,
  content: readonly unknown[] | string,
  different: Partial<AuditOptions> = {},
): Promise<AuditResults> {
  const outDir = join(folder, 'out');
  await rm(outDir, { recursive: true, force: true });
  return auditHar({
    path: await writeHar(folder, content),
    baseUrl: null,
    settings: auditSettings(outDir),
    template: resolveTemplate(DEFAULT_TEMPLATE),
    key: createSecretKey(Buffer.from(KEY_TEXT)),
    toolVersion: '0.0.0',
    now: () => NOW_MS,
    ...different,
  });
}

/** Ids of the clauses with a verdict, sorted. */
export function withVerdict({ clauses }: Results, ...verdicts: readonly ClauseResult['verdict'][]): string[] {
  return clauses.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

/** The result of one clause. */
export function clauseOf({ clauses }: Results, id: string): ClauseResult {
  const found = clauses.find((clause) => clause.id === id);
  if (found === undefined) throw new Error(`No clause ${id}`);
  return found;
}
