import { Buffer } from 'node:buffer';
import type { Headers } from '../wire/exchange.js';
import type { Passage } from '../wire/passage.js';
import { splitTarget } from '../wire/signing.js';

/** A secret of the recording that no setting told of. */
export interface RecordedSecret {
  readonly name: string;
  readonly value: string;
}

const JWT = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const NAMES_SECRET = /(?:^|[-_])(?:api[-_]?key|secret|passw(?:or)?d|credentials?|token|session(?:[-_]?id)?)(?:$|[-_])/i;
/** Members of the JSON of a login. */
const TOLD = /"[\w-]*(?:token|secret|passw(?:or)?d|api_?key)"\s*:\s*"([^"\\]{8,})"/gi;
/** Shorter values are no secrets, and would be found in everything. */
const SHORTEST = 8;
const MOST = 32;
/** How far into a body it is looked, in bytes. */
const FURTHEST = 256 * 1024;

/**
 * What in a passage looks like a secret, beyond the credentials of the document: it must not come into a report only
 * because it was recorded.
 *
 * @param isOther - it is for none of the two operations, so that its bodies may be those of a login
 */
export function secretsIn({ request, response }: Passage, isOther: boolean): RecordedSecret[] {
  const values = [
    ...request.headers.flatMap(([, value]) => jwtsIn(value)),
    ...[...request.headers, ...(response?.headers ?? [])].flatMap(ofHeader),
    ...jwtsIn(request.target),
    ...inQuery(request.target),
    ...(isOther ? [...inBody(request.body), ...inBody(response?.body ?? null)] : []),
  ];
  const long = values.filter((value) => value.length >= SHORTEST);
  return [...new Set(long)].slice(0, MOST).map((value) => ({ name: 'secret', value }));
}

/** A text for people without what looks like a token. */
export function withoutTokens(text: string): string {
  return text.replace(JWT, '[redacted:token]');
}

function jwtsIn(text: string): string[] {
  return text.match(JWT) ?? [];
}

function ofHeader([name, value]: Headers[number]): string[] {
  return NAMES_SECRET.test(name) ? [value] : [];
}

function inQuery(target: string): string[] {
  return [...new URLSearchParams(splitTarget(target).query)].flatMap(([name, value]) =>
    NAMES_SECRET.test(name) ? [value] : [],
  );
}

function inBody(body: Uint8Array | null): string[] {
  if (body === null) return [];
  const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, FURTHEST)).toString('utf8');
  return [...jwtsIn(text), ...[...text.matchAll(TOLD)].map(([, value = '']) => value)];
}
