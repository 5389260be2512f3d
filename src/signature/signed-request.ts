import { Buffer } from 'node:buffer';
import { SuiteError } from '../contract/suite-error.js';
import type { WireRequest } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { signingInputOf, type SigningInput } from '../wire/signing.js';

/** A signed request as somebody else sent it. Holds secrets: never shown as it is. */
export interface SignedRequest {
  readonly request: WireRequest;
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
}

/** Digests by their length in bytes. */
const HASHES = { 64: 'sha512', 48: 'sha384', 32: 'sha256' } as const;

/** What an X-Signature is by its form. */
export interface GivenSignature {
  readonly bytes: Buffer;
  readonly hash: 'sha512' | 'sha384' | 'sha256';
  /** How it is written: `hexadecimal` is what the document states (section 5). */
  readonly spelling: 'hexadecimal' | 'base64' | 'base64 of hexadecimal digits';
}

/**
 * Reads the X-Signature of a request.
 *
 * @throws SuiteError where there is none, or none that a MAC could be
 */
export function givenSignature({ request }: SignedRequest): GivenSignature {
  const text = headerValue(request.headers, 'x-signature')?.trim() ?? '';
  if (text === '') {
    throw unusable('The request has no X-Signature.', 'give a modify that the service accepted, with all its headers');
  }
  const read = readDigest(text, 'hexadecimal') ?? readDigest(text, 'base64') ?? readNested(text);
  if (read !== null) return read;
  const [, prefix = '', rest = ''] = /^([\w-]{1,20}[=:]\s*)(\S+)$/.exec(text) ?? [];
  if ((readDigest(rest, 'hexadecimal') ?? readDigest(rest, 'base64')) !== null) {
    throw unusable(
      `X-Signature has ${prefix} before its MAC, and the document has the MAC alone.`,
      'a run sends the MAC alone: ask the service whether it takes that; to find the template, take the prefix away',
    );
  }
  throw unusable(
    `X-Signature has ${text.length} characters and is no MAC in hexadecimal or base64.`,
    'a recording with the signature taken out cannot be used; an HMAC-SHA512 has 128 hexadecimal digits',
  );
}

/** Whether its digits are written in capitals. */
export function isInCapitals({ request }: SignedRequest): boolean {
  const text = headerValue(request.headers, 'x-signature')?.trim() ?? '';
  return readDigest(text, 'hexadecimal') !== null && /[A-F]/.test(text);
}

function readDigest(text: string, spelling: 'hexadecimal' | 'base64'): GivenSignature | null {
  const form = spelling === 'hexadecimal' ? /^(?:[0-9a-f]{2})+$/i : /^[\w+/-]+={0,2}$/;
  if (!form.test(text)) return null;
  const bytes = Buffer.from(text, spelling === 'hexadecimal' ? 'hex' : 'base64');
  const hash = HASHES[bytes.length as keyof typeof HASHES] as GivenSignature['hash'] | undefined;
  return hash === undefined ? null : { bytes, hash, spelling };
}

function readNested(text: string): GivenSignature | null {
  const inner = readDigest(Buffer.from(text, 'base64').toString('latin1'), 'hexadecimal');
  return inner === null ? null : { ...inner, spelling: 'base64 of hexadecimal digits' };
}

function unusable(what: string, remedy: string): SuiteError {
  return new SuiteError(what, 'the signed request', remedy);
}

/** What a template takes of a request that was signed. */
export function inputOf(
  { request, origin }: SignedRequest,
  env: Readonly<Record<string, string | undefined>>,
): SigningInput {
  return signingInputOf(request, { origin, env });
}
