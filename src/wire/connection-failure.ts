import type { Trouble } from './exchange.js';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EAI_FAIL: 'the host name could not be looked up',
  EAI_NODATA: 'the host name has no address',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  EADDRNOTAVAIL: 'no local address or port was left for the connection',
  EMFILE: 'too many files and connections are open on this machine',
  ETIMEDOUT: 'the host did not answer the connection attempt',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed (NODE_EXTRA_CA_CERTS names further ones to trust)',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed (NODE_EXTRA_CA_CERTS names further ones to trust)',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT:
    'the issuer of its certificate is unknown (NODE_EXTRA_CA_CERTS names further ones to trust)',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the issuer of its certificate is unknown (NODE_EXTRA_CA_CERTS names further ones to trust)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  EPROTO: 'TLS was not agreed on: perhaps there is no https on this port',
};

/** Why no connection came about, from the code of the error: its message may hold what was sent. */
export function reasonOfFailure(code: string): string | undefined {
  if (Object.hasOwn(REASONS, code)) return REASONS[code];
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? REASONS['EPROTO'] : undefined;
}

/** No connection came about. */
export function unreachable(reason = 'the connection was closed while it was made'): Trouble {
  return { kind: 'unreachable', because: `the service cannot be reached: ${reason}` };
}

/** The service left before it answered. */
export const RESET: Trouble = { kind: 'reset', because: 'the connection was closed before an answer came' };

/** The service left while it answered. */
export const TRUNCATED: Trouble = {
  kind: 'truncated',
  because: 'the connection was closed in the middle of the answer',
};

/** The code of a system, TLS or undici error; empty where it has none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
