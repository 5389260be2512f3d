import { Buffer } from 'node:buffer';
import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { SuiteError } from '../contract/suite-error.js';
import type { Headers, WireRequest } from './exchange.js';
import { headerValue } from './headers.js';
import { ownValue } from './own-value.js';
import {
  NONCE_HEADER,
  sourcesIn,
  type Group,
  type Piece,
  type Source,
  type SourcePiece,
  type Template,
} from './signature-template.js';
import { splitTarget } from './target.js';
import { asBytes, type Value } from './template-values.js';
import { withOtherPath, type PathInstead } from './written-path.js';

export type { KeyObject } from 'node:crypto';

/** What a request is signed over, before the template picks from it. */
export interface SigningInput {
  /** The exact X-Timestamp text. */
  readonly timestamp: string;
  readonly method: string;
  /** Path with the base URL's prefix, and `?query` where there is one, as sent. */
  readonly target: string;
  /** Such as `https://api.example`, without a slash at the end. */
  readonly origin: string;
  /** The exact bytes; empty where there is no body. */
  readonly body: Uint8Array;
  /** The JWT without `Bearer `. */
  readonly token: string;
  readonly nonce?: string;
  /** For `{header:NAME}`: the headers as sent, the signature's own left out. */
  readonly headers?: Headers;
  /** For `{env:NAME}`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** For a wrong signature: what is put into literal text of the template that writes the path out. */
  readonly pathInstead?: PathInstead;
}

/** What a signature can be made with; the right one is SHA-512. */
export const HASHES = ['sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-512'] as const;

/** One of {@link HASHES}. */
export type Hash = (typeof HASHES)[number];

/** Digests by SHA-512 that are no HMAC: of the text alone, or with the key before or behind it. */
export type PlainDigest = 'text' | 'key, text' | 'text, key';

const READ: Readonly<Record<Source, (input: SigningInput) => Value>> = {
  timestamp: (input) => input.timestamp,
  method: (input) => input.method,
  path: (input) => splitTarget(input.target).path,
  query: (input) => splitTarget(input.target).query,
  target: (input) => input.target,
  url: (input) => input.origin + input.target,
  host: (input) => input.origin.slice(input.origin.indexOf('://') + 3),
  body: (input) => input.body,
  token: (input) => input.token,
  nonce: (input) => input.nonce ?? '',
};

/** The bytes that are signed. @throws SuiteError where `{env:NAME}` has no value */
export function preimage(template: Template, input: SigningInput): Buffer {
  return Buffer.concat(template.pieces.map((piece) => asBytes(valueOf(piece, input))));
}

/** What one piece of a template is, and what each of its transforms makes of it. */
export interface PieceSteps {
  /** Such as `body` or `header:X-Api-Key`, or a group as it is written; `null`: literal text. */
  readonly source: string | null;
  /** The sources that are in it. */
  readonly within: readonly string[];
  /** The value of the source first, under the name of the source. */
  readonly values: readonly { readonly name: string; readonly value: string | Uint8Array }[];
}

/** The pieces of {@link preimage} with what leads to them. Holds secrets. @throws SuiteError where `{env:NAME}` has no value */
export function stepsOf(template: Template, input: SigningInput): readonly PieceSteps[] {
  return template.pieces.map((piece) => {
    if (piece.kind === 'literal') return { source: null, within: [], values: [{ name: '', value: piece.text }] };
    const source = piece.kind === 'group' ? piece.text : nameOf(piece);
    const values = [{ name: source, value: rawValueOf(piece, input) }];
    for (const { name, apply } of piece.transforms) values.push({ name, value: apply(values.at(-1)?.value ?? '') });
    return { source, within: sourcesIn([piece]).map(nameOf), values };
  });
}

function nameOf({ source, name }: SourcePiece): string {
  return name === '' ? source : `${source}:${name}`;
}

/**
 * The signature: HMAC-SHA512 in lower-case hexadecimal.
 *
 * @param hash - another one, or a digest that is no HMAC, makes a wrong signature
 * @throws SuiteError where `{env:NAME}` has no value
 */
export function sign(
  template: Template,
  key: KeyObject,
  input: SigningInput,
  hash: Hash | PlainDigest = 'sha512',
): string {
  const digest = isPlain(hash) ? createHash('sha512') : createHmac(hash, key);
  if (hash === 'key, text') digest.update(key.export());
  for (const piece of template.pieces) digest.update(valueOf(piece, input));
  if (hash === 'text, key') digest.update(key.export());
  return digest.digest('hex');
}

function isPlain(hash: Hash | PlainDigest): hash is PlainDigest {
  return !(HASHES as readonly string[]).includes(hash);
}

/** What the sender of a request that arrived was to sign over, by its own headers. */
export function signingInputOf(
  request: WireRequest,
  { origin, env }: { readonly origin: string; readonly env?: Readonly<Record<string, string | undefined>> },
): SigningInput {
  const { headers } = request;
  return {
    timestamp: headerValue(headers, 'x-timestamp') ?? '',
    method: request.method,
    target: request.target,
    origin,
    body: request.body ?? new Uint8Array(),
    token: (headerValue(headers, 'authorization') ?? '').replace(/^Bearer +/i, ''),
    nonce: headerValue(headers, NONCE_HEADER) ?? '',
    headers,
    ...(env === undefined ? {} : { env }),
  };
}

function valueOf(piece: Piece, input: SigningInput): Value {
  if (piece.kind === 'literal') return input.pathInstead ? withOtherPath(piece.text, input.pathInstead) : piece.text;
  let value = rawValueOf(piece, input);
  for (const { apply } of piece.transforms) value = apply(value);
  return value;
}

function rawValueOf(piece: SourcePiece | Group, input: SigningInput): Value {
  if (piece.kind === 'source') return read(piece.source, piece.name, input);
  return Buffer.concat(piece.pieces.map((inner) => asBytes(valueOf(inner, input))));
}

function read(source: Source | 'header' | 'env', name: string, input: SigningInput): Value {
  if (source === 'header') return headerValue(input.headers ?? [], name) ?? '';
  if (source !== 'env') return READ[source](input);
  const value = ownValue(input.env ?? {}, name);
  if (value !== undefined) return value;
  throw new SuiteError(
    `The signature template needs the variable ${name}, which is not set.`,
    `the signature template, {env:${name}}`,
    `set ${name}, or take it out of the template`,
  );
}
