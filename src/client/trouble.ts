import type { Trouble } from '../wire/exchange.js';

/** How far a request had come. */
export type Phase = 'connecting' | 'waiting' | 'reading';

const CONNECTION: Readonly<Record<string, string>> = {
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

/** Says what went wrong, from the error's code alone: its message may hold what was sent. */
export function explainFailure(error: unknown, phase: Phase): Trouble {
  const code = codeOf(error);
  const known = Object.hasOwn(CONNECTION, code) ? CONNECTION[code] : undefined;
  if (known !== undefined && (phase === 'connecting' || !code.startsWith('E'))) {
    return { kind: 'unreachable', because: `the service cannot be reached: ${known}` };
  }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return { kind: 'unreachable', because: `the service cannot be reached: ${CONNECTION['EPROTO'] ?? ''}` };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind: 'oversize', because: 'the headers of the answer are too large' };
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { kind: 'truncated', because: 'the answer is not as long as its Content-Length says' };
  }
  if (error instanceof Error && error.name === 'HTTPParserError') return explainBadHttp(error.message);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return STOPPED;
  if (code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(messageOf(error))) {
    return { kind: 'malformed', because: 'the answer is not one that the request called for' };
  }
  if (phase === 'connecting') {
    return {
      kind: 'unreachable',
      because: 'the service cannot be reached: the connection was closed while it was made',
    };
  }
  if (phase === 'waiting') return { kind: 'reset', because: 'the connection was closed before an answer came' };
  return TRUNCATED;
}

/** The parser's reasons are words of its own: nothing of the answer is in them. */
function explainBadHttp(message: string): Trouble {
  const reason = /^Response does not match the HTTP\/1\.1 protocol \(([A-Z][\w '`/.,:-]{3,80})\)$/.exec(message)?.[1];
  if (reason === 'Invalid EOF state') return TRUNCATED;
  const detail = reason === undefined ? '' : ` (${reason})`;
  return { kind: 'malformed', because: `the answer is no valid HTTP${detail}` };
}

const TRUNCATED: Trouble = { kind: 'truncated', because: 'the connection was closed in the middle of the answer' };

/** The run was stopped before an answer came. */
export const STOPPED: Trouble = { kind: 'stopped', because: 'the run was stopped before an answer came' };

/** No whole answer within the time limit. */
export function explainTimeout(phase: Phase, timeoutMs: number): Trouble {
  const limit = `${Number((timeoutMs / 1000).toFixed(3))} s`;
  if (phase === 'connecting') {
    return { kind: 'unreachable', because: `the service cannot be reached: no connection came about within ${limit}` };
  }
  const what = phase === 'waiting' ? 'no answer' : 'no whole answer';
  return { kind: 'timeout', because: `${what} came within ${limit}` };
}

/** Whether the request itself could not be put on the wire: our own mistake. */
export function isUnsendable(error: unknown): boolean {
  return ['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'].includes(
    codeOf(error),
  );
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
