import { gzipSync } from 'node:zlib';
import type { Fault } from '../behaviour.js';
import { headerValuesOf, soleHeader, type Answer, type Call } from '../call.js';
import type { Cause } from '../refusal.js';
import { fault, type FaultHead } from './make-fault.js';

/** A page of so many bytes does not fit the buffer. */
const BUFFER_BYTES = 8_192;
/** Every so many requests one fails. */
const FAILS_AT = 250;

/** Faults in status, content type and envelope that show at one place only, sections 4.1 and 7. */
export const ENVELOPE_PLACE_FAULTS: readonly Fault[] = [
  answering(['nothing-found-is-204', 'ENV-001', 'Answers a lookup that finds nothing with status 204.'], (right) =>
    isEmptyPage(right) ? { ...right, status: 204, headers: without(right, 'Content-Length'), body: '' } : right,
  ),
  answering(['one-type-is-202', 'ENV-001', 'Answers a modify of a STOP order with status 202.'], (right, { body }) =>
    right.status === 200 && body['orderTypeCd'] === 'STOP' ? { ...right, status: 202 } : right,
  ),
  answering(
    ['crypto-begins-with-a-mark', 'ENV-002', 'Puts a byte order mark before a page of CRYPTO.'],
    (right, { incoming }) =>
      right.status === 200 && incoming.query.includes('CRYPTO')
        ? withBody(right, `\ufeff${String(right.body)}`)
        : right,
  ),
  answering(['page-cut-at-8-kib', 'ENV-002', 'Sends no more than 8 KiB of a body.'], (right) =>
    right.body.length > BUFFER_BYTES ? withBody(right, String(right.body).slice(0, BUFFER_BYTES)) : right,
  ),
  answering(['modify-without-type', 'ENV-003', 'Answers a modify without Content-Type.'], (right, { operation }) =>
    operation === 'modifyOrder' ? { ...right, headers: without(right, 'Content-Type') } : right,
  ),
  answering(['last-page-as-text', 'ENV-003', 'Sends the last page of a lookup as text/json.'], (right) =>
    String(right.body).includes('"hasNext":false') ? withType(right, 'text/json') : right,
  ),
  answering(
    ['compressed-without-type', 'ENV-003', 'Names the compression of a body for its type.'],
    (right, { incoming }) => {
      if (!headerValuesOf(incoming, 'accept-encoding').some((codings) => codings.includes('gzip'))) return right;
      const packed = withBody(right, gzipSync(right.body));
      return { ...packed, headers: [...withType(packed, 'application/gzip').headers, ['Content-Encoding', 'gzip']] };
    },
  ),
  fault(['no-status-for-crypto', 'ENV-004', 'Gives null for status with a page of CRYPTO.'], (before) => ({
    envelope: (call, data) => {
      const right = before.envelope(call, data) as object;
      return call.incoming.query.includes('CRYPTO') ? { ...right, status: null } : right;
    },
  })),
  fault(
    ['code-as-string-when-asked-again', 'ENV-005', 'Gives code as a string when a page is asked for again.'],
    (before) => {
      const known = new Set<string>();
      return {
        envelope: (call, data) => {
          const right = before.envelope(call, data) as object;
          const again = call.operation === 'listOrderableStocks' && known.has(call.incoming.target);
          known.add(call.incoming.target);
          return again ? { ...right, code: '200' } : right;
        },
      };
    },
  ),
  fault(
    [
      'refused-modify-without-envelope',
      'ENV-006',
      'Answers a wrong signature with status 200 and an error alone.',
      { also: ['ENV-004', 'ENV-005'] },
    ],
    (before) => ({
      refusal: (call, refusal) =>
        refusal.cause === 'signature-mismatch'
          ? { status: 200, body: { error: 'wrong signature' } }
          : before.refusal(call, refusal),
    }),
  ),
  crashing(
    ['crash-on-short-signature', 'ENV-007', 'Fails where X-Signature is too short to be compared.'],
    'signature-form',
    (call) => (soleHeader(call.incoming, 'x-signature') ?? '').length < 128,
  ),
  crashing(
    ['crash-on-bad-token', 'ENV-007', 'Fails where the token of a lookup cannot be decoded.'],
    'token-form',
    ({ operation }) => operation === 'listOrderableStocks',
  ),
  crashing(
    ['crash-on-empty-timestamp', 'ENV-007', 'Fails where X-Timestamp is empty.'],
    'timestamp-form',
    (call) => soleHeader(call.incoming, 'x-timestamp') === '',
  ),
  fault(['crash-at-times', 'ENV-007', 'Fails with status 502 once in 250 requests.'], (before) => {
    let count = 0;
    return {
      respond: (call, answer) => {
        count += 1;
        const right = before.respond(call, answer);
        return count % FAILS_AT === 0 ? { ...right, status: 502 } : right;
      },
    };
  }),
  answering(
    ['stale-refused-in-html', 'ENV-008', 'Refuses a timestamp outside the window with a page of HTML.'],
    (right) =>
      String(right.body).includes('"timestamp-window"')
        ? withType(withBody(right, '<html><h1>Request expired</h1></html>'), 'text/html')
        : right,
  ),
  fault(
    ['record-names-a-member-twice', 'ENV-009', 'Names pipUnit twice in the record of the last instrument.'],
    (before) => ({
      serialize: (call, body) => {
        const { instruments } = call.service.catalogue;
        const last = `"stockCd":"${instruments.at(-1)?.stockCd ?? ''}",`;
        return before.serialize(call, body).replace(last, `${last}"pipUnit":1,`);
      },
    }),
  ),
];

/** A fault in an answer that is made otherwise. */
function answering(head: FaultHead, wrong: (right: Answer, call: Call) => Answer): Fault {
  return fault(head, (before) => ({
    respond: (call, answer) => wrong(before.respond(call, answer), call),
  }));
}

/** A fault that has no answer but status 500 where it should refuse for this cause. */
function crashing(head: FaultHead, cause: Cause, when: (call: Call) => boolean): Fault {
  return fault(head, (before) => ({
    refusal: (call, refusal) => {
      const right = before.refusal(call, refusal);
      return refusal.cause === cause && when(call) ? { ...right, status: 500 } : right;
    },
  }));
}

const isEmptyPage = ({ status, body }: Answer): boolean => status === 200 && String(body).includes('"details":[]');

function without({ headers }: Answer, name: string): Answer['headers'] {
  return headers.filter(([own]) => own !== name);
}

function withType(answer: Answer, type: string): Answer {
  return { ...answer, headers: [...without(answer, 'Content-Type'), ['Content-Type', type]] };
}

function withBody(answer: Answer, body: Answer['body']): Answer {
  const length = ['Content-Length', String(Buffer.byteLength(body))] as const;
  return { ...answer, body, headers: [...without(answer, 'Content-Length'), length] };
}
