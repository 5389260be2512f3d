import { codeOf, reasonOfFailure, RESET, TRUNCATED, unreachable } from '../wire/connection-failure.js';
import type { Trouble } from '../wire/exchange.js';

/** Largest sum of header names and values of an answer, unless it is said otherwise. */
export const MOST_HEADER_BYTES = 64 * 1024;

/** How far a request had come. */
export type Phase = 'connecting' | 'waiting' | 'reading';

/** Says what went wrong, from the error's code alone: its message may hold what was sent. */
export function explainFailure(error: unknown, phase: Phase): Trouble {
  const code = codeOf(error);
  const known = reasonOfFailure(code);
  // Once connected, a system error is one of the connection: codes of TLS begin otherwise.
  if (known !== undefined && (phase === 'connecting' || !/^E(?!RR_)/.test(code))) return unreachable(known);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind: 'oversize', because: `the headers of the answer take more than ${MOST_HEADER_BYTES} bytes` };
  }
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { kind: 'truncated', because: 'the answer is not as long as its Content-Length says' };
  }
  if (error instanceof Error && error.name === 'HTTPParserError') return explainBadHttp(error.message);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return STOPPED;
  if (code === 'UND_ERR_SOCKET' && /^bad (?:response|upgrade)$/.test(messageOf(error))) {
    return { kind: 'malformed', because: 'the answer is not one that the request called for' };
  }
  if (phase === 'connecting') return unreachable();
  if (phase === 'waiting') return RESET;
  return TRUNCATED;
}

/** The parser's reasons are words of its own: nothing of the answer is in them. */
function explainBadHttp(message: string): Trouble {
  const reason = /^Response does not match the HTTP\/1\.1 protocol \(([A-Z][\w '`/.,:-]{3,80})\)$/.exec(message)?.[1];
  if (reason === 'Invalid EOF state') return TRUNCATED;
  const detail = reason === undefined ? '' : ` (${reason})`;
  return { kind: 'malformed', because: `the answer is no valid HTTP${detail}` };
}

/** The run was stopped before an answer came. */
export const STOPPED: Trouble = { kind: 'stopped', because: 'the run was stopped before an answer came' };

/** What came of a request with a timestamp says nothing where the time was not known that it was to have. */
export const CLOCK_STEPPED: Trouble = {
  kind: 'stopped',
  because: "this machine's clock was stepped, and the service's time was not known when the modify was sent",
};

const OF_THE_CONNECTION: ReadonlySet<Trouble['kind']> = new Set(['reset', 'truncated', 'malformed']);

/**
 * Adds what the connection had carried before it failed, which may be to blame.
 *
 * @param lastStatus - of the last answer on it; null: it was the first request
 */
export function afterOthers(trouble: Trouble, lastStatus: number | null): Trouble {
  if (lastStatus === null || !OF_THE_CONNECTION.has(trouble.kind)) return trouble;
  return {
    ...trouble,
    because: `${trouble.because}; it had carried others, the last answered with status ${lastStatus}`,
  };
}

/** No whole answer within the time limit. */
export function explainTimeout(phase: Phase, timeoutMs: number): Trouble {
  const limit = `${Number((timeoutMs / 1000).toFixed(3))} s`;
  if (phase === 'connecting') {
    return unreachable(`no connection came about within ${limit}`);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
