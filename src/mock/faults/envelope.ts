import type { Fault } from '../behaviour.js';
import type { Answer, Call } from '../call.js';
import { refuse } from '../refusal.js';
import { fault, type FaultHead } from './make-fault.js';

/** Faults in status, content type and envelope, sections 2.5, 4.1 and 7. */
export const ENVELOPE_FAULTS: readonly Fault[] = [
  fault(['success-with-201', 'ENV-001', 'Answers a success with status 201.'], (before) => ({
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      return last.status === 200 ? { ...last, status: 201 } : last;
    },
  })),
  fault(['content-type-text', 'ENV-003', 'Sends the body of a success as text/plain.'], (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      return right.status === 200 ? withBody(right, 'text/plain', right.body) : right;
    },
  })),
  envelope(['code-as-string', 'ENV-005', 'Gives code as a string.'], ({ code }) => ({ code: String(code) })),
  envelope(['no-status-member', 'ENV-004', 'Leaves status out of the envelope.'], () => ({ status: undefined })),
  envelope(['data-as-array', 'ENV-006', 'Wraps data in an array.'], ({ data }) => ({ data: [data] })),
  fault(['success-as-string', 'MOD-007', 'Gives data.success as a string.'], () => ({
    modifyData: () => ({ success: 'true' }),
  })),
  fault(['refusal-as-500', 'ENV-007', 'Answers every refusal with status 500.'], (before) => ({
    refusal: (call, refusal) => ({ ...before.refusal(call, refusal), status: 500 }),
  })),
  fault(['crash-on-no-object', 'ENV-007', 'Answers a JSON body that is no object with status 500.'], (before) => ({
    refusal: (call, refusal) => {
      const right = before.refusal(call, refusal);
      return refusal.cause === 'body-object' ? { ...right, status: 500 } : right;
    },
  })),
  fault(['refusal-in-html', 'ENV-008', 'Refuses a request without a token with a page of HTML.'], (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      const isRefused = right.status === 400 && call.token === '';
      return isRefused ? withBody(right, 'text/html', '<html><h1>Bad Request</h1></html>') : right;
    },
  })),
  fault(['refusal-as-text', 'ENV-008', 'Refuses what it cannot read with a line of text.'], (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      const isUnread = right.status === 400 && String(right.body).includes('"body-json"');
      return isUnread ? withBody(right, 'text/plain', 'Malformed JSON') : right;
    },
  })),
  fault(['success-twice', 'ENV-009', 'Names data.success twice.'], (before) => ({
    serialize: (call, body) => before.serialize(call, body).replace('"success":true', '"success":true,"success":true'),
  })),
  fault(['price-twice', 'ENV-009', 'Names an instrument twice in buyPrices, after the first page.'], (before) => ({
    serialize: (call, body) => {
      const text = before.serialize(call, body);
      return call.position === 0 ? text : text.replace(/"buyPrices":\{("[^"]+":"[^"]+")/, '$&,$1');
    },
  })),
  fault(
    ['refusal-changes-order', 'MOD-009', 'Takes away for good the conditions that a refused modify switches off.'],
    (before) => {
      const lost = new Set<string>();
      const key = ({ body }: Call, name: string): string => `${String(body['orderNo'])} ${name}`;
      return {
        refusal: (call, refusal) => {
          for (const [name, value] of Object.entries(call.body)) if (value === 'N') lost.add(key(call, name));
          return before.refusal(call, refusal);
        },
        checkBounds: (call) => {
          const name = Object.keys(call.body).find((one) => call.body[one] === 'Y' && lost.has(key(call, one)));
          return name === undefined ? before.checkBounds(call) : refuse('condition-new', name);
        },
      };
    },
  ),
  fault(['page-cut-short', 'ENV-002', 'Sends no more than the first half of a page.'], (before) => ({
    respond: (call, answer) => {
      const right = before.respond(call, answer);
      const isPage = right.status === 200 && call.operation === 'listOrderableStocks';
      return isPage ? withBody(right, 'application/json', String(right.body).slice(0, right.body.length / 2)) : right;
    },
  })),
  fault(
    ['spread-not-a-number', 'ENV-002', 'Gives NaN for the buySpread of an instrument without spread.'],
    (before) => ({
      serialize: (call, body) => before.serialize(call, body).replaceAll('"buySpread":0,', '"buySpread":NaN,'),
    }),
  ),
];

function withBody(answer: Answer, type: string, body: Answer['body']): Answer {
  const values: Readonly<Record<string, string>> = {
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { ...answer, headers: answer.headers.map(([name, value]) => [name, values[name] ?? value]), body };
}

type Members = Readonly<Record<string, unknown>>;

/** A fault that gives members of the envelope of a success another value; `undefined` leaves one out. */
function envelope(head: FaultHead, wrong: (members: Members) => Members): Fault {
  return fault(head, (before) => ({
    envelope: (call, data) => {
      const members = before.envelope(call, data) as Members;
      return { ...members, ...wrong(members) };
    },
  }));
}
