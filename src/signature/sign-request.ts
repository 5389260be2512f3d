import type { Headers } from '../wire/exchange.js';
import { headerValue } from '../wire/headers.js';
import { NONCE_HEADER, sourcesOf, type Template } from '../wire/signature-template.js';
import { sign, signingInputOf, type KeyObject } from '../wire/signing.js';
import type { SignedRequest } from './signed-request.js';

/** What signs a request. */
export interface Signer {
  readonly template: Template;
  readonly key: KeyObject;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Seconds since the epoch: the X-Timestamp. */
  readonly nowS: number;
  /** For a template with `{nonce}`, where the request has none. */
  readonly makeNonce: () => string;
}

/**
 * The headers that a request lacks to be sent at this moment: X-Timestamp, X-Nonce where the template has one, and
 * X-Signature (section 5).
 *
 * @throws SuiteError where `{env:NAME}` has no value
 */
export function signRequest({ request, origin }: SignedRequest, signer: Signer): Headers {
  const { template, key, env, nowS, makeNonce } = signer;
  const hasNonce = sourcesOf(template).some(({ source }) => source === 'nonce');
  const isGiven = headerValue(request.headers, NONCE_HEADER) !== undefined;
  const made: Headers = [
    ['X-Timestamp', String(nowS)],
    ...(hasNonce && !isGiven ? ([[NONCE_HEADER, makeNonce()]] as const) : []),
  ];
  const input = signingInputOf({ ...request, headers: [...request.headers, ...made] }, { origin, env });
  return [...made, ['X-Signature', sign(template, key, input)]];
}
