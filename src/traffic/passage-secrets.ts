import { Buffer } from 'node:buffer';
import type { OperationId } from '../contract/clause.js';
import { isClosedHeader, isClosedName } from '../wire/closed-names.js';
import { valuesNamed } from '../wire/closed-members.js';
import type { Headers } from '../wire/exchange.js';
import { exposedTarget, type HandedOut } from '../wire/handed-out.js';
import type { Passage } from '../wire/passage.js';
import { tokensIn } from '../wire/token-shape.js';

/** Shorter values are no secrets, and would be found in everything; longer ones are left to their names and shapes. */
const SHORTEST = 12;
const LONGEST = 8 * 1024;
const MOST = 16;
/** Whoever records a request knows these by what they are. */
const OWN = /^(?:authorization|x-signature)$/i;
/** How far into a body it is looked, in bytes. */
const FURTHEST = 256 * 1024;

/**
 * What in a passage is a secret that no setting told of, by its name or its shape, so that it is found wherever else it
 * comes up. At most 16, since whoever sends more wants others to be forgotten.
 *
 * @param operation - `null`: none of the two, so that its bodies may be those of a login
 */
export function secretsIn(
  { request, response }: Passage,
  operation: OperationId | null,
  handedOut: HandedOut,
): readonly string[] {
  const headers = [...request.headers, ...(response?.headers ?? [])].filter(([name]) => !OWN.test(name));
  const texts = operation === null ? [textOf(request.body), textOf(response?.body ?? null)] : [];
  const target = exposedTarget(request.target, operation);
  const values = [
    ...headers.filter(([name]) => isClosedHeader(name.toLowerCase())).map(([, value]) => value),
    ...[target, ...texts].flatMap((text) => valuesNamed(text, isClosedName, MOST)),
    ...[...valuesOf(headers), target, ...texts].flatMap((text) => tokensIn(text, MOST)),
  ];
  const fit = values.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
  return [...new Set(fit)].filter((value) => !handedOut.has(value)).slice(0, MOST);
}

const valuesOf = (headers: Headers): string[] => headers.map(([, value]) => value);

function textOf(body: Uint8Array | null): string {
  if (body === null) return '';
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, FURTHEST)).toString('utf8');
}
