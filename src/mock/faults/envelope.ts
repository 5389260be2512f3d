import type { Fault } from '../behaviour.js';
import { fault, type FaultHead } from './make-fault.js';

/** Faults in status, content type and envelope, sections 2.5, 4.1 and 7. */
export const ENVELOPE_FAULTS: readonly Fault[] = [
  fault(['success-with-201', 'ENV-001', 'Answers a success with status 201.'], (before) => ({
    respond: (call, answer) => {
      const last = before.respond(call, answer);
      return last.status === 200 ? { ...last, status: 201 } : last;
    },
  })),
  fault(['content-type-text', 'ENV-003', 'Sends bodies as text/plain.'], (before) => ({
    respond: (call, answer) => {
      const { headers, ...rest } = before.respond(call, answer);
      return {
        ...rest,
        headers: headers.map(([name, value]) => [name, name === 'Content-Type' ? 'text/plain' : value]),
      };
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
  fault(['refusal-changes-order', 'MOD-009', 'Takes over the change that it refuses.'], (before) => ({
    refusal: (call, refusal) => {
      before.apply(call);
      return before.refusal(call, refusal);
    },
  })),
  fault(['answer-cut-short', 'ENV-002', 'Closes the connection in the middle of a body.'], () => ({
    transmit: (_, { status, headers, body }, response) => {
      response.writeHead(status, headers.flat());
      response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
    },
  })),
];

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
